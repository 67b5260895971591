use bosworth_rules::{Action, Card, Position, Side};

/// What a side will do when its turn comes, chosen while the opponent is still thinking.
///
/// The opponent's action moves the crown, so the card is what is chosen, not where it leads. A hero
/// is never spent this way: nobody could have seen on which rose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Premove {
    /// Play this card, if it leads to an empty square then.
    Card(Card),
    /// Draw a card, if that is legal then.
    Draw,
}

impl Premove {
    /// The action that it is.
    pub fn action(self) -> Action {
        match self {
            Self::Card(card) => Action::Play(card),
            Self::Draw => Action::Draw,
        }
    }

    /// Whether a side can plan it: the card is in its hand.
    pub(crate) fn is_possible(self, position: &Position, side: Side) -> bool {
        match self {
            Self::Card(card) => position.hand(side).contains(card),
            Self::Draw => true,
        }
    }
}
