use bosworth_rules::{Position, Verdict};
use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use super::new_game::{LocalGameOptions, start_local_game};
use super::tools::share;
use crate::chunk::{Chunks, GiveAdvice};
use crate::clocked_table::{ClockedTable, Seat};
use crate::language::{fill, texts, tr};
use crate::parts::{ScoreBreakdown, button, link_button};
use crate::route::Route;

/// The result in a few words, addressed to the player.
pub fn headline(table: &ClockedTable) -> String {
    let position = *table.position();
    let winner = match table.lost {
        Some(loss) => Some(!loss.side()),
        None => position.outcome().and_then(|outcome| outcome.verdict.winner()),
    };
    let Some(side) = winner else { return tr("finale-drawn") };
    match (table.seats[side], table.seats[!side]) {
        (Seat::Person, Seat::Level(_)) => tr("finale-won"),
        (Seat::Level(_), Seat::Person) => tr("finale-lost"),
        _ => {
            let side = texts().side(side, position.ruleset());
            fill("finale-side", &[("side", side.into())])
        }
    }
}

/// The end of a game in place of the action button: the count, then the result and what follows.
pub fn finale(control: LocalGameControl) -> View {
    let counting = control.with(|table| control.counting.view(table.position())).flatten();
    if let Some(counting) = counting {
        return counting;
    }
    control.with(|table| result(control, table)).into_view()
}

fn result(control: LocalGameControl, table: &ClockedTable) -> View {
    let ruleset = table.position().ruleset();
    let (seats, clock) = (table.seats, table.clock.map(|clock| (clock.minutes, clock.increment)));
    let rematch = move || {
        let seats = seats.swapped();
        start_local_game(control.app, LocalGameOptions { ruleset, seats, clock });
    };
    let review = Route::Review(table.id.clone()).to_string();
    view! {
        <h2 class="preview finale" id="end-title" tabindex="-1">{headline(table)}</h2>
        <div class="act-buttons">
            {button("rematch", "primary wide", tr("finale-again"), rematch)}
            {link_button("review", "", tr("end-review"), review)}
            {button("share-end", "", tr("finale-share"), move || share(control))}
        </div>
    }
}

/// The scoring, and why the game is over.
#[component]
pub fn End(
    /// The controller.
    control: LocalGameControl,
) -> View {
    let advice = advice(control);
    move || {
        let counting = control.counting.is_on();
        control.with(|table| (!counting).then(|| end(table, advice())))
    }
}

/// The advice after one of the first games, once its code is loaded.
fn advice(control: LocalGameControl) -> impl Fn() -> Option<View> + Copy {
    let chunks: Chunks = expect_context();
    let loaded = RwSignal::new(false);
    control.page.spawn(async move { loaded.set(chunks.fetch_lessons().await) });
    move || {
        let GiveAdvice(advice) = loaded.get().then(use_context)??;
        control.with(advice).flatten()
    }
}

/// Why the game is over, and the score.
pub fn reasons(table: &ClockedTable) -> Vec<String> {
    let position = table.position();
    match table.lost {
        Some(loss) => {
            let id = if loss.is_time() { "end-time" } else { "end-resigned" };
            let side = texts().side(loss.side(), position.ruleset());
            vec![fill(id, &[("side", side.into())])]
        }
        None => texts().standing(position),
    }
}

fn end(table: &ClockedTable, advice: Option<View>) -> View {
    let position = *table.position();
    view! {
        <section class="panel end" aria-labelledby="end-title">
            {reasons(table).into_iter().map(|reason| view! { <p>{reason}</p> }).collect_view()}
            {tie(&position).map(|tie| view! { <p class="note">{tie}</p> })}
            <ScoreBreakdown position/>
            {advice}
        </section>
    }
}

/// The tie-break that decided the game.
pub fn tie(position: &Position) -> Option<String> {
    match position.outcome()?.verdict {
        Verdict::Points(_) => None,
        Verdict::Largest(_) => Some(tr("tie-largest")),
        Verdict::Roses(_) => Some(tr("tie-roses")),
        Verdict::Drawn => Some(tr("tie-drawn")),
    }
}
