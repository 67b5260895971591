//! Input handling for boards: browser events become presses and keys, `bosworth-board` maps them to
//! replies, and the page carries out the replies.

use bosworth_board::{Board, BoardKey, Confirmation, Navigation, Premove, Press, Reply, Scene};
use bosworth_rules::{Action, IllegalAction, Ply, Position, Side, Square};
use bosworth_view::event::{KeyboardEvent, on_window};
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;

use crate::app::AppContext;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::settings::Confirm;

/// What every page with a board has.
#[derive(Clone, Copy)]
pub struct BoardContext {
    /// The context shared by all pages.
    pub app: AppContext,
    /// The UI state of the board.
    pub board: RwSignal<Board>,
}

/// A page with an interactive board.
pub trait BoardInput: 'static {
    /// The context and the state of the board.
    fn context(&self) -> BoardContext;

    /// The scene of the board.
    fn scene(&self) -> Option<Scene>;

    /// The inputs that need a confirmation.
    fn confirmation(&self, setting: Confirm) -> Confirmation;

    /// Performs an action that is legal in the scene.
    fn act(&self, action: Action);

    /// An action in words, announced when it is selected.
    fn action_text(&self, action: Action) -> String;

    /// Navigates through the game; returns whether that is possible.
    fn go(&self, _step: Navigation) -> bool {
        false
    }

    /// Flips the board; returns whether it can be flipped.
    fn turn(&self) -> bool {
        self.context().board.update(Board::turn);
        true
    }

    /// Handles Escape, after the selection was cleared.
    fn escape(&self) {}

    /// Reports why an action is not possible.
    fn refuse(&self, why: String) {
        self.context().app.refuse(why);
    }

    /// Handles a press on a square that no card leads to.
    fn miss(&self, square: Square, dragged: bool) {
        let is_crown = untrack(|| self.scene()).is_some_and(|scene| scene.crown == square);
        match (dragged, is_crown) {
            (true, _) => self.refuse(no_target_text(square)),
            (false, true) => self.context().app.toast(tr("crown-tapped")),
            (false, false) => self.context().app.toast(no_target_text(square)),
        }
    }

    /// Handles a page-specific key; returns whether it had an effect.
    fn other_key(&self, _key: &str) -> bool {
        false
    }

    /// Whether the board currently handles keys.
    fn accepts_keys(&self) -> bool {
        true
    }

    /// Handles a press.
    fn press(&self, press: Press)
    where
        Self: Sized,
    {
        self::press(self, press);
    }
}

/// Lets the board handle an input; returns its reply, and the position it refers to.
fn handle(
    page: &dyn BoardInput,
    input: &dyn Fn(&mut Board, &Scene, Confirmation) -> Reply,
) -> Option<(Reply, Position)> {
    let BoardContext { app, board } = page.context();
    let scene = untrack(|| page.scene())?;
    let asks = page.confirmation(app.settings.with_untracked(|settings| settings.confirm));
    let reply = board.try_update(|board| input(board, &scene, asks))?;
    Some((reply, scene.position))
}

fn press(page: &dyn BoardInput, press: Press) {
    if let Some((reply, position)) =
        handle(page, &|board, scene, asks| board.press(press, scene, asks))
    {
        carry_out(page, reply, &position);
    }
}

/// Handles a key; returns whether it had an effect.
fn key(page: &dyn BoardInput, key: BoardKey) -> bool {
    let handled = handle(page, &|board, scene, asks| board.key(key, scene, asks));
    let Some((reply, position)) = handled else { return false };
    let chose = matches!(reply, Reply::Chose(_));
    let used = carry_out(page, reply, &position);
    if chose {
        // Focus the confirm button, so that Enter confirms the selection.
        browser::focus_later("#act");
    }
    used
}

/// Carries out a reply; returns whether it had an effect.
fn carry_out(page: &dyn BoardInput, reply: Reply, position: &Position) -> bool {
    let BoardContext { app, board } = page.context();
    match reply {
        Reply::Nothing => return false,
        Reply::NotNow | Reply::Cleared => {}
        Reply::Chose(action) => app.say(page.action_text(action)),
        Reply::PremoveSet(premove) => {
            app.say(premove_text(premove, position, !position.side()));
        }
        Reply::Act(action) => page.act(action),
        Reply::Refuse(why) => page.refuse(refusal_text(why, position)),
        Reply::Nowhere { square, dragged } => page.miss(square, dragged),
        Reply::Return => board.update(Board::go_live),
        Reply::Escaped => page.escape(),
        Reply::Step(step) => return page.go(step),
        Reply::Turn => return page.turn(),
    }
    true
}

/// The premove of a side, in words.
pub fn premove_text(premove: Premove, position: &Position, side: Side) -> String {
    match premove {
        Premove::Card(card) => {
            fill("premove-card", &[("card", texts().card(position, side, card).into())])
        }
        Premove::Draw => tr("premove-draw"),
    }
}

/// The message that no card leads to a square.
pub fn no_target_text(square: Square) -> String {
    fill("drag-nowhere", &[("square", square.to_string().into())])
}

/// Installs the key handler of a board for as long as its page is shown.
pub fn listen(page: impl BoardInput) {
    listen_erased(Box::new(page));
}

fn listen_erased(page: Box<dyn BoardInput>) {
    on_window("keydown", move |event: KeyboardEvent| {
        if is_typing(&event) || !page.accepts_keys() {
            return;
        }
        let name = event.key();
        let used = match BoardKey::named(&name) {
            // A focused control handles Enter itself.
            Some(BoardKey::Enter) if is_control(&event) => false,
            Some(pressed) => key(&*page, pressed),
            None => page.other_key(&name),
        };
        // Escape also closes dialogs.
        if used && name != "Escape" {
            event.prevent_default();
        }
    });
}

fn target(event: &KeyboardEvent) -> Option<web_sys::Element> {
    event.target()?.dyn_into().ok()
}

/// Whether a key belongs to a text field or is a browser shortcut. A field marked with
/// `data-board-keys` is not a text field and leaves its keys to the board.
fn is_typing(event: &KeyboardEvent) -> bool {
    event.ctrl_key()
        || event.alt_key()
        || event.meta_key()
        || target(event).is_some_and(|target| {
            let is_field = matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
                && !target.has_attribute("data-board-keys");
            // A board behind a dialog receives no keys.
            is_field || target.closest("dialog").is_ok_and(|dialog| dialog.is_some())
        })
}

/// Whether the focused element handles Enter itself.
fn is_control(event: &KeyboardEvent) -> bool {
    let control = "button, a, summary, input, dialog";
    target(event).is_some_and(|target| target.closest(control).ok().flatten().is_some())
}

/// Why an action was refused, addressed to the player.
pub fn refusal_text(why: IllegalAction, position: &Position) -> String {
    match why {
        IllegalAction::NoHeroLeft { .. } => tr("you-no-hero"),
        IllegalAction::HandFull { .. } => tr("you-hand-full"),
        IllegalAction::MustAct { .. } => tr("you-must-act"),
        IllegalAction::NotInHand { card, .. } => {
            fill("you-not-in-hand", &[("card", texts().short_card(card).into())])
        }
        IllegalAction::OwnRose { card, target } => {
            let card = texts().short_card(card).into();
            fill("you-own-rose", &[("card", card), ("target", target.to_string().into())])
        }
        why => texts().refusal(why, position),
    }
}

/// The actor in a toast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// The user.
    Yours,
    /// The computer, as the user's opponent.
    Computer,
    /// A side: an opponent, or either side in hot seat.
    Side,
}

/// Describes a ply, with the result if it ended the game. A forced pass is also shown as a toast.
pub fn announce_ply(
    app: AppContext,
    before: &Position,
    ply: Ply,
    after: &Position,
    actor: Actor,
) -> String {
    let said = match actor {
        Actor::Yours if ply == Ply::Pass => tr("forced-pass-you"),
        Actor::Computer if ply == Ply::Pass => tr("forced-pass-computer"),
        _ => texts().played(before, ply),
    };
    if ply == Ply::Pass {
        app.toast(said.clone());
    }
    if after.is_over() {
        return format!("{said} {}", texts().standing(after).join(" "));
    }
    said
}
