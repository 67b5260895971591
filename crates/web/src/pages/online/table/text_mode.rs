//! Text mode for online games.

use bosworth_board::Board;
use bosworth_protocol::{Command, Offer, Stage};
use bosworth_rules::{Action, Game, Side};
use bosworth_texts::{Speech, TextCommand};
use bosworth_view::prelude::*;

use super::control::OnlineGameControl;
use crate::board_input::BoardInput;
use crate::language::{texts, tr};

impl OnlineGameControl {
    /// Answers a command of text mode.
    pub fn answer(self, text: &str) -> Vec<String> {
        let texts = texts();
        let Some(game) = self.with_untracked(|live| live.table.game().cloned()).flatten() else {
            return Vec::new();
        };
        let side = untrack(|| self.my_side()).unwrap_or_else(|| game.position().side());
        let speech = Speech::new(&texts, &game, side);
        match texts.word(text) {
            Err(_) => vec![speech.unknown(text.trim())],
            Ok(TextCommand::Act(action)) => self.act_by_word(action, &game),
            Ok(TextCommand::Undo) => {
                self.command(Command::Offer(Offer::Takeback));
                Vec::new()
            }
            Ok(TextCommand::Hint) => vec![tr("no-hints")],
            Ok(TextCommand::Clock) => self.clock_words(&game),
            Ok(word) => speech.answer(word).unwrap_or_default(),
        }
    }

    fn act_by_word(self, action: Action, game: &Game) -> Vec<String> {
        if !untrack(|| self.is_my_turn()) {
            let over = untrack(|| self.stage()) == Stage::Over;
            return vec![tr(if over { "say-over" } else { "not-your-turn" })];
        }
        if let Err(why) = game.position().act(action) {
            return vec![texts().refusal(why, game.position())];
        }
        self.board.update(Board::go_live);
        self.act(action);
        Vec::new()
    }

    fn clock_words(self, game: &Game) -> Vec<String> {
        let ruleset = game.position().ruleset();
        let line = |side: Side| {
            let left = untrack(|| self.clock_text(side))?;
            Some(texts().labelled(&texts().side(side, ruleset), &left))
        };
        let lines: Vec<_> = Side::ALL.into_iter().filter_map(line).collect();
        if lines.is_empty() { vec![tr("no-clock")] } else { lines }
    }
}
