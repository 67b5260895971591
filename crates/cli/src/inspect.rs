use std::io::{BufWriter, Write};

use anyhow::Result;
use bosworth_rules::{GameResult, Position, Side};
use serde::Serialize;

use crate::position_input::PositionInput;
use crate::texts::Texts;
use crate::{Finding, output};

/// Describe positions as JSON, for scripts
///
/// Writes one line for each position: its legal actions, the points and, once the game is over, the
/// result (1 Red, -1 White, 0 drawn). The answer to a line that is not a position is
/// {"error":"...","field":"..."}; empty lines are skipped.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The position, in quotes, or a saved game by number or name; - reads positions from standard
    /// input, one per line
    #[arg(default_value = "-")]
    position: PositionInput,
}

#[derive(Serialize)]
struct Report {
    position: String,
    legal: Vec<String>,
    over: bool,
    red: u32,
    white: u32,
    result: Option<i8>,
}

#[derive(Serialize)]
struct Fault {
    error: String,
    /// The field of the position that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let mut output = BufWriter::new(output::stdout());
    args.position.each_line(texts, &mut |line| {
        let answer = match line.position {
            Ok(position) => serde_json::to_string(&report(&position)),
            Err(fault) => serde_json::to_string(&Fault {
                error: fault.to_string(),
                field: fault.field().map(|field| field.to_string()),
            }),
        };
        writeln!(output, "{}", answer?)?;
        // Interactive callers get each answer; bulk input is written in large parts.
        if line.is_last_read {
            output.flush()?;
        }
        Ok(())
    })?;
    output.flush()?;
    Ok(Finding::Good)
}

fn report(position: &Position) -> Report {
    let mut legal: Vec<_> = position.actions().iter().map(|action| action.to_string()).collect();
    legal.sort();
    let scores = position.scores();
    let result = match GameResult::of(position) {
        GameResult::Unfinished => None,
        GameResult::Won(Side::Red) => Some(1),
        GameResult::Won(Side::White) => Some(-1),
        GameResult::Drawn => Some(0),
    };
    Report {
        position: position.to_string(),
        legal,
        over: result.is_some(),
        red: scores.red.points,
        white: scores.white.points,
        result,
    }
}
