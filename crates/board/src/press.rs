use bosworth_rules::{Action, Card, IllegalAction, Square};

use crate::{Navigation, Premove};

/// An input event by pointer or focus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// A card of the side to act. If it leads to a rose of the opponent, it is played with a
    /// hero.
    Card(Card),
    /// The Enter key while a card has the focus.
    EnterOn(Card),
    /// A square of the board.
    Square(Square),
    /// The crown was dragged to a square.
    Drag(Square),
    /// A card was dragged to a square. Dropped anywhere but on its target, it is only selected,
    /// which shows where it leads.
    DragCard(Card, Square),
    /// The pile.
    Pile,
    /// The confirm button.
    Confirm,
}

/// The result of an input event, for the surrounding program to carry out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Nothing.
    Nothing,
    /// This action is now selected, awaiting confirmation.
    Chose(Action),
    /// The selection or the premove was cleared.
    Cleared,
    /// This is now the premove, carried out on the next turn if it is then legal.
    PremoveSet(Premove),
    /// Perform this action. It is legal in the position of the scene.
    Act(Action),
    /// Explain which rule this would break.
    Refuse(IllegalAction),
    /// No card leads to this square.
    Nowhere {
        /// The square.
        square: Square,
        /// Whether the crown was dragged there.
        dragged: bool,
    },
    /// The user may not act now.
    NotNow,
    /// Return to the current position of the game.
    Return,
    /// Escape: the selection was cleared, and any open dialog may close.
    Escaped,
    /// Navigate through the game.
    Step(Navigation),
    /// Flip the board.
    Turn,
}
