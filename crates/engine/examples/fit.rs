//! Fits the weights of the hand-made evaluation to self-play games.
//!
//!     cargo run --release -p bosworth-engine --example fit -- GAMES NODES SEED
//!
//! Plays GAMES games with NODES per decision for each set of weights (one for editions that end
//! when both sides are blocked, one for those that end when either is), and writes
//! `crates/engine/src/eval/weights.rs`. Each run starts from the weights of the one before.

use std::fmt::Write as _;
use std::io::Write as _;

use bosworth_engine::{
    Engine, EngineSettings, FEATURES, Features, KNOTS, Random, SearchLimits, shares,
};
use bosworth_rules::{Action, Next, Ruleset};

const PARAMETERS: usize = FEATURES * KNOTS.len();

/// A position with the result of its game.
struct Sample {
    features: Features,
    supply: u8,
    /// 1 if the side to act won, 0.5 for a draw.
    won: f64,
    /// The margin in hundreds of points.
    margin: f64,
}

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let games = args.next().unwrap_or(10_000);
    let nodes = args.next().unwrap_or(150);
    let seed = args.next().unwrap_or(1);
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let mut text = format!(
        "//! Fitted by `cargo run --release -p bosworth-engine --example fit`: do not edit by \
         hand.\n#![allow(clippy::approx_constant, reason = \"fitted numbers may look like any other\")]\n\nuse \
         super::hand_made::Knot;\n\n/// The numbers of roses left at which the weights are \
         given.\npub const KNOTS: [u8; {}] = {KNOTS:?};\n",
        KNOTS.len()
    );
    for (name, rulesets) in [
        ("BOTH", [Ruleset::CLASSIC, Ruleset::BRETTSPIELNETZ]),
        ("EITHER", [Ruleset::KINGOFROSES; 2]),
    ] {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                std::thread::spawn(move || {
                    let mut random = Random::new(seed * 1_000_003 + worker);
                    let engine =
                        Engine::new(EngineSettings { hash: 1, ..EngineSettings::default() });
                    let mut samples = Vec::new();
                    for game in 0..games / threads {
                        let ruleset = rulesets[game as usize % 2];
                        play(&engine, ruleset, nodes, &mut random, &mut samples);
                    }
                    samples
                })
            })
            .collect();
        let samples: Vec<_> =
            workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect();
        eprintln!("{name}: {} positions", samples.len());
        let win = fit(&samples, true);
        let margin = fit(&samples, false);
        let _ =
            writeln!(text, "\n#[rustfmt::skip]\npub(super) const {name}: [Knot; KNOTS.len()] = [");
        for knot in 0..KNOTS.len() {
            let row = |weights: &[f64]| {
                let row = &weights[knot * FEATURES..(knot + 1) * FEATURES];
                row.iter().map(|weight| format!("{weight:.4}")).collect::<Vec<_>>().join(", ")
            };
            let _ = writeln!(text, "    [[{}],\n     [{}]],", row(&win), row(&margin));
        }
        text += "];\n";
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/weights.rs");
    std::fs::File::create(path).and_then(|mut file| file.write_all(text.as_bytes())).expect(path);
}

/// Plays one game, with some random actions for variety, and collects its positions.
fn play(
    engine: &Engine,
    ruleset: Ruleset,
    nodes: u64,
    random: &mut Random,
    samples: &mut Vec<Sample>,
) {
    let mut position = random.deal(ruleset);
    let mut seen = Vec::new();
    let opening = random.below(16);
    for ply in 0.. {
        let choices = position.choices();
        if choices.is_empty() {
            break;
        }
        seen.push((position.side(), position.supply(), Features::of(&position)));
        let wild = ply < opening || random.below(25) == 0;
        let action = if choices.len() == 1 || wild {
            choices.pick(random.below(choices.len())).expect("a choice").action()
        } else {
            engine.analyse(&position, SearchLimits::nodes(nodes)).best().unwrap_or(Action::Pass)
        };
        position = match position.act(action).expect("a legal action") {
            Next::Position(next) => next,
            Next::Draw(pending) => {
                seen.push((!position.side(), position.supply(), Features::of_draw(&pending)));
                pending.pick(random.below(pending.outcomes().len())).expect("a card")
            }
        };
    }
    let scores = position.scores();
    let winner = position.outcome().expect("an outcome").winner();
    for (side, supply, features) in seen {
        let margin = f64::from(scores[side].points) - f64::from(scores[!side].points);
        let won = winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        samples.push(Sample { features, supply, won, margin: margin / 100.0 });
    }
}

/// The sparse regressors of a sample: parameter indices and values.
fn inputs(sample: &Sample) -> Vec<(usize, f64)> {
    let mut inputs = Vec::with_capacity(2 * FEATURES);
    for (knot, share) in shares(sample.supply) {
        for (feature, value) in sample.features.0.iter().enumerate() {
            if share != 0.0 && *value != 0.0 {
                inputs.push((knot * FEATURES + feature, f64::from(share * value)));
            }
        }
    }
    inputs
}

/// Ridge regression: logistic on the result, by Newton's method, or linear on the margin.
fn fit(samples: &[Sample], logistic: bool) -> Vec<f64> {
    let mut weights = vec![0.0; PARAMETERS];
    for round in 0..if logistic { 8 } else { 1 } {
        let mut matrix = vec![vec![0.0; PARAMETERS]; PARAMETERS];
        let mut slope = vec![0.0; PARAMETERS];
        let mut loss = 0.0;
        for sample in samples {
            let inputs = inputs(sample);
            let sum: f64 = inputs.iter().map(|(place, value)| weights[*place] * value).sum();
            let (error, curve) = if logistic {
                let chance = 1.0 / (1.0 + (-sum).exp());
                loss -= sample.won * chance.max(1e-9).ln()
                    + (1.0 - sample.won) * (1.0 - chance).max(1e-9).ln();
                (sample.won - chance, (chance * (1.0 - chance)).max(1e-4))
            } else {
                loss += (sample.margin - sum).powi(2);
                (sample.margin - sum, 1.0)
            };
            for &(row, value) in &inputs {
                slope[row] += error * value;
                for &(column, other) in &inputs {
                    matrix[row][column] += curve * value * other;
                }
            }
        }
        let ridge = 20.0;
        for (n, row) in matrix.iter_mut().enumerate() {
            row[n] += ridge;
            slope[n] -= ridge * weights[n];
        }
        for (weight, step) in weights.iter_mut().zip(solve(matrix, slope)) {
            *weight += step;
        }
        eprintln!("  round {round}: loss {:.5}", loss / samples.len() as f64);
    }
    weights
}

/// Solves a positive definite system by Gaussian elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            if factor == 0.0 {
                continue;
            }
            let (above, below) = matrix.split_at_mut(row);
            for (value, other) in below[0].iter_mut().zip(&above[pivot]).skip(pivot) {
                *value -= factor * other;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}
