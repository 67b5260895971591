use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use super::dialogs::dialogs;
use super::hint::hint_lines;
use super::result::{end, finale, reasons};
use super::setup::Setup;
use crate::clocked_table::ClockedTable;
use crate::language::texts;
use crate::parts::TextMode;

/// What the page of a game shows only before, after or beside one. It comes with the code of the
/// lessons, so that a first game begins without it.
#[derive(Clone, Copy)]
pub struct LateParts {
    /// The form for a new game, which the signal shows or hides.
    pub setup: fn(RwSignal<bool>) -> View,
    /// The count at the end, then the result and what follows, in place of the action button.
    pub finale: fn(LocalGameControl) -> View,
    /// How the points were counted, and advice.
    pub end: fn(LocalGameControl) -> View,
    /// Why a game is over, and what decided it.
    pub reasons: fn(&ClockedTable) -> Vec<String>,
    /// The dialogs of the tools; the signals open the rarely used tools and the form for a new game.
    pub dialogs: fn(LocalGameControl, RwSignal<bool>, RwSignal<bool>) -> View,
    /// The engine's values of all actions.
    pub hint_lines: fn(LocalGameControl) -> View,
    /// Text mode.
    pub text_mode: fn(LocalGameControl) -> View,
    /// The handicap in words.
    pub handicap: fn(LocalGameControl) -> View,
}

impl LateParts {
    /// Refers to the code of all parts, so only a chunk that comes later may call it.
    pub fn all() -> Self {
        Self {
            setup: |choosing| view! { <Setup choosing/> },
            finale,
            end,
            reasons,
            dialogs,
            hint_lines,
            text_mode,
            handicap,
        }
    }
}

fn handicap(control: LocalGameControl) -> View {
    let words = control.with_untracked(|table| {
        Some(texts().given_handicap(table.handicap()?, table.position().ruleset()))
    });
    view! { <p class="note" id="handicap">{words.flatten()}</p> }
}

fn text_mode(control: LocalGameControl) -> View {
    view! {
        <TextMode answer=Callback::new(move |text: String| control.answer(&text)) log=control.log/>
    }
}
