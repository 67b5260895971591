pub(crate) mod rollout;

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use bosworth_analysis::{Budget, MAX_THREADS, StopSign};
use bosworth_engine::{Analysis, Engine, EngineSettings, Forecast, PrincipalVariation, SearchKind};
use bosworth_rules::{Action, Cards, Position};
use bosworth_texts::Language;
use clap::ValueEnum;
use serde::Serialize;

use crate::position_input::PositionInput;
use crate::texts::{Texts, in_language};
use crate::why::{ExplainedAction, WhyReport, explain};
use crate::{Finding, output};

/// Find the best action in a position and evaluate all others
///
/// Prints a table of all legal actions, best first: win chance (a draw counts as half a win) and
/// expected margin in points, both for the side to move, the share of the search, and the principal
/// variation up to the first card drawn. Near the end of a game, win chances are exact and marked as
/// such, and a sentence says who wins, or with which cards. With positions on standard input, the exit code is 1 if any
/// line is not a position.
///
/// With --rollout, many games are played on from each action instead, with the same piles and without
/// the luck of the cards: slower, but it does not depend on one evaluation, and it says how sure it is.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The position, in quotes, or a saved game by number or name; - reads positions from standard
    /// input, one per line
    #[arg(default_value = "-")]
    position: PositionInput,
    /// Search for MS milliseconds [default: 1000, with --rollout 10000]
    #[arg(long, value_name = "MS", conflicts_with_all = ["nodes", "depth"])]
    ms: Option<u64>,
    /// Search N nodes instead; reproducible with one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search to depth D instead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "nodes")]
    depth: Option<u32>,
    /// Number of search threads
    #[arg(
        long,
        value_name = "T",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS))
    )]
    threads: u16,
    /// Search algorithm
    #[arg(long, value_enum, default_value_t = Search::Tree)]
    search: Search,
    /// Play games on from each action, and show 95 % intervals
    #[arg(long, conflicts_with_all = ["nodes", "depth", "search", "why"])]
    rollout: bool,
    /// Maximum number of games for each action; without --ms the only limit, and reproducible
    #[arg(long, value_name = "N", requires = "rollout",
          value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: Option<u32>,
    /// Seed of the piles
    #[arg(long, value_name = "S", requires = "rollout", default_value_t = 1)]
    seed: u64,
    /// Say why each action is better or worse than the best other one, and by how many points of
    /// win chance
    #[arg(long)]
    why: bool,
    /// Write JSON, one line per position
    #[arg(long)]
    json: bool,
    /// Leave out the time taken, so that searches with the same result print the same text
    #[arg(long)]
    no_timing: bool,
}

/// The time limit of a search if no limit is given.
const DEFAULT_MS: u64 = 1000;

#[derive(Clone, Copy, ValueEnum)]
enum Search {
    /// Best-first tree search
    Tree,
    /// Full-width expectimax with Star pruning
    Star,
}

#[derive(Serialize)]
struct Report {
    position: String,
    /// None if the game is over.
    best: Option<String>,
    win_chance: f64,
    margin: f32,
    /// Whether all win chances are exact and not estimates.
    exact: bool,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    lines: Vec<LineReport>,
    /// What is known exactly about the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    forecast: Option<ForecastReport>,
    /// Why each action is good or bad, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<WhyReport>>,
}

/// Either the result or the next card decides, or there is but an exact win chance.
#[derive(Serialize)]
struct ForecastReport {
    /// Who wins, for certain or with some cards: `r` or `w`, or `draw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    /// The cards with which it wins, and those with which it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<Vec<String>>,
    /// The statement in English.
    text: String,
}

#[derive(Serialize)]
struct LineReport {
    action: String,
    win_chance: f64,
    /// Whether the win chance is exact; the margin is always an estimate.
    exact: bool,
    margin: f32,
    /// The share of all visits, from 0 to 1.
    share: f64,
    line: Vec<String>,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    if args.rollout {
        return rollout::run(args, texts);
    }
    args.position.each(texts, &mut |position| {
        let started = Instant::now();
        let analysis = analyse(args, position);
        let time = (!args.no_timing).then(|| started.elapsed());
        let actions: Vec<_> = analysis.lines.iter().map(PrincipalVariation::action).collect();
        let why = args.why.then(|| explain(position, &actions, &Engine::default()));
        if args.json {
            let mut report = report(position, &analysis, time);
            let reported = |it: &ExplainedAction| it.report(position);
            report.why = why.map(|why| why.iter().map(reported).collect());
            output::json(&report)?;
            return Ok(());
        }
        output::text(args.position.heading(position, texts))?;
        if position.is_over() {
            for sentence in texts.standing(position) {
                output::line(sentence)?;
            }
        } else {
            output::text(action_list(&analysis, texts))?;
            output::line(format_args!("\n{}", summary(position, &analysis, time, texts)))?;
            for explained in why.iter().flatten() {
                output::text(explained.lines(position, texts).concat())?;
            }
        }
        Ok(())
    })
}

fn analyse(args: &Args, position: &Position) -> Analysis {
    // A tree allocates as it grows, but a transposition table is allocated up front.
    let (search, hash) = match args.search {
        Search::Tree => (SearchKind::Tree, 1024),
        Search::Star => (SearchKind::Star, 64),
    };
    let budget = match (args.nodes, args.depth) {
        (Some(nodes), _) => Budget::Nodes(nodes),
        (None, Some(depth)) => Budget::Depth(depth),
        (None, None) => Budget::Time(args.ms.unwrap_or(DEFAULT_MS)),
    };
    let settings = EngineSettings { search, hash, ..EngineSettings::default() };
    let timer = budget.timer(&StopSign::default());
    let limits = budget.limits();
    bosworth_analysis::analyse(position, settings, args.threads, limits, &timer, |_| ())
}

/// A line's share of all visits, from 0 to 1.
fn share(line: &PrincipalVariation, analysis: &Analysis) -> f64 {
    let all: u64 = analysis.lines.iter().map(|line| line.nodes).sum();
    line.nodes as f64 / all.max(1) as f64
}

/// A win chance with all digits that are certain: an exact one is a sum of many fractions.
fn rounded(win_chance: f64) -> f64 {
    (win_chance * 1e9).round() / 1e9
}

fn words(line: &PrincipalVariation) -> Vec<String> {
    line.actions.iter().map(Action::to_string).collect()
}

fn report(position: &Position, analysis: &Analysis, time: Option<Duration>) -> Report {
    let line = |line: &PrincipalVariation| LineReport {
        action: line.action().to_string(),
        win_chance: rounded(line.win_chance()),
        exact: line.exact.is_some(),
        margin: line.value.margin,
        share: share(line, analysis),
        line: words(line),
    };
    Report {
        position: position.to_string(),
        best: analysis.best().map(|action| action.to_string()),
        win_chance: rounded(analysis.win_chance()),
        margin: analysis.value.margin,
        exact: analysis.exact,
        depth: analysis.depth,
        nodes: analysis.nodes,
        seconds: time.map(|time| time.as_secs_f64()),
        lines: analysis.lines.iter().map(line).collect(),
        forecast: analysis.forecast.map(|forecast| forecast_report(forecast, position)),
        why: None,
    }
}

fn forecast_report(forecast: Forecast, position: &Position) -> ForecastReport {
    let names = |cards: Cards| Some(cards.iter().map(|card| card.to_string()).collect());
    let (winner, wins, others) = match forecast {
        Forecast::Certain(None) => (Some("draw".into()), None, None),
        Forecast::Certain(Some(side)) => (Some(side.letter().into()), None, None),
        Forecast::Card { side, wins, others } => {
            (Some(side.letter().into()), names(wins), names(others))
        }
        Forecast::Chance { .. } => (None, None, None),
    };
    let text = in_language(Language::English).forecast(forecast, position.ruleset());
    ForecastReport { winner, wins, others, text }
}

fn action_list(analysis: &Analysis, texts: &Texts) -> String {
    let columns = ["action", "chance", "margin", "share", "line"];
    let [action, chance, margin, share_of_search, expected] =
        columns.map(|name| texts.get(&format!("best-column-{name}")));
    // Behind the win chances there is a column for those that are exact, if there are any.
    let word = texts.get("exact");
    let any_exact = analysis.lines.iter().any(|line| line.exact.is_some());
    let width = if any_exact { word.chars().count() + 1 } else { 0 };
    let marked = |chance: String, exact: bool| {
        let mark = if exact { format!(" {word}") } else { String::new() };
        format!("{chance}{mark:width$}")
    };
    let rows = analysis.lines.iter().map(|line| {
        let percent = |part: f64, digits| texts.percent(100.0 * part, digits);
        let actions: Vec<_> = line.actions.iter().map(|&it| texts.short_action(it)).collect();
        [
            texts.short_action(line.action()),
            marked(percent(line.win_chance(), 1), line.exact.is_some()),
            signed(line.value.margin, texts),
            percent(share(line, analysis), 0),
            actions.join(" "),
        ]
    });
    let rows: Vec<_> = [[action, marked(chance, false), margin, share_of_search, expected]]
        .into_iter()
        .chain(rows)
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths = [0, 1, 2, 3].map(|column| width(column).unwrap_or(0));
    let mut out = String::new();
    for [action, chance, margin, share, line] in &rows {
        let [a, b, c, d] = widths;
        let text = format!("{action:a$}  {chance:>b$}  {margin:>c$}  {share:>d$}  {line}");
        let _ = writeln!(out, "{}", text.trim_end());
    }
    out
}

/// A margin in points with its sign.
fn signed(margin: f32, texts: &Texts) -> String {
    // Rounding may leave -0.0, which has no sign for people.
    let tenths = (margin * 10.0).round() / 10.0 + 0.0;
    let sign = if tenths > 0.0 { "+" } else { "" };
    format!("{sign}{}", texts.number(tenths.into(), 1))
}

/// The work of a search, such as its nodes, and its time unless that is left out.
pub(crate) fn effort(work: String, time: Option<Duration>, texts: &Texts) -> String {
    let Some(time) = time else { return work };
    let seconds = texts.number(time.as_secs_f64(), 1);
    texts.format("search-time", &[("work", work.into()), ("seconds", seconds.into())])
}

/// The answer as a sentence.
fn summary(
    position: &Position,
    analysis: &Analysis,
    time: Option<Duration>,
    texts: &Texts,
) -> String {
    let best = match analysis.best() {
        Some(Action::Draw) => texts.get("best-draw"),
        Some(Action::Pass) => texts.get("best-pass"),
        Some(action) => texts.short_action(action),
        None => return String::new(),
    };
    let values = [
        ("side", texts.side(position.side(), position.ruleset()).into()),
        ("best", best.into()),
        ("chance", texts.percent(100.0 * analysis.win_chance(), 1).into()),
        ("margin", signed(analysis.value.margin, texts).into()),
    ];
    let answer = texts.format("best-answer", &values);
    let sentence = |forecast| format!(" {}", texts.forecast(forecast, position.ruleset()));
    let exact = analysis.forecast.map(sentence).unwrap_or_default();
    let nodes = texts.format("search-nodes", &[("nodes", analysis.nodes.into())]);
    let effort = effort(nodes, time, texts);
    let depth = [("effort", effort.into()), ("depth", analysis.depth.into())];
    format!("{answer}{exact}\n{}", texts.format("best-effort", &depth))
}
