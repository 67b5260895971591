use serde::{Deserialize, Serialize};

use crate::{Applicant, GameSlot, PlayerId, SlotResult, TournamentLogEntry};

/// What somebody asks of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TournamentCommand {
    /// Take part.
    Join {
        /// What the limits ask about.
        standing: Applicant,
        /// The other half of the team, if teams play, who has to accept that.
        #[serde(default)]
        mate: Option<PlayerId>,
    },
    /// Be the other half of somebody's team.
    Accept {
        /// Who proposed it.
        captain: PlayerId,
    },
    /// Do not be the other half of somebody's team.
    Decline {
        /// Who proposed it.
        captain: PlayerId,
    },
    /// Withdraw, also what one has proposed.
    Leave,
    /// Organiser: begin now.
    Start,
    /// Organiser: change title and description.
    Describe {
        /// The title.
        title: String,
        /// The description.
        about: String,
    },
    /// Organiser: begin no round for now.
    Pause,
    /// Organiser: go on.
    Resume,
    /// Organiser: remove somebody for good.
    Remove {
        /// Who.
        player: PlayerId,
    },
    /// Organiser: correct how a game ended.
    Correct {
        /// Which.
        slot: GameSlot,
        /// How it ended.
        result: SlotResult,
    },
    /// Organiser: call it off.
    Cancel,
}

/// What only the server may ask of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentOrder {
    /// Check the time: something may be due.
    Tick,
    /// A game has ended.
    Result {
        /// Which.
        slot: GameSlot,
        /// How.
        result: SlotResult,
    },
    /// A game was reviewed.
    Review {
        /// Which.
        slot: GameSlot,
        /// The win chance that Red earned, in thousandths.
        red: u16,
    },
    /// An account was closed by its owner or the host.
    Expel(PlayerId),
    /// The host calls it off.
    Cancel,
}

/// What deciding a command or an order leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentDecision {
    /// This entry, once it is durable.
    Append(TournamentLogEntry),
    /// Nothing: it is so already, or nothing is due.
    Nothing,
}
