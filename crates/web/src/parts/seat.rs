use bosworth_rules::{Action, Card, Colours, Position, Side};
use leptos::prelude::*;

use super::card::{CardFace, Pick, turned};
use crate::language::{fill, texts};
use crate::scene::{action_of, card};

/// A player's place at the table: name, open hand, heroes.
#[component]
pub fn Seat(
    /// Whose place.
    #[prop(into)]
    side: Signal<Side>,
    /// The position.
    #[prop(into)]
    position: Signal<Position>,
    /// Who plays.
    #[prop(into)]
    name: Signal<String>,
    /// Whose side is at the bottom of the board.
    #[prop(into)]
    bottom: Signal<Side>,
    /// The action that is chosen.
    #[prop(into, optional)]
    chosen: Signal<Option<Action>>,
    /// The card that was drawn last, and by whom.
    #[prop(into, optional)]
    drawn: Signal<Option<(Side, Card)>>,
    /// A card was chosen; none if this hand cannot be played from here.
    #[prop(into, optional)]
    on_card: Signal<Option<Callback<Card>>>,
    /// The time that is left.
    #[prop(into, optional)]
    clock: Signal<Option<String>>,
    /// Whether that is little.
    #[prop(into, optional)]
    hurry: Signal<bool>,
    /// What else is to be shown with the name.
    #[prop(into, optional)]
    more: ViewFn,
    /// Whether the game is over for another reason than the position.
    #[prop(into, optional)]
    over: Signal<bool>,
) -> impl IntoView {
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
                    let pick = Memo::new(move |_| {
                        let chosen = chosen.get();
                        position.with(|position| pick(position, side.get(), held, chosen, drawn.get()))
                    });
                    let label = move || {
                        let (side, position) = (side.get(), position.get());
                        format!("{}: {}", n + 1, card_label(&position, side, held, pick.get()))
                    };
                    let direction = turned(position.with_untracked(|position| position.direction(side.get(), held)), bottom.get());
                    let number = n + 1;
                    view! {
                        <button type="button" class="card" id=move || format!("card-{}-{number}", side.get().letter())
                            class:dim=move || !pick.get().playable class:sel=move || pick.get().chosen
                            class:hero=move || pick.get().hero && pick.get().playable
                            class:new=move || pick.get().new
                            disabled=move || on_card.get().is_none()
                            aria-pressed=move || on_card.get().is_some().then(|| pick.get().chosen.to_string())
                            aria-label=label
                            on:click=move |_| if let Some(on_card) = on_card.get_untracked() { on_card.run(held) }>
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

fn pick(
    position: &Position,
    side: Side,
    held: Card,
    chosen: Option<Action>,
    drawn: Option<(Side, Card)>,
) -> Pick {
    let (plays, heroes) = position.playable(side);
    Pick {
        playable: (plays | heroes).contains(held) && !position.is_over(),
        hero: heroes.contains(held),
        chosen: position.side() == side && chosen.is_some() && chosen.and_then(card) == Some(held),
        new: drawn == Some((side, held)),
    }
}

fn card_label(position: &Position, side: Side, held: Card, pick: Pick) -> String {
    let name = texts().card(position, side, held);
    let target = position.target(side, held).map(|target| target.to_string());
    let hero = action_of(position, held).is_ok_and(|action| matches!(action, Action::Hero(_)));
    let id = match &target {
        None => "card-off",
        Some(_) if pick.playable && (pick.hero || hero) => "card-hero",
        Some(_) if pick.playable => "card-free",
        Some(_) => "card-barred",
    };
    fill(id, &[("name", name.into()), ("target", target.unwrap_or_default().into())])
}
