use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId};
use bosworth_tournament::TournamentId;
use serde::{Deserialize, Serialize};

use crate::{AccountKind, Scope, TokenView};

/// What the host of a server can do, from the command line or with a token of the scope `admin`.
/// Each leaves a line in the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum AdminAction {
    /// Log an account out and keep it out.
    Disable { name: String },
    /// Let it in again.
    Enable { name: String },
    /// Keep an account from chatting.
    Mute { name: String },
    /// Let it chat again.
    Unmute { name: String },
    /// Give an account another name.
    Rename { name: String, to: String },
    /// Give a person another password, by lot if none is named, and log them out.
    Password {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
    },
    /// Delete an account and its bots. Games that go on are aborted or resigned.
    Delete { name: String },
    /// Make a token for an account.
    Token { name: String, label: String, scopes: Vec<Scope> },
    /// Revoke a token of an account.
    Revoke { name: String, token: String },
    /// Make a bot that belongs to a person, and its token.
    Bot { owner: String, name: String },
    /// End a game in favour of a side; a draw if none.
    End {
        game: GameId,
        #[serde(default, with = "crate::lobby::side", skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
    },
    /// Abort a game: it counts for nobody.
    Void { game: GameId },
    /// Call an event off: the games that go on are played out, but no other begins.
    Cancel { event: TournamentId },
    /// Show a line to everybody until another one is announced; none if the text is empty.
    Announce { text: String },
    /// Say who may open an account.
    Registration(Registration),
    /// Make an invitation to open so many accounts within so many days.
    Invite { uses: u32, days: u32 },
    /// Withdraw an invitation.
    Uninvite { invitation: String },
    /// Change the list of words that no name and no chat may contain.
    Words {
        #[serde(default)]
        add: Vec<String>,
        #[serde(default)]
        remove: Vec<String>,
    },
    /// Close a report.
    Resolve { report: String },
}

/// Who may open an account. Guests can always play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Anybody.
    #[default]
    Open,
    /// Whoever has an invitation.
    Invitation,
    /// Nobody.
    Closed,
}

/// What came of an action of the host.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AdminAnswer {
    /// The number of its line in the audit log.
    pub audit: i64,
    /// Whether a running server has still to carry it out, which takes a second.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pending: bool,
    /// A token that was made, told this once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<TokenView>,
    /// A password that was drawn by lot, told this once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// An invitation that was made, told this once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// An account, as the host sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct AdminPerson {
    pub id: AccountId,
    pub name: String,
    pub kind: AccountKind,
    pub created: i64,
    /// Since when it is kept out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<i64>,
    /// Since when it is kept from chatting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted: Option<i64>,
    /// The owner of a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<AccountId>,
}

/// A line of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditLine {
    /// Its number.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// Who: the name of an account, or a user of the machine behind `cli:`.
    pub actor: String,
    /// What, by its name.
    pub action: String,
    /// The account that it was done to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    /// The game that it was done to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The rest, in words.
    pub detail: String,
    /// Whether a node has still to carry it out.
    pub pending: bool,
}

/// What a report is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportReason {
    /// The name.
    Name,
    /// What was said.
    Chat,
    /// How somebody played, or did not.
    Play,
}

/// A report about a person to the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// Whom it is about.
    pub name: String,
    /// What it is about.
    pub reason: ReportReason,
    /// In which game it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// In words: up to 500 letters.
    #[serde(default)]
    pub text: String,
}

/// A report, as the host sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ReportView {
    pub id: String,
    pub at: i64,
    /// Whose.
    pub by: String,
    /// About whom.
    pub name: String,
    pub reason: ReportReason,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    pub text: String,
}

/// What holds for everybody at a server.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HouseRules {
    /// Who may open an account.
    pub registration: Registration,
    /// What is announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcement: Option<String>,
}

/// The settings that only the host sees.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct AdminSettings {
    pub registration: Registration,
    pub announcement: String,
    pub words: Vec<String>,
    pub invitations: Vec<InvitationView>,
}

/// An invitation without its code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InvitationView {
    /// Its id, for withdrawing it.
    pub id: String,
    /// How many accounts it is still good for.
    pub uses: i64,
    /// Until when.
    pub expires: i64,
}
