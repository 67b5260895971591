use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use bosworth_engine::{Engine, EngineSettings, Judge, SearchKind};
use bosworth_lab::bench::{self, EndingsBench, PlayoutBench, RegretSet};
use bosworth_rules::Ruleset;

use crate::arguments::RulesParser;
use crate::progress_bar::ProgressBar;
use crate::{Finding, output};

/// Benchmark the rules and the engine
#[derive(clap::Subcommand)]
pub(crate) enum Bench {
    Playouts(PlayoutArgs),
    Search(SearchArgs),
    Regret(RegretArgs),
    Endings(EndingArgs),
}

/// Measure random playouts per second on one thread, as JSON
#[derive(clap::Args)]
pub(crate) struct PlayoutArgs {
    /// Duration of the measurement
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    seconds: f64,
    /// Edition, or rules such as classic:ending=either
    #[arg(long, default_value_t, value_parser = RulesParser)]
    rules: Ruleset,
    /// Random seed
    #[arg(long, default_value_t = 1485)]
    seed: u64,
}

/// Search a fixed set of positions; print a signature and nodes per second, as JSON
///
/// The signature is a hash of what the search found: a change to the engine that is purely an
/// optimisation or a refactoring leaves it the same.
#[derive(clap::Args)]
pub(crate) struct SearchArgs {
    /// Nodes per position
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
}

/// Measure regret: the win chance that the engine gives away per decision on a fixed test set
///
/// Every action in each position of the set has a reference value from a deep search. Regret is the
/// value of the best action minus that of the chosen one, averaged over all positions: a measure of
/// strength with less variance than playing games. Prints one line of JSON per node limit.
#[derive(clap::Args)]
pub(crate) struct RegretArgs {
    /// File of the test set
    #[arg(long, default_value = "suites/regret.txt", value_name = "FILE")]
    set: PathBuf,
    /// Nodes per decision, doubled for each further line
    #[arg(long, default_value_t = 125)]
    nodes: u64,
    /// Number of doublings
    #[arg(long, default_value_t = 6)]
    doublings: u32,
    /// Search algorithm
    #[arg(long, default_value = "tree", value_parser = ["tree", "star"])]
    search: String,
    /// Evaluation function
    #[arg(long, default_value = "network", value_parser = ["network", "handmade"])]
    evaluation: String,
    /// Generate a new set of this many positions instead of measuring
    #[arg(long, value_name = "POSITIONS")]
    make: Option<usize>,
    /// Recompute the reference values of the set instead of measuring
    #[arg(long, conflicts_with = "make")]
    again: bool,
    /// Nodes per reference value, with --make or --again
    #[arg(long, default_value_t = 200_000)]
    deep: u64,
}

/// Measure the engine near the end of games against exact values
///
/// Strong players play games. Every decision with up to six roses left (in kingofroses: the last
/// eight of a game) is solved as far as the time allows, and the engine is asked the same. Prints
/// one line of JSON per number of roses left, and a total: how many decisions could be solved in
/// which time, and how much win chance the engine gives away where the truth is known.
#[derive(clap::Args)]
pub(crate) struct EndingArgs {
    /// Edition, or rules such as classic:ending=either
    #[arg(long, default_value_t, value_parser = RulesParser)]
    rules: Ruleset,
    /// Number of games
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games: u64,
    /// Nodes per action of the players
    #[arg(long, default_value_t = 1500, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    player_nodes: u64,
    /// Milliseconds per decision of the engine
    #[arg(long, default_value_t = 100, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    ms: u64,
    /// Milliseconds per decision of the solver that finds the truth
    #[arg(long, default_value_t = 10_000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    truth_ms: u64,
    /// Search algorithm of the engine
    #[arg(long, default_value = "tree", value_parser = ["tree", "star"])]
    search: String,
    /// Let the engine search without the solver
    #[arg(long)]
    no_solver: bool,
    /// Random seed
    #[arg(long, default_value_t = 1485)]
    seed: u64,
}

pub(crate) fn run(bench: &Bench) -> Result<Finding> {
    match bench {
        Bench::Playouts(args) => playouts(args)?,
        Bench::Search(args) => search(args)?,
        Bench::Regret(args) => regret(args)?,
        Bench::Endings(args) => endings(args)?,
    }
    Ok(Finding::Good)
}

fn playouts(args: &PlayoutArgs) -> Result<()> {
    ensure!(
        args.seconds > 0.0 && args.seconds <= 86_400.0,
        "--seconds must be above 0 and at most 86400 (a day), not {}",
        args.seconds
    );
    let time = Duration::from_secs_f64(args.seconds);
    let bench = PlayoutBench { time, rules: args.rules, seed: args.seed };
    let mut progress = ProgressBar::new("playouts", args.seconds.ceil() as usize);
    let report = bench.run(&mut |elapsed| progress.show(elapsed.as_secs() as usize));
    progress.clear();
    Ok(output::json(&report)?)
}

fn search(args: &SearchArgs) -> Result<()> {
    let mut progress = None;
    let report = bench::search(args.nodes, &mut |done, all| {
        progress.get_or_insert_with(|| ProgressBar::new("search", all)).show(done);
    })?;
    drop(progress);
    Ok(output::json(&report)?)
}

fn regret(args: &RegretArgs) -> Result<()> {
    if let Some(count) = args.make {
        let mut progress = ProgressBar::new("positions", count);
        return RegretSet::make(&args.set, count, args.deep, &mut |done| progress.show(done));
    }
    let set = RegretSet::read(&args.set)?;
    if args.again {
        let mut progress = ProgressBar::new("positions", set.count());
        return set.recompute_references(args.deep, &mut |done| progress.show(done));
    }
    let search = if args.search == "star" { SearchKind::Star } else { SearchKind::Tree };
    let judge = if args.evaluation == "handmade" { Judge::HandMade } else { Judge::Network };
    let engine = Engine::new(EngineSettings { search, judge, ..EngineSettings::default() });
    for doubling in 0..=args.doublings {
        let nodes = args.nodes << doubling;
        let mut progress = ProgressBar::new(format!("{nodes} nodes"), set.count());
        let report = set.measure(&engine, nodes, &mut |done| progress.show(done));
        progress.clear();
        output::json(&report)?;
    }
    Ok(())
}

fn endings(args: &EndingArgs) -> Result<()> {
    let bench = EndingsBench {
        rules: args.rules,
        games: args.games,
        player_nodes: args.player_nodes,
        time: Duration::from_millis(args.ms),
        truth_time: Duration::from_millis(args.truth_ms),
        search: if args.search == "star" { SearchKind::Star } else { SearchKind::Tree },
        solve: !args.no_solver,
        seed: args.seed,
    };
    let mut progress = ProgressBar::new("games", args.games as usize);
    let reports = bench.run(&mut |done| progress.show(done as usize));
    progress.clear();
    reports.iter().try_for_each(|report| Ok(output::json(report)?))
}
