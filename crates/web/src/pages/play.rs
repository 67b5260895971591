//! Local games: against the computer, hot seat, or engine against engine.

mod control;
mod end;
mod hint;
mod names;
mod opening;
mod record;
mod setup;
mod table;
mod tools;
mod watch;

use bosworth_view::prelude::*;

pub use control::final_value;
pub use names::{action_name, hint_text, seat_name, signed};
pub use opening::{NewGame, begin, deal, sit_down};

use self::setup::Setup;
use self::table::TableView;
use crate::app::use_app;

/// The table, or the setup of a new game.
#[component]
pub fn Play() -> View {
    let app = use_app();
    let choosing = RwSignal::new(app.table.with_untracked(Option::is_none));
    move || {
        if choosing.get() {
            view! { <Setup choosing/> }
        } else {
            view! { <TableView choosing/> }
        }
    }
}
