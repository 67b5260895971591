mod archive;
mod game;
mod progress;
mod sample;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use bosworth_engine::{Engine, Judge, Settings};
use bosworth_rules::Ruleset;

use crate::player::{Oracle, network};
use crate::{Finding, output};
pub(crate) use archive::Reader;
use archive::{Archive, Header};
pub(crate) use game::Played;
use game::Terms;
use progress::Progress;
pub(crate) use sample::{Kind, Sample, squares};

/// Play games of the engine against itself and keep what was learnt, to train a network
///
/// The games begin with a few random actions and have some more that are not the best ones, so that
/// they differ. Of each position with a choice, and of a few that were looked at before choosing, the
/// file keeps the position, its value and what became of it: docs/training.md says how. The same seed
/// gives the same games, in any order. If the file is there already, only games that it lacks are
/// added: an interrupted run can be started again.
///
/// Example:
///
///   bosworth datagen classic.games --games 10000 --nodes 160
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The file
    file: PathBuf,
    /// How many games the file is to have in the end
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes an action
    #[arg(long, default_value_t = 160, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    nodes: u32,
    /// Positions that were only looked at, for each action, at most
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(..=200))]
    keep: u32,
    /// How often they must have been looked at
    #[arg(long, default_value_t = 8, value_name = "N")]
    seen: u32,
    /// The edition, or an edition and what differs from it
    #[arg(long, default_value_t)]
    rules: Ruleset,
    /// The network of a file, or "hand" for the evaluation made by hand [default: the shipped one]
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// Ask a program for values instead, such as a large network on a GPU: docs/training.md
    #[arg(long, value_name = "PROGRAM ARGS", conflicts_with = "net")]
    ask: Option<String>,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Another number gives other games
    #[arg(long, default_value_t = 1485)]
    seed: u64,
    /// Stop after so many seconds, games under way being finished
    #[arg(long)]
    seconds: Option<f64>,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

impl Args {
    fn engine(&self, oracle: Option<&Oracle>) -> Result<Engine> {
        let settings = Settings { hash: 1, ..Settings::default() };
        if let Some(oracle) = oracle {
            return Ok(Engine::with(oracle.evaluation()?, settings));
        }
        Ok(match self.net.as_deref() {
            None => Engine::new(settings),
            Some("hand") => Engine::new(Settings { judge: Judge::HandMade, ..settings }),
            Some(path) => Engine::with(network(path.as_ref())?, settings),
        })
    }

    fn terms(&self) -> Terms {
        Terms {
            ruleset: self.rules,
            nodes: self.nodes,
            keep: self.keep,
            seen: self.seen,
            seed: self.seed,
        }
    }

    fn header(&self) -> Header {
        Header { nodes: self.nodes, seed: self.seed, ruleset: self.rules }
    }
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    ensure!(args.seconds.is_none_or(|seconds| seconds > 0.0), "--seconds is a time above 0");
    let (mut archive, done) = Archive::open(&args.file, &args.header())?;
    let wanted: Vec<_> = (0..args.games).filter(|number| !done.contains(number)).collect();
    let threads = args.threads.map_or_else(
        || thread::available_parallelism().map_or(1, |cores| cores.get()),
        usize::from,
    );
    let oracle = args.ask.as_deref().map(Oracle::new);
    let engines = (0..threads).map(|_| args.engine(oracle.as_ref())).collect::<Result<Vec<_>>>()?;
    let deadline = args.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let next = AtomicU64::new(0);
    let written = thread::scope(|scope| {
        let (sender, finished) = channel();
        for engine in engines {
            let (sender, next, wanted) = (sender.clone(), &next, &wanted);
            scope.spawn(move || {
                while deadline.is_none_or(|deadline| Instant::now() < deadline) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&number) = wanted.get(place as usize) else { return };
                    let played = Played::play(&engine, args.terms(), number);
                    if sender.send(played).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        write(&mut archive, &finished, wanted.len() as u64, args.quiet)
    })?;
    output::line(format_args!(
        "{}: {} games before, {} games and {} positions more",
        args.file.display(),
        done.len(),
        written.games,
        written.samples
    ))?;
    Ok(Finding::Good)
}

/// What was added to a file.
#[derive(Clone, Copy, Default)]
struct Written {
    games: u64,
    samples: u64,
}

fn write(
    archive: &mut Archive,
    finished: &Receiver<Played>,
    games: u64,
    quiet: bool,
) -> Result<Written> {
    let mut written = Written::default();
    let mut progress = Progress::new(games, quiet);
    for played in finished {
        archive.add(&played)?;
        written.games += 1;
        written.samples += played.samples.len() as u64;
        progress.show(written.games, written.samples);
    }
    archive.finish()?;
    Ok(written)
}
