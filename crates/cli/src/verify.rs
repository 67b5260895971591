use std::path::PathBuf;

use anyhow::Result;
use bosworth_fair::{Proof, VerifyError};
use bosworth_rules::{Game, Ply, Record};
use serde::Serialize;

use crate::source::Games;
use crate::texts::Texts;
use crate::{Finding, output};

/// Verify that games were dealt and drawn from the shuffle their dealer committed to
///
/// A verifiable record has the tags Game, Commitment, `RedNonce`, `WhiteNonce` and Secret. The exit
/// code is 1 if the shuffle of any game is not proven, or if a game had to be skipped.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of one or more games; - for standard input
    #[arg(value_name = "FILE.rose", required = true)]
    files: Vec<PathBuf>,
    /// Write JSON, one line per game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    /// The file, if several were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    game: usize,
    ok: bool,
    draws: Option<usize>,
    error: Option<String>,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let games = Games::read(&args.files, texts)?;
    let mut all_good = games.is_complete();
    for game in games.games {
        let checked = verify(&game.record);
        all_good &= checked.is_ok();
        if args.json {
            let ok = checked.is_ok();
            let draws = checked.as_ref().ok().map(draws);
            let error = checked.as_ref().err().map(ToString::to_string);
            let report = Report { file: game.file, game: game.number, ok, draws, error };
            output::json(&report)?;
            continue;
        }
        let finding = match &checked {
            Ok(game) => texts.format("shuffle-good", &[("draws", draws(game).into())]),
            Err(why) => {
                let fault = texts.shuffle_fault(&game.record, why);
                texts.format("shuffle-bad", &[("fault", fault.into())])
            }
        };
        output::line(texts.labelled(&game.name(texts), &finding))?;
    }
    Ok(Finding::of(all_good))
}

fn verify(record: &Record) -> Result<Game, VerifyError> {
    Proof::of(record)?.verify(record)
}

fn draws(game: &Game) -> usize {
    game.plies().iter().filter(|ply| matches!(ply, Ply::Draw(_))).count()
}
