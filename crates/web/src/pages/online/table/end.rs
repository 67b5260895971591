use bosworth_protocol::{Command, EndReason, Offer, PlayerView};
use bosworth_rules::Side;
use bosworth_texts::{Fixed, ResultForReader};
use bosworth_view::prelude::*;
use serde::Deserialize;

use super::control::OnlineGameControl;
use super::next_game::{next_game, rematch_link};
use crate::browser;
use crate::clocked_table::{Loss, SavedTable, Seat};
use crate::language::{fill, tr};
use crate::lifetime::Lifetime;
use crate::online::api;
use crate::pages::online::labels::rating_change_text;
use crate::pages::online::require_server::lobby_button;
use crate::pages::online::widgets::button;
use crate::parts::{ScoreBreakdown, SharedGame, link_button, result as result_of, share_button};
use crate::picture::PictureText;
use crate::route::{AnalysisLink, Route};
use crate::store;

/// The result, and the most likely next steps.
pub fn finale(control: OnlineGameControl) -> View {
    let event = event_of(control);
    let mine = control.my_side().is_some();
    let next = Memo::new(move |_| control.with(|live| live.table.rematch()).flatten());
    let is_event = event.is_some();
    let rematch = Memo::new(move |_| {
        mine && !is_event && next.get().is_none() && !control.offers(true, Offer::Rematch)
    });
    // In its place on the page: the question itself may be out of sight.
    let is_offered = Memo::new(move |_| control.offers(false, Offer::Rematch));
    let rematch_label =
        move || tr(if is_offered.get() { "rematch-accept" } else { "finale-again" });
    let told = control.with_result(|position, result, reason| {
        let counted = position.is_some() && reason != EndReason::Aborted;
        let reasons: Vec<_> = control.reasons(result, reason).collect();
        let shown = match position {
            Some(position) if counted || result.winner.is_some() => {
                result_of(position, result, reasons)
            }
            _ => aborted(reasons),
        };
        (shown, counted)
    });
    let (shown, counted) = told.unwrap_or_else(|| (aborted(Vec::new()), false));
    let review = move || open(control, Route::Review);
    let shared = move || {
        let picture = control.with_result(|position, result, _| {
            Some(PictureText::new(position?, ResultForReader { reader: None, ..result }))
        });
        let record = control.record()?.to_string();
        let page = Route::Game(control.id.to_string());
        Some(SharedGame { picture: picture.flatten()?, page, record })
    };
    view! {
        {shown}
        <div class="act-buttons">
            {move || rematch.get().then(|| button("rematch", "primary wide", rematch_label(), move || control.command(Command::Offer(Offer::Rematch))))}
            {event.map(|event| to_event(event, "primary wide"))}
            {move || next.get().map(|game| rematch_link("next-table", "button primary wide", game))}
            {counted.then(|| view! {
                {button("review", "", tr("end-review"), review)}
                {share_button(control.app, shared)}
            })}
        </div>
    }
}

/// The end of a game that nobody has won.
fn aborted(reasons: Vec<String>) -> View {
    view! {
        <div class="result drawn">
            <svg class="result-crown" aria-hidden="true"><use href="#crown"/></svg>
            <h2 id="end-title" tabindex="-1">{tr("end-no-game")}</h2>
            {reasons.into_iter().map(|why| view! { <p class="decided">{why}</p> }).collect_view()}
        </div>
    }
}

/// Opens a page with the game, which is stored in this browser's library first.
fn open(control: OnlineGameControl, to: fn(String) -> Route) {
    if let Some(id) = keep(control) {
        browser::go(&to(id));
    }
}

/// The tournament of the game.
fn event_of(control: OnlineGameControl) -> Option<String> {
    event_and_round(control).map(|(event, _)| event)
}

/// The tournament of the game, and the round.
pub fn event_and_round(control: OnlineGameControl) -> Option<(String, String)> {
    let slot = control.with(|live| live.table.setup().tournament_slot.clone()).flatten()?;
    // The id is followed by round, board and game.
    let (event, place) = slot.split_once('/')?;
    let round = place.split('.').next()?;
    Some((event.to_string(), round.to_string()))
}

/// How the points were counted, what the game did to the ratings, and further steps.
pub fn end(control: OnlineGameControl) -> View {
    let (position, reason, rated) = control
        .with(|live| {
            let reason = live.table.ending().map(|ending| ending.reason);
            let rated = live.table.setup().rated && !live.table.is_too_short_to_rate();
            (live.table.position().copied(), reason, rated)
        })
        .unwrap_or_default();
    let is_event = event_of(control).is_some();
    let counted = position.filter(|_| reason != Some(EndReason::Aborted));
    let standing = position.filter(|_| reason == Some(EndReason::Played));
    let change = RwSignal::new(None::<[String; 2]>);
    if rated && reason != Some(EndReason::Aborted) {
        fetch_rating_change(Lifetime::new(), control, change, 3);
    }
    let mine = control.my_side().is_some();
    let save = move || {
        if let Some(record) = control.record() {
            browser::download(&format!("{}.rose", control.id), &record.to_string());
        }
    };
    view! {
        <section class="panel end" aria-labelledby="end-title">
            {move || change.get().map(|lines| view! {
                <ul id="rating-change" class="ratings-after">{lines.map(|line| view! { <li>{line}</li> })}</ul>
            })}
            {standing.map(|position| view! { <ScoreBreakdown position scored=true/> })}
            <div class="buttons">
                {counted.map(|_| view! {
                    {button("analyse", "", tr("to-analysis"), move || open(control, |id| Route::Analysis(AnalysisLink::Stored(id))))}
                    {button("save", "", tr("end-save"), save)}
                })}
                {next_game(control, "button next-game")}
                {move || (mine && !is_event).then(|| {
                    let event = control.session.inbox.tournaments.get().into_iter().next();
                    event.map(|event| to_event(event.id.to_string(), ""))
                })}
                {lobby_button()}
            </div>
        </section>
    }
}

/// The link back to a tournament.
fn to_event(event: String, kind: &'static str) -> View {
    let route = Route::Tournament(event, None).to_string();
    link_button("to-event", kind, tr("title-event"), route)
}

/// Stores the game in this browser's library, for review and analysis.
fn keep(control: OnlineGameControl) -> Option<String> {
    let record = control.record()?;
    let (lost, opened) = untrack(|| {
        control.with(|live| {
            let ending = live.table.ending();
            let loser = ending.and_then(|ending| ending.winner).map(|winner| !winner);
            let lost = match ending.map(|ending| ending.reason) {
                Some(EndReason::Resigned | EndReason::Gone) => loser.map(Loss::resigned),
                Some(EndReason::Time) => loser.map(Loss::time),
                Some(EndReason::Played | EndReason::Aborted) | None => None,
            };
            (lost, live.opened)
        })
    })
    .unwrap_or_default();
    let saved = SavedTable {
        record: record.to_string(),
        seats: (Seat::Person, Seat::Person),
        clock: None,
        lost,
        started: opened as f64,
        updated: browser::now(),
        version: 0,
    };
    let id = control.id.to_string();
    if store::keep_game(&id, &saved) {
        return Some(id);
    }
    control.app.toast(tr("store-full"));
    None
}

/// The needed fields of a game in a player's list of games.
#[derive(Deserialize)]
struct RatedGame {
    game: String,
    change: Option<(f64, f64)>,
    ratings: Option<(f64, f64)>,
}

/// Polls for the rating change, which is computed shortly after the end of a game.
fn fetch_rating_change(
    part: Lifetime,
    control: OnlineGameControl,
    change: RwSignal<Option<[String; 2]>>,
    tries: u32,
) {
    let players = untrack(|| control.with(|live| live.players.clone()));
    let Some(players) = players else { return };
    let Some(name) = players.red.name().map(api::part) else { return };
    part.spawn(async move {
        let games: Vec<RatedGame> =
            api::get(&format!("api/people/{name}/games")).await.unwrap_or_default();
        let game = games.into_iter().find(|game| game.game == control.id.as_str());
        let found = game.and_then(|game| game.change.zip(game.ratings));
        match found {
            Some(((red, white), (red_after, white_after))) => {
                let text = |side: Side, by: f64, after: f64| {
                    let player: &PlayerView = players.of(side);
                    let name = player.name().unwrap_or_default().to_string();
                    let rating = Fixed(after, 0).to_string();
                    fill(
                        "rating-change",
                        &[
                            ("name", name.into()),
                            ("rating", rating.into()),
                            ("by", rating_change_text(by, after).into()),
                        ],
                    )
                };
                let both = [text(Side::Red, red, red_after), text(Side::White, white, white_after)];
                control.app.say(both.join(". "));
                change.set(Some(both));
            }
            None if tries > 0 => {
                part.after(1500, move || fetch_rating_change(part, control, change, tries - 1));
            }
            None => {}
        }
    });
}
