//! Playing: against the computer, two at one screen, or watching.

mod control;
mod end;
mod keys;
mod setup;
mod table;

use leptos::prelude::*;

pub use control::{Opening, action_name, begin, final_value, hint_text, seat_name, signed};
pub use keys::is_typing;

use self::setup::Setup;
use self::table::TableView;
use crate::app::use_app;

/// The table, or the choice of a game where there is none.
#[component]
pub fn Play() -> impl IntoView {
    let app = use_app();
    let choosing = RwSignal::new(app.table.with_untracked(Option::is_none));
    move || {
        if choosing.get() {
            view! { <Setup choosing/> }.into_any()
        } else {
            view! { <TableView choosing/> }.into_any()
        }
    }
}
