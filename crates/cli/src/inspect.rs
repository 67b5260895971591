use std::io::{self, BufRead, BufReader, Write};

use anyhow::Result;
use bosworth_rules::{GameResult, Position, Side};
use serde::Serialize;

use crate::Finding;
use crate::position_input::{self, wait_for};
use crate::texts::Texts;

/// Describe positions as JSON, for scripts
///
/// Reads positions from standard input, one per line, and writes one line for each: its legal
/// actions, the points and, once the game is over, the result (1 Red, -1 White, 0 drawn). The
/// answer to a line that is not a position is {"error":"..."}.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {}

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
}

pub(crate) fn run(_: &Args, texts: &Texts) -> Result<Finding> {
    wait_for("positions-wait", texts);
    let mut input = BufReader::new(io::stdin());
    let mut output = io::BufWriter::new(io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        writeln!(output, "{}", inspect(&line)?)?;
        line.clear();
        // Flush only when no more input is buffered: interactive callers get each answer, bulk
        // input batches.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(Finding::Good)
}

fn inspect(line: &[u8]) -> serde_json::Result<String> {
    match position_input::position(line) {
        Ok(position) => serde_json::to_string(&report(&position)),
        Err(error) => serde_json::to_string(&Fault { error: error.to_string() }),
    }
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
