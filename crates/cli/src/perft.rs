use anyhow::Result;
use bosworth_rules::{Next, Position, perft};

use crate::{Finding, output};

/// Count the positions that can follow on one, so many plies ahead
///
/// Every card a draw can bring counts by itself, a pass is a ply, a finished game has no
/// children. Rules that are right give the same counts everywhere.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many plies ahead
    depth: u32,
    /// The position, in quotes
    position: Position,
    /// Also print the count behind each action
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    if args.divide && args.depth > 0 {
        for choice in args.position.choices().iter() {
            let count = match choice.take() {
                Next::Position(next) => perft(&next, args.depth - 1),
                Next::Draw(pending) => {
                    pending.each().map(|(_, next)| perft(&next, args.depth - 1)).sum()
                }
            };
            output::line(format_args!("{:6} {count}", choice.action().to_string()))?;
        }
    }
    output::line(perft(&args.position, args.depth))?;
    Ok(Finding::Good)
}
