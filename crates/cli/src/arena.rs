pub(crate) mod crosstable;
mod progress;
mod summary;

use std::path::PathBuf;

use anyhow::{Result, ensure};
use bosworth_lab::arena::{
    ArenaMatch, ArenaReport, ArenaStandings, CrosstableReport, Sprt, read_openings,
};
use bosworth_lab::player::PlayerSpec;

use self::progress::ArenaProgress;
use crate::arguments::MatchArgs;
use crate::interrupt::Interrupt;
use crate::texts::Texts;
use crate::{Finding, output};

/// Play a match between engines and estimate the differences in strength
///
/// Games are played in pairs with the same deal and the same shuffles but sides swapped. Elo, its
/// confidence interval and the SPRT use pentanomial statistics, which account for the correlation
/// within a pair. That reduces the luck of the draw, but does not remove it: once the two games
/// diverge, a card may go to the other player. More than two players all meet each other; their
/// ratings and a crosstable are printed. Ctrl-C prints the statistics so far.
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
///   bosworth arena level:1 level:2 level:3 greedy --pairs 50 --save all.rose --resume
///   bosworth arena "ugi:./new engine@5000n" "ugi:./old engine@5000n" --pairs 5000 --sprt 0,5
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Players, at least two. Of two, the score of the first is counted
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<PlayerSpec>,
    /// Maximum number of pairs of games between each two players
    #[arg(long, default_value_t = 100, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    #[command(flatten)]
    conditions: MatchArgs,
    /// Append the records of all games to this file, pair by pair
    #[arg(long, value_name = "FILE.rose")]
    save: Option<PathBuf>,
    /// Continue an interrupted match: count the games in the file of --save instead of playing them
    #[arg(long, requires = "save")]
    resume: bool,
    /// Begin games from the positions in this file, one after the other, instead of dealing: a position
    /// on each line, or records
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
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
    ensure!(args.sprt.is_none() || args.players.len() == 2, "--sprt needs exactly two players");
    let rules = args.conditions.rules;
    let openings = args.openings.as_deref().map(|path| read_openings(path, rules)).transpose()?;
    let held = ArenaMatch {
        players: args.players.clone(),
        pairs: args.pairs,
        rules,
        openings: openings.unwrap_or_default(),
        threads: args.conditions.threads(),
        seed: args.conditions.seed,
        save: args.save.clone(),
        resume: args.resume,
        sprt: args.sprt,
    };
    let count = args.players.len() as u64;
    let all = args.pairs.saturating_mul(count * (count - 1) / 2);
    let mut progress = ArenaProgress::new(all, args.quiet, texts);
    let interrupt = Interrupt::new()?;
    let standings = interrupt
        .during(|| held.play(&interrupt.stop, &mut |standings| progress.show(standings)))?;
    drop(progress);
    print(args, &held, &standings, texts)?;
    if !interrupt.stop.is_stopped() {
        return Ok(Finding::Good);
    }
    let values = [("done", standings.pairs().into()), ("pairs", all.into())];
    output::note(texts.format("arena-interrupted", &values));
    Ok(Finding::Interrupted)
}

fn print(args: &Args, held: &ArenaMatch, standings: &ArenaStandings, texts: &Texts) -> Result<()> {
    let [pairing] = &standings.pairings[..] else {
        if args.json {
            return Ok(output::json(&CrosstableReport::of(held, standings))?);
        }
        return Ok(output::text(summary::of_many(held, standings, texts))?);
    };
    let standing = &pairing.standing;
    if args.json {
        return Ok(output::json(&ArenaReport::of(held, standing))?);
    }
    output::text(summary::result(held, standing, texts))?;
    if !args.quiet {
        output::text(format_args!("\n{}", summary::statistics(held, standing, texts)))?;
    }
    Ok(())
}
