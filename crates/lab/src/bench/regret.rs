use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use bosworth_engine::{Engine, Random, SearchLimits};
use bosworth_rules::{Action, Next, Position, Ruleset};
use serde::Serialize;

use crate::overwrite;

/// A suite of positions, each with a reference value for every action from a deep search.
///
/// Regret is the mean over all positions of the best action's value less the chosen one's. It
/// measures strength with less variance than games do.
#[derive(Debug)]
pub struct RegretSet {
    path: PathBuf,
    positions: Vec<ReferencePosition>,
}

/// A position and what each of its actions is worth.
pub(super) type ReferencePosition = (Position, Vec<(Action, f64)>);

/// The quality of a search with a given number of nodes.
#[derive(Serialize)]
pub struct RegretReport {
    nodes: u64,
    positions: usize,
    /// In points of win chance.
    regret: f64,
    /// The fraction of positions in which the best action was chosen.
    best: f64,
}

impl RegretSet {
    /// Generates a suite of `count` positions, with reference values from searches of `deep` nodes,
    /// reporting progress.
    pub fn make(
        path: &Path,
        count: usize,
        deep: u64,
        on_position: &mut dyn FnMut(usize),
    ) -> Result<()> {
        let is_set = |head: &[u8], _| String::from_utf8_lossy(head).contains(TITLE);
        overwrite::check(path, "set of positions", is_set)?;
        write(path, &make(count, deep, on_position))
    }

    /// Reads a suite.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let positions = lines.map(parse_reference).collect::<Result<Vec<_>>>()?;
        ensure!(!positions.is_empty(), "{name} has no positions in it");
        Ok(Self { path: path.into(), positions })
    }

    /// The number of positions.
    pub fn count(&self) -> usize {
        self.positions.len()
    }

    /// Recomputes the reference values of the suite, reporting progress.
    pub fn recompute_references(
        &self,
        deep: u64,
        on_position: &mut dyn FnMut(usize),
    ) -> Result<()> {
        write(&self.path, &recompute_references(&self.positions, deep, on_position))
    }

    /// Measures an engine, reporting progress.
    pub fn measure(
        &self,
        engine: &Engine,
        nodes: u64,
        on_position: &mut dyn FnMut(usize),
    ) -> RegretReport {
        let (mut regret, mut best) = (0.0, 0);
        for (done, (position, values)) in self.positions.iter().enumerate() {
            on_position(done);
            let chosen = engine.analyse(position, SearchLimits::nodes(nodes)).best();
            let value = |wanted| values.iter().find(|(action, _)| Some(*action) == wanted);
            let top = values.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
            let lost = top - value(chosen).map_or(top, |(_, value)| *value);
            regret += lost;
            best += usize::from(lost == 0.0);
        }
        let count = self.count() as f64;
        RegretReport {
            nodes,
            positions: self.count(),
            regret: 100.0 * regret / count,
            best: best as f64 / count,
        }
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The title in the first line of every suite.
const TITLE: &str = "positions and the win chance of each action";

/// The header of a suite.
fn head(count: usize, deep: u64, how: &str) -> String {
    format!(
        "# {count} {TITLE}, from searches of {deep} nodes.\n\
         # Made by: bosworth bench regret {how} --deep {deep}\n"
    )
}

/// `position ; action=value action=value`, the best first.
pub(super) fn parse_reference(line: &str) -> Result<ReferencePosition> {
    let (position, values) = line.split_once(" ; ").context("a line is: position ; values")?;
    let values = values.split(' ').map(|pair| {
        let (action, value) = pair.split_once('=').context("a value is: action=chance")?;
        Ok((action.parse()?, value.parse()?))
    });
    Ok((position.parse()?, values.collect::<Result<_>>()?))
}

/// Positions with a choice from self-play with some random actions.
fn make(count: usize, deep: u64, on_position: &mut dyn FnMut(usize)) -> String {
    let mut text = head(count, deep, &format!("--make {count}"));
    let engine = Engine::default();
    let mut random = Random::new(1485);
    let mut made = 0;
    while made < count {
        on_position(made);
        let (_, ruleset) = Ruleset::PRESETS[[0, 0, 0, 1, 2][made % 5]];
        let Some(position) = somewhere(&engine, ruleset, &mut random) else { continue };
        text += &reference(&engine, &position, deep);
        made += 1;
    }
    text
}

/// The same positions with values from the current search.
fn recompute_references(
    set: &[ReferencePosition],
    deep: u64,
    on_position: &mut dyn FnMut(usize),
) -> String {
    let mut text = head(set.len(), deep, "--again");
    let engine = Engine::default();
    for (done, (position, _)) in set.iter().enumerate() {
        on_position(done);
        text += &reference(&engine, position, deep);
    }
    text
}

/// A line of the suite.
fn reference(engine: &Engine, position: &Position, deep: u64) -> String {
    let mut lines = engine.analyse(position, SearchLimits::nodes(deep)).lines;
    lines.sort_by(|a, b| b.value.win.total_cmp(&a.value.win));
    let values: Vec<_> =
        lines.iter().map(|line| format!("{}={:.4}", line.action(), line.win_chance())).collect();
    format!("{position} ; {}\n", values.join(" "))
}

/// Plays up to a random ply; `None` if there is no choice there.
fn somewhere(engine: &Engine, ruleset: Ruleset, random: &mut Random) -> Option<Position> {
    let mut position = random.deal(ruleset);
    for _ in 0..random.below(110) {
        let choices = position.choices();
        let wild = random.below(8) == 0;
        let action = if wild || choices.len() < 2 {
            choices.pick(random.below(choices.len().max(1)))?.action()
        } else {
            engine.analyse(&position, SearchLimits::nodes(60)).best()?
        };
        position = match position.act(action).ok()? {
            Next::Position(next) => next,
            Next::Draw(pending) => pending.pick(random.below(pending.outcomes().len()))?,
        };
    }
    (position.actions().len() > 1).then_some(position)
}
