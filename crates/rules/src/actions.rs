use crate::{Action, Card, Cards};

/// All legal actions of a position; none when the game is over.
///
/// A card is playable in at most one way: alone onto an empty square, or with a hero onto
/// an opponent's rose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Actions {
    /// The cards that can be played alone.
    pub plays: Cards,
    /// The cards that can be played with a hero.
    pub heroes: Cards,
    /// Whether a card can be drawn.
    pub draw: bool,
    /// Whether the side must pass, having no other action in an unfinished game.
    pub pass: bool,
}

impl Actions {
    /// Whether there are none: the game is over.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.plays.is_empty() && self.heroes.is_empty() && !self.draw && !self.pass
    }

    /// The number of actions: at most five.
    #[inline]
    pub fn len(self) -> u32 {
        (self.plays | self.heroes).len() + u32::from(self.draw) + u32::from(self.pass)
    }

    /// Whether the action is legal.
    #[inline]
    pub const fn contains(self, action: Action) -> bool {
        match action {
            Action::Play(card) => self.plays.contains(card),
            Action::Hero(card) => self.heroes.contains(card),
            Action::Draw => self.draw,
            Action::Pass => self.pass,
        }
    }

    /// The actions in the order of the text formats: cards in canonical order, then the draw or
    /// the pass.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        (self.plays | self.heroes)
            .iter()
            .map(move |card| self.with(card))
            .chain(self.draw.then_some(Action::Draw))
            .chain(self.pass.then_some(Action::Pass))
    }

    /// The one way to play a playable card.
    #[inline]
    fn with(self, card: Card) -> Action {
        if self.heroes.contains(card) { Action::Hero(card) } else { Action::Play(card) }
    }
}
