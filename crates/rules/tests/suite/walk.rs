//! Random games: the source of positions for property and differential tests.

use bosworth_rules::{
    BySide, Card, CardView, Colours, Ending, First, Game, PendingDraw, Ply, Position, Reshuffle,
    Ruleset, Side, Ties,
};
use fastrand::Rng;
use proptest::prelude::*;

/// Every combination of the six points.
pub fn all_rulesets() -> Vec<Ruleset> {
    let mut all = Vec::new();
    for bits in 0..64u32 {
        let bit = |n: u32| bits >> n & 1 == 1;
        all.push(Ruleset {
            cards: if bit(0) { CardView::Holder } else { CardView::Board },
            first: if bit(1) { First::Lot } else { First::Red },
            reshuffle: if bit(2) { Reshuffle::WhenEmptied } else { Reshuffle::WhenNeeded },
            ending: if bit(3) { Ending::EitherBlocked } else { Ending::BothBlocked },
            ties: if bit(4) { Ties::Roses } else { Ties::LargestThenRoses },
            colours: if bit(5) { Colours::RedBlue } else { Colours::RedWhite },
        });
    }
    all
}

pub fn deal(rng: &mut Rng, ruleset: Ruleset) -> Position {
    let mut cards = Card::ALL;
    rng.shuffle(&mut cards);
    let hands = BySide {
        red: cards[..5].iter().copied().collect(),
        white: cards[5..10].iter().copied().collect(),
    };
    let white_begins = ruleset.first == First::Lot && rng.bool();
    let first = if white_begins { Side::White } else { Side::Red };
    Position::deal(hands, first, ruleset).expect("five different cards each")
}

/// A random legal ply, or `None` if the game is over.
pub fn random_ply(rng: &mut Rng, position: &Position) -> Option<Ply> {
    let choices = position.choices();
    if choices.is_empty() {
        return None;
    }
    let choice = choices.pick(rng.u32(..choices.len())).expect("one of them");
    let draw = |pending: &PendingDraw| {
        let outcomes = pending.outcomes();
        outcomes.pick(rng.u32(..outcomes.len())).expect("one of them")
    };
    Some(position.act_with(choice.action(), draw).expect("a legal action").0)
}

/// A random game of at most `plies` plies.
pub fn random_game(rng: &mut Rng, ruleset: Ruleset, plies: usize) -> Game {
    let mut game = Game::new(deal(rng, ruleset));
    for _ in 0..plies {
        let Some(ply) = random_ply(rng, game.position()) else { break };
        game.push(ply).expect("a legal ply");
    }
    game
}

/// Games of any length under any ruleset, biased towards the three editions.
pub fn games() -> impl Strategy<Value = Game> {
    let presets = Ruleset::PRESETS.map(|(_, ruleset)| ruleset).to_vec();
    let ruleset = prop_oneof![
        3 => proptest::sample::select(presets),
        1 => proptest::sample::select(all_rulesets()),
    ];
    (any::<u64>(), ruleset, 0..160usize)
        .prop_map(|(seed, ruleset, plies)| random_game(&mut Rng::with_seed(seed), ruleset, plies))
}

/// Positions from such games.
pub fn positions() -> impl Strategy<Value = Position> {
    games().prop_map(|game| *game.position())
}
