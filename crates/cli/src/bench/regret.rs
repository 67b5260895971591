use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use bosworth_engine::{Engine, Judge, Limits, Random, SearchKind, Settings};
use bosworth_rules::{Action, Next, Position, Ruleset};
use serde::Serialize;

use crate::progress::Progress;
use crate::{Finding, output};

/// Measure how much win chance the engine loses a decision, on a fixed set of positions
///
/// Each position of the set has a reference value for every action, from a deep search. Regret is the
/// mean over all positions of the best action's value less the chosen one's. It is a quieter measure
/// of strength than games are. One line of JSON for each number of nodes.
#[derive(clap::Args)]
pub(crate) struct Regret {
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

#[derive(Serialize)]
struct Report {
    nodes: u64,
    positions: usize,
    /// In points of win chance.
    regret: f64,
    /// How often the best action was chosen.
    best: f64,
}

pub(super) fn run(args: &Regret) -> Result<Finding> {
    if let Some(count) = args.make {
        fs::write(&args.set, make(count, args.deep))
            .with_context(|| format!("cannot write {}", args.set.display()))?;
        return Ok(Finding::Good);
    }
    let text = fs::read_to_string(&args.set)
        .with_context(|| format!("cannot read {}", args.set.display()))?;
    let set: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(read)
        .collect::<Result<_>>()?;
    if set.is_empty() {
        bail!("{} has no positions in it", args.set.display());
    }
    if args.again {
        fs::write(&args.set, refer_again(&set, args.deep))
            .with_context(|| format!("cannot write {}", args.set.display()))?;
        return Ok(Finding::Good);
    }
    let search = if args.search == "star" { SearchKind::Star } else { SearchKind::Tree };
    let judge = if args.evaluation == "handmade" { Judge::HandMade } else { Judge::Network };
    let engine = Engine::new(Settings { search, judge, ..Settings::default() });
    for doubling in 0..=args.doublings {
        let nodes = args.nodes << doubling;
        let (mut regret, mut best) = (0.0, 0);
        let mut progress = Progress::new(format!("{nodes} nodes"), set.len());
        for (done, (position, values)) in set.iter().enumerate() {
            progress.show(done);
            let chosen = engine.analyse(position, Limits::nodes(nodes)).best();
            let value = |wanted| values.iter().find(|(action, _)| Some(*action) == wanted);
            let top = values.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
            let lost = top - value(chosen).map_or(top, |(_, value)| *value);
            regret += lost;
            best += usize::from(lost == 0.0);
        }
        progress.clear();
        let count = set.len() as f64;
        let report = Report {
            nodes,
            positions: set.len(),
            regret: 100.0 * regret / count,
            best: best as f64 / count,
        };
        output::json(&report)?;
    }
    Ok(Finding::Good)
}

/// `position ; action=value action=value`, the best first.
fn read(line: &str) -> Result<(Position, Vec<(Action, f64)>)> {
    let (position, values) = line.split_once(" ; ").context("a line is: position ; values")?;
    let values = values.split(' ').map(|pair| {
        let (action, value) = pair.split_once('=').context("a value is: action=chance")?;
        Ok((action.parse()?, value.parse()?))
    });
    Ok((position.parse()?, values.collect::<Result<_>>()?))
}

/// Positions with a choice from games of the engine against itself, some actions at random.
fn make(count: usize, deep: u64) -> String {
    let mut text = format!(
        "# {count} positions and the win chance of each action, from searches of {deep} nodes.\n\
         # Made by: bosworth bench regret --make {count} --deep {deep}\n"
    );
    let engine = Engine::default();
    let mut random = Random::new(1485);
    let mut made = 0;
    let mut progress = Progress::new("positions", count);
    while made < count {
        progress.show(made);
        let (_, ruleset) = Ruleset::PRESETS[[0, 0, 0, 1, 2][made % 5]];
        let Some(position) = somewhere(&engine, ruleset, &mut random) else { continue };
        text += &reference(&engine, &position, deep);
        made += 1;
    }
    text
}

/// The same positions with values from searches as they are now.
fn refer_again(set: &[(Position, Vec<(Action, f64)>)], deep: u64) -> String {
    let count = set.len();
    let head = format!(
        "# {count} positions and the win chance of each action, from searches of {deep} nodes.\n\
         # Made by: bosworth bench regret --again --deep {deep}\n"
    );
    let engine = Engine::default();
    let mut progress = Progress::new("positions", count);
    let mut text = head;
    for (done, (position, _)) in set.iter().enumerate() {
        progress.show(done);
        text += &reference(&engine, position, deep);
    }
    text
}

/// A line of the set.
fn reference(engine: &Engine, position: &Position, deep: u64) -> String {
    let mut lines = engine.analyse(position, Limits::nodes(deep)).lines;
    lines.sort_by(|a, b| b.value.win.total_cmp(&a.value.win));
    let values: Vec<_> = lines
        .iter()
        .map(|line| format!("{}={:.4}", line.action(), line.value.win_chance()))
        .collect();
    format!("{position} ; {}\n", values.join(" "))
}

/// Plays up to a random ply; nothing if there is no choice there.
fn somewhere(engine: &Engine, ruleset: Ruleset, random: &mut Random) -> Option<Position> {
    let mut position = random.deal(ruleset);
    for _ in 0..random.below(110) {
        let choices = position.choices();
        let wild = random.below(8) == 0;
        let action = if wild || choices.len() < 2 {
            choices.pick(random.below(choices.len().max(1)))?.action()
        } else {
            engine.analyse(&position, Limits::nodes(60)).best()?
        };
        position = match position.act(action).ok()? {
            Next::Position(next) => next,
            Next::Draw(pending) => pending.pick(random.below(pending.outcomes().len()))?,
        };
    }
    (position.actions().len() > 1).then_some(position)
}
