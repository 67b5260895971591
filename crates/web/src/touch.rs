//! Touching a board on a page: events of the browser become presses and keys, `bosworth-board`
//! says what they lead to, and the page does it.

use bosworth_board::{Board, Confirmation, Key, Press, Reply, Scene, Step};
use bosworth_rules::{Action, Ply, Position, Square};
use leptos::ev::{KeyboardEvent, keydown};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::app::App;
use crate::browser;
use crate::language::{fill, texts};
use crate::settings::Confirm;

/// A page with a board that can be touched.
pub trait Touch: Copy + 'static {
    /// What all pages share.
    fn app(self) -> App;

    /// What was done at the board that is no action yet.
    fn board(self) -> RwSignal<Board>;

    /// What the board shows.
    fn scene(self) -> Option<Scene>;

    /// What has to be confirmed.
    fn confirmation(self) -> Confirmation;

    /// Does an action that is legal in the scene.
    fn act(self, action: Action);

    /// An action in words, said when it is selected.
    fn words(self, action: Action) -> String;

    /// Goes through the game; whether there is one.
    fn go(self, _step: Step) -> bool {
        false
    }

    /// Turns the board; whether it can be turned.
    fn turn(self) -> bool {
        self.board().update(Board::turn);
        true
    }

    /// Escape was pressed, and nothing is selected any more.
    fn escape(self) {}

    /// Says why something is not possible.
    fn refuse(self, why: String) {
        self.app().refuse(why);
    }

    /// A square was touched that no card leads to.
    fn miss(self, square: Square, dragged: bool) {
        if dragged {
            self.refuse(nowhere(square));
        }
    }

    /// A key that only this page knows: whether it does.
    fn other_key(self, _key: &str) -> bool {
        false
    }

    /// Whether keys are for the board now.
    fn hears(self) -> bool {
        true
    }

    /// When people want to be asked before something is done.
    fn confirm(self) -> Confirm {
        self.app().settings.with_untracked(|settings| settings.confirm)
    }

    /// Something was pressed.
    fn press(self, press: Press) {
        let Some(scene) = untrack(|| self.scene()) else { return };
        let asks = self.confirmation();
        let reply = self.board().try_update(|board| board.press(press, &scene, asks));
        self.reply(reply.unwrap_or(Reply::Nothing), &scene.position);
    }

    /// A key was pressed: whether it meant something.
    fn key(self, key: Key) -> bool {
        let Some(scene) = untrack(|| self.scene()) else { return false };
        let asks = self.confirmation();
        let reply = self.board().try_update(|board| board.key(key, &scene, asks));
        let chose = matches!(reply, Some(Reply::Chose(_)));
        let used = self.reply(reply.unwrap_or(Reply::Nothing), &scene.position);
        if chose {
            // Enter is to do what was selected, so its button has the focus.
            browser::focus_later("#act");
        }
        used
    }

    /// Does what a press led to: whether that was anything.
    fn reply(self, reply: Reply, position: &Position) -> bool {
        match reply {
            Reply::Nothing => return false,
            Reply::NotNow | Reply::Cleared => {}
            Reply::Chose(action) => self.app().say(self.words(action)),
            Reply::Act(action) => self.act(action),
            Reply::Refuse(why) => self.refuse(texts().refusal(why, position)),
            Reply::Nowhere { square, dragged } => self.miss(square, dragged),
            Reply::Return => self.board().update(Board::go_live),
            Reply::Escaped => self.escape(),
            Reply::Step(step) => return self.go(step),
            Reply::Turn => return self.turn(),
        }
        true
    }
}

/// That no card leads to a square, in words.
pub fn nowhere(square: Square) -> String {
    fill("drag-nowhere", &[("square", square.to_string().into())])
}

/// Listens to the keys of a board for as long as its page is shown.
pub fn listen(page: impl Touch) {
    let handle = window_event_listener(keydown, move |event| {
        if is_typing(&event) || !page.hears() {
            return;
        }
        let name = event.key();
        let used = match Key::named(&name) {
            // A button, a link or a square that has the focus does what it is for.
            Some(Key::Enter) if is_control(&event) => false,
            Some(key) => page.key(key),
            None => page.other_key(&name),
        };
        // Escape closes windows as well.
        if used && name != "Escape" {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

fn target(event: &KeyboardEvent) -> Option<web_sys::Element> {
    event.target()?.dyn_into().ok()
}

/// Whether somebody is typing a text, where keys mean letters. A field that is marked with
/// `data-board-keys` takes no text and leaves its keys to the board.
fn is_typing(event: &KeyboardEvent) -> bool {
    event.ctrl_key()
        || event.alt_key()
        || event.meta_key()
        || target(event).is_some_and(|target| {
            matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
                && !target.has_attribute("data-board-keys")
        })
}

/// Whether the focus is on something that Enter has a meaning for.
fn is_control(event: &KeyboardEvent) -> bool {
    let control = "button, a, summary, input, dialog";
    target(event).is_some_and(|target| target.closest(control).ok().flatten().is_some())
}

/// Says what was done at a table, and how things stand if that was the end.
pub fn tell_ply(app: App, before: &Position, ply: Ply, after: &Position) -> String {
    let mut said = texts().ply(before, ply);
    if ply == Ply::Pass {
        let side = texts().side(before.side(), before.ruleset());
        said = fill("forced-pass", &[("side", side.into())]);
        app.notice(said.clone());
    }
    if after.is_over() {
        said = format!("{said} {}", texts().standing(after).join(" "));
    }
    said
}
