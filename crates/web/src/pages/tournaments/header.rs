//! The page header: the title, the terms and the progress of a tournament.

use bosworth_protocol::tournament::{
    Points, StandingsRow, TournamentFormat, TournamentStage, TournamentSummary, TournamentView,
};
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use super::labels::{knockout_round, name_of, page_of, players_text, round_text, stage_key, terms};
use super::times::{countdown, date_and_time, leaf};
use crate::language::{fill, tr};
use crate::parts::arms;
use crate::route::Route;

/// The stage of a tournament, as a mark.
pub fn stage(event: &TournamentSummary) -> View {
    let key = stage_key(event);
    view! { <span class=format!("event-stage {key}")>{tr(&format!("event-stage-{key}"))}</span> }
}

/// A date, drawn as a calendar leaf.
pub fn calendar_leaf(at: i64) -> View {
    let [weekday, day, month] = leaf(at);
    view! {
        <span class="calendar-leaf" aria-hidden="true"><span>{month}</span><b>{day}</b><span>{weekday}</span></span>
    }
}

/// The title, the terms and the progress.
pub fn header(control: TournamentControl) -> View {
    let title = Memo::new(move |_| control.with(|view| view.summary.title.clone()));
    view! {
        <header class="event-head">
            {move || control.with(|view| calendar_leaf(view.summary.starts))}
            <div class="event-name">
                <a class="note" href=Route::Tournaments.to_string()>{tr("events-to-list")}</a>
                <h1 tabindex="-1">{move || title.get().unwrap_or_else(|| tr("title-event"))}</h1>
                {move || control.with(|view| view! {
                    <p class="event-line">{stage(&view.summary)}<span>{terms(&view.summary).join(" · ")}</span></p>
                })}
            </div>
            {move || control.with(|view| progress(view, control.now.get()))}
        </header>
    }
}

/// The round and the countdown, in large type.
fn progress(view: &TournamentView, now: i64) -> Option<View> {
    let event = &view.summary;
    let arena = matches!(event.format, TournamentFormat::Arena { .. });
    let field = matches!(event.format, TournamentFormat::Field { .. });
    let round = || match view.bracket.rounds.last() {
        Some(matches) => Some(knockout_round(matches.len())),
        None => round_text(event),
    };
    let stats = match event.stage {
        TournamentStage::Over => return None,
        TournamentStage::Coming => {
            let start = format!("{} {}", tr("event-starts"), date_and_time(event.starts));
            vec![(countdown(event.starts, now), start)]
        }
        TournamentStage::Running => match view.closes {
            // Once all games of a deal are over, the remaining time of the round does not matter.
            Some(closes) if closes > now && (arena || (field && !view.games.is_empty())) => {
                vec![(countdown(closes, now), tr("event-until-end"))]
            }
            _ => {
                // Between two rounds, count down to the next one.
                let next = view.next.filter(|next| *next > now && view.games.is_empty());
                let next = next.filter(|_| !event.paused).map(|next| {
                    let what = if view.last { "event-until-end" } else { "event-until-round" };
                    (countdown(next, now), tr(what))
                });
                let round = round().map(|round| (round, players_text(event)));
                round.into_iter().chain(next).collect()
            }
        },
    };
    let stat = |(large, small): (String, String)| {
        view! { <span class="stat"><b>{large}</b><span>{small}</span></span> }
    };
    Some(view! {
        <p class="event-progress stats" id="event-progress" role="timer">{stats.into_iter().map(stat).collect_view()}</p>
    })
}

/// The top three of a finished tournament.
pub fn podium(control: TournamentControl) -> View {
    let best = Memo::new(move |_| {
        control
            .with(|view| {
                let rows = &view.standings.first()?.rows;
                rows.first().filter(|first| first.winner)?;
                let knockout = view.summary.format == TournamentFormat::Knockout;
                let points = |row: &StandingsRow| (!knockout).then(|| row.points.to_string());
                let rows = rows.iter().filter(|row| row.points > Points::ZERO || row.survived > 0);
                let best = rows
                    .take(3)
                    .map(|row| {
                        let page = page_of(view, row.player);
                        (row.rank, name_of(view, row.player), page, points(row))
                    })
                    .collect::<Vec<_>>();
                Some(best)
            })
            .flatten()
    });
    let step = |(rank, name, page, points): (u16, String, String, Option<String>)| {
        view! {
            <li class=format!("podium-step podium-step-{rank}")>
                {(rank == 1).then(|| view! { <svg width="44" height="38" aria-hidden="true"><use href="#crown"/></svg> })}
                {arms(&name)}
                <a class="player" href=page>{name}</a>
                {points.map(|points| view! { <span class="note">{fill("event-step-points", &[("points", points.into())])}</span> })}
                <b aria-hidden="true">{rank}</b>
            </li>
        }
    };
    view! {
        {move || best.get().map(|best| {
            let won = best.iter().filter(|(rank, ..)| *rank == 1).count();
            let words = (won == 1).then(|| fill("event-winner-is", &[("name", best[0].1.clone().into())]));
            view! {
                <section class="panel podium" id="podium" aria-label=tr("event-winner")>
                    <p class="lead">{words}</p>
                    <ol>{best.into_iter().map(step).collect_view()}</ol>
                </section>
            }
        })}
    }
}
