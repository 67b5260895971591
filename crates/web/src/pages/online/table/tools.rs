use bosworth_board::Board;
use bosworth_protocol::{Command, Offer, Stage};
use bosworth_view::prelude::*;

use super::chat::has_chat;
use super::control::OnlineGameControl;
use crate::board_input::BoardInput;
use crate::browser;
use crate::language::tr;
use crate::online::refusal::refusal_text;
use crate::pages::online::widgets::{button, check, copy_link};
use crate::parts::{Dialog, Icon, confirm_dialog, reach_switch, sheet_tool, tool};
use crate::route::Route;

/// The secondary tools of the table.
pub fn tools(control: OnlineGameControl) -> View {
    let app = control.app;
    let (more, resigning, aborting) =
        (RwSignal::new(false), RwSignal::new(false), RwSignal::new(false));
    let mine = control.my_side().is_some();
    let running = Memo::new(move |_| mine && control.stage() == Stage::Running);
    let early =
        Memo::new(move |_| control.with(|live| live.table.can_be_aborted()).unwrap_or(true));
    let can_take_back = Memo::new(move |_| {
        let Some(side) = control.my_side() else { return false };
        let possible = control.with(|live| {
            live.table.check_takebacks().is_ok() && live.table.plies_to_take_back(side).is_some()
        });
        running.get() && possible == Some(true) && !control.offers(true, Offer::Takeback)
    });
    let link = move || {
        more.set(false);
        let route = Route::Game(control.id.to_string());
        copy_link(app, format!("{}{route}", browser::address()));
    };
    let help = move || {
        more.set(false);
        control.help.set(true);
    };
    let turn = move || {
        control.turn();
    };
    let turned = Memo::new(move |_| control.board.with(Board::is_turned));
    let take_back = move || {
        if can_take_back.get_untracked() {
            control.command(Command::Offer(Offer::Takeback));
        } else if let Some(Err(why)) = control.with_untracked(|live| live.table.check_takebacks()) {
            app.toast(refusal_text(&why));
        } else {
            app.toast(tr("undo-none"));
        }
    };
    let playing = move || {
        // On an imagined board, they would take back or resign the real game.
        (running.get() && !control.is_planning()).then(|| {
            view! {
                {tool("takeback", Icon::Back, || tr("undo"), move || !can_take_back.get(), take_back)}
                {if early.get() {
                    tool("abort", Icon::Resign, move || tr(control.abort_words().0), || false, move || aborting.set(true))
                } else {
                    tool("resign", Icon::Resign, || tr("resign"), || false, move || resigning.set(true))
                }}
            }
        })
    };
    let words = Signal::derive(move || app.settings.with(|settings| settings.words));
    view! {
        <div class="toolbar" role="group" aria-label=tr("tools-label")>
            {playing}
            {move || turned.get().then(|| tool("turn-board", Icon::Turn, || tr("turn-board"), || false, turn))}
            {move || (control.stage() != Stage::Over).then(reach_switch)}
            {sheet_tool("show-moves", Icon::List, tr("moves-title"), "moves")}
            {has_chat(control).then(|| sheet_tool("show-chat", Icon::Chat, tr("chat-title"), "chat"))}
            {tool("more", Icon::More, || tr("tools-more"), || false, move || more.set(true))}
        </div>
        <Dialog open=more title=tr("tools-more")>
            <div class="buttons entries">
                {button("table-link", "", tr("share"), link)}
                {button("keys", "", tr("keys-title"), help)}
                {move || (!turned.get()).then(|| button("turn-board", "", tr("turn-board"), move || {
                    more.set(false);
                    turn();
                }))}
            </div>
            {check("words-mode", tr("words-mode"), words, move |on| app.settings.update(|settings| settings.words = on))}
        </Dialog>
        {confirm_dialog("resign", resigning, tr("resign-title"), Signal::derive(|| tr("resign-online")), "resign", move || control.command(Command::Resign))}
        {abort_dialog(control, aborting)}
        <Dialog open=control.help title=tr("keys-title")>
            <dl class="keys">
                {[
                    ("1 – 5", "key-cards"), ("d", "key-draw"), ("Enter", "key-enter"), ("Esc", "key-escape"),
                    ("← → k j", "key-steps"), ("Home End", "key-ends"), ("f", "key-turn"), ("n", "key-next"),
                    ("?", "key-help"),
                ].map(|(key, id)| view! { <dt><kbd>{key}</kbd></dt><dd>{tr(id)}</dd> })}
            </dl>
        </Dialog>
    }
}

/// The question before a game is aborted.
pub fn abort_dialog(control: OnlineGameControl, open: RwSignal<bool>) -> View {
    let (doing, title, text) = untrack(|| control.abort_words());
    let text = Signal::derive(move || tr(text));
    let abort = move || control.command(Command::Abort);
    confirm_dialog("abort", open, tr(title), text, doing, abort)
}
