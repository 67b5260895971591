use serde::{Deserialize, Serialize};

use crate::{Announcement, GameSlot, PlayerId, SlotResult};

/// What happened at one moment: all of it is in the log, or nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentLogEntry {
    /// Its sequence number, from 0.
    pub seq: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whose command it was; none if it was the server's doing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PlayerId>,
    /// What.
    pub steps: Vec<TournamentEvent>,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentEvent {
    /// The event was announced; always the first step, and only there.
    Open(Box<Announcement>),
    /// Its title or description was changed.
    Describe {
        /// The title.
        title: String,
        /// The description.
        about: String,
    },
    /// Somebody wants to enter with another one, who has not agreed yet. It replaces what they
    /// proposed before.
    Propose {
        /// Who would be the captain.
        player: PlayerId,
        /// Who is asked.
        mate: PlayerId,
        /// The rating of both at this moment.
        rating: i32,
    },
    /// What somebody proposed is off: they withdrew it, or it was declined.
    Retract {
        /// Who proposed it.
        player: PlayerId,
    },
    /// Somebody entered, or came back.
    Join {
        /// Who.
        player: PlayerId,
        /// The other half of the team, if teams play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mate: Option<PlayerId>,
        /// The rating at this moment: pairings follow from the log alone.
        rating: i32,
    },
    /// Somebody is out. What is open in their series is lost by default.
    Leave {
        /// Who.
        player: PlayerId,
        /// Why.
        why: Departure,
    },
    /// A season begins; the first one is the start of the event.
    Season {
        /// Its number, from 1.
        season: u16,
        /// Who plays, strongest first; one list unless there are divisions.
        divisions: Vec<Vec<PlayerId>>,
    },
    /// A round begins, with all its games.
    Round {
        /// Its number, from 1, through all seasons.
        round: u16,
        /// Who plays whom, board by board.
        pairs: Vec<SeatedPair>,
        /// Who has a bye.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<PlayerId>,
    },
    /// A game has ended.
    Result {
        /// Which.
        slot: GameSlot,
        /// How.
        result: SlotResult,
    },
    /// The organiser corrected how a game ended.
    Correct {
        /// Which.
        slot: GameSlot,
        /// How it ended.
        result: SlotResult,
    },
    /// A game was reviewed: the win chance that each side earned, without the luck of the draw.
    Review {
        /// Which.
        slot: GameSlot,
        /// Red's, in thousandths; the rest is White's.
        red: u16,
    },
    /// No round begins for now.
    Pause,
    /// It goes on.
    Resume,
    /// It is over.
    End {
        /// Whether it was called off.
        #[serde(default)]
        cancelled: bool,
    },
}

/// A pair of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SeatedPair {
    /// Who plays Red in the first game.
    pub red: PlayerId,
    /// Who plays White in it; none for the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerId>,
}

/// Why somebody is out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Departure {
    /// They withdrew.
    Withdrew,
    /// They did not come to two games in a row.
    Missing,
    /// The organiser removed them.
    Removed,
}
