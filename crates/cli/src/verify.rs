use std::path::PathBuf;

use anyhow::Result;
use bosworth_fair::{Proof, VerifyError};
use bosworth_rules::{Game, Ply, Record};
use serde::Serialize;

use clap_complete::engine::ArgValueCompleter;

use crate::arguments::files_and_saved_games;
use crate::record_files::{NumberedRecord, RecordFiles};
use crate::texts::Texts;
use crate::{Finding, output};

/// Verify that games were dealt and drawn from the shuffle their dealer committed to
///
/// A verifiable record has the tags Game, Commitment, `RedNonce`, `WhiteNonce` and Secret. The exit
/// code is 1 if the shuffle of any game is not proven, or if a game had to be skipped.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of one or more games, or saved games by number or name; - for standard input
    #[arg(
        value_name = "GAME",
        required = true,
        add = ArgValueCompleter::new(files_and_saved_games)
    )]
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
    let games = RecordFiles::read(&args.files, texts)?;
    let mut all_good = games.is_complete();
    for game in &games.games {
        let checked = verify(&game.record, &games.games);
        all_good &= checked.is_ok();
        if args.json {
            let ok = checked.is_ok();
            let draws = checked.as_ref().ok().map(draws);
            let error = checked.as_ref().err().map(ToString::to_string);
            let report = Report { file: game.file.clone(), game: game.number, ok, draws, error };
            output::json(&report)?;
            continue;
        }
        let finding = match &checked {
            Ok(played) => {
                let draws = ("draws", draws(played).into());
                let shared = Proof::of(&game.record).ok().and_then(|proof| proof.shared);
                match (unseen_hands(&game.record, &games.games), shared) {
                    (Some(other), _) => {
                        texts.format("shuffle-pile", &[draws, ("game", other.into())])
                    }
                    (None, Some(deal)) => {
                        texts.format("shuffle-shared", &[draws, ("deal", deal.into())])
                    }
                    (None, None) => texts.format("shuffle-good", &[draws]),
                }
            }
            Err(why) => {
                let fault = texts.shuffle_fault(&game.record, why);
                texts.format("shuffle-bad", &[("fault", fault.into())])
            }
        };
        output::line(texts.labelled(&game.name(texts), &finding))?;
    }
    Ok(Finding::of(all_good))
}

/// Verifies a record. If it shares its hands with another game in `games`, the hands are compared;
/// so are the starts of games that share a deal.
fn verify(record: &Record, games: &[NumberedRecord]) -> Result<Game, VerifyError> {
    let proof = Proof::of(record)?;
    let game = proof.verify(record)?;
    let shares = |other: &&Record| {
        proof.shared.is_some() && other.tag("SharedDeal") == proof.shared.as_deref()
    };
    let hands = proof.hands_of.as_deref().and_then(|id| find(games, id));
    let mut shared = games.iter().map(|game| &game.record).filter(shares);
    match hands.or_else(|| shared.find(|other| other.start != record.start)) {
        Some(other) if other.start != record.start => {
            Err(VerifyError::WrongDeal { expected: other.start })
        }
        _ => Ok(game),
    }
}

fn find<'a>(games: &'a [NumberedRecord], id: &str) -> Option<&'a Record> {
    games.iter().map(|game| &game.record).find(|record| record.tag("Game") == Some(id))
}

/// The game whose hands a record shares, if it is not in `games`.
fn unseen_hands(record: &Record, games: &[NumberedRecord]) -> Option<String> {
    let id = Proof::of(record).ok()?.hands_of?;
    find(games, &id).is_none().then_some(id)
}

fn draws(game: &Game) -> usize {
    game.plies().iter().filter(|ply| matches!(ply, Ply::Draw(_))).count()
}
