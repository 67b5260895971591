//! Evaluates 100 000 positions with every available kernel, which must be bit-identical, solves
//! those near the end, and prints a fingerprint of the values.
//!
//! `cargo xtask test` runs it natively and, compiled to WebAssembly, in Node. There nothing can
//! be printed, so the expected fingerprint is compiled in, and a mismatch panics.

use bosworth_engine::{Evaluation, Kernel, Network, Random, SearchLimits, Solver, Value};
use bosworth_rules::{Next, Position, Ruleset};

const COUNT: usize = 100_000;
/// With at most this many roses left, a position is solved.
const MAX_ROSES_TO_SOLVE: u8 = 3;
/// The node limit of the solver.
const SOLVER_NODES: u64 = 200;

fn main() {
    let networks: Vec<_> = Kernel::available()
        .into_iter()
        .map(|kernel| Network::shipped().with_kernel(kernel))
        .collect();
    let (plain, others) = networks.split_first().expect("the scalar kernel works everywhere");
    let mut fingerprint: u64 = 0xcbf2_9ce4_8422_2325;
    let mut fold = |bits: u64| fingerprint = (fingerprint ^ bits).wrapping_mul(0x0100_0000_01b3);
    let mut solver = Solver::new(1 << 20);
    positions(|position| {
        let value = plain.evaluate(position);
        for other in others {
            assert_eq!(other.evaluate(position), value, "{:?}: {position}", other.kernel());
        }
        let Value { win, margin } = value;
        for bits in [win.to_bits(), margin.to_bits()] {
            fold(u64::from(bits));
        }
        if position.supply() <= MAX_ROSES_TO_SOLVE {
            solver.clear();
            let solution = solver.solve(position, SearchLimits::nodes(SOLVER_NODES), &mut ());
            fold(solution.nodes);
            for solved in solution.actions {
                fold(solved.win_chance.to_bits());
            }
        }
    });
    let found = format!("{fingerprint:016x}");
    println!("{found}");
    if let Some(expected) = option_env!("BOSWORTH_FINGERPRINT") {
        assert_eq!(found, expected, "the values differ from the native ones");
    }
}

/// Positions of random games, cycling through the editions.
fn positions(mut see: impl FnMut(&Position)) {
    let mut random = Random::new(1485);
    let mut count = 0;
    for (_, ruleset) in Ruleset::PRESETS.into_iter().cycle() {
        let mut position = random.deal(ruleset);
        loop {
            let choices = position.choices();
            let Some(choice) = choices.pick(random.below(choices.len().max(1))) else { break };
            see(&position);
            count += 1;
            if count == COUNT {
                return;
            }
            position = match choice.take() {
                Next::Position(next) => next,
                Next::Draw(pending) => {
                    let cards = pending.outcomes().len();
                    pending.pick(random.below(cards)).unwrap_or(position)
                }
            };
        }
    }
}
