//! Evaluates two million positions as the tree does, all successors of a position in one batch,
//! after checking that the fastest kernel is bit-identical to the scalar one.
//!
//! To compare the speed of processors, including WebAssembly:
//!
//! ```sh
//! time cargo run --release -p bosworth-engine --example evaluations
//! RUSTFLAGS="-C target-feature=+simd128" cargo build --release -p bosworth-engine \
//!     --example evaluations --target wasm32-unknown-unknown
//! node -e 'WebAssembly.instantiate(fs.readFileSync(process.argv[1])).then(({instance}) => {
//!     const start = performance.now(); instance.exports.main();
//!     console.log(2e9 / (performance.now() - start), "evaluations a second") })' \
//!     target/wasm32-unknown-unknown/release/examples/evaluations.wasm
//! ```

use std::hint::black_box;

use bosworth_engine::{Evaluation, Kernel, Network, Random};
use bosworth_rules::{Next, Position, Ruleset};

const COUNT: usize = 2_000_000;

fn main() {
    let network = Network::shipped();
    let positions = positions();
    let plain = network.clone().with_kernel(Kernel::Plain);
    for position in &positions {
        assert_eq!(network.evaluate(position), plain.evaluate(position), "{position}");
    }
    let (mut values, mut done) = (Vec::new(), 0);
    for position in positions.iter().cycle() {
        values.clear();
        let nexts: Vec<_> =
            position.choices().iter().map(|choice| (choice.action(), choice.take())).collect();
        network.evaluate_acted(position, &nexts, &mut values);
        for (_, next) in &nexts {
            if let Next::Draw(pending) = next {
                let drawn: Vec<_> = pending.each().collect();
                network.evaluate_drawn(pending, &drawn, &mut values);
            }
        }
        done += black_box(&values).len();
        if done >= COUNT {
            return;
        }
    }
}

/// A few thousand positions from random games.
fn positions() -> Vec<Position> {
    let mut random = Random::new(1485);
    let mut positions = Vec::new();
    for _ in 0..40 {
        let mut position = random.deal(Ruleset::CLASSIC);
        loop {
            let choices = position.choices();
            let Some(choice) = choices.pick(random.below(choices.len().max(1))) else { break };
            positions.push(position);
            position = match choice.take() {
                Next::Position(next) => next,
                Next::Draw(pending) => {
                    let cards = pending.outcomes().len();
                    pending.pick(random.below(cards)).unwrap_or(position)
                }
            };
        }
    }
    positions
}
