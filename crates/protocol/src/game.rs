use bosworth_rules::{BySide, Side};
use bosworth_table::{EndReason, GameId, Speed, TimeControl};
use serde::{Deserialize, Serialize};

use crate::PlayerView;
use crate::lobby::side;

/// The players by side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct Players {
    pub red: PlayerView,
    pub white: PlayerView,
}

impl Players {
    /// The player of a side.
    pub fn of(&self, side: Side) -> &PlayerView {
        match side {
            Side::Red => &self.red,
            Side::White => &self.white,
        }
    }
}

impl From<BySide<PlayerView>> for Players {
    fn from(BySide { red, white }: BySide<PlayerView>) -> Self {
        Self { red, white }
    }
}

/// A summary of a game, for clients that do not fold its log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableView {
    /// Its id.
    pub game: GameId,
    /// The players by side.
    pub players: Players,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether the game is rated.
    pub rated: bool,
    /// `waiting`, `running` or `over`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["waiting", "running", "over"])))]
    pub stage: String,
    /// The caller's side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bosworth_table::SideName>"))]
    pub you: Option<String>,
    /// The position in the text notation, once dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All legal actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<String>,
    /// The plies so far.
    #[serde(default)]
    pub plies: Vec<String>,
    /// The identity of the position, to be sent with an action: how many times it has changed, by
    /// the deal, actions and takebacks. 0 from older servers.
    #[serde(default)]
    pub revision: u32,
    /// The side to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bosworth_table::SideName>"))]
    pub turn: Option<String>,
    /// The remaining time of Red and White, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<(i64, i64)>,
    /// The server's commitment to its secret, made before the players contribute to the shuffle.
    pub commitment: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[cfg_attr(feature = "schema", schemars(with = "WrittenResult"))]
    pub result: String,
    /// Why the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<EndReason>,
    /// The number of log entries.
    pub seq: u32,
    /// The handicap, as who gives it and what, if there is one: `white:heroes=2,cards=4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<String>,
}

/// A game in progress, in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenGame {
    /// Its id.
    pub game: GameId,
    /// The players.
    pub players: Players,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether it is the caller's turn.
    pub your_turn: bool,
    /// The deadline for the next action, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<i64>,
    /// The number of plies.
    pub plies: usize,
    /// The handicap, as who gives it and what, if there is one: `white:heroes=2,cards=4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<String>,
}

/// Conditional actions in a correspondence game: a player's prepared replies to the opponent's
/// plies, visible to that player only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConditionalLines {
    /// The revision of the position that they start from, in which the opponent is to act.
    pub revision: u32,
    /// Each line alternates between the opponent's ply, with the card of a draw (`N2`, `W3*`, `+NE3`,
    /// `pass`), and the player's own action (`SE1`, `+`); at most 30 plies. It ends with an action of
    /// the player's own, at the latest with a draw. Lines with the same beginning have the same
    /// answers there; together they have at most 200 plies.
    pub lines: Vec<String>,
}

/// A finished game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameSummary {
    /// Its id.
    pub game: GameId,
    /// The players.
    pub players: Players,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    #[cfg_attr(feature = "schema", schemars(with = "TimeControl"))]
    pub clock: String,
    /// Its speed.
    pub speed: Speed,
    /// Whether the game was rated.
    pub rated: bool,
    /// When it started, in milliseconds since 1970.
    pub created: i64,
    /// When it ended, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<i64>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[cfg_attr(feature = "schema", schemars(with = "WrittenResult"))]
    pub result: String,
    /// Why the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bosworth_table::EndReason>"))]
    pub reason: Option<String>,
    /// The side that forfeited this tournament game, which was aborted: its opponent won it there.
    #[serde(default, with = "side", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bosworth_table::SideName>"))]
    pub forfeit: Option<Side>,
    /// The points of Red and White.
    pub points: (i64, i64),
    /// The number of plies.
    pub plies: i64,
    /// The rating changes of Red and White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<(f64, f64)>,
    /// The ratings of Red and White after the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<(f64, f64)>,
    /// The handicap, as who gives it and what, if there is one: `white:heroes=2,cards=4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<String>,
}

/// A finished game, as exported.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameExport {
    /// The summary.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The `.rose` record; null if the cards were never dealt.
    pub record: Option<String>,
}

/// `1-0`: Red won. `0-1`: White won. `1/2-1/2`: drawn. `*`: unfinished or aborted.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "Result", extend("enum" = ["1-0", "0-1", "1/2-1/2", "*"]))]
struct WrittenResult(#[expect(dead_code, reason = "only its schema is used")] String);
