use serde::{Deserialize, Serialize};

use crate::{Applicant, GameSlot, PlayerId, SlotResult, TournamentLogEntry};

/// A command from a player or the organiser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TournamentCommand {
    /// Enter the tournament.
    Join {
        /// The applicant, checked against eligibility.
        #[serde(rename = "standing")]
        applicant: Applicant,
        /// The teammate, in team tournaments, who must accept.
        #[serde(default)]
        mate: Option<PlayerId>,
    },
    /// Accept a team proposal.
    Accept {
        /// The player who proposed it.
        captain: PlayerId,
    },
    /// Decline a team proposal.
    Decline {
        /// The player who proposed it.
        captain: PlayerId,
    },
    /// Withdraw from the tournament, or withdraw an open team proposal.
    Leave,
    /// Organiser: start now.
    Start,
    /// Organiser: change title and description.
    Describe {
        /// The title.
        title: String,
        /// The description.
        about: String,
    },
    /// Organiser: change the start time, before the start.
    Reschedule {
        /// The new start time, in milliseconds since 1970.
        starts: i64,
    },
    /// Organiser: start no further rounds for now.
    Pause,
    /// Organiser: resume.
    Resume,
    /// Organiser: remove a player permanently.
    Remove {
        /// The player.
        player: PlayerId,
    },
    /// Organiser: correct a result.
    Correct {
        /// The game.
        slot: GameSlot,
        /// The corrected result.
        result: SlotResult,
    },
    /// Organiser: cancel the tournament.
    Cancel,
}

/// A command from the server itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentOrder {
    /// Do whatever is due at this time.
    Tick,
    /// A game ended.
    Result {
        /// The game.
        slot: GameSlot,
        /// The result.
        result: SlotResult,
    },
    /// A game has been reviewed.
    Review {
        /// The game.
        slot: GameSlot,
        /// The win chance that Red earned, in thousandths.
        red: u16,
    },
    /// The player's account was closed by its owner or the host.
    Expel(PlayerId),
    /// The host cancels the tournament.
    Cancel,
}

/// The outcome of deciding a command or an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentDecision {
    /// Append this entry, and fold it once it is durable.
    Append(TournamentLogEntry),
    /// No change: the command is already satisfied, or nothing is due.
    Nothing,
}
