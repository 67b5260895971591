use alloc::vec;
use alloc::vec::Vec;

use crate::{Action, Card, IllegalPly, PendingDraw, Ply, Position};

/// The history of a game: every position from the start, and the plies between them.
///
/// ```
/// use bosworth_rules::{Game, Position};
///
/// let start: Position =
///     "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".parse()?;
/// let mut game = Game::new(start);
/// game.push("NE2".parse()?)?;
/// assert!(game.push("W2".parse()?).is_err(), "White does not hold it");
/// assert_eq!(game.plies().len(), 1, "and nothing has changed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    // Invariant: never empty, and each ply leads from its position to the next one.
    positions: Vec<Position>,
    plies: Vec<Ply>,
}

impl Game {
    /// A game without plies.
    pub fn new(start: Position) -> Self {
        Self { positions: vec![start], plies: Vec::new() }
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.plies.len()]
    }

    /// The plies so far.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Every position from the first to the current one: one more than there are plies.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Appends a ply. An illegal one changes nothing.
    pub fn push(&mut self, ply: Ply) -> Result<&Position, IllegalPly> {
        let next = self.position().follow(ply)?;
        self.plies.push(ply);
        self.positions.push(next);
        Ok(self.position())
    }

    /// Performs an action; if it is a draw, `draw` chooses the card. Returns the ply; an illegal
    /// action changes nothing.
    pub fn act_with(
        &mut self,
        action: Action,
        draw: impl FnOnce(&PendingDraw) -> Card,
    ) -> Result<Ply, IllegalPly> {
        let (ply, next) = self.position().act_with(action, draw)?;
        self.plies.push(ply);
        self.positions.push(next);
        Ok(ply)
    }

    /// Takes back the last ply.
    pub fn pop(&mut self) -> Option<Ply> {
        let ply = self.plies.pop()?;
        self.positions.pop();
        Some(ply)
    }
}
