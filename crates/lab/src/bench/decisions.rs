use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use bosworth_analysis::{StopSign, Timer, roll_out};
use bosworth_engine::{Engine, Random, RolloutSettings, SearchLimits};
use bosworth_rules::{Action, Card, Game, PendingDraw, Position, Ruleset};
use serde::Serialize;

use super::regret::{ReferencePosition, parse_reference};
use crate::overwrite;
use crate::player::{Contestant, PlayerSpec};

/// Decisions of games between many different players, with what each action is worth.
///
/// The strength of a player is what it gives away a decision: how much more the action is worth that a
/// deep search prefers than the one that the player chooses. Rollouts give the values. They know nothing
/// of the search's choice, so chance errors of theirs cancel in the mean.
#[derive(Debug)]
pub struct DecisionSet {
    /// The first action is the one that the search prefers.
    positions: Vec<ReferencePosition>,
}

/// How a set is made.
#[derive(Clone, Copy, Debug)]
pub struct DecisionSetPlan {
    /// The number of positions of each edition.
    pub positions: usize,
    /// The nodes of the search.
    pub deep: u64,
    /// The games of the rollouts for each action.
    pub games: u32,
    /// The number of threads.
    pub threads: u16,
    /// The seed of the games.
    pub seed: u64,
}

/// What the decisions of a player cost.
#[derive(Clone, Debug, Serialize)]
pub struct DecisionReport {
    player: String,
    rules: String,
    decisions: usize,
    /// The mean loss of win chance in percentage points, and the half width of its 95 % interval.
    loss: f64,
    interval: f64,
    /// The share of decisions in which it chooses what the search prefers.
    same: f64,
}

/// The players of the games: each game has two of them.
const PLAYERS: [&str; 12] = [
    "random",
    "greedy",
    "uct:300n",
    "ab:d2",
    "level:1",
    "level:2",
    "level:3",
    "level:4",
    "level:5",
    "level:6",
    "level:7",
    "tree:2000n",
];
/// A decision is taken within the first plies; most games last about so long.
const PLIES: u32 = 90;
/// Players that choose by chance are asked so often.
const REPETITIONS: u64 = 4;
/// The title in the first line of every set.
const TITLE: &str = "decisions and the win chance of each action";

impl DecisionSet {
    /// Makes a set, reporting progress.
    pub fn make(
        path: &Path,
        plan: &DecisionSetPlan,
        on_position: &mut dyn FnMut(usize),
    ) -> Result<()> {
        let is_set = |head: &[u8], _| String::from_utf8_lossy(head).contains(TITLE);
        overwrite::check(path, "set of decisions", is_set)?;
        let DecisionSetPlan { positions, deep, games, seed, .. } = *plan;
        let mut text = format!(
            "# {} {TITLE}; the first is what a search of {deep} nodes prefers.\n\
             # Made by: bosworth bench decisions --make {positions} --deep {deep} --games {games} --seed {seed}\n",
            positions * Ruleset::PRESETS.len(),
        );
        let mut random = Random::new(seed);
        let mut made = 0;
        while made < positions * Ruleset::PRESETS.len() {
            let (_, rules) = Ruleset::PRESETS[made % Ruleset::PRESETS.len()];
            let Some(position) = decision(rules, &mut random)? else { continue };
            text += &plan.judge(&position);
            made += 1;
            on_position(made);
        }
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Reads a set.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let positions = lines.map(parse_reference).collect::<Result<Vec<_>>>()?;
        ensure!(!positions.is_empty(), "{name} has no positions in it");
        Ok(Self { positions })
    }

    /// The number of positions.
    pub fn count(&self) -> usize {
        self.positions.len()
    }

    /// Measures a player, reporting progress; one report for each edition.
    pub fn measure(
        &self,
        spec: &PlayerSpec,
        on_position: &mut dyn FnMut(usize),
    ) -> Result<Vec<DecisionReport>> {
        let mut player = spec.contestant(&StopSign::default());
        let mut losses: BTreeMap<String, (Vec<f64>, u64)> = BTreeMap::new();
        for (done, (position, values)) in self.positions.iter().enumerate() {
            on_position(done);
            let value = |action: Action| values.iter().find(|(it, _)| *it == action).map(|it| it.1);
            let Some(&(best, top)) = values.first() else { continue };
            let (sums, same) = losses.entry(position.ruleset().to_string()).or_default();
            let mut loss = 0.0;
            for seed in 0..REPETITIONS {
                player.begin(Random::new(seed ^ position.key()).next())?;
                let chosen = player.choose(&Game::new(*position))?;
                loss += top - value(chosen).unwrap_or(top);
                *same += u64::from(chosen == best);
            }
            sums.push(loss / REPETITIONS as f64);
        }
        let report = |(rules, (losses, same)): (String, (Vec<f64>, u64))| {
            let count = losses.len() as f64;
            let mean = losses.iter().sum::<f64>() / count;
            let squares: f64 = losses.iter().map(|loss| (loss - mean).powi(2)).sum();
            DecisionReport {
                player: spec.to_string(),
                rules,
                decisions: losses.len(),
                loss: 100.0 * mean,
                interval: 196.0 * (squares / (count - 1.0).max(1.0) / count).sqrt(),
                same: same as f64 / count / REPETITIONS as f64,
            }
        };
        Ok(losses.into_iter().map(report).collect())
    }
}

impl DecisionSetPlan {
    /// A line of the set.
    fn judge(&self, position: &Position) -> String {
        let searched = Engine::default().analyse(position, SearchLimits::nodes(self.deep));
        let settings =
            RolloutSettings { games: self.games, precision: 0.01, ..RolloutSettings::default() };
        let rollout = roll_out(position, settings, self.threads, &Timer::default(), |_| ());
        let judged = rollout.actions();
        let value = |action| judged.iter().find(|it| it.action == action).map(|it| it.win);
        let values = searched.lines.iter().filter_map(|line| {
            let win = line.exact.or_else(|| value(line.action()))?;
            Some(format!("{}={win:.4}", line.action()))
        });
        format!("{position} ; {}\n", values.collect::<Vec<_>>().join(" "))
    }
}

/// Plays a game between two players up to a random ply; none if nothing can be chosen there.
fn decision(rules: Ruleset, random: &mut Random) -> Result<Option<Position>> {
    let mut player = || -> Result<Box<dyn Contestant>> {
        let name = PLAYERS[random.below(PLAYERS.len() as u32) as usize];
        let spec: PlayerSpec = name.parse().map_err(anyhow::Error::msg)?;
        let mut player = spec.contestant(&StopSign::default());
        player.begin(random.next())?;
        Ok(player)
    };
    let mut seats = [player()?, player()?];
    let mut game = Game::new(random.deal(rules));
    for ply in 0..random.below(PLIES) {
        if game.position().is_over() {
            return Ok(None);
        }
        let action = seats[ply as usize % 2].choose(&game)?;
        let card = random.next();
        let draw = |pending: &PendingDraw| chosen_card(pending, card);
        game.act_with(action, draw).with_context(|| format!("{action} is not allowed"))?;
    }
    Ok((game.position().actions().len() > 1).then(|| *game.position()))
}

/// The card that a random number chooses.
pub(super) fn chosen_card(pending: &PendingDraw, number: u64) -> Card {
    let cards = pending.outcomes();
    let place = (number % u64::from(cards.len())) as u32;
    cards.pick(place).unwrap_or_else(|| unreachable!("a draw never fails"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_players_give_away_more() {
        let path = std::env::temp_dir().join(format!("bosworth-decisions-{}", std::process::id()));
        let plan = DecisionSetPlan { positions: 4, deep: 2_000, games: 16, threads: 1, seed: 2 };
        let mut made = 0;
        DecisionSet::make(&path, &plan, &mut |done| made = done).expect("a set");
        let set = DecisionSet::read(&path).expect("a set");
        fs::remove_file(&path).expect("a file");
        assert_eq!((made, set.count()), (12, 12));
        let loss = |player: &str| {
            let spec = player.parse().expect("a player");
            let reports = set.measure(&spec, &mut |_| ()).expect("reports");
            assert_eq!(reports.len(), 3);
            assert!(reports.iter().all(|it| it.decisions == 4 && it.interval >= 0.0));
            reports.iter().map(|it| it.loss).sum::<f64>()
        };
        assert!(loss("random") > loss("tree:2000n") + 3.0);
    }
}
