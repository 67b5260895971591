//! Random games, for the tests of endings.

use bosworth_rules::{BySide, Card, Cards, Next, Position, Ruleset, Side};
use fastrand::Rng;

/// The positions of a random game.
pub fn random_game(seed: u64, ruleset: Ruleset) -> Vec<Position> {
    let mut rng = Rng::with_seed(seed);
    let mut cards = Card::ALL;
    rng.shuffle(&mut cards);
    let hand = |cards: &[Card]| cards.iter().copied().collect::<Cards>();
    let hands = BySide { red: hand(&cards[..5]), white: hand(&cards[5..10]) };
    let mut position = Position::deal(hands, Side::Red, ruleset).expect("a deal");
    let mut positions = Vec::new();
    while !position.is_over() {
        positions.push(position);
        let choices = position.choices();
        position = match choices.pick(rng.u32(..choices.len())).expect("a choice").take() {
            Next::Position(next) => next,
            Next::Draw(pending) => {
                pending.pick(rng.u32(..pending.outcomes().len())).expect("a card")
            }
        };
    }
    positions
}
