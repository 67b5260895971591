use std::time::Instant;

use anyhow::{Context, Result};
use bosworth_engine::{Engine, Evaluation, HandMade, Limits, SearchKind, Settings};
use bosworth_rules::Position;
use serde::Serialize;

use crate::{Finding, output};

/// Search a fixed set of positions and print a signature and nodes a second, as JSON
///
/// The signature stands for everything the search found: a change of the engine that changes no
/// decision leaves it as it is.
#[derive(clap::Args)]
pub(crate) struct Search {
    /// How many nodes a position
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
}

#[derive(Serialize)]
struct Report {
    positions: usize,
    nodes: u64,
    signature: String,
    tree_nodes_per_s: f64,
    star_nodes_per_s: f64,
    evaluations_per_s: f64,
}

/// Positions from the middle of games to their end, in all editions.
const SUITE: &str = include_str!("../../../../suites/perft.txt");

pub(super) fn run(args: &Search) -> Result<Finding> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#'));
    let positions: Vec<Position> = lines
        .filter_map(|line| line.split_once(" ; "))
        .map(|(position, _)| position.parse().context("the suite holds positions"))
        .collect::<Result<_>>()?;
    let mut signature = 0xcbf2_9ce4_8422_2325;
    let mut rates = [0.0; 2];
    let mut all_nodes = 0;
    for (search, rate) in [SearchKind::Tree, SearchKind::Star].into_iter().zip(&mut rates) {
        let engine = Engine::new(Settings { search, ..Settings::default() });
        let (mut nodes, mut seconds) = (0, 0.0);
        for position in &positions {
            let start = Instant::now();
            let analysis = engine.analyse(position, Limits::nodes(args.nodes));
            seconds += start.elapsed().as_secs_f64();
            nodes += analysis.nodes;
            for line in &analysis.lines {
                let facts = format!("{} {:?} {}", line.action(), line.value, line.nodes);
                signature = facts.bytes().fold(signature, |sum, byte| {
                    (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                });
            }
        }
        *rate = nodes as f64 / seconds;
        all_nodes += nodes;
    }
    output::json(&Report {
        positions: positions.len(),
        nodes: all_nodes,
        signature: format!("{signature:016x}"),
        tree_nodes_per_s: rates[0],
        star_nodes_per_s: rates[1],
        evaluations_per_s: evaluations(&positions),
    })?;
    Ok(Finding::Good)
}

/// How many times a second a position is judged without looking ahead.
fn evaluations(positions: &[Position]) -> f64 {
    let evaluation = HandMade::new();
    let rounds = 20_000;
    let start = Instant::now();
    for _ in 0..rounds {
        for position in positions {
            std::hint::black_box(evaluation.evaluate(std::hint::black_box(position)));
        }
    }
    (rounds * positions.len()) as f64 / start.elapsed().as_secs_f64()
}
