//! The tools of a local game.

use bosworth_board::Board;
use bosworth_view::prelude::*;

use super::control::{HintRequest, HintTime, LocalGameControl};
use crate::board_input::BoardInput;
use crate::language::tr;
use crate::parts::{Icon, reach_switch, sheet_tool, tool};

/// The row of tools, and the dialogs that it opens, once their code is here.
#[component]
pub fn Tools(control: LocalGameControl, choosing: RwSignal<bool>) -> View {
    let more = RwSignal::new(false);
    let can_undo = Memo::new(move |_| control.with(|table| table.can_undo()).unwrap_or(false));
    let can_redo = Memo::new(move |_| control.with(|table| table.can_redo()).unwrap_or(false));
    let hinting = move || control.hinting.get() != HintRequest::None;
    let hint = move || tr(if hinting() { "hint-thinking" } else { "hint" });
    let no_hint = move || hinting() || control.hint_time() == HintTime::Never;
    let turn = move || {
        control.turn();
    };
    let turned = Memo::new(move |_| control.board.with(Board::is_turned));
    let over = Memo::new(move |_| control.with(|table| table.is_over()) != Some(false));
    let watching = control.watching();
    view! {
        <div class="toolbar" role="group" aria-label=tr("tools-label")>
            {move || (!watching && !over.get()).then(|| tool("hint", Icon::Hint, hint, no_hint, move || control.ask_hint()))}
            {tool("undo", Icon::Back, || tr("undo"), move || !can_undo.get(), move || control.undo())}
            {move || can_redo.get().then(|| tool("redo", Icon::Forward, || tr("redo"), || false, move || control.redo()))}
            {move || turned.get().then(|| tool("turn", Icon::Turn, || tr("turn-board"), || false, turn))}
            {move || (!over.get()).then(reach_switch)}
            {sheet_tool("show-moves", Icon::List, tr("moves-title"), "moves")}
            {tool("more", Icon::More, || tr("tools-more"), || false, move || more.set(true))}
        </div>
        {move || control.late_parts.get().map(|parts| (parts.dialogs)(control, more, choosing))}
    }
}
