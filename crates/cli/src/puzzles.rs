mod list;
mod make;

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, Result};
use bosworth_analysis::cores;
use bosworth_lab::puzzles::{self, PackSettings, PuzzleJudge};
use bosworth_puzzles::PuzzleSet;
use clap::ValueEnum;

use crate::progress_bar::ProgressBar;
use crate::texts::Texts;
use crate::{Finding, output, output_file};

/// List, check and make puzzles: positions with one clearly best action
#[derive(clap::Subcommand)]
pub(crate) enum Puzzles {
    List(list::Args),
    Check(CheckArgs),
    Make(make::Args),
    Pack(PackArgs),
    Measure(MeasureArgs),
}

/// Check the puzzles, and prove those that are said to be exact: exit code 1 if there are faults
///
/// Every puzzle must be reachable from a deal, no two may be the same under the symmetries of the board
/// and an exchange of the sides, and the answers and tags must be consistent.
#[derive(clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    set: SetArgs,
    /// Do not solve the positions that are said to be exact
    #[arg(long)]
    no_proofs: bool,
}

/// Make a set of puzzles from files of candidates
///
/// Writes the set, and beside it where it comes from, as SET.json. Every game is replayed from its deal up
/// to its puzzles. If there are more than are wanted, every edition and level gets as many as the others,
/// as far as it has them.
#[derive(clap::Args)]
pub(crate) struct PackArgs {
    /// Output file
    set: PathBuf,
    /// Files of candidates
    #[arg(required = true)]
    candidates: Vec<PathBuf>,
    /// Maximum number of puzzles
    #[arg(long, default_value_t = 3900, value_name = "N")]
    most: usize,
}

/// Ask an independent judge, or the eight levels, about puzzles chosen at random
///
/// Prints JSON: how often the judge finds the same action, or how often each level solves the puzzles of
/// each level.
#[derive(clap::Args)]
pub(crate) struct MeasureArgs {
    #[command(flatten)]
    set: SetArgs,
    /// Who is asked
    #[arg(long, value_enum, default_value_t = JudgeName::Search)]
    by: JudgeName,
    /// Number of puzzles
    #[arg(long, default_value_t = 300, value_name = "N")]
    puzzles: usize,
    /// Nodes of a search
    #[arg(long, default_value_t = 80_000, value_parser = clap::value_parser!(u64).range(2..))]
    nodes: u64,
    /// Games of rollouts for each action
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(16..))]
    games: u32,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Seed of the choice and of the judge
    #[arg(long, default_value_t = 36)]
    seed: u64,
}

/// Which set of puzzles.
#[derive(clap::Args)]
struct SetArgs {
    /// File of puzzles [default: the built-in ones]
    #[arg(long = "from", value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum JudgeName {
    /// A search with another seed
    Search,
    /// A search with the hand-made evaluation
    Hand,
    /// Rollouts
    Rollouts,
    /// The levels 1 to 8
    Levels,
}

pub(crate) fn run(command: &Puzzles, texts: &Texts) -> Result<Finding> {
    match command {
        Puzzles::List(args) => list::run(args, texts),
        Puzzles::Check(args) => check(args, texts),
        Puzzles::Make(args) => make::run(args, texts),
        Puzzles::Pack(args) => pack(args, texts),
        Puzzles::Measure(args) => measure(args),
    }
}

impl SetArgs {
    fn read(&self) -> Result<PuzzleSet> {
        let Some(path) = &self.file else { return Ok(PuzzleSet::shipped()) };
        let name = || path.display().to_string();
        let bytes = fs::read(path).with_context(name)?;
        PuzzleSet::read(bytes).with_context(name)
    }
}

fn check(args: &CheckArgs, texts: &Texts) -> Result<Finding> {
    let set = args.set.read()?;
    let mut progress = ProgressBar::new("puzzles", set.len());
    let faults = puzzles::check(&set, !args.no_proofs, &mut |done| progress.show(done));
    drop(progress);
    for fault in &faults {
        output::line(format_args!("{}: {}", fault.id, fault.fault))?;
    }
    let values = [("puzzles", set.len().into()), ("faults", faults.len().into())];
    output::line(texts.format("puzzles-checked", &values))?;
    Ok(Finding::of(faults.is_empty()))
}

fn pack(args: &PackArgs, texts: &Texts) -> Result<Finding> {
    let packed = puzzles::pack(&args.candidates, PackSettings { most: args.most })?;
    let bytes = packed.set.bytes();
    output_file::replace(&args.set, |file| io::Write::write_all(file, bytes))?;
    let provenance = args.set.with_extension("json");
    output_file::replace(&provenance, |file| {
        io::Write::write_all(file, packed.provenance.as_bytes())
    })?;
    let values = [
        ("file", args.set.display().to_string().into()),
        ("puzzles", packed.set.len().into()),
        ("bytes", bytes.len().into()),
    ];
    output::line(texts.format("puzzles-packed", &values))?;
    Ok(Finding::Good)
}

fn measure(args: &MeasureArgs) -> Result<Finding> {
    let set = args.set.read()?;
    let threads = args.threads.map_or_else(cores, usize::from);
    let progress = Mutex::new(ProgressBar::new("puzzles", args.puzzles.min(set.len())));
    let on_puzzle = |done| {
        if let Ok(mut progress) = progress.lock() {
            progress.show(done);
        }
    };
    let judge = match args.by {
        JudgeName::Search => PuzzleJudge::Search(args.nodes),
        JudgeName::Hand => PuzzleJudge::HandMade(args.nodes),
        JudgeName::Rollouts => PuzzleJudge::Rollouts(args.games),
        JudgeName::Levels => {
            let levels = puzzles::level_shares(&set, args.puzzles, args.seed, threads, &on_puzzle);
            drop(progress);
            levels.iter().try_for_each(output::json)?;
            return Ok(Finding::Good);
        }
    };
    let agreement = puzzles::agreement(&set, args.puzzles, judge, args.seed, threads, &on_puzzle);
    drop(progress);
    output::json(&agreement)?;
    Ok(Finding::Good)
}
