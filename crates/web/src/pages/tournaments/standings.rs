//! The standings of a tournament, with its tie-breaks.

use bosworth_protocol::tournament::{
    Points, Standings, StandingsRow, TournamentFormat, TournamentView,
};
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use super::labels::{name_of, page_of, record_text, tie_key, tie_text};
use crate::language::{fill, texts, tr};
use crate::pages::online::widgets::{button, place};
use crate::parts::arms;

/// The standings, overall or by division.
pub fn standings(control: TournamentControl) -> View {
    let whole = RwSignal::new(false);
    let tables = move || {
        control.with(|view| {
            view.standings.iter().map(|table| one_table(view, table, whole)).collect::<Vec<_>>()
        })
    };
    view! { {tables}{tie_breaks(control)} }
}

/// The number of rows of a long table before it is unfolded.
const ROWS_SHOWN: usize = 20;

/// The rows of a folded table: the first ones, and those around the visitor's own.
fn folded(count: usize, mine: Option<usize>) -> Vec<usize> {
    let near = |row: usize| mine.is_some_and(|mine| row.abs_diff(mine) <= 1);
    (0..count).filter(|row| *row < ROWS_SHOWN || near(*row)).collect()
}

fn one_table(view: &TournamentView, table: &Standings, whole: RwSignal<bool>) -> View {
    if table.rows.is_empty() {
        return view! { <p class="note">{tr("event-standings-none")}</p> };
    }
    let reviewed = table.rows.iter().any(|row| row.reviewed > 0);
    let name = match table.division {
        0 => tr("event-tab-standings"),
        division => fill("event-division", &[("division", division.into())]),
    };
    let heads = view.ties.iter().map(|tie| {
        let key = tie_key(*tie);
        short_head(&format!("event-tie-{key}-short"), &format!("event-tie-{key}"))
    });
    let heads: Vec<_> = heads.collect();
    let adjusted = reviewed.then(|| short_head("event-adjusted-short", "event-adjusted"));
    let count = table.rows.len();
    let mine = table.rows.iter().position(|row| view.me == Some(row.player));
    let shown = if whole.get() { (0..count).collect() } else { folded(count, mine) };
    let more = (shown.len() < count).then(|| {
        let text = fill("event-standings-all", &[("count", count.into())]);
        button("standings-all", "wide", text, move || whole.set(true))
    });
    let rows: Vec<_> =
        shown.into_iter().map(|row| table_row(view, &table.rows[row], reviewed)).collect();
    let (title, label) = (name.clone(), name.clone());
    view! {
        {(table.division > 0).then(|| view! { <h3>{title}</h3> })}
        <div class="table-scroll" tabindex="0" role="region" aria-label=label>
            <table class="standings">
                <caption class="unseen">{name}</caption>
                <thead><tr>
                    {short_head("event-rank-short", "event-rank")}
                    <th scope="col" class="name">{tr("event-name")}</th>
                    {short_head("event-points-short", "event-points")}
                    {short_head("event-record-short", "event-record")}
                    {heads}
                    {adjusted}
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {more}
    }
}

/// A column heading: abbreviated on the screen, in full for screen readers and tooltips.
fn short_head(short: &str, long: &str) -> View {
    let long = tr(long);
    let title = long.clone();
    view! {
        <th scope="col" title=title><span aria-hidden="true">{tr(short)}</span><span class="unseen">{long}</span></th>
    }
}

fn table_row(view: &TournamentView, row: &StandingsRow, reviewed: bool) -> View {
    let mine = view.me == Some(row.player);
    // Without points, all share the first place.
    let place = if row.points > Points::ZERO {
        place(row.rank.into())
    } else {
        view! { {row.rank} }
    };
    let name = name_of(view, row.player);
    let page = page_of(view, row.player);
    let ties = view.ties.iter().zip(&row.ties);
    let ties: Vec<_> =
        ties.map(|(tie, value)| view! { <td>{tie_text(*tie, *value)}</td> }).collect();
    let adjusted = reviewed.then(|| {
        let points = if row.reviewed < row.played {
            "…".into()
        } else {
            texts().number(f64::from(row.adjusted) / 1000.0, 1)
        };
        view! { <td class="adjusted">{points}</td> }
    });
    view! {
        <tr class:mine=mine class:gone=!row.active>
            <td>{place}</td>
            <th scope="row" class="name">
                {row.winner.then(|| view! { <svg class="winner-crown" width="20" height="17" aria-hidden="true"><use href="#crown"/></svg> })}
                {arms(&name)}<a class="player" href=page>{name}</a>
                {(!row.active).then(|| view! { " "<small class="note">{tr("event-gone")}</small> })}
            </th>
            <td><b>{row.points.to_string()}</b></td>
            <td class="record">{record_text(row)}</td>
            {ties}
            {adjusted}
        </tr>
    }
}

/// An explanation of the tie-breaks.
fn tie_breaks(control: TournamentControl) -> View {
    let list = move || {
        control.with(|view| {
            let ties = view.ties.iter().map(|tie| {
                let key = format!("event-tie-{}", tie_key(*tie));
                explained(tr(&key), tr(&format!("{key}-about")))
            });
            ties.collect::<Vec<_>>()
        })
    };
    let first = move || {
        let knockout = control.with(|view| view.summary.format == TournamentFormat::Knockout);
        tr(if knockout == Some(true) { "event-ties-knockout" } else { "event-ties-note" })
    };
    let reviewed = move || {
        let some = |view: &TournamentView| {
            view.standings.iter().flat_map(|table| &table.rows).any(|row| row.reviewed > 0)
        };
        control.with(some).unwrap_or(false)
    };
    view! {
        <details class="ties" id="event-ties">
            <summary>{tr("event-ties")}</summary>
            <p class="note">{first}</p>
            <ol>{list}</ol>
            {move || reviewed().then(|| view! {
                <p><b>{tr("event-adjusted")}</b>": "<span class="note">{tr("event-adjusted-about")}</span></p>
            })}
        </details>
    }
}

fn explained(name: String, about: String) -> View {
    view! { <li><b>{name}</b>": "<span class="note">{about}</span></li> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_table_shows_its_head_and_the_own_row() {
        assert_eq!(folded(3, None), [0, 1, 2]);
        assert_eq!(folded(64, Some(4)), (0..20).collect::<Vec<_>>());
        assert_eq!(folded(64, Some(63))[19..], [19, 62, 63]);
    }
}
