use bosworth_rules::{BySide, Side};
use bosworth_table::{EndReason, GameId, Speed, TimeControl};
use serde::{Deserialize, Serialize};

use crate::PlayerView;

/// Who sits where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Players {
    pub red: PlayerView,
    pub white: PlayerView,
}

impl Players {
    /// Who plays a side.
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

/// A game at a glance, for clients that do not fold its log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableView {
    /// Its id.
    pub game: GameId,
    /// Who sits where.
    pub players: Players,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether ratings change.
    pub rated: bool,
    /// `waiting`, `running` or `over`.
    pub stage: String,
    /// The caller's side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<String>,
    /// The position, once dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All legal actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<String>,
    /// The plies so far.
    #[serde(default)]
    pub plies: Vec<String>,
    /// The identity of the position, to be sent with an action: how often it has changed, by the
    /// deal, by actions and by takebacks. 0 from servers that do not know it yet.
    #[serde(default)]
    pub revision: u32,
    /// The side to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// What is left on the clocks, in milliseconds: Red's, White's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<(i64, i64)>,
    /// The server's commitment to its secret.
    pub commitment: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Why it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<EndReason>,
    /// How many entries its log has.
    pub seq: u32,
}

/// An open game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenGame {
    /// Its id.
    pub game: GameId,
    /// Who plays.
    pub players: Players,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether ratings change.
    pub rated: bool,
    /// Whether it is waiting for the caller.
    pub your_turn: bool,
    /// When the time to act is up, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<i64>,
    /// How many plies were done.
    pub plies: usize,
}

/// Conditional actions in a correspondence game: what a player wants done in answer to what the
/// opponent may do. Nobody else sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionalLines {
    /// The revision of the position that they begin with, in which the opponent is to act.
    pub revision: u32,
    /// The lines of the tree: the opponent's ply, one's own action, and so on by turns.
    pub lines: Vec<String>,
}

/// A finished game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// Its id.
    pub game: GameId,
    /// Who played.
    pub players: Players,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: String,
    /// Its speed.
    pub speed: Speed,
    /// Whether ratings changed.
    pub rated: bool,
    /// When it began.
    pub created: i64,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<i64>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Why it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Points of Red and White.
    pub points: (i64, i64),
    /// How many plies.
    pub plies: i64,
    /// How Red's and White's ratings changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<(f64, f64)>,
    /// Red's and White's ratings after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<(f64, f64)>,
}

/// A finished game, as exported.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameExport {
    /// At a glance.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The `.rose` text; none if the cards were never dealt.
    pub record: Option<String>,
}
