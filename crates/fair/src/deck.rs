use alloc::vec::Vec;
use core::fmt;

use bosworth_rules::{
    BySide, Card, Cards, First, Game, GivenHandicap, Handicap, Next, PendingDraw, Ply, Position,
    Ruleset, Side,
};

use crate::{Reshuffles, ShuffleKey, VerifyError};

/// The pile in its order: the one thing in the game that nobody may see.
///
/// It cannot be cloned, compared or serialised, and its debug text is only its length. To take
/// plies back, [follow](Self::follow) the remaining game.
pub struct Deck {
    key: ShuffleKey,
    /// The remaining cards, the next one last.
    order: Vec<Card>,
    /// The number of shuffles so far.
    shuffles: u64,
}

impl Deck {
    /// Deals a game: shuffle 0 permutes all 24 cards, starting from canonical order. Red gets
    /// the first five, White the next five, the rest is the pile. Where the lot decides who acts
    /// first, it is drawn from the same stream right after.
    pub fn deal(key: &ShuffleKey, ruleset: Ruleset) -> (Position, Self) {
        Self::deal_with(key, ruleset, None)
    }

    /// Deals a game, perhaps with a handicap: Red gets as many of the first cards as the handicap
    /// leaves, White as many of the next, the rest is the pile.
    pub fn deal_with(
        key: &ShuffleKey,
        ruleset: Ruleset,
        handicap: Option<GivenHandicap>,
    ) -> (Position, Self) {
        let given = handicap.unwrap_or(Handicap::NONE.given_by(Side::Red));
        let mut stream = key.stream(0);
        let mut cards = Card::ALL;
        stream.shuffle(&mut cards);
        let (red, rest) = cards.split_at(given.hand(Side::Red));
        let (white, pile) = rest.split_at(given.hand(Side::White));
        let hand = |cards: &[Card]| cards.iter().copied().collect::<Cards>();
        let first = match ruleset.first {
            First::Lot if stream.lot() => Side::White,
            First::Lot | First::Red => Side::Red,
        };
        let hands = BySide { red: hand(red), white: hand(white) };
        let Some(start) = given.start(hands, first, ruleset) else {
            unreachable!("24 different cards were dealt")
        };
        let order = pile.iter().rev().copied().collect();
        (start, Self { key: key.clone(), order, shuffles: 1 })
    }

    /// Deals the hands of another game again, with a pile of their own: shuffle 0 permutes the cards
    /// that are in no hand, starting from canonical order. None if no game starts so.
    pub fn deal_again(key: &ShuffleKey, start: &Position) -> Option<Self> {
        let hands = BySide::from_fn(|side| start.hand(side));
        if Position::deal(hands, start.side(), start.ruleset()) != Some(*start) {
            return None;
        }
        Some(Self::of_pile(key, start))
    }

    /// A pile for a game continued from any position: shuffle 0 permutes the cards that can be
    /// drawn there, starting from canonical order.
    pub fn of_pile(key: &ShuffleKey, position: &Position) -> Self {
        let mut order: Vec<_> = position.pile().iter().collect();
        key.stream(0).shuffle(&mut order);
        order.reverse();
        Self { key: key.clone(), order, shuffles: 1 }
    }

    /// Replays a game: deals again, and draws every card again. Fails where the game has another
    /// deal, another card, or a shuffle whose number was used before.
    pub fn follow(
        key: &ShuffleKey,
        game: &Game,
        reshuffles: &Reshuffles,
        handicap: Option<GivenHandicap>,
    ) -> Result<Self, VerifyError> {
        let (expected, deck) = Self::deal_with(key, game.start().ruleset(), handicap);
        if expected != *game.start() {
            return Err(VerifyError::WrongDeal { expected });
        }
        deck.draw_all(game, reshuffles)
    }

    /// The same for a game that has the hands of another one.
    pub fn follow_again(
        key: &ShuffleKey,
        game: &Game,
        reshuffles: &Reshuffles,
    ) -> Result<Self, VerifyError> {
        let deck = Self::deal_again(key, game.start()).ok_or(VerifyError::NotAStart)?;
        deck.draw_all(game, reshuffles)
    }

    fn draw_all(self, game: &Game, reshuffles: &Reshuffles) -> Result<Self, VerifyError> {
        let mut deck = self;
        let mut done = 0;
        for (index, (position, &ply)) in game.positions().iter().zip(game.plies()).enumerate() {
            let (Ply::Draw(found), Ok(Next::Draw(pending))) = (ply, position.act(ply.action()))
            else {
                continue;
            };
            done += deck.reshuffle_due(reshuffles.due(index, done))?;
            let expected = deck.draw_card(&pending);
            if expected != found {
                return Err(VerifyError::WrongDraw { index, found, expected });
            }
        }
        let plies = game.plies().len();
        done += deck.reshuffle_due(reshuffles.due(plies, done))?;
        match reshuffles.iter().nth(done) {
            Some((ply, shuffle)) => Err(VerifyError::WrongReshuffle { ply, shuffle }),
            None => Ok(deck),
        }
    }

    fn reshuffle_due(&mut self, due: &[(usize, u64)]) -> Result<usize, VerifyError> {
        for &(ply, shuffle) in due {
            if !self.reshuffle(shuffle) {
                return Err(VerifyError::WrongReshuffle { ply, shuffle });
            }
        }
        Ok(due.len())
    }

    /// Has the next draw start with the shuffle of this number. Refuses a number that was used
    /// before, so that no order comes twice.
    #[must_use]
    pub fn reshuffle(&mut self, number: u64) -> bool {
        let unused = number >= self.shuffles;
        if unused {
            self.order.clear();
            self.shuffles = number;
        }
        unused
    }

    /// The number of the next shuffle.
    pub fn next_shuffle(&self) -> u64 {
        self.shuffles
    }

    /// Draws the next card. If none is left, the cards that can be drawn now are shuffled first,
    /// from canonical order, with a stream of their own.
    pub fn draw_card(&mut self, pending: &PendingDraw) -> Card {
        if self.order.is_empty() {
            self.order = self.reshuffled(pending);
            self.shuffles += 1;
        }
        self.order.pop().unwrap_or_else(|| unreachable!("a draw never fails"))
    }

    /// The card that the next draw will bring, without drawing it: for a caller that has to make
    /// the draw durable before it happens.
    pub fn peek(&self, pending: &PendingDraw) -> Card {
        let next = match self.order.last() {
            Some(&card) => Some(card),
            None => self.reshuffled(pending).pop(),
        };
        next.unwrap_or_else(|| unreachable!("a draw never fails"))
    }

    /// What can be drawn now in the order of the next shuffle, the next card last.
    fn reshuffled(&self, pending: &PendingDraw) -> Vec<Card> {
        let mut order: Vec<Card> = pending.outcomes().iter().collect();
        self.key.stream(self.shuffles).shuffle(&mut order);
        order.reverse();
        order
    }

    /// Draws the next card into the hand that is waiting for it.
    ///
    /// # Panics
    /// If the draw belongs to another game than the deck.
    pub fn draw(&mut self, pending: &PendingDraw) -> Position {
        match pending.resolve(self.draw_card(pending)) {
            Ok(position) => position,
            Err(error) => panic!("the deck belongs to another game: {error}"),
        }
    }

    /// The number of cards left.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether the next draw shuffles first.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck({} cards)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use bosworth_rules::Next;
    use serde_json::Value;

    use super::*;
    use crate::{Nonce, Secret};

    fn text(value: &Value) -> &str {
        value.as_str().expect("a text")
    }

    /// `suites/fair/vectors.json` is what a script in another language reproduces.
    #[test]
    fn deals_and_shuffles_match_the_test_vectors() {
        let vectors = include_str!("../../../suites/fair/vectors.json");
        let vectors: Vec<Value> = serde_json::from_str(vectors).expect("a list");
        assert!(vectors.len() >= 5);
        for vector in &vectors {
            let secret: Secret = text(&vector["secret"]).parse().expect("a secret");
            let game = text(&vector["game"]);
            let nonce = |name| text(&vector[name]).parse::<Nonce>().expect("a nonce");
            let nonces = BySide { red: nonce("red_nonce"), white: nonce("white_nonce") };
            assert_eq!(secret.commit(game).to_string(), text(&vector["commitment"]));
            let key = secret.key(game, &nonces);
            assert!(key.is(text(&vector["key"])));
            let ruleset = text(&vector["rules"]).parse().expect("a ruleset");
            let (start, deck) = Deck::deal(&key, ruleset);
            assert_eq!(start.to_string(), text(&vector["start"]));
            let join = |cards: &[Card]| {
                cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
            };
            let pile: Vec<_> = deck.order.iter().rev().copied().collect();
            assert_eq!(join(&pile), text(&vector["pile"]));
            // Later shuffles, here of all cards, to show streams and rejection once more.
            let mut cards = Card::ALL;
            key.stream(1).shuffle(&mut cards);
            assert_eq!(join(&cards), text(&vector["shuffle_1"]));
            let mut cards = Card::ALL;
            key.stream(1 << 40).shuffle(&mut cards);
            assert_eq!(join(&cards), text(&vector["shuffle_2_40"]));
        }
    }

    #[test]
    fn every_order_of_three_is_equally_likely() {
        let key = ShuffleKey::new([7; 32]);
        let mut stream = key.stream(0);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            let mut items = [0usize, 1, 2];
            stream.shuffle(&mut items);
            counts[items[0] * 2 + usize::from(items[1] > items[2])] += 1;
        }
        // Five degrees of freedom: 30 is far beyond one in ten thousand.
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 30.0, "{counts:?}");
    }

    #[test]
    fn deck_key_and_secret_are_not_in_debug_output() {
        let secret: Secret = "abc".parse().expect("a secret");
        let key = secret.key("g", &BySide::default());
        let (_, deck) = Deck::deal(&key, Ruleset::CLASSIC);
        assert_eq!(format!("{secret:?} {key:?} {deck:?}"), "Secret(..) Key(..) Deck(14 cards)");
    }

    /// A deck panics if its cards are not those of the game: play some games to the end.
    #[test]
    fn a_deck_follows_its_game_through_every_reshuffle() {
        for (_, ruleset) in Ruleset::PRESETS {
            for n in 0..50 {
                let (mut position, mut deck) = Deck::deal(&ShuffleKey::new([n; 32]), ruleset);
                let mut draws = 0;
                while let Some(choice) = position.choices().iter().last() {
                    position = match choice.take() {
                        Next::Position(next) => next,
                        Next::Draw(pending) => {
                            draws += 1;
                            deck.draw(&pending)
                        }
                    };
                }
                assert!(draws > 0);
            }
        }
    }
}
