//! The online lobby.

mod activity;
mod offer_form;
mod offers;
mod quick_pairing;
mod time_control;

use bosworth_protocol::{Challenge, GameId, OfferTerms, ProblemKind, SeekAnswer, TimeControl};
use bosworth_view::prelude::*;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;

use self::activity::{challenges, people, running};
pub use self::offer_form::{Edition, challenge_form};
use self::offers::my_games;
pub use self::offers::{accept, is_mine, log_in_link, open_offers, withdraw};
use self::quick_pairing::quick_pairing;
pub use self::time_control::TimeControlFields;
use super::connection::connection;
use super::require_server::require_server;
use super::widgets::panel;
use crate::browser;
use crate::language::{fill, tr};
use crate::online::api::{self, RequestError};
use crate::online::session::{Session, use_session};
use crate::online::visitor::ServerStatus;
use crate::route::Route;

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
    let is_available = Memo::new(move |_| session.server.get() == ServerStatus::Available);
    // The player to challenge.
    let opponent = RwSignal::new(String::new());
    view! {
        <main id="main" class="online">
            <div class="online-head">
                <h1 tabindex="-1">{tr("title-online")}</h1>
                {move || is_available.get().then(|| connection(session))}
            </div>
            {require_server(move || view! {
                <div class="lobby in-lobby">
                    <div class="lobby-mine">{challenges(session)}{my_games(session)}</div>
                    <div class="lobby-main">
                        {quick_pairing(session, opponent)}
                        {panel("offers", tr("offers-title"), open_offers(session))}
                        {running(session)}
                    </div>
                    <div class="lobby-side">
                        {people(session, opponent)}
                        {panel("computer", tr("computer-title"), computer(session))}
                        <div class="lobby-links">
                            <a class="way" href=Route::Tournaments.to_string()><b>{tr("title-events")}</b></a>
                            <a class="way" href=Route::Leaderboard.to_string()><b>{tr("title-leaders")}</b></a>
                        </div>
                    </div>
                </div>
            })}
        </main>
    }
}

/// Makes an offer, and navigates to the resulting game or offer.
pub fn make_offer(session: Session, challenge: Challenge) {
    session.with_account(post_offer(session, challenge));
}

async fn post_offer(session: Session, challenge: Challenge) -> Result<(), RequestError> {
    match api::post::<SeekAnswer>("api/seeks", &challenge).await {
        Ok(answer) => session.open_seek_answer(answer),
        Err(fault) => match challenge.to {
            Some(name) if fault.kind() == Some(ProblemKind::NotFound) => {
                session.app.refuse(fill("person-none", &[("name", name.into())]));
            }
            _ => return Err(fault),
        },
    }
    Ok(())
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
