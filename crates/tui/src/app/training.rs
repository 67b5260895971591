//! Training on the board.

use ratatui::crossterm::event::KeyCode;

use super::{AppEffect, GameSource, TerminalApp};
use crate::training::{PracticeSession, TrainingBackend};

/// What a person does while training.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingInput {
    /// Answers with an action.
    Answer(bosworth_rules::Action),
    /// Asks for a hint.
    Hint,
    /// Moves to the next position.
    Next,
}

impl TerminalApp {
    /// The training, if that is what the screen shows.
    pub fn training(&self) -> Option<&PracticeSession> {
        match &self.source {
            GameSource::Training(session) => Some(session),
            _ => None,
        }
    }

    /// Handles a key of training; returns whether it was one.
    pub(super) fn training_key(&mut self, code: KeyCode) -> bool {
        if self.training().is_none() {
            return false;
        }
        match code {
            KeyCode::Char('h') => self.effects.push(AppEffect::Train(TrainingInput::Hint)),
            KeyCode::Char('n') => self.effects.push(AppEffect::Train(TrainingInput::Next)),
            // The engine and what is only in games.
            KeyCode::Char('e' | 'R' | 'u' | 'r' | 'v') => {}
            _ => return false,
        }
        true
    }

    /// Applies what a person has done.
    pub fn train(&mut self, input: TrainingInput, backend: &mut dyn TrainingBackend) {
        let GameSource::Training(session) = &mut self.source else { return };
        if matches!(input, TrainingInput::Hint) && !session.is_open() {
            // The message explains the solution.
            return;
        }
        self.board.clear();
        let now = backend.now();
        let mut said = match input {
            TrainingInput::Answer(action) => session.answer(action, now, &self.texts),
            TrainingInput::Hint => session.hint(now, &self.texts),
            TrainingInput::Next => {
                let next = session.next(now, backend.luck());
                self.message = next.err().map(|nothing| nothing.text(&self.texts));
                return;
            }
        };
        if let Err(why) = backend.save(session.progress()) {
            said.push(self.texts.format("tui-save-failed", &[("why", why.to_string().into())]));
        }
        self.message = Some(said.join(" "));
    }
}
