use std::io;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use bosworth_analysis::cores;
use bosworth_engine::{Engine, EngineSettings, Judge, Level, RolloutSettings, SearchKind};
use bosworth_lab::bench::{
    self, CoverageRow, DecisionSet, DecisionSetPlan, EndingsBench, EqualTimeRow, PlayoutBench,
    RatingBench, RegretSet, RolloutBench,
};
use bosworth_lab::handicap::{self, HandicapResult};
use bosworth_lab::player::PlayerSpec;
use bosworth_rules::Ruleset;
use clap::ValueEnum;
use serde::Serialize;

use crate::arguments::RulesParser;
use crate::progress_bar::ProgressBar;
use crate::{Finding, output};

/// Benchmark the rules and the engine
#[derive(clap::Subcommand)]
pub(crate) enum Bench {
    Playouts(PlayoutArgs),
    Search(SearchArgs),
    Regret(RegretArgs),
    Decisions(DecisionArgs),
    Endings(EndingArgs),
    Ratings(RatingArgs),
    Rollouts(RolloutArgs),
    Handicaps(HandicapArgs),
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

/// Measure strength without opponents: what a decision of each player costs
///
/// The set has decisions of games between many different players. The loss of a decision is the value
/// of the action that a deep search prefers minus that of the chosen one, by rollouts. Prints one line
/// of JSON per player and edition: the mean loss in percentage points of win chance, with the half width of
/// its 95 % interval.
#[derive(clap::Args)]
pub(crate) struct DecisionArgs {
    /// Players, such as level:3 or tree:1000n [default: the levels and the ladder]
    players: Vec<PlayerSpec>,
    /// File of the set
    #[arg(long, default_value = "suites/decisions.txt", value_name = "FILE")]
    set: PathBuf,
    /// Make a new set of this many positions of each edition instead of measuring
    #[arg(long, value_name = "POSITIONS")]
    make: Option<usize>,
    /// Nodes of the deep search, with --make
    #[arg(long, default_value_t = 200_000, value_name = "N")]
    deep: u64,
    /// Games of the rollouts for each action, with --make
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(16..))]
    games: u32,
    /// Number of threads, with --make [default: one per core]
    #[arg(long, value_name = "T")]
    threads: Option<u16>,
    /// Random seed, with --make
    #[arg(long, default_value_t = 1485)]
    seed: u64,
}

/// The players that are measured unless others are named.
const MEASURED_PLAYERS: [&str; 12] = [
    "level:1",
    "level:2",
    "level:3",
    "level:4",
    "level:5",
    "level:6",
    "level:7",
    "level:8",
    "random",
    "greedy",
    "uct:2000n",
    "ab:d4",
];

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

/// Measure how many games ratings need, from results and from results without luck
///
/// Each pair of players plays some games, which are reviewed. Prints one line of JSON per pair and
/// player, then how much of the variance is luck. Random schedules drawn from these games show after
/// how many games of a player Glicko-2 and a rating from luck-adjusted results have each pair in the right
/// order with 95 % certainty.
#[derive(clap::Args)]
pub(crate) struct RatingArgs {
    /// Players, the weakest first [default: all levels]
    players: Vec<PlayerSpec>,
    /// Edition, or rules such as classic:ending=either
    #[arg(long, default_value_t, value_parser = RulesParser)]
    rules: Ruleset,
    /// Games of each pair
    #[arg(long, default_value_t = 40, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Let only neighbours play each other, to see what their decisions cost
    #[arg(long)]
    neighbours: bool,
    /// Nodes of the reviews per position
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = clap::value_parser!(u64).range(16..))]
    nodes: u64,
    /// Number of random schedules
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    schedules: u32,
    /// Random seed
    #[arg(long, default_value_t = 1485)]
    seed: u64,
}

/// Measure rollouts: coverage of their intervals, variance, and errors beside those of a search
///
/// Prints lines of JSON: how often the 95 % intervals contain exact values near the end, and values of
/// much longer rollouts; the variance of a game with and without luck taken off and with and without
/// the same piles for all actions; the errors of rollouts and of a search that take the same processor time, on
/// endings that take longer to solve.
#[derive(clap::Args)]
pub(crate) struct RolloutArgs {
    /// Edition, or rules such as classic:ending=either
    #[arg(long, default_value_t, value_parser = RulesParser)]
    rules: Ruleset,
    /// What to measure
    #[arg(long, value_enum, default_values_t = [Measurement::Exact, Measurement::Long, Measurement::Variance, Measurement::Time])]
    measure: Vec<Measurement>,
    /// Number of positions
    #[arg(long, default_value_t = 50, value_name = "N")]
    positions: usize,
    /// Maximum number of games for each action
    #[arg(long, default_value_t = 128, value_name = "N", value_parser = clap::value_parser!(u32).range(16..))]
    games: u32,
    /// How many times as many nodes the longer rollouts take: four times for each action of a game, and more
    /// games
    #[arg(long, default_value_t = 20, value_name = "N")]
    times: u32,
    /// Nodes of the solver that finds exact values
    #[arg(long, default_value_t = 10_000_000, value_name = "N")]
    truth_nodes: u64,
    /// Seconds of processor time for rollouts and for a search, separated by commas
    #[arg(long, default_values_t = [1.0, 4.0, 16.0], value_delimiter = ',', value_name = "SECONDS")]
    seconds: Vec<f64>,
    /// Number of the first game, to go on after the last one of earlier rows
    #[arg(long, default_value_t = 0, value_name = "G")]
    first_game: u64,
    /// Nodes per action
    #[arg(long, default_value_t = RolloutSettings::default().nodes, value_name = "N")]
    nodes: u64,
    /// Nodes per card that could have been drawn
    #[arg(long, default_value_t = RolloutSettings::default().card_nodes, value_name = "N")]
    card_nodes: u64,
    /// Plies per game
    #[arg(long, default_value_t = RolloutSettings::default().plies, value_name = "N")]
    plies: u32,
    /// Nodes where a game is cut off
    #[arg(long, default_value_t = RolloutSettings::default().end_nodes, value_name = "N")]
    end_nodes: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T")]
    threads: Option<u16>,
    /// Print what was measured on each position as well, as soon as it is known
    #[arg(long)]
    rows: bool,
    /// Random seed
    #[arg(long, default_value_t = 1485)]
    seed: u64,
}

/// Fit the odds of games with a handicap to measured games, or compare both
///
/// The file has a line of JSON for each match, as `bosworth odds --games N --json` prints it. Prints
/// the model that fits them best; with --check, a line for each match that says whether its score is
/// in the interval of the odds that `bosworth odds` gives. The exit code is 0 either way.
#[derive(clap::Args)]
pub(crate) struct HandicapArgs {
    /// File of measured matches
    #[arg(default_value = "suites/handicaps.jsonl", value_name = "FILE")]
    file: PathBuf,
    /// Compare the matches with the odds
    #[arg(long)]
    check: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Measurement {
    /// Coverage of exact values near the end
    Exact,
    /// Coverage of the values of longer rollouts
    Long,
    /// Variance
    Variance,
    /// Errors beside those of a search of the same processor time
    Time,
}

pub(crate) fn run(bench: &Bench) -> Result<Finding> {
    match bench {
        Bench::Playouts(args) => playouts(args)?,
        Bench::Search(args) => search(args)?,
        Bench::Regret(args) => regret(args)?,
        Bench::Decisions(args) => decisions(args)?,
        Bench::Endings(args) => endings(args)?,
        Bench::Ratings(args) => ratings(args)?,
        Bench::Rollouts(args) => rollouts(args)?,
        Bench::Handicaps(args) => handicaps(args)?,
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

fn decisions(args: &DecisionArgs) -> Result<()> {
    if let Some(positions) = args.make {
        let plan = DecisionSetPlan {
            positions,
            deep: args.deep,
            games: args.games,
            threads: args.threads.unwrap_or_else(|| cores() as u16),
            seed: args.seed,
        };
        let mut progress = ProgressBar::new("positions", positions * Ruleset::PRESETS.len());
        return DecisionSet::make(&args.set, &plan, &mut |done| progress.show(done));
    }
    let set = DecisionSet::read(&args.set)?;
    let standard = MEASURED_PLAYERS.iter().map(|name| name.parse());
    let standard = standard.collect::<Result<_, String>>().map_err(anyhow::Error::msg)?;
    let players = if args.players.is_empty() { standard } else { args.players.clone() };
    for player in &players {
        player.check()?;
        let mut progress = ProgressBar::new(player.to_string(), set.count());
        let reports = set.measure(player, &mut |done| progress.show(done))?;
        progress.clear();
        reports.iter().try_for_each(output::json)?;
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

fn ratings(args: &RatingArgs) -> Result<()> {
    let levels = || Level::all().map(|level| format!("level:{}", level.number()).parse());
    let levels = levels().collect::<Result<_, String>>().map_err(anyhow::Error::msg)?;
    let bench = RatingBench {
        players: if args.players.is_empty() { levels } else { args.players.clone() },
        rules: args.rules,
        games: args.games,
        neighbours: args.neighbours,
        nodes: args.nodes,
        schedules: args.schedules,
        seed: args.seed,
    };
    ensure!(bench.players.len() > 1, "one player alone cannot be rated");
    bench.players.iter().try_for_each(PlayerSpec::check)?;
    let mut progress = ProgressBar::new("games", bench.count());
    let reports = bench.run(&mut |done| progress.show(done))?;
    progress.clear();
    reports.iter().try_for_each(|report| Ok(output::json(report)?))
}

fn handicaps(args: &HandicapArgs) -> Result<()> {
    let results = HandicapResult::read_all(&args.file)?;
    if !args.check {
        return Ok(output::line(format_args!("{:#?}", handicap::fit(&results)?))?);
    }
    results.iter().try_for_each(|result| Ok(output::json(&result.check()?)?))
}

fn rollouts(args: &RolloutArgs) -> Result<()> {
    let settings = RolloutSettings {
        nodes: args.nodes,
        card_nodes: args.card_nodes,
        plies: args.plies,
        end_nodes: args.end_nodes,
        games: args.games,
        seed: args.seed,
        ..RolloutSettings::default()
    };
    ensure!(
        args.seconds.iter().all(|seconds| (0.001..=3_600.0).contains(seconds)),
        "--seconds must be between 0.001 and 3600"
    );
    let bench = RolloutBench {
        rules: args.rules,
        positions: args.positions,
        first_game: args.first_game,
        truth_nodes: args.truth_nodes,
        player_nodes: 200,
        settings,
        threads: args.threads.unwrap_or_else(|| cores() as u16),
        seed: args.seed,
    };
    for &measurement in &args.measure {
        let mut bar = ProgressBar::new("positions", args.positions);
        let mut printed = Ok(());
        match measurement {
            Measurement::Exact => {
                let report =
                    bench.exact_coverage(&mut shown::<CoverageRow>(args, &mut bar, &mut printed));
                output::json(&report)?;
            }
            Measurement::Long => {
                let shown = &mut shown::<CoverageRow>(args, &mut bar, &mut printed);
                output::json(&bench.long_coverage(args.times, shown))?;
            }
            Measurement::Variance => {
                for report in bench.variance(&mut |done| bar.show(done)) {
                    output::json(&report)?;
                }
            }
            Measurement::Time => {
                let shown = &mut shown::<EqualTimeRow>(args, &mut bar, &mut printed);
                let reports = bench.equal_time(&args.seconds, shown);
                reports.iter().try_for_each(output::json)?;
            }
        }
        printed?;
    }
    Ok(())
}

/// Shows how far a measurement is, and its rows if they are wanted.
fn shown<'a, Row: Serialize>(
    args: &'a RolloutArgs,
    bar: &'a mut ProgressBar,
    printed: &'a mut io::Result<()>,
) -> impl FnMut(usize, &[Row]) + 'a {
    move |done, rows| {
        bar.show(done);
        if printed.is_ok() && args.rows {
            *printed = rows.iter().try_for_each(output::json);
        }
    }
}
