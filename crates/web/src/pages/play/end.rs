use bosworth_rules::Verdict;
use leptos::prelude::*;

use super::control::Control;
use super::names::won_text;
use super::opening::{NewGame, begin};
use super::record::record;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::parts::Count;
use crate::route::Route;
use crate::table::ClockedTable;

/// The result, the scoring, and the next steps.
#[component]
pub fn End(
    /// The controller.
    control: Control,
    /// Whether the setup of a new game is open.
    choosing: RwSignal<bool>,
) -> impl IntoView {
    control.with(|table| end(control, table, choosing))
}

fn end(control: Control, table: &ClockedTable, choosing: RwSignal<bool>) -> impl IntoView + use<> {
    let app = control.app;
    let position = *table.position();
    let ruleset = position.ruleset();
    let winner = match table.lost {
        Some(loss) => Some(!loss.side()),
        None => position.outcome().and_then(|outcome| outcome.verdict.winner()),
    };
    let headline = match winner {
        Some(side) => won_text(table.seats, side, ruleset),
        None => tr("end-drawn"),
    };
    let reasons = match table.lost {
        Some(loss) => {
            let id = if loss.is_time() { "end-time" } else { "end-resigned" };
            vec![fill(id, &[("side", texts().side(loss.side(), ruleset).into())])]
        }
        None => texts().standing(&position),
    };
    let tie = position.outcome().and_then(|outcome| match outcome.verdict {
        Verdict::Points(_) => None,
        Verdict::Largest(_) => Some(tr("tie-largest")),
        Verdict::Roses(_) => Some(tr("tie-roses")),
        Verdict::Drawn => Some(tr("tie-drawn")),
    });
    let (seats, clock) = (table.seats, table.clock.map(|clock| (clock.minutes, clock.increment)));
    let rematch = move |_| begin(app, NewGame { ruleset, seats: seats.swapped(), clock });
    let file = format!("{}.rose", table.id);
    let text = record(table).to_string();
    let review = Route::Review(table.id.clone()).to_string();
    view! {
        <section class="panel end" aria-labelledby="end-title">
            <h2 id="end-title" tabindex="-1">{headline}</h2>
            {reasons.into_iter().map(|reason| view! { <p>{reason}</p> }).collect_view()}
            {tie.map(|tie| view! { <p class="note">{tie}</p> })}
            <Count position/>
            <div class="buttons">
                <a class="button primary" href=review id="review">{tr("end-review")}</a>
                <button type="button" class="button" id="rematch" on:click=rematch>{tr("end-rematch")}</button>
                <button type="button" class="button" on:click=move |_| choosing.set(true)>{tr("end-new")}</button>
                <button type="button" class="button" on:click=move |_| browser::download(&file, &text)>{tr("end-save")}</button>
            </div>
        </section>
    }
}
