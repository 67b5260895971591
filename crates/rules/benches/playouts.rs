//! Random playouts by the library and by the naive reference, side by side in one run:
//! `cargo xtask bench rules`. Absolute rates depend on the machine, the ratio hardly does.

#[path = "../tests/suite/naive.rs"]
mod naive;

use std::time::Instant;

use bosworth_rules::{BySide, Card, Next, Position, Ruleset, Score, Side};
use fastrand::Rng;
use naive::{NaiveAction, NaiveGame, NaiveRules, all_cards};

const CLASSIC: NaiveRules = NaiveRules {
    seen_by_holder: false,
    refill_at_once: false,
    either_blocked_ends: false,
    largest_breaks_ties: true,
};

fn main() {
    let mut rng = Rng::with_seed(1485);
    let naive = rate(20_000, || naive_game(&mut rng));
    let mut rng = Rng::with_seed(1485);
    let library = rate(200_000, || library_game(&mut rng));
    println!("naive    {naive:9.0} classic games a second");
    println!("library  {library:9.0} classic games a second");
    println!("ratio    {:9.1}", library / naive);

    let last: Vec<_> = (0..1000).map(|_| library_game(&mut rng)).collect();
    let scores = rate(500_000, || {
        let position = last[rng.usize(..last.len())];
        std::hint::black_box(Score::of(position.roses(Side::Red)));
    });
    println!("score    {:9.1} ns for one side of a finished game", 1e9 / scores);
}

/// Iterations per second.
fn rate<T>(times: u32, mut work: impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    for _ in 0..times {
        std::hint::black_box(work());
    }
    f64::from(times) / start.elapsed().as_secs_f64()
}

fn library_game(rng: &mut Rng) -> Position {
    let mut cards = Card::ALL;
    rng.shuffle(&mut cards);
    let hand = |cards: &[Card]| cards.iter().copied().collect();
    let hands = BySide { red: hand(&cards[..5]), white: hand(&cards[5..10]) };
    let mut position = Position::deal(hands, Side::Red, Ruleset::CLASSIC).expect("a deal");
    loop {
        let choices = position.choices();
        if choices.is_empty() {
            std::hint::black_box(position.outcome());
            return position;
        }
        position = match choices.pick(rng.u32(..choices.len())).expect("a choice").take() {
            Next::Position(next) => next,
            Next::Draw(pending) => {
                pending.pick(rng.u32(..pending.outcomes().len())).expect("an outcome")
            }
        };
    }
}

fn naive_game(rng: &mut Rng) -> usize {
    let mut cards = all_cards();
    rng.shuffle(&mut cards);
    let mut game = NaiveGame::new(cards[..5].to_vec(), cards[5..10].to_vec(), 1, CLASSIC);
    loop {
        let legal = game.legal();
        if legal.is_empty() {
            return game.leader();
        }
        let action = legal[rng.usize(..legal.len())];
        let drawn = (action == NaiveAction::Draw).then(|| {
            let cards = game.drawable();
            cards[rng.usize(..cards.len())]
        });
        game.act(action, drawn);
    }
}
