use std::collections::BTreeMap;

use anyhow::Result;
use bosworth_rules::{Next, Position, perft};
use serde::Serialize;

use crate::position_input::parse_argument;
use crate::progress_bar::ProgressBar;
use crate::{Finding, output};

/// Perft: count the leaf nodes of the game tree at a depth
///
/// Every card that can be drawn counts as a separate node, a pass is a ply, and a finished game has
/// no children. Correct rules give the same counts everywhere. Every ply takes about six times as
/// long as the one before; on a terminal a progress bar shows how far the count is.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=MAX_DEPTH))]
    depth: u32,
    /// The position, in quotes
    #[arg(value_parser = parse_argument)]
    position: Position,
    /// Also print the count below each action
    #[arg(long)]
    divide: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Deeper trees have more leaves than a lifetime can count.
const MAX_DEPTH: i64 = 24;

#[derive(Serialize)]
struct Report {
    position: String,
    depth: u32,
    nodes: u64,
    /// The nodes below each action.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    let Args { depth, ref position, divide, json } = *args;
    let counts = counts(position, depth);
    let nodes = if depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
    if json {
        let position = position.to_string();
        let divide = divide.then(|| counts.into_iter().collect());
        output::json(&Report { position, depth, nodes, divide })?;
        return Ok(Finding::Good);
    }
    if divide {
        for (action, count) in counts {
            output::line(format_args!("{action:6} {count}"))?;
        }
    }
    output::line(nodes)?;
    Ok(Finding::Good)
}

/// The leaf nodes below each action, with progress by what is two plies below.
fn counts(position: &Position, depth: u32) -> Vec<(String, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let choices: Vec<_> = position.choices().iter().collect();
    let below: Vec<Vec<Position>> = choices.iter().map(|choice| after(choice.take())).collect();
    let parts = below.iter().flatten().map(|next| next.choices().len() as usize).sum();
    let mut progress = ProgressBar::new("perft", parts);
    let mut done = 0;
    let mut count = |next: &Position| {
        let Some(rest) = rest.checked_sub(1) else { return 1 };
        let mut nodes = 0;
        for choice in next.choices().iter() {
            nodes += after(choice.take()).iter().map(|next| perft(next, rest)).sum::<u64>();
            done += 1;
            progress.show(done);
        }
        nodes
    };
    choices
        .iter()
        .zip(&below)
        .map(|(choice, nexts)| (choice.action().to_string(), nexts.iter().map(&mut count).sum()))
        .collect()
}

/// The positions that an action leads to: one, or one for each card that may be drawn.
fn after(next: Next) -> Vec<Position> {
    match next {
        Next::Position(next) => vec![next],
        Next::Draw(pending) => pending.each().map(|(_, next)| next).collect(),
    }
}
