/// A keyboard command common to all boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardKey {
    /// Press the card at this index of the hand, from 0.
    Card(usize),
    /// Draw a card.
    Draw,
    /// Confirm the selection.
    Enter,
    /// Clear the selection.
    Escape,
    /// Navigate through the game.
    Step(Navigation),
    /// Flip the board.
    Turn,
}

/// A navigation step through a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Navigation {
    First,
    Back,
    Forward,
    Last,
}

impl BoardKey {
    /// The command for a key, by its name in browsers (`KeyboardEvent.key`).
    ///
    /// ```
    /// use bosworth_board::{BoardKey, Navigation};
    ///
    /// assert_eq!(BoardKey::named("3"), Some(BoardKey::Card(2)));
    /// assert_eq!(BoardKey::named("ArrowLeft"), Some(BoardKey::Step(Navigation::Back)));
    /// assert_eq!(BoardKey::named("6"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "1" | "2" | "3" | "4" | "5" => Self::Card(name.parse::<usize>().ok()? - 1),
            "d" => Self::Draw,
            "Enter" => Self::Enter,
            "Escape" => Self::Escape,
            "ArrowLeft" | "k" => Self::Step(Navigation::Back),
            "ArrowRight" | "j" => Self::Step(Navigation::Forward),
            "Home" => Self::Step(Navigation::First),
            "End" => Self::Step(Navigation::Last),
            "f" => Self::Turn,
            _ => return None,
        })
    }
}

impl Navigation {
    /// The resulting ply, in a game of `last` plies.
    pub fn from(self, ply: usize, last: usize) -> usize {
        match self {
            Self::First => 0,
            Self::Back => ply.saturating_sub(1),
            Self::Forward => (ply + 1).min(last),
            Self::Last => last,
        }
    }
}
