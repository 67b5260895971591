use bosworth_view::prelude::*;

use super::widgets::button;
use crate::browser;
use crate::language::tr;
use crate::online::visitor::{ServerStatus, Visitor, use_visitor};
use crate::route::Route;

/// Shows an online page if there is a server, otherwise a message with a retry button.
pub fn require_server(page: impl Fn() -> View + 'static) -> View {
    require_server_erased(Box::new(page))
}

fn require_server_erased(page: Box<dyn Fn() -> View>) -> View {
    let visitor = use_visitor();
    let server = Memo::new(move |_| visitor.server.get());
    view! {
        {move || match server.get() {
            ServerStatus::Unknown => view! { <p class="note" role="status">{tr("online-asking")}</p> },
            ServerStatus::Unavailable => absent(visitor),
            ServerStatus::Available => untrack(&page),
        }}
    }
}

/// The message that there is no server, so that only local games are possible.
fn absent(visitor: Visitor) -> View {
    let again = move || {
        visitor.server.set(ServerStatus::Unknown);
        visitor.fetch_account();
    };
    view! {
        <section class="panel absent" id="absent" role="status">
            <svg width="72" height="63" aria-hidden="true"><use href="#crown"/></svg>
            <h2>{tr("absent-title")}</h2>
            <p>{tr("absent-text")}</p>
            <div class="buttons">
                <a class="button primary" href=Route::Play.to_string()>{tr("absent-play")}</a>
                {button("absent-again", "", tr("absent-again"), again)}
            </div>
        </section>
    }
}

/// The button back to the lobby.
pub fn lobby_button() -> View {
    button("to-lobby", "", tr("to-lobby"), || browser::go(&Route::Lobby))
}
