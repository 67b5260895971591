use std::hint::black_box;
use std::time::Instant;

use anyhow::{Context, Result};
use bosworth_engine::{
    Engine, EngineSettings, Evaluation, HandMade, Network, SearchKind, SearchLimits,
};
use bosworth_rules::{Next, Position};
use serde::Serialize;

/// The results and the speed of a search over the suite.
#[derive(Serialize)]
pub struct SearchReport {
    positions: usize,
    nodes: u64,
    signature: String,
    tree_nodes_per_s: f64,
    star_nodes_per_s: f64,
    /// Each position evaluated from scratch.
    evaluations_per_s: f64,
    /// All successors of a position evaluated together, as the tree search does.
    evaluations_together_per_s: f64,
    hand_made_evaluations_per_s: f64,
    kernel: String,
    network: String,
}

/// Positions from the middle of games to their end, in all editions.
const SUITE: &str = include_str!("../../../../suites/perft.txt");

/// Searches a fixed set of positions with `nodes` nodes each, reporting progress. The signature is
/// a hash of the results: a non-functional change of the engine leaves it unchanged.
pub fn search(nodes: u64, on_position: &mut dyn FnMut(usize, usize)) -> Result<SearchReport> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#'));
    let positions: Vec<Position> = lines
        .filter_map(|line| line.split_once(" ; "))
        .map(|(position, _)| position.parse().context("the suite holds positions"))
        .collect::<Result<_>>()?;
    let mut signature = 0xcbf2_9ce4_8422_2325;
    let mut rates = [0.0; 2];
    let mut all_nodes = 0;
    let mut done = 0;
    for (search, rate) in [SearchKind::Tree, SearchKind::Star].into_iter().zip(&mut rates) {
        let engine = Engine::new(EngineSettings { search, ..EngineSettings::default() });
        let (mut seen, mut seconds) = (0, 0.0);
        for position in &positions {
            let start = Instant::now();
            let analysis = engine.analyse(position, SearchLimits::nodes(nodes));
            seconds += start.elapsed().as_secs_f64();
            seen += analysis.nodes;
            done += 1;
            on_position(done, 2 * positions.len());
            for line in &analysis.lines {
                let facts = format!("{} {:?} {}", line.action(), line.value, line.nodes);
                signature = facts.bytes().fold(signature, |sum, byte| {
                    (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                });
            }
        }
        *rate = seen as f64 / seconds;
        all_nodes += seen;
    }
    Ok(SearchReport {
        positions: positions.len(),
        nodes: all_nodes,
        signature: format!("{signature:016x}"),
        tree_nodes_per_s: rates[0],
        star_nodes_per_s: rates[1],
        evaluations_per_s: evaluations(&Network::shipped(), &positions),
        evaluations_together_per_s: together(&Network::shipped(), &positions),
        hand_made_evaluations_per_s: evaluations(&HandMade::new(), &positions),
        kernel: format!("{:?}", Network::shipped().kernel()),
        network: Network::shipped().name(),
    })
}

/// Static evaluations a second.
fn evaluations(evaluation: &impl Evaluation, positions: &[Position]) -> f64 {
    let rounds = 20_000;
    let start = Instant::now();
    for _ in 0..rounds {
        for position in positions {
            black_box(evaluation.evaluate(black_box(position)));
        }
    }
    (rounds * positions.len()) as f64 / start.elapsed().as_secs_f64()
}

/// Static evaluations a second when all successors of a position, actions and cards, are evaluated
/// together.
fn together(evaluation: &impl Evaluation, positions: &[Position]) -> f64 {
    let rounds = 2_000;
    let (mut values, mut count) = (Vec::new(), 0);
    let start = Instant::now();
    for _ in 0..rounds {
        for position in positions {
            let nexts: Vec<_> =
                position.choices().iter().map(|choice| (choice.action(), choice.take())).collect();
            values.clear();
            evaluation.evaluate_acted(position, &nexts, &mut values);
            for (_, next) in &nexts {
                if let Next::Draw(pending) = next {
                    let drawn: Vec<_> = pending.each().collect();
                    evaluation.evaluate_drawn(pending, &drawn, &mut values);
                }
            }
            count += black_box(&values).len();
        }
    }
    count as f64 / start.elapsed().as_secs_f64()
}
