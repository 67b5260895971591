use bosworth_board::{Press, Scene};
use bosworth_rules::{Colours, Position, Side};
use bosworth_view::prelude::*;

use super::hand::Hand;
use crate::language::texts;

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
    /// Whether the remaining time is low.
    #[prop(into, optional)]
    hurry: Signal<bool>,
    /// Additional content beside the name.
    #[prop(into, optional)]
    more: Children,
    /// Whether the game is over for a reason other than the position.
    #[prop(into, optional)]
    over: Signal<bool>,
    /// The winner, who receives the crown.
    #[prop(into, optional)]
    winner: Signal<Option<Side>>,
) -> View {
    let position = Memo::new(move |_| scene.with(|scene| scene.position));
    let acting = move || {
        let turn = position.with(|position| position.side() == side.get() && !position.is_over());
        turn && !over.get()
    };
    let about = move || {
        let (ruleset, side) = (position.with(Position::ruleset), side.get());
        texts().side(side, ruleset)
    };
    // Shown in layouts where the points panel is out of sight.
    let points = move || scene.with(|scene| points_of(scene, side.get()));
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
                    <svg viewBox="0 0 22 27" class:used={n >= left} aria-hidden="true"><use href=href/></svg>
                }).collect_view()}
                {move || (winner.get() == Some(side)).then(|| view! {
                    <span class="seat-crown"><svg aria-hidden="true"><use href="#crown"/></svg></span>
                })}
            </div>
        }
    };
    view! {
        <section class="seat" class:acting=acting class:white=move || side.get() == Side::White aria-label=move || name.get()>
            <div class="who">
                <b class="name">{move || name.get()}</b>
                <span class="about">{about}<span class="seat-points">" · "{points}</span></span>
                {more.view()}
                {move || clock.get().map(|clock| view! { <span class="clock" role="timer" class:low=move || hurry.get()>{clock}</span> })}
            </div>
            <Hand side scene on_press/>
            {heroes}
        </section>
    }
}

/// The points of a side; during the count at the end, those counted so far.
fn points_of(scene: &Scene, side: Side) -> u32 {
    match scene.tally {
        Some(tally) => tally.points[side],
        None => scene.position.scores()[side].points,
    }
}
