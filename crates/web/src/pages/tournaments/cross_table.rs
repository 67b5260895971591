//! The cross table: results by pairs of players.

use bosworth_protocol::tournament::{CrossTable, CrossTableCell, TournamentView};
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use super::labels::{fault_text, name_of};
use crate::language::{fill, tr};
use crate::online::api::{self, RequestError};

/// The cross table of each division. A result links to its round.
pub fn cross_table(control: TournamentControl, go: Callback<u16>) -> View {
    let found = RwSignal::new(None::<Result<Vec<CrossTable>, RequestError>>);
    // Fetched again after each change.
    Effect::new(move |_| {
        control.with(|view| view.seq);
        control.page.spawn(async move {
            let tables = api::get(&control.path("/cross")).await;
            found.set(Some(tables));
        });
    });
    view! {
        {move || match found.get() {
            None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
            Some(Err(fault)) => view! { <p role="alert">{fault_text(&fault)}</p> },
            Some(Ok(tables)) => control.with(|view| {
                let many = tables.len() > 1;
                let tables = (1..).zip(&tables);
                tables.map(|(division, cross)| table(view, cross, many.then_some(division), go)).collect_view()
            }).into_view(),
        }}
    }
}

fn table(
    view: &TournamentView,
    table: &CrossTable,
    division: Option<usize>,
    go: Callback<u16>,
) -> View {
    let name = match division {
        None => tr("event-tab-cross"),
        Some(division) => fill("event-division", &[("division", division.into())]),
    };
    let heads: Vec<_> = (1..=table.players.len())
        .zip(&table.players)
        .map(|(place, player)| {
            let name = name_of(view, *player);
            let title = name.clone();
            view! {
                <th scope="col" title=title><span aria-hidden="true">{place}</span><span class="unseen">{name}</span></th>
            }
        })
        .collect();
    let rows: Vec<_> = table
        .players
        .iter()
        .enumerate()
        .map(|(at, player)| {
            let cells = table.cells.get(at).into_iter().flatten().enumerate();
            let cells: Vec<_> = cells.map(|(other, series)| cell(at == other, series, go)).collect();
            view! {
                <tr><td>{at + 1}</td><th scope="row" class="name">{name_of(view, *player)}</th>{cells}</tr>
            }
        })
        .collect();
    let (title, label) = (name.clone(), name.clone());
    view! {
        {division.map(|_| view! { <h3>{title}</h3> })}
        <div class="table-scroll" tabindex="0" role="region" aria-label=label>
            <table class="standings cross">
                <caption class="unseen">{name}</caption>
                <thead><tr><th scope="col">"#"</th><th scope="col" class="name">{tr("event-name")}</th>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn cell(own: bool, series: &[CrossTableCell], go: Callback<u16>) -> View {
    if own {
        return view! { <td class="own"></td> };
    }
    let one = |cell: &CrossTableCell| {
        let round = cell.round;
        let label = fill("event-round", &[("round", round.into())]);
        let points = cell.points.map_or_else(|| "·".into(), |points| points.to_string());
        view! {
            <button type="button" class="cross-result" title=label on:click=move |_| go.run(round)>{points}</button>
        }
    };
    view! { <td>{series.iter().map(one).collect_view()}</td> }
}
