use serde::{Deserialize, Serialize};

use crate::{Announcement, GameSlot, PlayerId, SlotResult};

/// Events that happened together, appended to the log atomically.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventEntry"))]
pub struct TournamentLogEntry {
    /// The sequence number, from 0.
    pub seq: u32,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The player whose command caused it; missing if the server did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PlayerId>,
    /// The events; `docs/tournaments.md` explains them.
    #[serde(rename = "steps")]
    pub events: Vec<TournamentEvent>,
}

/// One thing that happened in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventStep"))]
#[serde(rename_all = "lowercase")]
pub enum TournamentEvent {
    /// The tournament was announced; always the first event, and only there.
    Open(Box<Announcement>),
    /// The title or description was changed.
    Describe {
        /// The title.
        title: String,
        /// The description.
        about: String,
    },
    /// The start time was changed, before the start.
    Reschedule {
        /// The new start time, in milliseconds since 1970.
        starts: i64,
    },
    /// A player proposed a team to another, who has not accepted yet. Replaces an earlier proposal
    /// of the same player.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Propose {
        /// The captain to be.
        player: PlayerId,
        /// The proposed teammate.
        mate: PlayerId,
        /// The captain's rating at this time.
        rating: i32,
    },
    /// A team proposal was withdrawn or declined.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Retract {
        /// The player who proposed it.
        player: PlayerId,
    },
    /// A player entered or re-entered.
    Join {
        /// The player.
        player: PlayerId,
        /// The teammate, in team tournaments.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mate: Option<PlayerId>,
        /// The rating at this time, recorded because pairings depend on the log alone.
        rating: i32,
    },
    /// A player left or was removed, and forfeits all unfinished games.
    Leave {
        /// The player.
        player: PlayerId,
        /// The reason.
        why: Departure,
    },
    /// A season started; the first one starts the tournament.
    Season {
        /// The season, from 1.
        season: u16,
        /// The players by division, strongest first; a single division except in leagues.
        divisions: Vec<Vec<PlayerId>>,
    },
    /// A round started, with all its games.
    Round {
        /// The round, from 1, counted across all seasons.
        round: u16,
        /// The pairings, board by board.
        pairs: Vec<SeatedPair>,
        /// The players with a bye.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<PlayerId>,
    },
    /// A game ended.
    Result {
        /// The game.
        slot: GameSlot,
        /// The result.
        result: SlotResult,
    },
    /// The organiser corrected a result.
    Correct {
        /// The game.
        slot: GameSlot,
        /// The corrected result.
        result: SlotResult,
    },
    /// A game was reviewed: the win chance that each side earned, excluding the luck of the draw.
    Review {
        /// The game.
        slot: GameSlot,
        /// Red's share in thousandths; the rest is White's.
        red: u16,
    },
    /// The organiser paused the tournament.
    Pause,
    /// The organiser resumed the tournament.
    Resume,
    /// The tournament ended.
    End {
        /// Whether it was cancelled.
        #[serde(default)]
        cancelled: bool,
    },
}

/// A pair of players in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventPair"))]
pub struct SeatedPair {
    /// The player who has Red in the first game.
    pub red: PlayerId,
    /// The player who has White in the first game; missing for the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerId>,
}

/// Why a player is out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Departure {
    /// The player withdrew.
    Withdrew,
    /// The player missed two games in a row.
    Missing,
    /// The organiser removed the player.
    Removed,
}
