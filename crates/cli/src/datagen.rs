mod progress;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use bosworth_analysis::cores;
use bosworth_lab::datagen::{SelfPlay, SelfPlaySettings, Values};
use bosworth_rules::Ruleset;

use self::progress::DatagenProgress;
use crate::arguments::RulesParser;
use crate::texts::Texts;
use crate::{Finding, output};

/// Generate training data by self-play
///
/// For variety, games begin with a few random actions, and the engine sometimes explores. The file
/// gets every position with a choice, and a few positions from the search tree, each with its search
/// value and the result of the game; docs/training.md describes the format. The same seed generates
/// the same games, in any order. Games missing from an existing file are added to it, so that an
/// interrupted run can be resumed.
///
/// Example:
///
///   bosworth datagen classic.games --games 10000 --nodes 160
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Output file
    file: PathBuf,
    /// Total number of games in the file when done
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes per action
    #[arg(long, default_value_t = 160, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    nodes: u32,
    /// Maximum number of positions to keep from each search tree
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(..=200))]
    keep: u32,
    /// Minimum number of visits of a position kept from a search tree
    #[arg(long, default_value_t = 8, value_name = "N")]
    seen: u32,
    /// Edition, or rules such as classic:ending=either
    #[arg(long, default_value_t, value_parser = RulesParser)]
    rules: Ruleset,
    /// Network file, or "hand" for the handcrafted evaluation [default: the built-in network]
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// Evaluate positions with an external program, such as a large network on a GPU; see
    /// docs/training.md
    #[arg(long, value_name = "PROGRAM ARGS", conflicts_with = "net")]
    ask: Option<String>,
    /// Number of games to play concurrently [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Random seed
    #[arg(long, default_value_t = 1485)]
    seed: u64,
    /// Stop after this many seconds, finishing the games in progress
    #[arg(long)]
    seconds: Option<f64>,
    /// Show no progress bar
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

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    ensure!(args.seconds.is_none_or(|seconds| seconds > 0.0), "--seconds must be above 0");
    let plan = SelfPlay {
        file: args.file.clone(),
        games: args.games,
        terms: SelfPlaySettings {
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
    let mut progress = DatagenProgress::new(args.quiet);
    let done = plan.run(&mut |done, wanted| progress.show(done.games, wanted, done.samples))?;
    drop(progress);
    let values = [
        ("file", args.file.display().to_string().into()),
        ("before", done.before.into()),
        ("games", done.games.into()),
        ("positions", done.samples.into()),
    ];
    output::line(texts.format("datagen-done", &values))?;
    Ok(Finding::Good)
}
