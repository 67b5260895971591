use std::collections::BTreeMap;

use bosworth_analysis::{DecisionKind, GamePhase};
use bosworth_engine::Review;
use bosworth_rules::{Game, Side};
use serde::{Deserialize, Serialize};

/// What the decisions of both sides of a game cost.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct DecisionCosts {
    red: SideCosts,
    white: SideCosts,
}

/// What the decisions of a side cost, in all and by group.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct SideCosts {
    pub(super) all: Cost,
    #[serde(default)]
    pub(super) phase: BTreeMap<String, Cost>,
    #[serde(default)]
    pub(super) kind: BTreeMap<String, Cost>,
}

/// The number of decisions, and the win chance that they lost together.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Cost(pub(super) u32, pub(super) f64);

impl Cost {
    fn add(&mut self, loss: f64) {
        self.0 += 1;
        self.1 += loss;
    }
}

impl DecisionCosts {
    pub(super) fn of(review: &Review, game: &Game) -> Self {
        let mut costs = Self::default();
        for ply in &review.plies {
            let Some(decision) = &ply.decision else { continue };
            let side = match ply.side {
                Side::Red => &mut costs.red,
                Side::White => &mut costs.white,
            };
            let phase = GamePhase::of(&game.positions()[ply.number - 1]).name();
            let kind = DecisionKind::of(decision.best).name();
            side.all.add(decision.loss);
            side.phase.entry(phase.into()).or_default().add(decision.loss);
            side.kind.entry(kind.into()).or_default().add(decision.loss);
        }
        costs
    }

    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The costs of a side; none if the text is not that of this version.
    pub(super) fn of_side(json: &str, side: Side) -> SideCosts {
        let costs: Self = serde_json::from_str(json).unwrap_or_default();
        match side {
            Side::Red => costs.red,
            Side::White => costs.white,
        }
    }
}
