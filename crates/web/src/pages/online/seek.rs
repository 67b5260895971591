use bosworth_client::LinkState;
use bosworth_protocol::Seek;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::connection::status_line;
use super::door::{door, to_lobby};
use super::lobby::{accept, is_mine, withdraw};
use super::pieces::{button, link_row, player_link};
use super::words::terms_text;
use crate::browser;
use crate::language::{fill, tr};
use crate::online::api::{self, Fault};
use crate::online::session::{Session, use_session};
use crate::route::Route;

/// The page of an offer: its author waits here, anyone else with the link can accept it.
#[component]
pub fn SeekPage(
    /// The id of the offer.
    id: String,
) -> impl IntoView {
    let session = use_session();
    let found = RwSignal::new(None::<Result<Seek, Fault>>);
    let name = id.clone();
    // The offer may have been withdrawn or accepted while disconnected.
    Effect::new(move |_| {
        if session.state.get() == LinkState::Open {
            let path = format!("api/seeks/{}", api::part(&name));
            spawn_local(async move {
                found.set(Some(api::get(&path).await));
            });
        }
    });
    view! {
        <main id="main" class="online narrow">
            <h1 tabindex="-1">{tr("title-seek")}</h1>
            {door(move || view! {
                {status_line()}
                {move || match found.get() {
                    None => view! { <p class="note" role="status">{tr("online-asking")}</p> }.into_any(),
                    Some(Err(_)) => gone(),
                    Some(Ok(seek)) if is_mine(session, &seek) => mine(session, &seek),
                    Some(Ok(seek)) => theirs(session, &seek),
                }}
            }.into_any())}
        </main>
    }
}

fn gone() -> AnyView {
    view! {
        <section class="panel" id="seek-gone" role="status">
            <p>{tr("seek-gone")}</p>
            <div class="buttons">{to_lobby()}</div>
        </section>
    }
    .into_any()
}

/// The visitor's own offer, waiting for an opponent.
fn mine(session: Session, seek: &Seek) -> AnyView {
    let (id, route) = (seek.id.clone(), Route::Seek(seek.id.clone()));
    let take_back = move || withdraw(session, id.clone(), || browser::go(&Route::Online));
    let note = tr(if seek.public { "seek-public" } else { "seek-private" });
    view! {
        <section class="panel waiting" id="seek-waiting">
            <svg class="waiting-art" viewBox="0 0 220 120" aria-hidden="true">
                <use href="#rose-red" x="6" y="38" width="76" height="76"/>
                <use href="#rose-white" x="138" y="38" width="76" height="76"/>
                <use href="#crown" x="68" y="12" width="84" height="74"/>
            </svg>
            <p class="lead" role="status">{tr("seek-waiting")}</p>
            <p><b>{terms_text(&seek.terms)}</b></p>
            <p class="note">{note}</p>
            {link_row(session.app, tr("title-seek"), &route)}
            <div class="buttons">
                {button("seek-withdraw", "", tr("offer-withdraw"), take_back)}
                {to_lobby()}
            </div>
        </section>
    }
    .into_any()
}

/// Another user's offer, to accept.
fn theirs(session: Session, seek: &Seek) -> AnyView {
    let id = seek.id.clone();
    let limits = match (seek.rating_min, seek.rating_max) {
        (None, None) => None,
        (low, high) => {
            let text = |limit: Option<i64>| limit.map_or_else(|| "…".into(), |at| at.to_string());
            Some(fill("seek-limits", &[("low", text(low).into()), ("high", text(high).into())]))
        }
    };
    view! {
        <section class="panel waiting" id="seek-offer">
            <p class="lead">{player_link(&seek.by)}</p>
            <p>{tr("seek-offers")}" "<b>{terms_text(&seek.terms)}</b></p>
            {limits.map(|text| view! { <p class="note">{text}</p> })}
            <div class="buttons">
                {button("seek-accept", "primary wide", tr("seek-accept"), move || accept(session, id.clone()))}
                {to_lobby()}
            </div>
        </section>
    }
    .into_any()
}
