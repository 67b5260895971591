//! The links to the rematch, and to the next game in which it is the visitor's turn.

use bosworth_protocol::{GameId, Stage};
use bosworth_view::prelude::*;

use super::control::OnlineGameControl;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::inbox::{name_of, time_left};
use crate::route::Route;

impl OnlineGameControl {
    /// Navigates to the most urgent game in which it is the visitor's turn.
    pub(super) fn go_to_next(self) {
        match untrack(|| self.session.inbox.next()) {
            Some(game) => browser::go(&Route::Game(game.game.to_string())),
            None => self.app.toast(tr("next-none")),
        }
    }

    /// Whether the visitor can leave this game: they are a spectator, it is over, or it is the
    /// opponent's turn in a correspondence game. The link is not offered during a live game; the
    /// key works anyway.
    fn is_idle(self) -> bool {
        let live = self.with(|live| live.table.setup().clock.is_live()).unwrap_or(true);
        self.my_side().is_none() || self.stage() == Stage::Over || (!live && !self.is_my_turn())
    }
}

/// The link to the next game.
pub fn next_game(
    control: OnlineGameControl,
    class: &'static str,
) -> impl Fn() -> Option<View> + Copy + Send + 'static {
    let inbox = control.session.inbox;
    let next = Memo::new(move |_| inbox.next().filter(|_| control.is_idle()));
    move || {
        let game = next.get()?;
        let name = name_of(&game.opponent);
        let about = match time_left(&game) {
            Some(left) => fill("next-left", &[("name", name.into()), ("left", left.into())]),
            None => name,
        };
        let label = texts().count("next-game", inbox.others() as u32);
        let link = view! {
            <a class=class href=Route::Game(game.game.to_string()).to_string() aria-keyshortcuts="n">
                <b>{label}</b>" "<span>{about}</span>
            </a>
        };
        Some(link)
    }
}

/// The link to the agreed rematch.
pub fn rematch_link(id: &'static str, class: &'static str, game: GameId) -> View {
    let route = Route::Game(game.to_string()).to_string();
    view! { <a class=class id=id href=route>{tr("to-rematch")}</a> }
}
