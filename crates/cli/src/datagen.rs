mod progress;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use bosworth_analysis::cores;
use bosworth_lab::datagen::{DataFormat, SelfPlay, SelfPlaySettings, SelfPlayer, Values};
use bosworth_rules::Ruleset;
use clap::ValueEnum;

pub(crate) use self::progress::DatagenProgress;
use crate::arguments::RulesParser;
use crate::interrupt::Interrupt;
use crate::texts::Texts;
use crate::version::version;
use crate::{Finding, output};

/// Generate training data by self-play
///
/// For variety, games begin with a few random actions, and the engine sometimes explores. The file
/// gets every position with a choice, with its search value and the result of the game, in a format
/// for `bosworth inputs` or as rows for data tools; docs/training.md describes both. The same seed
/// generates the same games, in any order. Games missing from an existing file are added to it, so
/// that an interrupted run can be resumed. Ctrl-C finishes the games in progress.
///
/// Examples:
///
///   bosworth datagen classic.games --games 10000 --nodes 160
///   bosworth datagen classic.csv --games 100
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Output file; with --format parquet a folder
    file: PathBuf,
    /// Format of the output [default: the one that FILE ends with, such as .csv; otherwise games]
    #[arg(long, value_enum)]
    format: Option<FormatName>,
    /// Total number of games in the file when done
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes per action
    #[arg(long, default_value_t = 160, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    nodes: u32,
    /// Maximum number of positions to keep from each search tree, with --format games [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=200))]
    keep: Option<u32>,
    /// Minimum number of visits of a position kept from a search tree [default: 8]
    #[arg(long, value_name = "N")]
    seen: Option<u32>,
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// Compact and binary, for bosworth inputs
    Games,
    /// A line of JSON for each decision
    Jsonl,
    /// A line of comma-separated values for each decision, below one with their names
    Csv,
    /// A folder of Parquet files with a row for each decision
    Parquet,
}

impl From<FormatName> for DataFormat {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Games => Self::Games,
            FormatName::Jsonl => Self::Jsonl,
            FormatName::Csv => Self::Csv,
            FormatName::Parquet => Self::Parquet,
        }
    }
}

impl Args {
    fn format(&self) -> FormatName {
        let ending = self.file.extension().and_then(|ending| ending.to_str());
        let named = ending.and_then(|ending| FormatName::from_str(ending, true).ok());
        self.format.or(named).unwrap_or(FormatName::Games)
    }

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
    let format = args.format();
    let rows = format != FormatName::Games;
    ensure!(
        !rows || (args.keep.is_none() && args.seen.is_none()),
        "--keep and --seen need --format games: positions that were not played have no result"
    );
    let plan = SelfPlay {
        file: args.file.clone(),
        format: format.into(),
        program: format!("bosworth {}", version()),
        games: args.games,
        terms: SelfPlaySettings {
            ruleset: args.rules,
            nodes: args.nodes,
            keep: if rows { 0 } else { args.keep.unwrap_or(3) },
            seen: args.seen.unwrap_or(8),
            seed: args.seed,
            player: SelfPlayer::Varied,
        },
        values: args.values(),
        threads: args.threads.map_or_else(cores, usize::from),
        time: args.seconds.map(Duration::from_secs_f64),
    };
    let mut progress = DatagenProgress::new(args.quiet);
    let interrupt = Interrupt::new()?;
    let done = interrupt.during(|| {
        plan.run(&interrupt.stop, &mut |done, wanted| {
            progress.show(done.games, wanted, done.samples);
        })
    })?;
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
