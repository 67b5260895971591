use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use bosworth_engine::{Engine, Judge, SearchKind, Settings};
use bosworth_lab::bench::{self, PlayoutBench, RegretSet};
use bosworth_rules::Ruleset;

use crate::progress::Progress;
use crate::{Finding, output};

/// Measure speed
#[derive(clap::Subcommand)]
pub(crate) enum Bench {
    Playouts(PlayoutArgs),
    Search(SearchArgs),
    Regret(RegretArgs),
}

/// Play random games on one thread and print how many a second, as JSON
#[derive(clap::Args)]
pub(crate) struct PlayoutArgs {
    /// How long to play
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    seconds: f64,
    /// The edition, or an edition and what differs from it
    #[arg(long, default_value_t)]
    rules: Ruleset,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1485)]
    seed: u64,
}

/// Search a fixed set of positions and print a signature and nodes a second, as JSON
///
/// The signature stands for everything the search found: a change of the engine that changes no
/// decision leaves it as it is.
#[derive(clap::Args)]
pub(crate) struct SearchArgs {
    /// How many nodes a position
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
}

/// Measure how much win chance the engine loses a decision, on a fixed set of positions
///
/// Each position of the set has a reference value for every action, from a deep search. Regret is the
/// mean over all positions of the best action's value less the chosen one's. It is a quieter measure
/// of strength than games are. One line of JSON for each number of nodes.
#[derive(clap::Args)]
pub(crate) struct RegretArgs {
    /// The set
    #[arg(long, default_value = "suites/regret.txt", value_name = "FILE")]
    set: PathBuf,
    /// Nodes a decision; each further line has twice as many
    #[arg(long, default_value_t = 125)]
    nodes: u64,
    /// How many times to double
    #[arg(long, default_value_t = 6)]
    doublings: u32,
    /// Which search
    #[arg(long, default_value = "tree", value_parser = ["tree", "star"])]
    search: String,
    /// How positions are judged
    #[arg(long, default_value = "network", value_parser = ["network", "handmade"])]
    evaluation: String,
    /// Make the set anew, with so many positions, instead of measuring
    #[arg(long, value_name = "POSITIONS")]
    make: Option<usize>,
    /// Give the positions of the set new reference values instead of measuring
    #[arg(long, conflicts_with = "make")]
    again: bool,
    /// Nodes of a reference value, with --make and --again
    #[arg(long, default_value_t = 200_000)]
    deep: u64,
}

pub(crate) fn run(bench: &Bench) -> Result<Finding> {
    match bench {
        Bench::Playouts(args) => playouts(args)?,
        Bench::Search(args) => search(args)?,
        Bench::Regret(args) => regret(args)?,
    }
    Ok(Finding::Good)
}

fn playouts(args: &PlayoutArgs) -> Result<()> {
    ensure!(
        args.seconds > 0.0 && args.seconds <= 86_400.0,
        "--seconds is a time above 0 and at most a day, not {}",
        args.seconds
    );
    let time = Duration::from_secs_f64(args.seconds);
    let bench = PlayoutBench { time, rules: args.rules, seed: args.seed };
    let mut progress = Progress::new("playouts", args.seconds.ceil() as usize);
    let report = bench.run(&mut |elapsed| progress.show(elapsed.as_secs() as usize));
    progress.clear();
    Ok(output::json(&report)?)
}

fn search(args: &SearchArgs) -> Result<()> {
    let mut progress = None;
    let report = bench::search(args.nodes, &mut |done, all| {
        progress.get_or_insert_with(|| Progress::new("search", all)).show(done);
    })?;
    drop(progress);
    Ok(output::json(&report)?)
}

fn regret(args: &RegretArgs) -> Result<()> {
    if let Some(count) = args.make {
        let mut progress = Progress::new("positions", count);
        return RegretSet::make(&args.set, count, args.deep, &mut |done| progress.show(done));
    }
    let set = RegretSet::read(&args.set)?;
    if args.again {
        let mut progress = Progress::new("positions", set.count());
        return set.refer_again(args.deep, &mut |done| progress.show(done));
    }
    let search = if args.search == "star" { SearchKind::Star } else { SearchKind::Tree };
    let judge = if args.evaluation == "handmade" { Judge::HandMade } else { Judge::Network };
    let engine = Engine::new(Settings { search, judge, ..Settings::default() });
    for doubling in 0..=args.doublings {
        let nodes = args.nodes << doubling;
        let mut progress = Progress::new(format!("{nodes} nodes"), set.count());
        let report = set.measure(&engine, nodes, &mut |done| progress.show(done));
        progress.clear();
        output::json(&report)?;
    }
    Ok(())
}
