use bosworth_table::TimeControl;
#[cfg(feature = "schema")]
use bosworth_tournament::{MAX_ABOUT_CHARS, MAX_REST_MS, MAX_TITLE_CHARS};
use serde::{Deserialize, Serialize};

use super::{
    DealSharing, Eligibility, GameSlot, PlayerId, Series, SlotResult, TieBreak, TournamentFormat,
    TournamentId,
};

/// Who may enter a tournament that is to be announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "EventLimitsRequest")
)]
#[serde(default)]
pub struct EligibilityRequest {
    /// The minimum rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<i32>,
    /// The maximum rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    /// Whether guests may enter; by default if they can play such games, which must be casual and
    /// share no deal with other players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests: Option<bool>,
    /// Whether bots may enter.
    pub bots: bool,
    /// Whether a password is required.
    pub invited: bool,
}

impl EligibilityRequest {
    /// The limits, with what applies to guests if nothing is said about them.
    pub fn or_guests(self, guests_by_default: bool) -> Eligibility {
        let Self { from, to, guests, bots, invited } = self;
        Eligibility { from, to, guests: guests.unwrap_or(guests_by_default), bots, invited }
    }
}

/// A request to announce a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventRequest"))]
#[serde(deny_unknown_fields)]
pub struct TournamentRequest {
    /// The title, one line.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = MAX_TITLE_CHARS)))]
    pub title: String,
    /// The description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_ABOUT_CHARS)))]
    pub about: String,
    /// The format.
    #[serde(rename = "kind")]
    pub format: TournamentFormat,
    /// The number of games in a pairing; one by default.
    #[serde(default)]
    pub series: Series,
    /// Which parts of the deal are shared between games; none by default.
    #[serde(default)]
    pub deal: DealSharing,
    /// The ruleset in the text notation; `classic` by default.
    #[serde(default = "classic")]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::limits::RULESET_PATTERN)))]
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether the games are rated. If so, guests cannot enter.
    #[serde(default)]
    pub rated: bool,
    /// The start time, in milliseconds since 1970.
    pub starts: i64,
    /// The break between rounds, in milliseconds.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = MAX_REST_MS)))]
    pub rest: i64,
    /// The number of seats; by default the maximum of the format. Further entrants are on the waiting
    /// list until the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u16>,
    /// Who may enter.
    #[serde(default)]
    pub limits: EligibilityRequest,
    /// The last round in which players may still enter; in a Swiss tournament each missed round
    /// counts half a point.
    #[serde(default)]
    pub late: u8,
    /// The tie-breaks; by default those of the format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ties: Option<Vec<TieBreak>>,
}

fn classic() -> String {
    "classic".into()
}

/// The answer to announcing a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Announced"))]
pub struct TournamentAnnounced {
    /// The tournament's id.
    pub event: TournamentId,
}

/// The password of a tournament by invitation, which can also be part of a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Invitation {
    /// The password; missing if no invitation is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// A tournament command, from a player or the organiser. All commands are idempotent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventCommand"))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TournamentCommandRequest {
    /// Enter the tournament.
    Join {
        /// The password, in a tournament by invitation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<String>,
        /// The teammate's name, in team tournaments. The teammate must accept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mate: Option<String>,
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
        #[cfg_attr(feature = "schema", schemars(length(min = 1, max = MAX_TITLE_CHARS)))]
        title: String,
        /// The description.
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_ABOUT_CHARS)))]
        about: String,
    },
    /// Organiser: change the start time, before the start.
    Reschedule {
        /// The new start time, in milliseconds since 1970: within a year from now.
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

/// A message to a tournament's chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventSaying"))]
#[serde(deny_unknown_fields)]
pub struct TournamentChatRequest {
    /// One line of text.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = bosworth_table::MAX_CHAT_CHARS)))]
    pub text: String,
}
