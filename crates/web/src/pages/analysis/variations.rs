use bosworth_view::prelude::*;

use super::control::{AnalysisControl, AnalysisTool};
use super::tools;
use super::tree::{TreeEntry, TreeLine};
use crate::language::{texts, tr};
use crate::parts::keep_in_sight;

/// The maximum indentation of variations.
const MAX_INDENTATION: usize = 4;

/// The navigation buttons.
pub fn steps(control: AnalysisControl) -> View {
    view! {
        <div class="steps" role="group" aria-label=tr("steps-label")>
            {[(AnalysisTool::First, "step-first", "«"), (AnalysisTool::Back, "step-back", "‹"), (AnalysisTool::Forward, "step-on", "›"), (AnalysisTool::Last, "step-last", "»")]
                .map(|(tool, id, sign)| view! {
                    <button type="button" id=id class="button small" aria-label=tr(id) disabled=move || !control.is_enabled(tool)
                        on:click=move |_| control.run(tool)>{sign}</button>
                })}
        </div>
    }
}

/// The move list with its variations.
pub fn variations(control: AnalysisControl) -> View {
    let at = Memo::new(move |_| control.state.with(|state| state.tree.at()));
    let lines = Memo::new(move |_| control.state.with(|state| state.tree.lines()));
    Effect::new(move |_| {
        at.track();
        keep_in_sight("#variations");
    });
    let entry = move |entry: TreeEntry| {
        let TreeEntry { node, ply, before, number } = entry;
        let name = texts().short_ply(ply);
        let spoken = texts().labelled(&name, &texts().ply(&before, ply));
        let second = before.side() == bosworth_rules::Side::White;
        let number = number.map(|number| format!("{number}{}", if second { "…" } else { "." }));
        let class = if second { "move-number second" } else { "move-number" };
        view! {
            {number.map(|number| view! { <span class=class>{number}</span> })}
            <button type="button" class="ply" class:now=move || at.get() == node
                aria-current=move || (at.get() == node).then_some("step")
                aria-label=spoken.clone() title=spoken
                on:click=move |_| control.walk(&|tree| tree.go(node))>{name}</button>
        }
    };
    let line = move |line: TreeLine| {
        let class = format!("line depth-{}", line.depth.min(MAX_INDENTATION));
        view! { <div class=class>{line.entries.into_iter().map(entry).collect_view()}</div> }
    };
    view! {
        <section class="panel" aria-labelledby="variations-title">
            <h2 id="variations-title">{tr("moves-title")}</h2>
            <div id="variations" class="variations" role="group" aria-label=tr("an-variations") tabindex="0">
                {move || {
                    let lines = lines.get();
                    let empty = lines.is_empty().then(|| view! { <p class="note">{tr("an-no-actions")}</p> });
                    view! { {empty}{lines.into_iter().map(line).collect_view()} }
                }}
            </div>
            {tools(control, &[(AnalysisTool::Promote, "an-promote"), (AnalysisTool::Delete, "an-delete"), (AnalysisTool::Restore, "an-restore")])}
        </section>
    }
}
