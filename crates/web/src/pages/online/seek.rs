use bosworth_client::LinkState;
use bosworth_protocol::Seek;
use bosworth_rules::{BySide, Ruleset};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::connection::connection;
use super::labels::seek_text;
use super::lobby::{accept, is_mine, log_in_link, open_offers, withdraw};
use super::require_server::{lobby_button, require_server};
use super::widgets::{button, link_row, panel, player_arms, player_link};
use crate::app::AppContext;
use crate::browser;
use crate::clocked_table::Seat;
use crate::language::{fill, tr};
use crate::online::api::{self, RequestError};
use crate::online::session::{Session, use_session};
use crate::pages::play::{LocalGameOptions, start_local_game};
use crate::route::Route;
use crate::store;

/// The page of an offer: its author waits here, anyone else with the link can accept it.
#[component]
pub fn SeekPage(
    /// The id of the offer.
    id: String,
) -> View {
    let session = use_session();
    let found = RwSignal::new(None::<Result<Seek, RequestError>>);
    let name = id.clone();
    // The waiting page also lists other offers.
    session.subscribe_lobby(true);
    on_cleanup(move || session.subscribe_lobby(false));
    // The offer may have been withdrawn, accepted or declined meanwhile.
    Effect::new(move |_| {
        session.challenged.track();
        if session.state.get() == LinkState::Open {
            let path = format!("api/seeks/{}", api::part(&name));
            spawn_local(async move {
                let seek = api::get(&path).await;
                found.set(Some(seek));
            });
        }
    });
    view! {
        <main id="main" class="online narrow">
            <h1 tabindex="-1">{tr("title-seek")}</h1>
            {require_server(move || view! {
                {connection(session)}
                {move || match found.get() {
                    None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
                    Some(Err(_)) => {
                        session.inbox.seek.set(None);
                        gone()
                    }
                    Some(Ok(seek)) if is_mine(session, &seek) => mine(session, &seek),
                    Some(Ok(seek)) => theirs(session, &seek),
                }}
            })}
        </main>
    }
}

fn gone() -> View {
    view! {
        <section class="panel" id="seek-gone" role="status">
            <p>{tr("seek-gone")}</p>
            <div class="buttons">{lobby_button()}</div>
        </section>
    }
}

/// The visitor's own offer, waiting for an opponent.
fn mine(session: Session, seek: &Seek) -> View {
    let (id, route) = (seek.id.clone(), Route::Seek(seek.id.clone()));
    let take_back = move || withdraw(session, id.clone(), || browser::go(&Route::Lobby));
    session.inbox.seek.set(Some(seek.id.clone()));
    let to = seek.to.as_ref().map(|person| person.name.clone());
    let (lead, note) = match to.clone() {
        Some(name) => {
            let live = seek.terms.clock.is_live();
            let note = tr(if live { "challenge-note" } else { "challenge-note-days" });
            (fill("challenge-waiting", &[("name", name.into())]), note)
        }
        None => (tr("seek-waiting"), tr(if seek.public { "seek-public" } else { "seek-private" })),
    };
    let others = Memo::new(move |_| {
        let theirs = |seeks: &Vec<Seek>| seeks.iter().any(|seek| !is_mine(session, seek));
        session.seeks.with(|seeks| seeks.as_ref().is_some_and(theirs))
    });
    view! {
        <section class="panel waiting" id="seek-waiting">
            <svg class="waiting-art" viewBox="0 0 220 120" aria-hidden="true">
                <use href="#rose-red" x="6" y="38" width="76" height="76"/>
                <use href="#rose-white" x="138" y="38" width="76" height="76"/>
                <use href="#crown" x="68" y="12" width="84" height="74"/>
            </svg>
            <p class="lead" role="status">{lead}</p>
            <p><b>{seek_text(seek)}</b></p>
            <p class="note">{note}</p>
            {to.is_none().then(|| link_row(session.app, tr("title-seek"), &route))}
            <div class="buttons">
                {button("seek-computer", "primary", tr("seek-computer"), move || meanwhile(session.app))}
                {button("seek-withdraw", "", tr("offer-withdraw"), take_back)}
                {lobby_button()}
            </div>
            <p class="note">{tr("seek-computer-note")}</p>
        </section>
        {move || others.get().then(|| panel("offers", tr("seek-others"), open_offers(session)))}
    }
}

/// Plays the computer in this browser while waiting: continues the current game, or starts an easy
/// one (the easiest, for a first game). The offer stays open, and the visitor is notified when an
/// opponent accepts.
fn meanwhile(app: AppContext) {
    let open =
        app.table.with_untracked(|table| table.as_ref().is_some_and(|table| !table.is_over()));
    if !open {
        let level = if store::games().is_empty() { 1 } else { 2 };
        let seats = BySide { red: Seat::Person, white: Seat::Level(level) };
        start_local_game(
            app,
            LocalGameOptions { ruleset: Ruleset::CLASSIC, seats, clock: None, handicap: None },
        );
    }
    browser::go(&Route::Play);
}

/// Another user's offer, to accept.
fn theirs(session: Session, seek: &Seek) -> View {
    let id = seek.id.clone();
    let limits = match (seek.rating_min, seek.rating_max) {
        (None, None) => None,
        (low, high) => {
            let text = |limit: Option<i64>| limit.map_or_else(|| "…".into(), |at| at.to_string());
            Some(fill("seek-limits", &[("low", text(low).into()), ("high", text(high).into())]))
        }
    };
    let (challenged, rated) = (seek.to.is_some(), seek.terms.rated);
    let declined = seek.id.clone();
    let decline = challenged.then(|| {
        button("seek-decline", "", tr("offer-decline"), move || {
            withdraw(session, declined.clone(), || browser::go(&Route::Lobby));
        })
    });
    view! {
        <section class="panel waiting" id="seek-offer">
            <p class="lead">{player_arms(&seek.by)}{player_link(&seek.by)}</p>
            <p>{tr("seek-offers")}" "<b>{seek_text(seek)}</b></p>
            {limits.map(|text| view! { <p class="note">{text}</p> })}
            <div class="buttons">
                {if rated && !session.can_rate() {
                    log_in_link()
                } else {
                    button("seek-accept", "primary wide", tr("seek-accept"), move || accept(session, id.clone()))
                }}
                {decline}
                {lobby_button()}
            </div>
        </section>
    }
}
