//! Announcements, and text mode.

use bosworth_rules::{Action, Game, Ply, Position, Side};
use bosworth_texts::{Speech, TextCommand};
use bosworth_view::prelude::*;

use super::LocalGameControl;
use crate::board_input::{Actor, announce_ply};
use crate::browser;
use crate::clocked_table::{ClockedTable, Seat};
use crate::language::{texts, tr};
use crate::sound::Sound;

impl LocalGameControl {
    /// Answers a command of text mode.
    pub fn answer(self, text: &str) -> Vec<String> {
        let viewer = untrack(|| self.viewer());
        let texts = texts();
        let Some(game) = self.with_untracked(|table| table.game().clone()) else {
            return Vec::new();
        };
        // In hot seat, commands come from the person to act.
        let people = self.with_untracked(|table| {
            Side::ALL.iter().all(|&side| table.seats[side] == Seat::Person)
        });
        let side = if people == Some(true) { game.position().side() } else { viewer };
        let speech = Speech::new(&texts, &game, side);
        match texts.word(text) {
            Err(_) => vec![speech.unknown(text.trim())],
            Ok(TextCommand::Act(action)) => self.act_by_word(action, &game),
            Ok(TextCommand::Undo) => {
                self.undo();
                Vec::new()
            }
            Ok(TextCommand::Hint) => {
                self.ask_hint();
                vec![tr("hint-thinking")]
            }
            Ok(TextCommand::Clock) => self.clock_words(&game),
            Ok(word) => speech.answer(word).unwrap_or_default(),
        }
    }

    fn act_by_word(self, action: Action, game: &Game) -> Vec<String> {
        if self.with_untracked(ClockedTable::turn).flatten() != Some(Seat::Person) {
            return vec![tr(if game.position().is_over() { "say-over" } else { "not-your-turn" })];
        }
        if let Err(why) = game.position().act(action) {
            return vec![texts().refusal(why, game.position())];
        }
        self.act(action);
        Vec::new()
    }

    fn clock_words(self, game: &Game) -> Vec<String> {
        let now = browser::now();
        let clock = self.with_untracked(|table| table.clock).flatten();
        let Some(clock) = clock else { return vec![tr("no-clock")] };
        let left = clock.texts(now);
        Side::ALL
            .into_iter()
            .map(|side| {
                let name = texts().side(side, game.position().ruleset());
                texts().labelled(&name, &left[side])
            })
            .collect()
    }

    /// Announces a ply, with its sound.
    pub(super) fn announce_ply(self, before: &Position, ply: Ply) {
        let Some(after) = self.with_untracked(|table| *table.position()) else { return };
        self.app.sound(Sound::of(before, ply, &after));
        let seats = self.with_untracked(|table| table.seats);
        let whose = match seats.map(|seats| (seats[before.side()], seats[!before.side()])) {
            Some((Seat::Person, Seat::Level(_))) => Actor::Yours,
            Some((Seat::Level(_), Seat::Person)) => Actor::Computer,
            _ => Actor::Side,
        };
        let said = announce_ply(self.app, before, ply, &after, whose);
        self.app.say(said.clone());
        self.log.update(|log| log.push(said));
        if after.is_over() {
            self.count();
        }
    }
}
