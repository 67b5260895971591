//! What the decisions of a player are grouped by.

use bosworth_rules::{Action, Position};

/// The phase of a game: a third of the supply of roses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GamePhase {
    /// More than two thirds of the roses are left.
    Opening,
    /// More than a third.
    Middle,
    /// At most a third.
    Ending,
}

impl GamePhase {
    /// All of them, in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Ending];

    /// The phase that a position belongs to.
    pub fn of(position: &Position) -> Self {
        let third = Position::ROSES / 3;
        match position.supply() {
            left if left > 2 * third => Self::Opening,
            left if left > third => Self::Middle,
            _ => Self::Ending,
        }
    }

    /// What it is called in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::Ending => "ending",
        }
    }
}

/// The kind of a decision, by what would have been best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DecisionKind {
    /// Playing a card.
    Play,
    /// Playing a card with a hero.
    Hero,
    /// Drawing a card.
    Draw,
    /// Passing.
    Pass,
}

impl DecisionKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Play, Self::Hero, Self::Draw, Self::Pass];

    /// The kind of a decision whose best action this is.
    pub fn of(best: Action) -> Self {
        match best {
            Action::Play(_) => Self::Play,
            Action::Hero(_) => Self::Hero,
            Action::Draw => Self::Draw,
            Action::Pass => Self::Pass,
        }
    }

    /// What it is called in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Hero => "hero",
            Self::Draw => "draw",
            Self::Pass => "pass",
        }
    }
}
