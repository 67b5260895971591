use bosworth_client::LinkState;
use bosworth_protocol::AccountKind;
use bosworth_view::prelude::*;

use super::widgets::button;
use crate::language::{fill, tr};
use crate::online::session::Session;
use crate::route::Route;

/// The name of a guest, with the way to an account; empty for those who have one.
pub fn guest_line(session: Session) -> View {
    let who = move || {
        let text = session.me.with(|me| match me {
            None => Some(tr("who-nobody")),
            Some(me) if me.person.kind == AccountKind::Guest => {
                Some(fill("who-guest", &[("name", me.person.name.clone().into())]))
            }
            Some(_) => None,
        })?;
        Some(view! { <p class="note"><a id="who" href=Route::Account.to_string()>{text}</a></p> })
    };
    view! { {who} }
}

/// The connection indicator, with a reconnect button if the server has closed the connection for
/// good.
pub fn connection(session: Session) -> View {
    let good = move || session.state.get() == LinkState::Open;
    let ended = Memo::new(move |_| session.state.get() == LinkState::Ended);
    view! {
        <p class="connection" id="connection" class:good=good>
            <span class="signal" aria-hidden="true"></span>{words(session)}
            {move || ended.get().then(|| button("connect", "small", tr("link-again"), move || session.reconnect()))}
        </p>
    }
}

/// The state of the connection, in words.
fn words(session: Session) -> View {
    let text = move || match session.state.get() {
        LinkState::Open => match session.lag.get() {
            Some(lag) => fill("link-lag", &[("lag", lag.into())]),
            None => tr("link-open"),
        },
        LinkState::Connecting | LinkState::Off => tr("link-connecting"),
        LinkState::Waiting => tr("link-lost"),
        LinkState::Ended => fill("link-ended", &[("reason", session.bye.get().into())]),
    };
    view! { <span>{text}</span> }
}

/// The banner for a lost connection.
pub fn lost_line(session: Session) -> View {
    let lost = Memo::new(move |_| session.state.get() != LinkState::Open);
    view! { {move || lost.get().then(|| view! { <div class="lost-line" id="lost">{words(session)}</div> })} }
}
