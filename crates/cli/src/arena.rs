mod bout;
mod elo;
mod pairs;
mod progress;
mod report;
mod sprt;
mod standing;
mod tally;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::{Context, Result, ensure};
use bosworth_engine::Random;
use bosworth_fair::{Proof, Reshuffles, Secret};
use bosworth_rules::{BySide, Ruleset, Side};

use crate::player::Player;
use crate::{Finding, output};
use bout::{Bout, Seat};
use progress::Progress;
use report::Report;
use sprt::{Decision, Sprt};
use standing::Standing;

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
    player1: Player,
    /// Its opponent
    player2: Player,
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

impl Args {
    fn names(&self) -> [String; 2] {
        [self.player1.to_string(), self.player2.to_string()]
    }

    fn threads(&self) -> u64 {
        let cores = || thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        self.threads.map_or_else(cores, u64::from).min(self.pairs)
    }
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    for player in [&args.player1, &args.player2] {
        player.check().with_context(|| format!("{player} cannot play"))?;
    }
    let archive = args.save.as_deref().map(Archive::open).transpose()?;
    let standing = hold(args, archive)?;
    if args.json {
        output::json(&Report::of(args, &standing))?;
        return Ok(Finding::Good);
    }
    output::text(report::result(args, &standing))?;
    if !args.quiet {
        output::text(format_args!("\n{}", report::statistics(&standing)))?;
    }
    Ok(Finding::Good)
}

/// A pair that is finished. Pairs are numbered from 1.
struct Finished {
    pair: u64,
    bouts: [Bout; 2],
}

/// Holds the match: threads play, this one counts.
fn hold(args: &Args, archive: Option<Archive>) -> Result<Standing> {
    let next = AtomicU64::new(1);
    let stop = Arc::new(AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, finished) = channel();
        for _ in 0..args.threads() {
            let sender = sender.clone();
            let (next, stop) = (&next, &stop);
            scope.spawn(move || play_pairs(args, next, stop, &sender));
        }
        drop(sender);
        let standing = count(args, archive, &finished);
        // Whatever is still being played is not waited for.
        stop.store(true, Ordering::Relaxed);
        standing
    })
}

/// Plays one pair after another until none is left.
fn play_pairs(args: &Args, next: &AtomicU64, stop: &Arc<AtomicBool>, finished: &Sender<Finished>) {
    let seat = |player: &Player| Seat { player: player.contestant(stop), seed: 0 };
    let mut seats = BySide { red: seat(&args.player1), white: seat(&args.player2) };
    loop {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if pair > args.pairs {
            return;
        }
        let proof = shuffle(args.seed, pair);
        [seats.red.seed, seats.white.seed] = seeds(args.seed, pair);
        let first = Bout::play(&proof, args.rules, &mut seats, Side::Red, stop);
        seats = seats.swapped();
        let second = Bout::play(&proof, args.rules, &mut seats, Side::White, stop);
        seats = seats.swapped();
        let (Some(first), Some(second)) = (first, second) else { return };
        if finished.send(Finished { pair, bouts: [first, second] }).is_err() {
            return;
        }
    }
}

/// The shuffles of a pair: the seed, the pair's number and zeros are the dealer's secret.
fn shuffle(seed: u64, pair: u64) -> Proof {
    let mut bytes = [0; 32];
    bytes[16..24].copy_from_slice(&seed.to_be_bytes());
    bytes[24..].copy_from_slice(&pair.to_be_bytes());
    let (secret, game) = (Secret::new(bytes), "arena".to_string());
    Proof {
        commitment: secret.commit(&game),
        game,
        nonces: BySide::default(),
        secret,
        reshuffles: Reshuffles::default(),
    }
}

/// What the players' luck follows from: the same in both games of a pair.
fn seeds(seed: u64, pair: u64) -> [u64; 2] {
    let mut random = Random::new(Random::new(seed).next() ^ Random::new(!pair).next());
    [random.next(), random.next()]
}

/// Counts the pairs in their order, whichever is finished first, until all are in or the test
/// is decided. So neither threads nor the length of games have a say in the result.
fn count(
    args: &Args,
    mut archive: Option<Archive>,
    finished: &Receiver<Finished>,
) -> Result<Standing> {
    let names = args.names();
    let names = [names[0].as_str(), names[1].as_str()];
    let mut standing = Standing::default();
    let mut waiting = BTreeMap::new();
    let mut progress = Progress::new(args.pairs, args.quiet);
    for done in finished {
        if let Some(archive) = &mut archive {
            archive.add(&done, names, args.seed)?;
        }
        waiting.insert(done.pair, done.bouts);
        while let Some(bouts) = waiting.remove(&(standing.pairs.len() + 1)) {
            let pair = standing.pairs.len() + 1;
            standing.add(pair, &bouts, names);
            progress.show(&standing);
            let decided = args.sprt.map(|test| test.decide(&standing.pairs));
            if decided.is_some_and(|decision| decision != Decision::Undecided) {
                return Ok(standing);
            }
        }
    }
    let counted = standing.pairs.len();
    ensure!(counted == args.pairs, "only {counted} of {} pairs were played", args.pairs);
    Ok(standing)
}

/// The file that games are saved in.
struct Archive {
    file: File,
    path: PathBuf,
}

impl Archive {
    fn open(path: &Path) -> Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write to {}", path.display()))?;
        Ok(Self { file, path: path.into() })
    }

    /// Adds both games of a pair.
    fn add(&mut self, done: &Finished, names: [&str; 2], seed: u64) -> Result<()> {
        let Finished { pair, bouts } = done;
        let proof = shuffle(seed, *pair);
        let records = (1..).zip(bouts).map(|(game, bout)| {
            format!("{}\n", bout.record(&proof, names, &format!("{pair}.{game}")))
        });
        let records: String = records.collect();
        let written = self.file.write_all(records.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("cannot save games in {}", self.path.display()))
    }
}
