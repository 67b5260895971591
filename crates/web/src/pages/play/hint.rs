//! The engine's hint: one line in place of the preview, and a list of all actions with their
//! values.

use bosworth_view::prelude::*;
use bosworth_web_engine::wire::LineFindings;

use super::control::LocalGameControl;
use super::hint_reasons::hint_reasons;
use super::names::{action_name, chance_text, hint_as, hint_text, signed};
use crate::language::tr;
use crate::parts::table;

/// The hint in one line.
pub fn hint_line(control: LocalGameControl) -> Option<String> {
    let position = control.with(|table| *table.position())?;
    control.hint.with(|hint| Some(hint_as("hint-line", hint.as_ref()?, &position)))
}

/// The hint with all actions.
pub fn hint_lines(control: LocalGameControl) -> View {
    let lines = move || {
        let findings = control.hint.get()?;
        let position = untrack(|| control.with(|table| *table.position()))?;
        let row = |line: &LineFindings| {
            let action = line.action().map(|action| action_name(action, &position));
            let cells = [action.unwrap_or_default(), chance_text(line), signed(line.margin)];
            (false, cells.map(IntoView::into_view).into())
        };
        let rows = findings.lines.iter().map(row).collect();
        let heads = ["hint-action", "hint-chance", "hint-margin"].map(tr).into();
        let body = view! {
            <section class="panel hint" aria-label=tr("hint")>
                <p><b>{hint_text(&findings, &position)}</b></p>
                {hint_reasons(control)}
                {table(tr("hint-table"), heads, rows)}
            </section>
        };
        Some(body)
    };
    lines.into_view()
}
