//! What every action of a position costs, and whether it is a puzzle.

use bosworth_engine::{Analysis, Engine, EngineSettings, SearchLimits};
use bosworth_puzzles::Answer;
use bosworth_rules::{Action, Position};
use serde::{Deserialize, Serialize};

/// Which puzzles are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleKind {
    /// All kinds.
    #[default]
    Any,
    /// Near the end of the game, with exact values.
    Endings,
    /// Those that level 7 does not solve.
    Hard,
}

/// How sure a puzzle has to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JudgeSettings {
    /// Which puzzles are looked for.
    pub kind: PuzzleKind,
    /// The nodes of the search before each decision of a game.
    pub game_nodes: u64,
    /// The nodes of the search that decides whether more are worth while.
    pub first_nodes: u64,
    /// The nodes of each of the searches that have to agree.
    pub nodes: u64,
    /// The number of those searches, each with its own seed.
    pub seeds: u64,
}

impl Default for JudgeSettings {
    fn default() -> Self {
        Self { kind: PuzzleKind::Any, game_nodes: 100, first_nodes: 1_000, nodes: 8_000, seeds: 3 }
    }
}

/// The points of win chance by which the best action is better than the second.
pub(super) const MIN_GAP: f64 = 5.0;
/// The same in a short search, which may be mistaken.
const MIN_GAP_SEEN: f64 = 3.0;
/// A side is neither winning nor losing anyway between these chances, in points of 100.
const OPEN: std::ops::RangeInclusive<f64> = 15.0..=85.0;
/// The same in a short search.
const OPEN_SEEN: std::ops::RangeInclusive<f64> = 10.0..=90.0;
/// The memory of an engine, in MiB.
const HASH: usize = 16;
/// The standard deviation of the error that all searches of an action share, in points, as in the
/// engine's rollouts.
const SHARED_ERROR: f64 = 1.0;
/// The 97.5th percentile of the standard normal distribution.
const DEVIATIONS: f64 = 1.96;

/// What the actions of a position are worth, in points of win chance of 100.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Judgement {
    /// The best first.
    pub(super) chances: Vec<(Action, f64)>,
    /// The lower bound of the 95 % confidence interval of the gap.
    pub(super) low: f64,
    /// Whether all chances are exact.
    pub(super) exact: bool,
}

impl Judgement {
    /// From searches of the same position, if they agree on the best action.
    fn of(analyses: &[Analysis]) -> Option<Self> {
        let first = analyses.first()?;
        let best = first.best()?;
        if analyses.iter().any(|analysis| leader(analysis) != Some(best)) {
            return None;
        }
        let count = analyses.len() as f64;
        let mean = |action| {
            let chances = analyses.iter().filter_map(|analysis| analysis.win_chance_of(action));
            100.0 * chances.sum::<f64>() / count
        };
        let actions = first.lines.iter().map(|line| line.action());
        let mut chances: Vec<_> = actions.map(|action| (action, mean(action))).collect();
        chances.sort_by(|one, other| other.1.total_cmp(&one.1));
        let exact = first.exact;
        let gaps: Vec<_> = analyses.iter().map(|analysis| 100.0 * gap(analysis)).collect();
        let low = if exact { gaps[0] } else { lower_bound(&gaps) };
        Some(Self { chances, low, exact })
    }

    pub(super) fn best(&self) -> (Action, f64) {
        self.chances[0]
    }

    pub(super) fn second(&self) -> (Action, f64) {
        self.chances[1]
    }

    pub(super) fn gap(&self) -> f64 {
        self.best().1 - self.second().1
    }

    /// All actions with what they cost.
    pub(super) fn answers(&self) -> Vec<Answer> {
        let best = self.best().1;
        self.chances.iter().map(|(action, chance)| Answer::new(*action, best - chance)).collect()
    }

    /// Whether the best action is clear, and matters.
    fn is_clear(&self) -> bool {
        self.gap() >= MIN_GAP
            && self.low > 0.0
            && is_open(self.best().1, self.second().1, self.exact, &OPEN)
    }
}

/// Whether a side is neither winning nor losing anyway. If all values are exact, the best action may
/// win for certain, as long as the others do not nearly do so.
fn is_open(best: f64, second: f64, exact: bool, open: &std::ops::RangeInclusive<f64>) -> bool {
    if exact { best >= *open.start() && second <= *open.end() } else { open.contains(&best) }
}

/// The action with the highest value; equal ones in the engine's order.
fn leader(analysis: &Analysis) -> Option<Action> {
    let lines = analysis.lines.iter().rev();
    let best = lines.max_by(|one, other| one.win_chance().total_cmp(&other.win_chance()))?;
    Some(best.action())
}

/// By how much the best action leads, from 0 to 1; negative if another one has the higher value.
fn gap(analysis: &Analysis) -> f64 {
    let mut lines = analysis.lines.iter().map(|line| line.win_chance());
    let best = lines.next().unwrap_or_default();
    best - lines.fold(0.0, f64::max)
}

/// The lower bound of the 95 % confidence interval of a difference of which these are estimates. All
/// estimates share an error of each of the two actions.
fn lower_bound(gaps: &[f64]) -> f64 {
    let count = gaps.len() as f64;
    let mean = gaps.iter().sum::<f64>() / count;
    let squares: f64 = gaps.iter().map(|gap| (gap - mean).powi(2)).sum();
    let spread = if count > 1.0 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
    mean - (student(gaps.len()) * spread).hypot(DEVIATIONS * SHARED_ERROR * f64::sqrt(2.0))
}

/// The 97.5th percentile of Student's t-distribution for the mean of this number of values.
fn student(count: usize) -> f64 {
    const BY_COUNT: [f64; 8] = [12.71, 12.71, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45];
    BY_COUNT[count.min(BY_COUNT.len() - 1)]
}

/// Whether a short search finds that a position may be a puzzle.
pub(super) fn may_be_puzzle(analysis: &Analysis) -> bool {
    let [first, ..] = &analysis.lines[..] else { return false };
    let gap = 100.0 * gap(analysis);
    let best = 100.0 * first.win_chance();
    // If another action has the higher value, the gap is negative.
    analysis.lines.len() > 1
        && gap >= MIN_GAP_SEEN
        && is_open(best, best - gap, analysis.exact, &OPEN_SEEN)
}

fn search(position: &Position, seed: u64, nodes: u64) -> Analysis {
    let settings = EngineSettings { seed, hash: HASH, ..EngineSettings::default() };
    Engine::new(settings).analyse(position, SearchLimits::nodes(nodes))
}

/// Searches a position until it is clear that it is a puzzle or that it is not. Searches that are no
/// longer needed are not made.
pub(super) fn judge(position: &Position, settings: &JudgeSettings) -> Option<Judgement> {
    let JudgeSettings { kind, first_nodes, nodes, seeds, .. } = *settings;
    // What a short search does not find is hard.
    let wanted = |found: &Analysis| match kind {
        PuzzleKind::Any => may_be_puzzle(found),
        PuzzleKind::Endings => may_be_puzzle(found) && found.exact,
        PuzzleKind::Hard => true,
    };
    let first = search(position, 1, first_nodes);
    if !wanted(&first) {
        return None;
    }
    if first.exact {
        return Judgement::of(&[first]).filter(Judgement::is_clear);
    }
    let mut analyses: Vec<Analysis> = Vec::new();
    for seed in 1..=seeds.max(1) {
        let analysis = search(position, seed, nodes);
        let is_found_first = analysis.best() == first.best();
        if !may_be_puzzle(&analysis) || is_found_first == (kind == PuzzleKind::Hard) {
            return None;
        }
        if analysis.exact {
            analyses.clear();
        }
        analyses.push(analysis);
        if analyses[0].exact {
            break;
        }
    }
    Judgement::of(&analyses).filter(Judgement::is_clear)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_gap_widens_with_the_spread() {
        assert!((lower_bound(&[6.0, 6.0, 6.0]) - 3.23).abs() < 0.01);
        assert!(lower_bound(&[6.0, 6.5, 5.5]) < lower_bound(&[6.0, 6.0, 6.0]));
        assert!(lower_bound(&[9.0, 3.0, 6.0]) < 0.0);
        assert!(lower_bound(&[30.0]) > 0.0);
    }

    #[test]
    fn a_side_that_wins_or_loses_anyway_has_nothing_to_solve() {
        let open = |best, second, exact| is_open(best, second, exact, &OPEN);
        assert!(open(60.0, 50.0, false) && open(85.0, 10.0, false) && open(15.0, 0.0, false));
        assert!(!open(90.0, 80.0, false) && !open(14.0, 5.0, false));
        // A proven win is worth finding, unless nearly everything wins.
        assert!(open(100.0, 60.0, true) && !open(100.0, 90.0, true) && !open(10.0, 0.0, true));
    }

    #[test]
    fn searches_that_do_not_agree_judge_nothing() {
        let line = |action: &str, win: f32| bosworth_engine::PrincipalVariation {
            actions: vec![action.parse().expect("an action")],
            value: bosworth_engine::Value { win, margin: 0.0 },
            exact: None,
            nodes: 100,
        };
        let analysis = |one, other| Analysis {
            lines: vec![line("N1", one), line("+", other)],
            ..Analysis::default()
        };
        let agreeing = Judgement::of(&[analysis(0.2, -0.2), analysis(0.24, -0.16)]);
        let agreeing = agreeing.expect("a judgement");
        assert!((agreeing.gap() - 20.0).abs() < 1e-3 && agreeing.is_clear(), "{agreeing:?}");
        assert_eq!(Judgement::of(&[analysis(0.2, -0.2), analysis(0.1, 0.11)]), None);
        let close = Judgement::of(&[analysis(0.2, 0.12), analysis(0.2, 0.12)]);
        assert!(close.is_some_and(|judgement| !judgement.is_clear()));
    }
}
