//! The online lobby.

mod lists;
mod offer;

use bosworth_protocol::{Challenge, Clock, GameId, SeekAnswer, Terms};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};

pub use self::lists::{accept, is_mine, withdraw};
use self::lists::{my_games, open_offers};
use self::offer::offer_form;
use super::connection::status_line;
use super::door::door;
use super::pieces::panel;
use super::words::{clock_text, speed_text};
use crate::browser;
use crate::language::tr;
use crate::online::api;
use crate::online::session::{Session, use_session};
use crate::online::visitor::Server;
use crate::route::Route;

/// The time controls of the quick pairing buttons.
pub const CLOCKS: [&str; 8] = ["1+0", "3+2", "5+3", "10+5", "30+20", "1d", "3d", "-"];
/// The default time control.
const QUICK: &str = "5+3";

/// Parses a time control of the list.
pub fn clock(text: &str) -> Clock {
    text.parse().unwrap_or(Clock::Untimed)
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
    terms: Terms,
}

/// Open offers, the visitor's games, and buttons to start a new one.
#[component]
pub fn Lobby() -> impl IntoView {
    let session = use_session();
    session.want_offers(true);
    on_cleanup(move || session.want_offers(false));
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
                {my_games(session)}
                <div class="lobby">
                    <div class="lobby-main">
                        {quick(session)}
                        {panel("offers", tr("offers-title"), open_offers(session))}
                    </div>
                    <div class="lobby-side">
                        {panel("computer", tr("computer-title"), computer(session))}
                        {panel("own-offer", tr("offer-title"), offer_form(session))}
                        <p><a class="button" href=Route::Leaders.to_string()>{tr("title-leaders")}</a></p>
                    </div>
                </div>
            }.into_any())}
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

/// The quick pairing buttons.
fn quick(session: Session) -> AnyView {
    let pair = move |text: &'static str| {
        let clock = clock(text);
        let rated = clock != Clock::Untimed && untrack(|| session.can_rate());
        let terms = Terms { ruleset: "classic".into(), clock, rated, side: None };
        let challenge = Challenge::open(terms);
        make_offer(session, challenge);
    };
    let label = move || {
        let id = if session.me.with(Option::is_none) { "quick-guest" } else { "quick-play" };
        tr(id)
    };
    let note = move || tr(if session.can_rate() { "quick-rated" } else { "quick-casual" });
    let body = view! {
        <button type="button" id="quick-play" class="button primary wide" on:click=move |_| pair(QUICK)>{label}</button>
        <div class="level-buttons pairing">
            {CLOCKS.map(|text| view! {
                <button type="button" class="level" id=format!("pair-{}", text.replace('+', "-")) on:click=move |_| pair(text)>
                    <b>{clock_text(clock(text))}</b><span>{pace(clock(text))}</span>
                </button>
            })}
        </div>
        <p class="note">{note}</p>
    };
    panel("quick", tr("quick-title"), body.into_any())
}

/// The caption of a time control.
fn pace(clock: Clock) -> String {
    if clock == Clock::Untimed { tr("casual") } else { speed_text(clock.speed()) }
}

/// The computer's levels.
fn computer(session: Session) -> AnyView {
    let play = move |level: u8| {
        session.named(async move {
            let (ruleset, rated) = ("classic".into(), false);
            let terms = Terms { ruleset, clock: Clock::Untimed, rated, side: None };
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
    .into_any()
}
