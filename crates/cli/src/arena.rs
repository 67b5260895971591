mod progress;
mod summary;

use std::path::PathBuf;

use anyhow::Result;
use bosworth_lab::arena::{ArenaMatch, ArenaReport, Sprt};
use bosworth_lab::player::PlayerSpec;

use self::progress::ArenaProgress;
use crate::arguments::MatchArgs;
use crate::texts::Texts;
use crate::{Finding, output};

/// Play a match between two engines and estimate the difference in strength
///
/// Games are played in pairs with the same deal and the same shuffles but sides swapped. Elo, its
/// confidence interval and the SPRT use pentanomial statistics, which account for the correlation
/// within a pair. That reduces the luck of the draw, but does not remove it: once the two games
/// diverge, a card may go to the other player.
///
/// Players:
///
///   random             a random legal action
///   greedy             the action that gains the most points
///   uct:BUDGET         plain Monte Carlo tree search; nodes are playouts
///   ab:BUDGET          alpha-beta on points, at most 7 plies deep
///   tree:BUDGET        the engine, best-first search
///   star:BUDGET        the engine, full-width expectimax
///   hand:BUDGET        the engine with the handcrafted evaluation
///   net=FILE:BUDGET    the engine with a network file, for all editions
///   level:N            a level of the computer player, 1 to 8
///   "ugi:PROGRAM ARGS@BUDGET"   any UGI engine
///   "ask:PROGRAM ARGS@BUDGET"   the engine with an external evaluation (docs/training.md)
///
/// BUDGET limits the search for one action by time (200ms), nodes or playouts (1000n) or depth (d4).
/// With nodes or depth, the same seed gives the same match on any number of threads.
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
    /// Maximum number of pairs
    #[arg(long, default_value_t = 100, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    #[command(flatten)]
    conditions: MatchArgs,
    /// Append the records of all games to this file, pair by pair
    #[arg(long, value_name = "FILE.rose")]
    save: Option<PathBuf>,
    /// Stop as soon as a sequential probability ratio test (SPRT) of ELO0,ELO1, such as 0,5, is decided
    ///
    /// H0: player 1 is better by ELO0; H1: by ELO1. Both error rates are 5 %. Pairs still being
    /// played when the test stops are discarded.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Print only the result: no progress bar and no statistics of the games
    #[arg(long)]
    quiet: bool,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let held = ArenaMatch {
        players: [args.player1.clone(), args.player2.clone()],
        pairs: args.pairs,
        rules: args.conditions.rules,
        threads: args.conditions.threads(),
        seed: args.conditions.seed,
        save: args.save.clone(),
        sprt: args.sprt,
    };
    let mut progress = ArenaProgress::new(args.pairs, args.quiet, texts);
    let standing = held.play(&mut |standing| progress.show(standing))?;
    drop(progress);
    if args.json {
        output::json(&ArenaReport::of(&held, &standing))?;
        return Ok(Finding::Good);
    }
    output::text(summary::result(&held, &standing, texts))?;
    if !args.quiet {
        output::text(format_args!("\n{}", summary::statistics(&held, &standing, texts)))?;
    }
    Ok(Finding::Good)
}
