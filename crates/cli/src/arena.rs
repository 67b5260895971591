mod progress;

use std::path::PathBuf;

use anyhow::Result;
use bosworth_analysis::cores;
use bosworth_lab::arena::{Match, Report, Sprt, result, statistics};
use bosworth_lab::player::PlayerSpec;
use bosworth_rules::Ruleset;

use self::progress::Progress;
use crate::{Finding, output};

/// Let two computer players play a match, and say who is better and how sure that is
///
/// Games come in pairs: both have the same deal and the same shuffles, and the players change
/// sides. Elo, its interval and the test are computed from pairs, so that the luck of the deal is
/// not taken for skill. Luck remains: once the games differ, a card may come to the other player.
///
/// A player is one of
///
///   random             does anything
///   greedy             takes the most points at once
///   uct:BUDGET         plain Monte Carlo tree search, counted in playouts
///   ab:BUDGET          alpha-beta on points, at most 7 plies deep
///   tree:BUDGET        the engine with its growing tree
///   star:BUDGET        the engine with its full-width search
///   hand:BUDGET        the engine with the evaluation made by hand
///   net=FILE:BUDGET    the engine with the network of a file, for all editions
///   level:N            a level for people, from 1 to 8
///   "ugi:PROGRAM ARGS@BUDGET"   any program that speaks UGI
///   "ask:PROGRAM ARGS@BUDGET"   the engine with values from a program (docs/training.md)
///
/// and a budget for one action is a time (200ms), nodes or playouts (1000n) or a depth (d4).
/// With nodes or depths the same seed gives the same match, on any number of threads.
///
/// Examples:
///
///   bosworth arena tree:100ms uct:100ms --pairs 200 --save match.rose
///   bosworth arena "ugi:./new engine@5000n" "ugi:./old engine@5000n" --pairs 5000 --sprt 0,5
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The player whose score is counted; Red in the first game of each pair
    player1: PlayerSpec,
    /// Its opponent
    player2: PlayerSpec,
    /// How many pairs of games, at most
    #[arg(long, default_value_t = 100, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    /// The edition, or an edition and what differs from it
    #[arg(long, default_value_t)]
    rules: Ruleset,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Where deals and players' luck begin; another number gives other games
    #[arg(long, default_value_t = 1485, value_name = "S")]
    seed: u64,
    /// Add the records of all games to this file, each pair when it is finished
    #[arg(long, value_name = "FILE.rose")]
    save: Option<PathBuf>,
    /// Stop when it is clear whether player 1 is better by ELO0 or by ELO1, such as 0,5
    ///
    /// A sequential probability ratio test on pairs, wrong in about one of 20 matches. Pairs that are
    /// under way when it stops do not count.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
    /// Say only who won: no progress and no statistics over all games
    #[arg(long)]
    quiet: bool,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    let held = Match {
        players: [args.player1.clone(), args.player2.clone()],
        pairs: args.pairs,
        rules: args.rules,
        threads: args.threads.map_or_else(cores, usize::from),
        seed: args.seed,
        save: args.save.clone(),
        sprt: args.sprt,
    };
    let mut progress = Progress::new(args.pairs, args.quiet);
    let standing = held.play(&mut |standing| progress.show(standing))?;
    drop(progress);
    if args.json {
        output::json(&Report::of(&held, &standing))?;
        return Ok(Finding::Good);
    }
    output::text(result(&held, &standing))?;
    if !args.quiet {
        output::text(format_args!("\n{}", statistics(&standing)))?;
    }
    Ok(Finding::Good)
}
