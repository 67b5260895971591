mod progress;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use bosworth_analysis::cores;
use bosworth_lab::datagen::{SelfPlay, Terms, Values};
use bosworth_rules::Ruleset;

use self::progress::Progress;
use crate::{Finding, output};

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
    fn values(&self) -> Values {
        match (&self.ask, self.net.as_deref()) {
            (Some(command), _) => Values::Program(command.clone()),
            (None, None) => Values::Shipped,
            (None, Some("hand")) => Values::HandMade,
            (None, Some(path)) => Values::File(path.into()),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    ensure!(args.seconds.is_none_or(|seconds| seconds > 0.0), "--seconds is a time above 0");
    let plan = SelfPlay {
        file: args.file.clone(),
        games: args.games,
        terms: Terms {
            ruleset: args.rules,
            nodes: args.nodes,
            keep: args.keep,
            seen: args.seen,
            seed: args.seed,
        },
        values: args.values(),
        threads: args.threads.map_or_else(cores, usize::from),
        time: args.seconds.map(Duration::from_secs_f64),
    };
    let mut progress = Progress::new(args.quiet);
    let done = plan.run(&mut |done, wanted| progress.show(done.games, wanted, done.samples))?;
    drop(progress);
    output::line(format_args!(
        "{}: {} games before, {} games and {} positions more",
        args.file.display(),
        done.before,
        done.games,
        done.samples
    ))?;
    Ok(Finding::Good)
}
