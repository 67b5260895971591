use bosworth_board::{Held, Press, Scene};
use bosworth_rules::{Card, Colours, Position, Side};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::card::{CardFace, turned};
use crate::language::{fill, texts};

/// A player's seat at the table: name, open hand, heroes.
#[component]
pub fn Seat(
    /// The side.
    #[prop(into)]
    side: Signal<Side>,
    /// The scene of the board.
    #[prop(into)]
    scene: Signal<Scene>,
    /// The player's name.
    #[prop(into)]
    name: Signal<String>,
    /// Called when a card is pressed.
    #[prop(into)]
    on_press: Callback<Press>,
    /// The remaining time.
    #[prop(into, optional)]
    clock: Signal<Option<String>>,
    /// Whether it is low.
    #[prop(into, optional)]
    hurry: Signal<bool>,
    /// More content beside the name.
    #[prop(into, optional)]
    more: ViewFn,
    /// Whether the game is over for another reason than the position.
    #[prop(into, optional)]
    over: Signal<bool>,
) -> impl IntoView {
    let position = Memo::new(move |_| scene.with(|scene| scene.position));
    let bottom = Memo::new(move |_| scene.with(|scene| scene.bottom));
    let open = Memo::new(move |_| scene.with(|scene| scene.is_open_for(side.get())));
    let acting = move || {
        let turn = position.with(|position| position.side() == side.get() && !position.is_over());
        turn && !over.get()
    };
    let about = move || {
        let (ruleset, side) = (position.with(Position::ruleset), side.get());
        texts().side(side, ruleset)
    };
    let cards = Memo::new(move |_| {
        let side = side.get();
        position.with(|position| position.hand(side).iter().collect::<Vec<_>>())
    });
    let heroes = move || {
        let side = side.get();
        let (left, colours) =
            position.with(|position| (position.heroes(side), position.ruleset().colours));
        let href = if side == Side::Red { "#shield-red" } else { "#shield-white" };
        let label = texts().count("heroes", left.into());
        let blue = colours == Colours::RedBlue && side == Side::White;
        view! {
            <div class="heroes" class:blue=blue role="img" aria-label=label>
                {(0..Position::HEROES).map(|n| view! {
                    <svg viewBox="0 0 22 27" class:used=(n >= left) aria-hidden="true"><use href=href/></svg>
                }).collect_view()}
            </div>
        }
    };
    view! {
        <section class="seat" class:acting=acting aria-label=move || name.get()>
            <div class="who">
                <b class="name">{move || name.get()}</b>
                <span class="about">{about}</span>
                {more.run()}
                {move || clock.get().map(|clock| view! { <span class="clock" role="timer" class:low=move || hurry.get()>{clock}</span> })}
            </div>
            <div class="cards" role="group" aria-label=move || hand_label(side.get(), &position.get())>
                {move || cards.get().into_iter().enumerate().map(|(n, held)| {
                    let look = Memo::new(move |_| scene.with(|scene| scene.held(side.get(), held)));
                    let label = move || {
                        let (side, position) = (side.get(), position.get());
                        format!("{}: {}", n + 1, card_label(&position, side, held, look.get()))
                    };
                    let direction = turned(position.with_untracked(|position| position.direction(side.get(), held)), bottom.get());
                    let enter = move |event: KeyboardEvent| {
                        // The synthetic click of Enter would deselect the card again.
                        if event.key() == "Enter" {
                            event.prevent_default();
                            event.stop_propagation();
                            if !event.repeat() {
                                on_press.run(Press::EnterOn(held));
                            }
                        }
                    };
                    let number = n + 1;
                    view! {
                        <button type="button" class="card" id=move || format!("card-{}-{number}", side.get().letter())
                            class:dim=move || !look.get().playable class:sel=move || look.get().chosen class:planned=move || look.get().planned
                            class:hero=move || look.get().hero && look.get().playable
                            class:new=move || look.get().new
                            disabled=move || !open.get()
                            aria-pressed=move || open.get().then(|| (look.get().chosen || look.get().planned).to_string())
                            aria-label=label on:keydown=enter
                            on:click=move |_| on_press.run(Press::Card(held))>
                            <CardFace card=held direction/>
                            <span class="number" aria-hidden="true" data-number=number></span>
                        </button>
                    }
                }).collect_view()}
                {move || (cards.get().len()..Position::HAND as usize).map(|_| view! { <span class="card-gap" aria-hidden="true"></span> }).collect_view()}
            </div>
            {heroes}
        </section>
    }
}

fn hand_label(side: Side, position: &Position) -> String {
    fill("hand-label", &[("side", texts().side(side, position.ruleset()).into())])
}

fn card_label(position: &Position, side: Side, held: Card, look: Held) -> String {
    let name = texts().card(position, side, held);
    let target = position.target(side, held).map(|target| target.to_string());
    let id = match &target {
        None => "card-off",
        Some(_) if look.playable && look.hero => "card-hero",
        Some(_) if look.playable => "card-free",
        Some(_) => "card-barred",
    };
    fill(id, &[("name", name.into()), ("target", target.unwrap_or_default().into())])
}
