use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use bosworth_analysis::{Budget, MOST_THREADS, StopSign};
use bosworth_engine::{Analysis, SearchKind, Settings, Variation};
use bosworth_rules::{Action, Position};
use clap::ValueEnum;
use serde::Serialize;

use crate::texts::Texts;
use crate::{Finding, output};

/// Say which action is best in a position, and what each is worth
///
/// A table of all actions, the best first: the chance to win (a draw counts as half) and the
/// margin in points, both for the side to act; how much of the search went into it; and the
/// line that is expected, as far as it does not depend on a card that is drawn.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The position, in quotes
    position: Position,
    /// Think for so many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, conflicts_with_all = ["nodes", "depth"])]
    ms: u64,
    /// Look at so many positions instead: the same answer every time with one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Look so many plies ahead instead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "nodes")]
    depth: Option<u32>,
    /// How many threads search
    #[arg(
        long,
        value_name = "T",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS))
    )]
    threads: u16,
    /// How to look ahead
    #[arg(long, value_enum, default_value_t = Search::Tree)]
    search: Search,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Search {
    /// A tree that grows where it matters
    Tree,
    /// Everything up to a depth
    Star,
}

#[derive(Serialize)]
struct Report {
    position: String,
    /// None if the game is over.
    best: Option<String>,
    win_chance: f64,
    margin: f32,
    /// Whether the values are exact and not estimates.
    exact: bool,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<LineReport>,
}

#[derive(Serialize)]
struct LineReport {
    action: String,
    win_chance: f64,
    margin: f32,
    /// The share of all visits, from 0 to 1.
    share: f64,
    line: Vec<String>,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let started = Instant::now();
    let analysis = analyse(args);
    let time = started.elapsed();
    if args.json {
        output::json(&report(&args.position, &analysis, time))?;
    } else if args.position.is_over() {
        for sentence in texts.standing(&args.position) {
            output::line(sentence)?;
        }
    } else {
        output::text(table(&analysis))?;
        output::line(format_args!("\n{}", summary(&args.position, &analysis, time, texts)))?;
    }
    Ok(Finding::Good)
}

fn analyse(args: &Args) -> Analysis {
    // A tree allocates as it grows, but a transposition table is allocated up front.
    let (search, hash) = match args.search {
        Search::Tree => (SearchKind::Tree, 1024),
        Search::Star => (SearchKind::Star, 64),
    };
    let budget = match (args.nodes, args.depth) {
        (Some(nodes), _) => Budget::Nodes(nodes),
        (None, Some(depth)) => Budget::Depth(depth),
        (None, None) => Budget::Time(args.ms),
    };
    let settings = Settings { search, hash, ..Settings::default() };
    let timer = budget.timer(&StopSign::default());
    let limits = budget.limits();
    bosworth_analysis::analyse(&args.position, settings, args.threads, limits, &timer, |_| ())
}

/// A line's share of all visits, from 0 to 1.
fn share(line: &Variation, analysis: &Analysis) -> f64 {
    let all: u64 = analysis.lines.iter().map(|line| line.nodes).sum();
    line.nodes as f64 / all.max(1) as f64
}

fn words(line: &Variation) -> Vec<String> {
    line.actions.iter().map(Action::to_string).collect()
}

fn report(position: &Position, analysis: &Analysis, time: Duration) -> Report {
    let line = |line: &Variation| LineReport {
        action: line.action().to_string(),
        win_chance: line.value.win_chance(),
        margin: line.value.margin,
        share: share(line, analysis),
        line: words(line),
    };
    Report {
        position: position.to_string(),
        best: analysis.best().map(|action| action.to_string()),
        win_chance: analysis.value.win_chance(),
        margin: analysis.value.margin,
        exact: analysis.exact,
        depth: analysis.depth,
        nodes: analysis.nodes,
        seconds: time.as_secs_f64(),
        lines: analysis.lines.iter().map(line).collect(),
    }
}

fn table(analysis: &Analysis) -> String {
    let mut out = String::from("action  to win  margin  share  expected line\n");
    for line in &analysis.lines {
        let _ = writeln!(
            out,
            "{:6}  {:4.1} %  {:+6.1}  {:3.0} %  {}",
            line.action().to_string(),
            100.0 * line.value.win_chance(),
            rounded(line.value.margin),
            100.0 * share(line, analysis),
            words(line).join(" "),
        );
    }
    out
}

/// Rounded to one decimal; `+ 0.0` normalises -0.0.
fn rounded(margin: f32) -> f32 {
    (margin * 10.0).round() / 10.0 + 0.0
}

/// The answer in a sentence or two.
fn summary(position: &Position, analysis: &Analysis, time: Duration, texts: &Texts) -> String {
    let side = texts.side(position.side(), position.ruleset());
    let best = match analysis.best() {
        Some(Action::Draw) => "to draw a card".to_string(),
        Some(Action::Pass) => "to pass, the only thing that can be done".to_string(),
        Some(action) => action.to_string(),
        None => return String::new(),
    };
    let chance = 100.0 * analysis.value.win_chance();
    let margin = rounded(analysis.value.margin);
    let ahead = match margin {
        0.0 => "as many points as the opponent".to_string(),
        _ if margin > 0.0 => format!("{margin:.1} points more than the opponent"),
        _ => format!("{:.1} points fewer than the opponent", -margin),
    };
    let certain = if analysis.exact { " This is certain." } else { "" };
    format!(
        "Best for {side}: {best}, with {chance:.1} % to win and, on average, {ahead}.{certain}\n\
         Seen: {} positions in {:.1} s, up to {} plies ahead.",
        analysis.nodes,
        time.as_secs_f64(),
        analysis.depth,
    )
}
