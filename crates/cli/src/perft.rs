use std::collections::BTreeMap;

use anyhow::Result;
use bosworth_rules::{Choice, Next, Position, perft};
use serde::Serialize;

use crate::{Finding, output};

/// Perft: count the leaf nodes of the game tree at a depth
///
/// Every card that can be drawn counts as a separate node, a pass is a ply, and a finished game has
/// no children. Correct rules give the same counts everywhere.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Depth in plies
    depth: u32,
    /// The position, in quotes
    position: Position,
    /// Also print the count below each action
    #[arg(long)]
    divide: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

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
    let Args { depth, position, divide, json } = args;
    let divided = || {
        let choices = if *depth > 0 { position.choices().iter().collect() } else { Vec::new() };
        choices.into_iter().map(|choice| (choice.action().to_string(), below(&choice, depth - 1)))
    };
    if *json {
        let report = Report {
            position: position.to_string(),
            depth: *depth,
            nodes: perft(position, *depth),
            divide: divide.then(|| divided().collect()),
        };
        output::json(&report)?;
        return Ok(Finding::Good);
    }
    if *divide {
        for (action, count) in divided() {
            output::line(format_args!("{action:6} {count}"))?;
        }
    }
    output::line(perft(position, *depth))?;
    Ok(Finding::Good)
}

/// The leaf nodes `depth` plies below a choice.
fn below(choice: &Choice<'_>, depth: u32) -> u64 {
    match choice.take() {
        Next::Position(next) => perft(&next, depth),
        Next::Draw(pending) => pending.each().map(|(_, next)| perft(&next, depth)).sum(),
    }
}
