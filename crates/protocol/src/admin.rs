use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId};
use bosworth_tournament::TournamentId;
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::limits::{
    ACCOUNT_NAME_CHARS, ACCOUNT_NAME_PATTERN, INVITATION_DAYS, INVITATION_USES,
    MAX_ANNOUNCEMENT_CHARS, MAX_MAIL_ADDRESS_BYTES, MAX_REASON_CHARS, MAX_REPORT_CHARS,
};
use crate::{AccountKind, AccountRole, Players, Scope, TokenView};

/// An action of the host, from the command line or with a token of the scope `admin`, or of a
/// moderator. Each one is recorded in the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum AdminAction {
    /// Disable an account and log it out.
    Disable(NameAndReason),
    /// Enable it again.
    Enable(NameAndReason),
    /// Mute an account in chat.
    Mute(NameAndReason),
    /// Unmute it.
    Unmute(NameAndReason),
    /// End all login sessions of an account. Its tokens stay valid.
    Logout(NameAndReason),
    /// Rename an account.
    Rename {
        name: String,
        to: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_REASON_CHARS)))]
        reason: String,
    },
    /// Give a person a role, or take it away if none is given.
    Role {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<AccountRole>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_REASON_CHARS)))]
        reason: String,
    },
    /// Set a person's password, to a random one if none is given, and log them out.
    Password {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
    },
    /// Delete an account and its bots. Games in progress are aborted or resigned.
    Delete(NameAndReason),
    /// Create a token for an account.
    Token { name: String, label: String, scopes: Vec<Scope> },
    /// Revoke a token of an account.
    Revoke { name: String, token: String },
    /// Create an account for a person: with a mail address, a link to choose a password is sent
    /// there; without one, the answer has a random password.
    Person {
        #[cfg_attr(
            feature = "schema",
            schemars(
                length(min = *ACCOUNT_NAME_CHARS.start(), max = *ACCOUNT_NAME_CHARS.end()),
                regex(pattern = ACCOUNT_NAME_PATTERN)
            )
        )]
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_MAIL_ADDRESS_BYTES)))]
        mail: Option<String>,
        /// The language of mails, `en`, `de` or `fr`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(extend("enum" = crate::LANGUAGES)))]
        language: Option<String>,
    },
    /// Create a bot for a person, with its token.
    Bot { owner: String, name: String },
    /// Award a game to a side, or declare it drawn if none is given.
    End {
        game: GameId,
        #[serde(default, with = "crate::lobby::side", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<bosworth_table::SideName>"))]
        winner: Option<Side>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_REASON_CHARS)))]
        reason: String,
    },
    /// Abort a game, without a result.
    Void {
        game: GameId,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_REASON_CHARS)))]
        reason: String,
    },
    /// Remove a chat line from a game or a tournament.
    Erase {
        chat: ChatPlace,
        /// Its number: that of its entry in the log of the game, or in the chat of the tournament.
        line: u32,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_REASON_CHARS)))]
        reason: String,
    },
    /// Cancel a tournament: games in progress are played out, but no new ones start.
    Cancel {
        event: TournamentId,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_REASON_CHARS)))]
        reason: String,
    },
    /// Show an announcement to everyone until it is replaced, or removed by an empty text.
    Announce {
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_ANNOUNCEMENT_CHARS)))]
        text: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_REASON_CHARS)))]
        reason: String,
    },
    /// Set who may register.
    Registration(Registration),
    /// Create an invitation for a number of registrations within a number of days.
    Invite {
        #[cfg_attr(
            feature = "schema",
            schemars(range(min = *INVITATION_USES.start(), max = *INVITATION_USES.end()))
        )]
        uses: u32,
        #[cfg_attr(
            feature = "schema",
            schemars(range(min = *INVITATION_DAYS.start(), max = *INVITATION_DAYS.end()))
        )]
        days: u32,
    },
    /// Revoke an invitation.
    Uninvite { invitation: String },
    /// Change the list of words that are banned in names and chat.
    Words {
        #[serde(default)]
        add: Vec<String>,
        #[serde(default)]
        remove: Vec<String>,
    },
    /// Close a report.
    Resolve {
        report: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_REASON_CHARS)))]
        reason: String,
    },
}

impl AdminAction {
    /// Why it is done; `None` for what only the host does, which needs no reason.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Disable(about)
            | Self::Enable(about)
            | Self::Mute(about)
            | Self::Unmute(about)
            | Self::Logout(about)
            | Self::Delete(about) => Some(&about.reason),
            Self::Rename { reason, .. }
            | Self::Role { reason, .. }
            | Self::End { reason, .. }
            | Self::Void { reason, .. }
            | Self::Erase { reason, .. }
            | Self::Cancel { reason, .. }
            | Self::Announce { reason, .. }
            | Self::Resolve { reason, .. } => Some(reason),
            Self::Person { .. }
            | Self::Password { .. }
            | Self::Token { .. }
            | Self::Revoke { .. }
            | Self::Bot { .. }
            | Self::Registration(_)
            | Self::Invite { .. }
            | Self::Uninvite { .. }
            | Self::Words { .. } => None,
        }
    }
}

/// The account that an action is about, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NameAndReason {
    /// The name of the account.
    pub name: String,
    /// Why, for the audit log. Moderators have to give a reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_REASON_CHARS)))]
    pub reason: String,
}

/// Where a chat line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChatPlace {
    /// In a game.
    Game(GameId),
    /// In the chat of a tournament.
    Event(TournamentId),
}

/// Who may register an account. Guests can always play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Anyone.
    #[default]
    Open,
    /// Anyone with an invitation.
    Invitation,
    /// No one.
    Closed,
}

/// The result of an admin action.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminAnswer {
    /// Its number in the audit log.
    pub audit: i64,
    /// Whether a running server has yet to carry it out, which takes about a second.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pending: bool,
    /// A newly created token, shown only once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<TokenView>,
    /// A randomly generated password, shown only once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// A newly created invitation, shown only once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// An account, as the host and moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct AdminPerson {
    pub id: AccountId,
    pub name: String,
    pub kind: AccountKind,
    pub created: i64,
    /// When it was disabled, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<i64>,
    /// When it was muted, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted: Option<i64>,
    /// The owner, if it is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<AccountId>,
    /// Its role, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<AccountRole>,
}

/// Which accounts to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PeopleFilter {
    /// Those that are disabled.
    Disabled,
    /// Those that are muted.
    Muted,
    /// Moderators and admins.
    Role,
}

/// A game, as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminGame {
    /// The game.
    pub game: GameId,
    /// The players.
    pub players: Players,
    /// When it started, in milliseconds since 1970.
    pub created: i64,
    /// When it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<i64>,
}

/// A game and its chat, as moderators see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminGameChat {
    /// The game.
    pub game: AdminGame,
    /// The chat, oldest line first, without removed lines.
    pub chat: Vec<AdminChatLine>,
}

/// A chat line of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdminChatLine {
    /// Its number, for removing it.
    pub line: u32,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The name of its author.
    pub by: String,
    /// The text.
    pub text: String,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditLine {
    /// Its number.
    pub seq: i64,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The actor: an account name, or `cli:` and the name of a user of the machine.
    pub actor: String,
    /// The name of the action.
    pub action: String,
    /// The account concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    /// The game concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Further details in words.
    pub detail: String,
    /// Why, if a reason was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether a node has yet to carry it out.
    pub pending: bool,
}

/// The subject of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReportReason {
    /// The name.
    Name,
    /// Chat.
    Chat,
    /// Conduct in a game.
    Play,
}

/// A report to the host about a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// The name of the reported account.
    pub name: String,
    /// The subject.
    pub reason: ReportReason,
    /// The game concerned, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// A description.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_REPORT_CHARS)))]
    pub text: String,
}

/// A report, as the host and moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct ReportView {
    pub id: String,
    pub at: i64,
    /// The reporter's name.
    pub by: String,
    /// The reported account's name.
    pub name: String,
    pub reason: ReportReason,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    pub text: String,
}

/// A report, as its author sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnReport {
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// The reported account's name.
    pub name: String,
    /// The subject.
    pub reason: ReportReason,
    /// When it was dealt with; missing while it is open. What was done stays between the host and
    /// the reported person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<i64>,
}

/// Server-wide rules that everyone can see.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HouseRules {
    /// Who may open an account.
    pub registration: Registration,
    /// The current announcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcement: Option<String>,
    /// The service that people can log in with, by its host name; none if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login_provider: Option<String>,
}

/// Settings that only the host can see.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct AdminSettings {
    pub registration: Registration,
    pub announcement: String,
    pub words: Vec<String>,
    pub invitations: Vec<InvitationView>,
}

/// An invitation without its code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InvitationView {
    /// Its id, for revoking it.
    pub id: String,
    /// How many more accounts it can register.
    pub uses: i64,
    /// When it expires.
    pub expires: i64,
}
