use bosworth_rules::{Action, Card, Position, Side};

/// An action chosen in advance, while the opponent is still thinking.
///
/// The opponent's action moves the crown, so a premove names a card, not a square. It never spends
/// a hero: the player could not have known on which rose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Premove {
    /// Play this card, if it then leads to an empty square.
    Card(Card),
    /// Draw a card, if that is then legal.
    Draw,
}

impl Premove {
    /// The resulting action.
    pub fn action(self) -> Action {
        match self {
            Self::Card(card) => Action::Play(card),
            Self::Draw => Action::Draw,
        }
    }

    /// Whether a side can choose it: the card must be in its hand, or there must be room for one.
    pub(crate) fn is_possible(self, position: &Position, side: Side) -> bool {
        match self {
            Self::Card(card) => position.hand(side).contains(card),
            Self::Draw => position.hand(side).len() < Position::HAND,
        }
    }
}
