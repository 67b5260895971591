use anyhow::{Context, Result};
use bosworth_fair::{Nonce, Proof, Secret};
use bosworth_rules::{BySide, Game, GivenHandicap, Record, Ruleset};
use serde::Serialize;

use crate::arguments::RulesParser;
use crate::texts::Texts;
use crate::{Finding, board, output};

/// Deal a game from a seed, reproducibly
///
/// The seed is the dealer's secret in the fair shuffle: together with the name of the game and a
/// nonce from each player it determines the deal and the order of the whole pile.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// 1 to 64 hexadecimal digits [default: random]
    #[arg(long, value_name = "HEX")]
    seed: Option<Secret>,
    /// Edition, or rules such as classic:ending=either
    #[arg(long, default_value_t, value_parser = RulesParser)]
    rules: Ruleset,
    /// Handicap, such as white:heroes=2,cards=4 or red:roses=1,second
    #[arg(long)]
    handicap: Option<GivenHandicap>,
    /// Name of the game
    #[arg(long, default_value = "")]
    game: String,
    /// Red's nonce
    #[arg(long, default_value = "", value_name = "TEXT")]
    red_nonce: Nonce,
    /// White's nonce
    #[arg(long, default_value = "", value_name = "TEXT")]
    white_nonce: Nonce,
    /// Write JSON
    #[arg(long, conflicts_with = "record")]
    json: bool,
    /// Write the start of a record that `bosworth verify` can check
    #[arg(long)]
    record: bool,
}

#[derive(Serialize)]
struct Report {
    seed: String,
    commitment: String,
    game: String,
    position: String,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let secret = args.seed.clone().map_or_else(random_secret, Ok)?;
    let nonces = BySide { red: args.red_nonce.clone(), white: args.white_nonce.clone() };
    let proof = Proof::of_dealer(secret, &args.game).with_handicap(args.handicap);
    let proof = Proof { nonces, ..proof };
    let (start, _) = proof.deal(args.rules);
    if args.json {
        let report = Report {
            seed: proof.secret.to_string(),
            commitment: proof.commitment.to_string(),
            game: proof.game,
            position: start.to_string(),
        };
        output::json(&report)?;
    } else if args.record {
        let mut record = Record::of(&Game::new(start));
        proof.write(&mut record);
        output::text(record)?;
    } else {
        output::text(board::board_text(&start, texts))?;
        output::line(texts.format("position", &[("text", start.to_string().into())]))?;
        output::line(texts.format("seed", &[("seed", proof.secret.to_string().into())]))?;
    }
    Ok(Finding::Good)
}

/// A secret from the system's random number generator.
pub(crate) fn random_secret() -> Result<Secret> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("cannot get random numbers from the system")?;
    Ok(Secret::new(bytes))
}
