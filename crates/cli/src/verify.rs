use std::path::PathBuf;

use anyhow::Result;
use bosworth_fair::{Proof, VerifyError};
use bosworth_rules::{Game, Ply, Record};
use serde::Serialize;

use crate::texts::Texts;
use crate::{Finding, output, source};

/// Check that a game was dealt and drawn as its dealer had committed to
///
/// A checkable record has the tags Game, Commitment, `RedNonce`, `WhiteNonce` and Secret. The exit code
/// is 1 if any game's shuffle is not proven.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A .rose file with one game or more; - for standard input
    #[arg(value_name = "FILE.rose")]
    file: PathBuf,
    /// Write JSON, one line a game, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: usize,
    ok: bool,
    draws: Option<usize>,
    error: Option<String>,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let mut all_good = true;
    for (number, record) in (1..).zip(&source::records(&args.file)?) {
        let checked = verify(record);
        all_good &= checked.is_ok();
        let draws = checked.as_ref().ok().map(draws);
        let error = checked.as_ref().err().map(ToString::to_string);
        if args.json {
            let report = Report { game: number, ok: checked.is_ok(), draws, error };
            output::json(&report)?;
            continue;
        }
        let game = texts.format("game", &[("number", number.into())]);
        let finding = match error {
            None => texts.format("shuffle-good", &[("draws", draws.unwrap_or_default().into())]),
            Some(fault) => texts.format("shuffle-bad", &[("fault", fault.into())]),
        };
        output::line(format_args!("{game}: {finding}"))?;
    }
    Ok(if all_good { Finding::Good } else { Finding::Bad })
}

fn verify(record: &Record) -> Result<Game, VerifyError> {
    Proof::of(record)?.verify(record)
}

fn draws(game: &Game) -> usize {
    game.plies().iter().filter(|ply| matches!(ply, Ply::Draw(_))).count()
}
