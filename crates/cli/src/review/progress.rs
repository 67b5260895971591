use std::io::{self, IsTerminal, Write};

use crate::texts::Texts;

/// A line on the terminal that says how far a review is. Nothing where nobody watches.
pub(super) struct Progress {
    /// The text before the numbers; none without a terminal.
    game: Option<String>,
    plies: usize,
}

impl Progress {
    pub(super) fn new(number: usize, plies: usize, texts: &Texts) -> Self {
        let watched = io::stderr().is_terminal();
        let game = watched.then(|| texts.format("game", &[("number", number.into())]));
        Self { game, plies }
    }

    /// Says how many plies are done. A terminal that cannot be written to is no reason to stop.
    pub(super) fn show(&self, done: usize) {
        if let Some(game) = &self.game {
            let _ = write!(io::stderr(), "{game}: {done}/{}", self.plies);
        }
    }

    /// Takes the line away, so that something else can be written.
    pub(super) fn clear(&self) {
        if self.game.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
