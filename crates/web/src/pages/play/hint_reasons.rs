//! Why the actions of a hint are good or bad.

use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use crate::engine::Lane;
use crate::parts::{FirstMarks, ReasonsQuestion, reasons};

/// The sentences about all actions of the hint.
pub fn hint_reasons(control: LocalGameControl) -> View {
    let question = Memo::new(move |_| {
        let actions = control.hint.with(|hint| {
            Some(hint.as_ref()?.lines.iter().filter_map(|line| line.action()).collect())
        })?;
        let position = untrack(|| control.with(|table| *table.position()))?;
        Some(ReasonsQuestion { position, actions, hidden: None })
    });
    let displayed = Signal::derive(move || {
        let ply = control.ply.get();
        control.with(|table| table.game().positions().get(ply).copied()).flatten()
    });
    reasons(control.page, Lane::Study, question, displayed, 1, FirstMarks::Action)
}
