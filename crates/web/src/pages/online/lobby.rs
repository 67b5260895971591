//! The online lobby.

mod activity;
mod offer_form;
mod offers;
mod quick_pairing;

use bosworth_protocol::{Challenge, GameId, OfferTerms, SeekAnswer, TimeControl};
use bosworth_view::prelude::*;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;

use self::activity::{challenges, people, running};
pub use self::offer_form::{Edition, TimeControlFields, offer_form};
use self::offers::my_games;
pub use self::offers::{accept, is_mine, log_in_link, open_offers, withdraw};
use self::quick_pairing::quick_pairing;
use super::connection::status_line;
use super::require_server::require_server;
use super::widgets::panel;
use crate::browser;
use crate::language::tr;
use crate::online::api;
use crate::online::session::{Session, use_session};
use crate::online::visitor::ServerStatus;
use crate::route::Route;

/// The time controls of the quick pairing buttons.
pub const TIME_CONTROL_PRESETS: [&str; 8] = ["1+0", "3+2", "5+3", "10+5", "30+20", "1d", "3d", "-"];

/// Parses a time control of the list.
pub fn clock(text: &str) -> TimeControl {
    text.parse().unwrap_or(TimeControl::Untimed)
}

/// A response with only the id of a new game.
#[derive(Deserialize)]
pub struct StartedGame {
    pub game: GameId,
}

/// The request for a game against the computer.
#[derive(Serialize)]
struct ComputerGameRequest {
    level: u8,
    terms: OfferTerms,
}

/// Open offers, the visitor's games, and buttons to start a new one.
#[component]
pub fn Lobby() -> View {
    let session = use_session();
    session.subscribe_lobby(true);
    on_cleanup(move || session.subscribe_lobby(false));
    // The first list is fetched, changes are pushed.
    Effect::new(move |_| {
        if session.server.get() == ServerStatus::Available {
            session.fetch_games();
            spawn_local(async move {
                if let Ok(seeks) = api::get("api/seeks").await {
                    session.seeks.set(Some(seeks));
                }
            });
        }
    });
    view! {
        <main id="main" class="online">
            <h1 tabindex="-1">{tr("title-online")}</h1>
            {require_server(move || view! {
                {status_line()}
                {challenges(session)}
                {my_games(session)}
                <div class="lobby">
                    <div class="lobby-main">
                        {quick_pairing(session)}
                        {panel("offers", tr("offers-title"), open_offers(session))}
                        {running(session)}
                    </div>
                    <div class="lobby-side">
                        {people(session)}
                        {panel("computer", tr("computer-title"), computer(session))}
                        {panel("own-offer", tr("offer-title"), offer_form(session, None))}
                        <div class="buttons">
                            <a class="button" href=Route::Tournaments.to_string()>{tr("title-events")}</a>
                            <a class="button" href=Route::Leaderboard.to_string()>{tr("title-leaders")}</a>
                        </div>
                    </div>
                </div>
            })}
        </main>
    }
}

/// Makes an offer, and navigates to the resulting game or offer.
pub fn make_offer(session: Session, challenge: Challenge) {
    session.with_account(async move {
        let answer: SeekAnswer = api::post("api/seeks", &challenge).await?;
        session.open_seek_answer(answer);
        Ok(())
    });
}

/// The computer's levels.
fn computer(session: Session) -> View {
    let play = move |level: u8| {
        session.with_account(async move {
            let (ruleset, rated) = ("classic".into(), false);
            let terms = OfferTerms { ruleset, clock: TimeControl::Untimed, rated, side: None };
            let begun: StartedGame =
                api::post("api/computer", &ComputerGameRequest { level, terms }).await?;
            browser::go(&Route::Game(begun.game.to_string()));
            Ok(())
        });
    };
    view! {
        <div class="level-buttons eight">
            {(1..=8u8).map(|level| view! {
                <button type="button" class="level" id=format!("computer-{level}") title=tr(&format!("level-{level}"))
                    aria-label=format!("{level}: {}", tr(&format!("level-{level}")))
                    on:click=move |_| play(level)><b>{level}</b></button>
            }).collect_view()}
        </div>
        <p class="note">{tr("computer-note")}</p>
    }
}
