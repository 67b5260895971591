use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use bosworth_engine::Level;
use bosworth_lab::study::StudyRun;

use crate::arguments::{MatchArgs, level};
use crate::datagen::DatagenProgress;
use crate::interrupt::Interrupt;
use crate::texts::Texts;
use crate::version::version;
use crate::{Finding, output};

/// Play games and keep what the engine thinks of every position
///
/// Writes a folder of Parquet files with a row for each position. The engine plays both sides, or
/// one of the levels does, and the engine judges every ply as in a review. The same seed gives the
/// same games, whatever the number of threads. Games missing from an existing folder are added to
/// it, so that an interrupted run can be resumed. Ctrl-C finishes the games in progress.
///
/// Example:
///
///   bosworth study play --out classic --games 10000
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Folder of the games
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Total number of games in the folder when done
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes per position
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    nodes: u32,
    /// Level that plays [default: the engine itself]
    #[arg(long, value_parser = level())]
    level: Option<u8>,
    #[command(flatten)]
    terms: MatchArgs,
    /// Stop after this many seconds, finishing the games in progress
    #[arg(long)]
    seconds: Option<f64>,
    /// Show no progress bar
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    ensure!(args.seconds.is_none_or(|seconds| seconds > 0.0), "--seconds must be above 0");
    let run = StudyRun {
        folder: args.out.clone(),
        program: format!("bosworth {}", version()),
        games: args.games,
        nodes: args.nodes,
        ruleset: args.terms.rules,
        level: args.level.and_then(Level::new),
        seed: args.terms.seed,
        threads: args.terms.threads(),
        time: args.seconds.map(Duration::from_secs_f64),
    };
    let mut progress = DatagenProgress::new(args.quiet);
    let interrupt = Interrupt::new()?;
    let done = interrupt.during(|| {
        run.run(&interrupt.stop, &mut |done, wanted| {
            progress.show(done.games, wanted, done.samples);
        })
    })?;
    drop(progress);
    let values = [
        ("file", args.out.display().to_string().into()),
        ("before", done.before.into()),
        ("games", done.games.into()),
        ("positions", done.samples.into()),
    ];
    output::line(texts.format("datagen-done", &values))?;
    Ok(if interrupt.stop.is_stopped() { Finding::Interrupted } else { Finding::Good })
}
