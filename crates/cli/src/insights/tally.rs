//! What the decisions of a player cost, added up.

use std::collections::BTreeMap;

use bosworth_analysis::{DecisionKind, GamePhase};
use bosworth_engine::{ACCURACY_DECAY, Level, PlyReview, Review};
use bosworth_rules::{Game, GameResult, Record, Side};
use serde::Serialize;

use super::tag;

/// The games of a player.
pub(super) struct Insights {
    pub(super) player: String,
    pub(super) games: Vec<GameInsights>,
    decisions: Vec<DecisionCost>,
}

/// A game, from the point of view of the player.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameInsights {
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    opponent: String,
    side: char,
    /// 1 for a win, 0.5 for a draw; none if the record has no result.
    pub(super) score: Option<f64>,
    /// The score without the luck of the deal and of the draws.
    pub(super) without_luck: Option<f64>,
    /// The luck of the deal and of all draws, in wins.
    luck: f64,
    decisions: usize,
    /// The mean loss of a decision in percentage points of win chance.
    pub(super) loss: f64,
    accuracy: f64,
}

/// What a decision cost, and the groups it belongs to.
struct DecisionCost {
    loss: f64,
    groups: [(Grouping, String); 5],
}

/// What decisions are grouped by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Grouping {
    /// By the number of roses left.
    Phase,
    /// By what would have been best.
    Kind,
    Side,
    Edition,
    /// By how much stronger the opponent is, as far as the record says.
    Opponent,
}

/// The mean cost of some decisions.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct MeanCost {
    pub(super) decisions: usize,
    /// The mean loss in percentage points of win chance, and the half width of its 95 % interval.
    pub(super) loss: f64,
    pub(super) interval: f64,
    pub(super) accuracy: f64,
    /// The level of the computer whose decisions cost about as much.
    pub(super) level: u8,
}

/// All figures, as JSON.
#[derive(Serialize)]
pub(super) struct InsightsReport<'i> {
    player: &'i str,
    results: ScoreTotals,
    all: Option<MeanCost>,
    groups: BTreeMap<Grouping, BTreeMap<&'i str, MeanCost>>,
    games: &'i [GameInsights],
}

/// The totals of the games that have a result.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ScoreTotals {
    pub(super) games: usize,
    pub(super) score: f64,
    /// The score without luck, and the half width of its 95 % interval.
    pub(super) without_luck: f64,
    pub(super) interval: f64,
}

/// A rating difference above which opponents are called stronger or weaker.
const RATING_MARGIN: f64 = 100.0;

impl Insights {
    pub(super) fn new(player: &str) -> Self {
        Self { player: player.into(), games: Vec::new(), decisions: Vec::new() }
    }

    /// Adds a reviewed game.
    pub(super) fn add(&mut self, record: &Record, game: &Game, review: &Review, side: Side) {
        let opponent = opponent_group(record, side);
        let edition = game.start().ruleset().to_string();
        let mut own = 0.0;
        let mut count = 0;
        for ply in review.plies.iter().filter(|ply| ply.side == side) {
            let Some(decision) = &ply.decision else { continue };
            own += decision.loss;
            count += 1;
            let position = &game.positions()[ply.number - 1];
            let groups = [
                (Grouping::Phase, GamePhase::of(position).name().to_string()),
                (Grouping::Kind, DecisionKind::of(decision.best).name().to_string()),
                (Grouping::Side, if side == Side::Red { "red" } else { "white" }.to_string()),
                (Grouping::Edition, edition.clone()),
                (Grouping::Opponent, opponent.clone()),
            ];
            self.decisions.push(DecisionCost { loss: decision.loss, groups });
        }
        let score = match record.result {
            GameResult::Won(winner) => Some(if winner == side { 1.0 } else { 0.0 }),
            GameResult::Drawn => Some(0.5),
            GameResult::Unfinished => None,
        };
        let balance = review.balance();
        let red = balance.deal_luck + review.plies.iter().map(PlyReview::red_luck).sum::<f64>();
        let luck = if side == Side::Red { red } else { -red };
        let mean = own / f64::from(count.max(1));
        self.games.push(GameInsights {
            date: record.tag("Date").filter(|date| !date.contains('?')).map(str::to_string),
            opponent: record.tag(tag(!side)).unwrap_or("?").to_string(),
            side: side.letter(),
            score,
            without_luck: score.map(|score| score - luck),
            luck,
            decisions: count as usize,
            loss: 100.0 * mean,
            accuracy: accuracy(mean),
        });
    }

    pub(super) fn all(&self) -> Option<MeanCost> {
        MeanCost::of(self.decisions.iter().map(|it| it.loss))
    }

    /// The groups of each aspect with their figures.
    pub(super) fn groups(&self) -> BTreeMap<Grouping, BTreeMap<&str, MeanCost>> {
        let mut losses: BTreeMap<Grouping, BTreeMap<&str, Vec<f64>>> = BTreeMap::new();
        for decision in &self.decisions {
            for (aspect, group) in &decision.groups {
                let groups = losses.entry(*aspect).or_default();
                groups.entry(group).or_default().push(decision.loss);
            }
        }
        let mut means = BTreeMap::new();
        for (grouping, groups) in losses {
            let mean =
                |(group, losses): (_, Vec<f64>)| Some((group, MeanCost::of(losses.into_iter())?));
            means.insert(grouping, groups.into_iter().filter_map(mean).collect());
        }
        means
    }

    pub(super) fn results(&self) -> ScoreTotals {
        let scores: Vec<_> = self.games.iter().filter_map(|game| game.score).collect();
        let adjusted: Vec<_> = self.games.iter().filter_map(|game| game.without_luck).collect();
        let (mean, deviation) = mean_and_deviation(&adjusted);
        let games = scores.len() as f64;
        ScoreTotals {
            games: scores.len(),
            score: scores.iter().sum(),
            without_luck: mean * games,
            interval: 1.96 * deviation * games.sqrt(),
        }
    }

    pub(super) fn report(&self) -> InsightsReport<'_> {
        InsightsReport {
            player: &self.player,
            results: self.results(),
            all: self.all(),
            groups: self.groups(),
            games: &self.games,
        }
    }
}

impl MeanCost {
    fn of(losses: impl Iterator<Item = f64>) -> Option<Self> {
        let losses: Vec<_> = losses.collect();
        if losses.is_empty() {
            return None;
        }
        let (mean, deviation) = mean_and_deviation(&losses);
        Some(Self {
            decisions: losses.len(),
            loss: 100.0 * mean,
            interval: 196.0 * deviation / (losses.len() as f64).sqrt(),
            accuracy: accuracy(mean),
            level: Level::of_mean_loss(mean).number(),
        })
    }
}

fn accuracy(mean_loss: f64) -> f64 {
    100.0 * (-ACCURACY_DECAY * mean_loss).exp()
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

/// How strong the opponent is, as far as the record says.
fn opponent_group(record: &Record, side: Side) -> String {
    let level = record.tag(tag(!side)).and_then(|name| name.strip_prefix("Computer, level "));
    if let Some(level) = level.filter(|level| level.chars().all(|c| c.is_ascii_digit())) {
        return format!("level {level}");
    }
    let rating = |side| {
        let tag = if side == Side::Red { "RedRating" } else { "WhiteRating" };
        record.tag(tag)?.parse::<f64>().ok()
    };
    let group = match (rating(side), rating(!side)) {
        (Some(own), Some(other)) if other > own + RATING_MARGIN => "stronger",
        (Some(own), Some(other)) if other < own - RATING_MARGIN => "weaker",
        (Some(_), Some(_)) => "similar",
        _ => "unknown",
    };
    group.into()
}
