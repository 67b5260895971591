//! A review as JSON.

use std::collections::BTreeMap;

use bosworth_engine::{
    DecisionReview, Engine, Level, Mark, PlyReview, Review, SearchLimits, Summary,
};
use bosworth_rules::Side;
use serde::Serialize;

use super::LegalGame;
use crate::best::rollout::RolloutActionReport;
use crate::why::WhyReport;

/// One game. Win chances are from 0 to 1 and Red's, except `loss`, `luck`, `change` and everything
/// under a player: those are from the point of view of the side that acted.
#[derive(Serialize)]
pub(super) struct ReviewReport {
    /// The file, if several were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    game: usize,
    rules: String,
    position: String,
    /// The requested nodes and milliseconds a position.
    nodes: Option<u64>,
    ms: Option<u64>,
    finished: bool,
    /// The result in the record: `1-0`, `0-1`, `1/2-1/2` or `*`.
    said: String,
    balance: Balance,
    red: SideReport,
    white: SideReport,
    first: f64,
    plies: Vec<Ply>,
}

/// `result - start = deal_luck + luck + skill + revision`
#[derive(Serialize)]
struct Balance {
    start: f64,
    result: f64,
    deal_luck: f64,
    luck: f64,
    skill: f64,
    revision: f64,
}

#[derive(Serialize)]
struct SideReport {
    name: Option<String>,
    decisions: usize,
    loss: f64,
    mean_loss: f64,
    accuracy: f64,
    /// The level of the computer whose decisions cost about as much.
    level: u8,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    draws: usize,
    luck: f64,
    swing: Option<Swing>,
    result: f64,
    luck_adjusted: f64,
}

#[derive(Serialize)]
struct Swing {
    number: usize,
    change: f64,
}

#[derive(Serialize)]
struct Ply {
    number: usize,
    side: char,
    action: String,
    before: f64,
    after: f64,
    margin: f64,
    /// From here on: only where there was a choice.
    best: Option<String>,
    loss: Option<f64>,
    mark: Option<&'static str>,
    /// Whether the loss is exact and not an estimate.
    exact: Option<bool>,
    /// Every legal action and the chance after it.
    actions: Option<BTreeMap<String, f64>>,
    /// What rollouts say, where they judged the decision; win chances are those of the side that
    /// acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    rollout: Option<Vec<RolloutActionReport>>,
    /// From here on: only where a card was drawn.
    luck: Option<f64>,
    mean: Option<f64>,
    /// Every card that could have been drawn and the chance after it.
    cards: Option<BTreeMap<String, f64>>,
    revision: f64,
    /// Why the best action is better and the one that was played worse, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<WhyReport>>,
}

impl ReviewReport {
    /// Adds why each best action is better.
    pub(super) fn explain(&mut self, legal: &LegalGame, review: &Review) {
        let engine = Engine::default();
        for (ply, reviewed) in self.plies.iter_mut().zip(&review.plies) {
            let before = &legal.game.positions()[reviewed.number - 1];
            let why = super::why(reviewed, before, &engine);
            ply.why = Some(why.iter().map(|explained| explained.report(before)).collect());
        }
    }
}

pub(super) fn report(
    legal: &LegalGame,
    review: &Review,
    limits: SearchLimits,
    ms: Option<u64>,
) -> ReviewReport {
    let LegalGame { source, game } = legal;
    let record = &source.record;
    let balance = review.balance();
    let player = |tag, side| player(record.tag(tag), &review.summary(side));
    ReviewReport {
        file: source.file.clone(),
        game: source.number,
        rules: record.start.ruleset().to_string(),
        position: game.start().to_string(),
        nodes: limits.nodes,
        ms,
        finished: review.finished,
        said: record.result.to_string(),
        balance: Balance {
            start: balance.start,
            result: balance.result,
            deal_luck: balance.deal_luck,
            luck: balance.luck,
            skill: balance.skill,
            revision: balance.revision,
        },
        red: player("Red", Side::Red),
        white: player("White", Side::White),
        first: review.first,
        plies: review.plies.iter().map(ply).collect(),
    }
}

fn player(name: Option<&str>, summary: &Summary) -> SideReport {
    let [inaccuracies, mistakes, blunders] = summary.marks;
    SideReport {
        name: name.filter(|name| *name != "?").map(str::to_string),
        decisions: summary.decisions,
        loss: summary.loss,
        mean_loss: summary.mean_loss(),
        accuracy: summary.accuracy(),
        level: Level::of_mean_loss(summary.mean_loss()).number(),
        inaccuracies,
        mistakes,
        blunders,
        draws: summary.draws,
        luck: summary.luck,
        swing: summary.swing.map(|swing| Swing { number: swing.number, change: swing.change }),
        result: summary.result,
        luck_adjusted: summary.luck_adjusted,
    }
}

fn ply(review: &PlyReview) -> Ply {
    let decision = review.decision.as_ref();
    let actions = |list: &[(bosworth_rules::Action, f64)]| {
        list.iter().map(|(action, chance)| (action.to_string(), *chance)).collect()
    };
    let rollout = |decision: &DecisionReview| {
        decision.rollout.iter().map(RolloutActionReport::from).collect()
    };
    let draw = review.draw.as_ref();
    let cards = |list: &[bosworth_engine::CardChance]| {
        list.iter().map(|card| (card.card.to_string(), card.win_chance)).collect()
    };
    Ply {
        number: review.number,
        side: review.side.letter(),
        action: review.ply.to_string(),
        before: review.before,
        after: review.after,
        margin: review.margin,
        best: decision.map(|decision| decision.best.to_string()),
        loss: review.loss(),
        mark: review.mark().map(Mark::sign),
        exact: decision.map(|decision| decision.exact),
        actions: decision.map(|decision| actions(&decision.actions)),
        rollout: decision.filter(|decision| !decision.rollout.is_empty()).map(rollout),
        luck: review.luck(),
        mean: draw.map(|draw| draw.mean),
        cards: draw.map(|draw| cards(&draw.cards)),
        revision: review.revision(),
        why: None,
    }
}
