//! The online lobby.

mod hall;
mod lists;
mod offer;
mod quick;

use bosworth_protocol::{Challenge, GameId, OfferTerms, SeekAnswer, TimeControl};
use bosworth_view::prelude::*;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;

use self::hall::{challenges, people, running};
use self::lists::my_games;
pub use self::lists::{accept, is_mine, open_offers, withdraw};
pub use self::offer::{ClockChoice, Edition, offer_form};
use self::quick::quick;
use super::connection::status_line;
use super::door::door;
use super::pieces::panel;
use crate::browser;
use crate::language::tr;
use crate::online::api;
use crate::online::session::{Session, use_session};
use crate::online::visitor::Server;
use crate::route::Route;

/// The time controls of the quick pairing buttons.
pub const CLOCKS: [&str; 8] = ["1+0", "3+2", "5+3", "10+5", "30+20", "1d", "3d", "-"];

/// Parses a time control of the list.
pub fn clock(text: &str) -> TimeControl {
    text.parse().unwrap_or(TimeControl::Untimed)
}

/// A response with nothing but the id of a new game.
#[derive(Deserialize)]
pub struct Begun {
    pub game: GameId,
}

/// The request for a game against the computer.
#[derive(Serialize)]
struct AgainstComputer {
    level: u8,
    terms: OfferTerms,
}

/// Open offers, the visitor's games, and buttons to start a new one.
#[component]
pub fn Lobby() -> View {
    let session = use_session();
    session.subscribe_lobby(true);
    on_cleanup(move || session.subscribe_lobby(false));
    // The first list is fetched, later ones are pushed.
    Effect::new(move |_| {
        if session.server.get() == Server::There {
            session.ask_games();
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
            {door(move || view! {
                {status_line()}
                {challenges(session)}
                {my_games(session)}
                <div class="lobby">
                    <div class="lobby-main">
                        {quick(session)}
                        {panel("offers", tr("offers-title"), open_offers(session))}
                        {running(session)}
                    </div>
                    <div class="lobby-side">
                        {people(session)}
                        {panel("computer", tr("computer-title"), computer(session))}
                        {panel("own-offer", tr("offer-title"), offer_form(session, None))}
                        <div class="buttons">
                            <a class="button" href=Route::Events.to_string()>{tr("title-events")}</a>
                            <a class="button" href=Route::Leaders.to_string()>{tr("title-leaders")}</a>
                        </div>
                    </div>
                </div>
            })}
        </main>
    }
}

/// Makes an offer, and navigates to the resulting game or offer.
pub fn make_offer(session: Session, challenge: Challenge) {
    session.named(async move {
        let answer: SeekAnswer = api::post("api/seeks", &challenge).await?;
        session.offered(answer);
        Ok(())
    });
}

/// The computer's levels.
fn computer(session: Session) -> View {
    let play = move |level: u8| {
        session.named(async move {
            let (ruleset, rated) = ("classic".into(), false);
            let terms = OfferTerms { ruleset, clock: TimeControl::Untimed, rated, side: None };
            let begun: Begun = api::post("api/computer", &AgainstComputer { level, terms }).await?;
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
