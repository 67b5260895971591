use bosworth_table::TimeControl;
use serde::{Deserialize, Serialize};

use super::{
    DealSharing, Eligibility, GameSlot, PlayerId, Series, SlotResult, TieBreak, TournamentFormat,
    TournamentId,
};

/// An event as its organiser asks for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentRequest {
    /// Its name, one line.
    pub title: String,
    /// What people should know.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// How it is played.
    pub kind: TournamentFormat,
    /// How many games decide a pairing; one if nothing is said.
    #[serde(default)]
    pub series: Series,
    /// What games have of the deal in common; nothing if nothing is said.
    #[serde(default)]
    pub deal: DealSharing,
    /// The ruleset.
    #[serde(default = "classic")]
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether ratings change.
    #[serde(default)]
    pub rated: bool,
    /// When it begins, in milliseconds since 1970.
    pub starts: i64,
    /// The break between rounds, in milliseconds.
    #[serde(default)]
    pub rest: i64,
    /// How many may take part; as many as the kind allows if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u16>,
    /// Who may take part.
    #[serde(default)]
    pub limits: Eligibility,
    /// Until which round one may still enter.
    #[serde(default)]
    pub late: u8,
    /// What decides between equal points; what is usual for the kind if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ties: Option<Vec<TieBreak>>,
}

fn classic() -> String {
    "classic".into()
}

/// An event was announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentAnnounced {
    /// Its id.
    pub event: TournamentId,
}

/// What lets people enter an event that is by invitation: a password, also as part of a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invitation {
    /// The password; none if anybody may enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// What somebody asks of an event. Asking twice is asking once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TournamentCommandRequest {
    /// Take part.
    Join {
        /// The password of an event that is by invitation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<String>,
        /// The name of the other half of the team, where teams play, who has to accept that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mate: Option<String>,
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

/// Something to say in the chat of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentChatRequest {
    /// One line.
    pub text: String,
}
