//! Local games: against the computer, hot seat, or engine against engine.

mod control;
mod dialogs;
mod end;
mod hint;
mod hint_reasons;
mod late_parts;
mod names;
mod new_game;
mod record;
mod result;
mod setup;
mod table;
mod tools;
mod watch;

use bosworth_view::prelude::*;

pub use control::{final_value, findings_value};
pub use late_parts::LateParts;
pub use names::{action_name, chance_text, draw_label, hint_text, seat_name, signed};
pub use new_game::{LocalGameOptions, deal, make_current, start_local_game};

use self::table::TableView;
use crate::app::use_app;
use crate::chunk;

/// The table, or the setup of a new game.
#[component]
pub fn Play() -> View {
    let app = use_app();
    let choosing = RwSignal::new(app.table.with_untracked(Option::is_none));
    // Each game has its own view, with its own clock and displayed ply.
    let game = Memo::new(move |_| {
        app.table.with(|table| table.as_ref().map(|table| table.id.clone()).unwrap_or_default())
    });
    let shown = move || vec![(!choosing.get()).then(|| game.get())];
    keyed(shown, Clone::clone, move |game| match game {
        None => chunk::setup(choosing),
        Some(_) => view! { <TableView choosing/> },
    })
}
