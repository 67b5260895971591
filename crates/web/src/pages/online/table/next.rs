//! The way to the next game that waits.

use bosworth_protocol::Stage;
use bosworth_view::prelude::*;

use super::control::Control;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::calls::{name_of, time_left};
use crate::route::Route;

impl Control {
    /// Goes on to the game that waits with the least time left.
    pub(super) fn go_to_next(self) {
        match untrack(|| self.session.calls.next()) {
            Some(game) => browser::go(&Route::Game(game.game.to_string())),
            None => self.app.notice(tr("next-none")),
        }
    }

    /// Whether this game needs nothing of the visitor: it is over, or the opponent has days to act.
    /// A live game is not to be left, though the key does.
    fn is_idle(self) -> bool {
        let live = self.with(|live| live.table.setup().clock.is_live()).unwrap_or(true);
        self.my_side().is_none() || self.stage() == Stage::Over || (!live && !self.is_my_turn())
    }
}

/// The link to the next game.
pub fn next_game(
    control: Control,
    class: &'static str,
) -> impl Fn() -> Option<View> + Copy + Send + 'static {
    let calls = control.session.calls;
    let next = Memo::new(move |_| calls.next().filter(|_| control.is_idle()));
    move || {
        let game = next.get()?;
        let name = name_of(&game.opponent);
        let about = match time_left(&game) {
            Some(left) => fill("next-left", &[("name", name.into()), ("left", left.into())]),
            None => name,
        };
        let label = texts().count("next-game", calls.others() as u32);
        let link = view! {
            <a class=class href=Route::Game(game.game.to_string()).to_string() aria-keyshortcuts="n">
                <b>{label}</b>" "<span>{about}</span>
            </a>
        };
        Some(link)
    }
}
