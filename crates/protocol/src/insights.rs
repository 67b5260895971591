use serde::{Deserialize, Serialize};

/// What reviews by the server found in somebody's latest rated games.
///
/// A decision costs the win chance that the best action would have kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Insights"))]
pub struct InsightsView {
    /// The number of reviewed games, at most 1 000.
    pub games: u32,
    /// The points scored in them: 1 for a win, 0.5 for a draw.
    pub score: f64,
    /// The points without the luck of the deals and of the draws.
    pub without_luck: f64,
    /// The half width of the 95 % interval of `without_luck`; missing with fewer than two games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<f64>,
    /// All decisions.
    pub all: MeanCost,
    /// The level of the computer whose decisions cost about as much; missing without a decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Groups of decisions.
    pub groups: Vec<InsightGroup>,
    /// The games in stretches of the same number, oldest first.
    pub course: Vec<InsightStretch>,
}

/// What decisions cost on average.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanCost {
    /// The number of games they were made in.
    pub games: u32,
    /// The number of decisions.
    pub decisions: u32,
    /// The mean loss of win chance, in points out of 100.
    pub loss: f64,
    /// The half width of its 95 % interval; missing with fewer than two games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<f64>,
}

/// The cost of the decisions of a group.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InsightGroup {
    /// What the decisions are grouped by: `phase` (of the game), `kind` (of the best action), `side`,
    /// `edition` or `opponent` (stronger or weaker by more than 100 rating points).
    pub by: String,
    /// The group, such as `opening`, `draw`, `red`, `classic` or `stronger`.
    pub group: String,
    /// What they cost.
    pub cost: MeanCost,
}

/// Consecutive games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InsightStretch {
    /// When the last of them ended, in milliseconds since 1970.
    pub at: i64,
    /// The points scored.
    pub score: f64,
    /// The points without luck.
    pub without_luck: f64,
    /// What the decisions cost.
    pub cost: MeanCost,
}
