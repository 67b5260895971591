//! Prints positions near the end of self-play games, one per line, for `cargo xtask certificates`.
//!
//! ```sh
//! cargo run --release -p bosworth-engine --example endings -- 1000 1
//! ```
//!
//! The arguments are the number of positions and the seed of the first game. The editions take
//! turns; of each game, the first position is printed in which a random number of roses is left,
//! from one to three.

use bosworth_engine::{Engine, EngineSettings, Random, SearchLimits};
use bosworth_rules::{Next, Position, Ruleset};

/// Nodes per action.
const NODES: u64 = 40;
/// One of eight actions is random, so that games differ.
const ACTIONS_PER_RANDOM_ACTION: u32 = 8;

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [count, seed] = &args[..] else {
        return eprintln!("arguments: COUNT SEED; see the source");
    };
    let count: usize = count.parse().expect("a number");
    let seed: u64 = seed.parse().expect("a seed");
    let engine = Engine::new(EngineSettings { hash: 16, ..EngineSettings::default() });
    let editions = [Ruleset::CLASSIC, Ruleset::BRETTSPIELNETZ].into_iter().cycle();
    let games = (seed..).zip(editions).map(|(seed, edition)| ending(&engine, edition, seed));
    for position in games.flatten().take(count) {
        println!("{position}");
    }
}

/// A position near the end of a game, if it comes that far.
fn ending(engine: &Engine, edition: Ruleset, seed: u64) -> Option<Position> {
    let mut random = Random::new(seed);
    let supply = 1 + random.below(3) as u8;
    let mut position = Random::new(!seed).deal(edition);
    while !position.is_over() {
        if position.supply() == supply && position.actions().len() > 1 {
            return Some(position);
        }
        let choices = position.choices();
        let choice = if random.below(ACTIONS_PER_RANDOM_ACTION) == 0 {
            choices.pick(random.below(choices.len()))?
        } else {
            let best = engine.analyse(&position, SearchLimits::nodes(NODES)).best()?;
            position.choose(best).ok()?
        };
        position = match choice.take() {
            Next::Position(next) => next,
            Next::Draw(pending) => pending.pick(random.below(pending.outcomes().len()))?,
        };
    }
    None
}
