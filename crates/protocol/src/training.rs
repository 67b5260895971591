use serde::{Deserialize, Serialize};

/// The position of a day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Daily"))]
pub struct DailyView {
    /// The UTC date, such as `2026-11-19`.
    pub date: String,
    /// The id of the puzzle.
    pub puzzle: u32,
    /// The position.
    pub position: String,
    /// From 1 to 8: the lowest level of the computer that solves it; 9 if none does.
    pub level: u8,
    /// The results so far.
    pub results: DailyResults,
    /// What the answers cost on average, in points of win chance out of 100; missing if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// How often each action was the answer, the best first; only for those who have answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<DailyShare>,
    /// What your answer costs, in points of win chance out of 100; missing if you have not answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<f64>,
}

/// How many accounts answered the position of a day, by what their first answers are worth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DailyResults {
    /// They cost at most one point of win chance out of 100.
    pub right: u32,
    /// At most four points.
    pub close: u32,
    /// More.
    pub wrong: u32,
}

/// How often an action was the answer to the position of a day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DailyShare {
    /// The action, such as `NE2`; a draw is `+`.
    pub action: String,
    /// The number of accounts that chose it.
    pub answers: u32,
}

/// An answer to the position of a day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DailyReply {
    /// The UTC date: today's or yesterday's.
    pub date: String,
    /// The action, such as `NE2`; a draw is `+`.
    pub action: String,
}
