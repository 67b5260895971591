//! The engine's hint: one line in place of the preview, and a list of all actions with their
//! values.

use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use super::names::{action_name, hint_text, signed};
use crate::language::{fill, texts, tr};

/// The hint in one line.
pub fn hint_line(control: LocalGameControl) -> Option<String> {
    let position = control.with(|table| *table.position())?;
    control.hint.with(|hint| {
        let best = hint.as_ref()?.lines.first()?;
        let action = action_name(best.action()?, &position);
        let wins = texts().number(best.chance * 100.0, 0);
        Some(fill("hint-line", &[("action", action.into()), ("wins", wins.into())]))
    })
}

/// The hint with all actions.
pub fn hint_lines(control: LocalGameControl) -> View {
    let lines = move || {
        let findings = control.hint.get()?;
        let position = untrack(|| control.with(|table| *table.position()))?;
        let rows = findings.lines.iter().map(|line| {
            view! {
                <tr>
                    <td>{line.action().map(|action| action_name(action, &position))}</td>
                    <td>{texts().percent(line.chance * 100.0, 1)}</td>
                    <td>{signed(line.margin)}</td>
                </tr>
            }
        });
        let body = view! {
            <section class="panel hint" aria-label=tr("hint")>
                <p><b>{hint_text(&findings, &position)}</b></p>
                <table class="lines">
                    <caption class="unseen">{tr("hint-table")}</caption>
                    <thead><tr><th scope="col">{tr("hint-action")}</th><th scope="col">{tr("hint-chance")}</th><th scope="col">{tr("hint-margin")}</th></tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </section>
        };
        Some(body)
    };
    lines.into_view()
}
