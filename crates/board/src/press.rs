use bosworth_rules::{Action, Card, IllegalAction, Square};

use crate::Step;

/// Something that a person touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// A card of the side to act. Where it leads to a rose of the opponent, it stands for its
    /// play with a hero.
    Card(Card),
    /// The Enter key while a card has the focus.
    EnterOn(Card),
    /// A square of the board.
    Square(Square),
    /// The crown was dragged to a square.
    Drag(Square),
    /// The pile.
    Pile,
    /// The button that does what is selected.
    Confirm,
}

/// What a press leads to, for the program around the board to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Nothing.
    Nothing,
    /// This is selected now and waits for confirmation.
    Chose(Action),
    /// Nothing is selected any more.
    Cleared,
    /// Do it. It is legal in the position of the scene.
    Act(Action),
    /// Say which rule this would break.
    Refuse(IllegalAction),
    /// No card leads to this square.
    Nowhere {
        /// The square.
        square: Square,
        /// Whether the crown was dragged there.
        dragged: bool,
    },
    /// The person may not act now.
    NotNow,
    /// Show the game as it stands again.
    Return,
    /// Escape: nothing is selected any more, and whatever else is open may close.
    Escaped,
    /// Look at another place in the game.
    Step(Step),
    /// Turn the board.
    Turn,
}
