use bosworth_rules::Record;
use bosworth_view::prelude::*;

use super::control::{AnalysisControl, AnalysisTool, ImportPlace, long_link_text};
use super::import_source::{ImportedGames, MAX_LISTED_GAMES};
use super::{fault_at, tools};
use crate::language::{fill, texts, tr};
use crate::parts::button;

/// The maximum number of skipped games listed with their errors.
const MAX_LISTED_ERRORS: usize = 10;

/// Import and export by text, file and link.
pub fn import_export(control: AnalysisControl) -> View {
    let text = NodeRef::<web_sys::HtmlTextAreaElement>::new();
    let file = NodeRef::<web_sys::HtmlInputElement>::new();
    let show = move || {
        if let Some(text) = text.get_untracked() {
            control.load(ImportPlace::Panel, &text.value());
            if control.fault.with_untracked(Option::is_none) {
                text.set_value("");
            }
        }
    };
    let read = move |_| {
        let Some(input) = file.get_untracked() else { return };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            control.read_file(&file);
        }
        // Allow the same file to be selected again.
        input.set_value("");
    };
    view! {
        <section class="panel" aria-labelledby="load-title">
            <h2 id="load-title">{tr("an-load")}</h2>
            <label class="field"><span>{tr("an-text")}</span>
                <textarea id="analysis-text" rows="3" node_ref=text spellcheck="false" autocomplete="off"></textarea>
            </label>
            <div class="buttons">
                {button("analysis-show", "", tr("an-show"), show)}
                <label class="button file"><input type="file" id="analysis-file" class="unseen" accept=".rose,.txt,text/plain" node_ref=file on:change=read/>{tr("an-file")}</label>
            </div>
            {fault_at(control, ImportPlace::Panel, "load-fault")}
            {tools(control, &[(AnalysisTool::Deal, "an-deal"), (AnalysisTool::Edit, "an-edit"), (AnalysisTool::Turn, "turn-board")])}
            <p class="note with-mouse">{tr("an-drop")}</p>
        </section>
        <section class="panel" aria-labelledby="share-title">
            <h2 id="share-title">{tr("an-share")}</h2>
            {tools(control, &[
                (AnalysisTool::LinkPosition, "an-link-position"), (AnalysisTool::LinkGame, "an-link-game"),
                (AnalysisTool::CopyText, "an-copy-text"), (AnalysisTool::Save, "end-save"),
            ])}
            <div role="alert" id="link-long">{move || control.long_link.get().map(|length| view! {
                <p class="fault">{long_link_text(length)}</p>
            })}</div>
            <p class="note with-mouse">{tr("an-keys")}</p>
        </section>
    }
}

/// The games of a file, to choose one from.
pub fn games(control: AnalysisControl, all: &ImportedGames) -> View {
    let entries = all.games.iter().map(|(number, record)| {
        let name = title(*number, record);
        let record = record.clone();
        let open = move || control.open(ImportPlace::Page, record.clone());
        view! { <li>{button("", "", name, open)}</li> }
    });
    view! {
        <section class="panel" id="games" aria-labelledby="games-title">
            <h2 id="games-title">{tr("an-games")}</h2>
            {skipped(all)}
            {all.more.then(|| view! { <p class="note">{fill("an-games-more", &[("count", MAX_LISTED_GAMES.into())])}</p> })}
            <ol class="pick-game">{entries.collect_view()}</ol>
            {button("games-cancel", "", tr("cancel"), move || control.games.set(None))}
        </section>
    }
}

/// The games that cannot be parsed, and why.
fn skipped(all: &ImportedGames) -> Option<View> {
    let count = all.skipped.len();
    let reasons = all.skipped.iter().take(MAX_LISTED_ERRORS).map(|(number, fault)| {
        let values = [
            ("number", (*number).into()),
            ("line", fault.line.into()),
            ("why", texts().record_fault(&fault.fault).into()),
        ];
        view! { <li>{fill("an-skipped-game", &values)}</li> }
    });
    (count > 0).then(|| {
        view! {
            <div class="note" id="games-skipped" role="status">
                <p>{texts().count("an-skipped", count as u32)}</p>
                <ul>{reasons.collect_view()}</ul>
            </div>
        }
    })
}

/// The title of a game in the list: players, date, result.
fn title(number: usize, record: &Record) -> String {
    let tag = |name| record.tag(name).filter(|value| !value.is_empty()).unwrap_or("?");
    let result = record.result;
    let date = record.tag("Date").map(|date| format!(" · {date}")).unwrap_or_default();
    format!("{number}. {} – {}{date} · {result}", tag("Red"), tag("White"))
}
