//! The dialogs of a local game. This code comes later than the game.

use bosworth_board::Board;
use bosworth_rules::Side;
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use super::record::record;
use crate::board_input::BoardInput;
use crate::browser;
use crate::clocked_table::Seat;
use crate::language::tr;
use crate::parts::{Dialog, Select, button, confirm_dialog, copy_link};
use crate::route::{AnalysisLink, Route};

/// The dialogs: the rarely used tools, the confirmation of a resignation, and the keys.
pub fn dialogs(control: LocalGameControl, more: RwSignal<bool>, choosing: RwSignal<bool>) -> View {
    let resigning = RwSignal::new(false);
    view! {
        <Dialog open=more title=tr("tools-more")>{others(control, more, resigning, choosing)}</Dialog>
        {confirm_dialog("resign", resigning, tr("resign-title"), Signal::derive(|| tr("resign-text")), "resign", move || control.resign())}
        <Help help=control.help/>
    }
}

/// The rarely used tools.
fn others(
    control: LocalGameControl,
    more: RwSignal<bool>,
    resigning: RwSignal<bool>,
    choosing: RwSignal<bool>,
) -> View {
    let app = control.app;
    let turned = control.board.with_untracked(Board::is_turned);
    let over = control.with_untracked(|table| table.is_over()).unwrap_or(true);
    let people = control
        .with_untracked(|table| Side::ALL.iter().all(|&side| table.seats[side] == Seat::Person))
        .unwrap_or(false);
    let entry = |id: &str, text: &str, call: fn(LocalGameControl)| {
        button(id, "", tr(text), move || {
            more.set(false);
            call(control);
        })
    };
    let resign = move || {
        more.set(false);
        resigning.set(true);
    };
    let resigns = !over && !control.watching();
    let words = move || app.settings.with(|settings| settings.words);
    view! {
        <div class="buttons entries">
            {button("new-game", "", tr("end-new"), move || choosing.set(true))}
            {entry("analyse", "to-analysis", analyse)}
            {entry("share", "share", share)}
            {entry("save", "end-save", save)}
            {entry("keys", "keys-title", |control| control.help.set(true))}
            {(!turned).then(|| entry("turn", "turn-board", |control| { control.turn(); }))}
        </div>
        {people.then(|| view! {
            <label class="check"><input type="checkbox" id="turning" prop:checked=move || control.turning.get()
                on:change=move |event| control.turning.set(event::checked(&event))/>{tr("turning")}</label>
        })}
        <label class="check"><input type="checkbox" id="words-mode" prop:checked=words
            on:change=move |event| app.settings.update(|settings| settings.words = event::checked(&event))/>{tr("words-mode")}</label>
        <Select name="bar" value=Signal::derive(move || app.settings.with(|settings| settings.bar))
            on_change=Callback::new(move |choice| app.settings.update(|settings| settings.bar = choice))/>
        {resigns.then(|| view! { <div class="buttons apart">{button("resign", "danger", tr("resign"), resign)}</div> })}
    }
}

fn analyse(control: LocalGameControl) {
    if let Some(id) = control.with_untracked(|table| table.id.clone()) {
        browser::go(&Route::Analysis(AnalysisLink::Stored(id)));
    }
}

/// Saves the game as a file.
pub fn save(control: LocalGameControl) {
    let file =
        control.with_untracked(|table| (format!("{}.rose", table.id), record(table).to_string()));
    if let Some((name, text)) = file {
        browser::download(&name, &text);
    }
}

/// Copies a link to the position.
pub fn share(control: LocalGameControl) {
    let position = control.with_untracked(|table| table.position().to_string());
    let Some(position) = position else { return };
    let route = Route::Analysis(AnalysisLink::Position(position));
    copy_link(control.app, format!("{}{route}", browser::address()));
}

/// The keyboard help.
#[component]
fn Help(help: RwSignal<bool>) -> View {
    let keys = [
        ("1 – 5", "key-cards"),
        ("d", "key-draw"),
        ("Enter", "key-enter"),
        ("Esc", "key-escape"),
        ("← → k j", "key-steps"),
        ("Home End", "key-ends"),
        ("f", "key-turn"),
        ("h", "key-hint"),
        ("u r", "key-undo"),
        ("?", "key-help"),
    ];
    view! {
        <Dialog open=help title=tr("keys-title")>
            <dl class="keys">
                {keys.map(|(key, id)| view! { <dt><kbd>{key}</kbd></dt><dd>{tr(id)}</dd> })}
            </dl>
        </Dialog>
    }
}
