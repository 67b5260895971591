use bosworth_client::protocol::Command;
use bosworth_local::{LocalTable, Loss, Seat};
use bosworth_rules::Side;
use ratatui::crossterm::event::KeyCode;

use super::{AppEffect, GameSource, TerminalApp};

/// An action that needs confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PendingQuestion {
    /// Resign.
    Resign,
    /// Abort a game that has hardly begun.
    Abort,
    /// Claim the game of an absent opponent.
    Claim,
}

impl TerminalApp {
    /// The side that resigns at a local table: the person, or of two people the one to act.
    fn resigner(table: &LocalTable) -> Option<Side> {
        let person = |side: Side| table.seats[side] == Seat::Person;
        match (person(Side::Red), person(Side::White)) {
            (true, true) => Some(table.position().side()),
            (true, false) => Some(Side::Red),
            (false, true) => Some(Side::White),
            (false, false) => None,
        }
    }

    /// Asks for confirmation before resigning, if there is something to resign.
    pub(super) fn ask_resign(&mut self) {
        if self.is_over() {
            self.say("tui-over");
            return;
        }
        let ask = match &self.source {
            GameSource::Table(table) => Self::resigner(table).map(|_| PendingQuestion::Resign),
            GameSource::Online(online) if online.snapshot.side.is_none() => None,
            GameSource::Online(online) if online.snapshot.may_abort() => {
                Some(PendingQuestion::Abort)
            }
            GameSource::Online(_) => Some(PendingQuestion::Resign),
            GameSource::Training(_) | GameSource::Records { .. } => None,
        };
        self.board.clear();
        self.asks = ask;
    }

    /// The pending confirmation prompt.
    pub(crate) fn question(&self) -> Option<String> {
        let forfeits = || match &self.source {
            GameSource::Online(online) => online.snapshot.abort_forfeits(),
            _ => false,
        };
        Some(self.texts.get(match self.asks? {
            PendingQuestion::Resign => "tui-ask-resign",
            PendingQuestion::Abort if forfeits() => "online-ask-forfeit",
            PendingQuestion::Abort => "online-ask-abort",
            PendingQuestion::Claim => "online-ask-claim",
        }))
    }

    /// Handles the answer to a confirmation prompt.
    pub(super) fn answer_key(&mut self, code: KeyCode) {
        let Some(ask) = self.asks.take() else { return };
        let yes = matches!(code, KeyCode::Char('y' | 'Y' | 'j' | 'J' | 'o' | 'O'));
        match (ask, code) {
            (PendingQuestion::Claim, KeyCode::Char('d')) => {
                self.send(Command::Claim { draw: true });
            }
            _ if !yes => {}
            (PendingQuestion::Resign, _) => self.resign(),
            (PendingQuestion::Abort, _) => self.send(Command::Abort),
            (PendingQuestion::Claim, _) => self.send(Command::Claim { draw: false }),
        }
    }

    fn resign(&mut self) {
        if matches!(self.source, GameSource::Online(_)) {
            self.send(Command::Resign);
            return;
        }
        let Some(table) = self.table() else { return };
        let Some(side) = Self::resigner(table) else { return };
        self.lose(Loss::resigned(side));
    }

    /// Ends a local game early.
    pub(super) fn lose(&mut self, loss: Loss) {
        let Some(table) = self.table_mut() else { return };
        table.lost = Some(loss);
        if let (Some(clock), Some(now)) = (&mut self.clock, self.now) {
            clock.go(None, now);
        }
        self.asks = None;
        self.board.clear();
        self.board.go_live();
        self.message = None;
        self.pending = None;
        self.choosing = None;
        self.discard_analyses();
        self.effects.push(AppEffect::Save);
    }

    /// The result of the game in one sentence.
    pub(crate) fn result_line(&self) -> Option<String> {
        match &self.source {
            GameSource::Online(online) if self.is_live() => online.result_line(&self.texts),
            _ => self.end_lines().pop(),
        }
    }

    /// The result of the game, with equal territories cancelled out as in the rule books.
    pub(crate) fn end_lines(&self) -> Vec<String> {
        let counted = || {
            let position = self.position();
            let mut lines = self.texts.taken_off(position);
            lines.extend(self.texts.standing(position));
            lines
        };
        match &self.source {
            GameSource::Online(online) if self.is_live() => online.end_lines(&self.texts),
            GameSource::Table(table) => match table.lost.filter(|_| self.is_live()) {
                Some(loss) => {
                    let id = if loss.is_time() { "end-time" } else { "end-resigned" };
                    let loser = [("side", self.side_name(loss.side()).into())];
                    let won = [("side", self.side_name(!loss.side()).into())];
                    vec![self.texts.format(id, &loser), self.texts.format("tui-won", &won)]
                }
                None => counted(),
            },
            _ => counted(),
        }
    }
}
