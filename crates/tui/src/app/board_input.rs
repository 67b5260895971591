//! Input on the board: pressing cards and squares, undo and redo.

use bosworth_board::{BoardKey, Confirmation, Press, Reply};
use bosworth_local::LocalTable;
use bosworth_rules::Action;

use super::{AppEffect, GameSource, TerminalApp, TrainingInput};

/// The target of a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClickTarget {
    /// Something on the board or in a hand.
    Press(Press),
    /// A ply in the list of actions.
    Ply(usize),
}

impl TerminalApp {
    /// Handles a click.
    pub fn click(&mut self, hit: ClickTarget) {
        if self.help || self.asks.is_some() {
            self.help = false;
            self.asks = None;
            return;
        }
        match hit {
            ClickTarget::Ply(ply) => self.go_to(ply),
            ClickTarget::Press(press) => {
                let scene = self.scene();
                let reply = self.board.press(press, &scene, Confirmation::TWICE);
                // When it is not the player's turn, clicking a square is not refused.
                if !(matches!(press, Press::Square(_)) && reply == Reply::NotNow) {
                    self.reply(reply);
                }
            }
        }
    }

    pub(super) fn board_key(&mut self, key: BoardKey) {
        let scene = self.scene();
        let reply = self.board.key(key, &scene, Confirmation::TWICE);
        self.reply(reply);
    }

    /// Applies the reply to a press.
    fn reply(&mut self, reply: Reply) {
        let last = self.game().plies().len();
        match reply {
            Reply::Nothing | Reply::Cleared | Reply::Nowhere { .. } => {}
            Reply::Chose(_) | Reply::PremoveSet(_) => self.message = None,
            Reply::Act(action) => self.act(action),
            Reply::Refuse(why) => {
                // A selection would cover the message.
                self.board.clear();
                self.message = Some(self.texts.refusal(why, self.position()));
            }
            Reply::NotNow => self.refuse(),
            Reply::Return => self.go_to(last),
            Reply::Escaped => {
                self.message = None;
                self.hint = None;
            }
            Reply::Step(step) => self.go_to(step.from(self.ply(), last)),
            Reply::Turn => self.board.turn(),
        }
    }

    /// Explains why a person may not act now.
    pub(super) fn refuse(&mut self) {
        let id = if !self.is_live() && self.is_played() {
            "tui-not-live"
        } else if self.shows_end() {
            "tui-over"
        } else if self.training().is_some() {
            "train-answered"
        } else if self.online().is_some_and(|online| online.snapshot.sending) {
            "online-sending"
        } else {
            "tui-not-your-turn"
        };
        self.say(id);
    }

    /// Performs an action for the side to act.
    pub(super) fn act(&mut self, action: Action) {
        if matches!(self.source, GameSource::Online(_)) {
            self.send_action(action);
            return;
        }
        if self.training().is_some() {
            self.effects.push(AppEffect::Train(TrainingInput::Answer(action)));
            return;
        }
        let Some(table) = self.table_mut() else { return };
        let before = *table.position();
        match table.act(action) {
            Err(why) => self.message = Some(self.texts.refusal(why, &before)),
            Ok(ply) => {
                let next = table.turn().map(|_| table.position().side());
                if let (Some(clock), Some(now)) = (&mut self.clock, self.now) {
                    clock.acted(before.side(), next, now);
                }
                self.board.clear();
                self.discard_analyses();
                self.message = Some(self.texts.played(&before, ply));
                self.effects.push(AppEffect::Save);
            }
        }
    }

    pub(super) fn change(&mut self, change: fn(&mut LocalTable) -> bool, otherwise: &str) {
        let watching = self.watching();
        let Some(table) = self.table_mut() else { return };
        let before = table.shuffles_anew();
        let changed = change(table);
        let anew = table.shuffles_anew() && !before;
        let next = table.turn().map(|_| table.position().side());
        if let (Some(clock), Some(now), true) = (&mut self.clock, self.now, changed) {
            clock.go(next, now);
        }
        self.board.clear();
        self.board.go_live();
        self.message = None;
        self.discard_analyses();
        if changed {
            self.pending = None;
            self.choosing = None;
            self.paused |= watching;
            self.effects.push(AppEffect::Save);
            if anew {
                self.say("shuffled-anew");
            }
        } else {
            self.say(otherwise);
        }
    }
}
