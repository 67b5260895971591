#[cfg(feature = "schema")]
use bosworth_table::COMPUTER_LEVELS;
use bosworth_table::{AccountId, GameId, Speed};
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::limits::{
    ACCOUNT_NAME_CHARS, ACCOUNT_NAME_PATTERN, HOLIDAY_DAYS_PER_YEAR, PASSWORD_CHARS,
    TOKEN_NAME_CHARS,
};

/// The kind of an account.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Kind"))]
#[serde(rename_all = "lowercase")]
pub enum AccountKind {
    /// Has not signed up; casual games only.
    Guest,
    /// Has signed up.
    Person,
    /// A program.
    Bot,
}

/// What an account may do besides playing. The host gives and takes roles; admins give and take
/// that of a moderator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AccountRole {
    /// Handles reports, people, games, tournaments and announcements.
    Moderator,
    /// A moderator who also appoints moderators.
    Admin,
}

/// An account, as everyone sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct Person {
    pub id: AccountId,
    /// 3 to 20 letters, digits, `-` and `_`.
    pub name: String,
    pub kind: AccountKind,
}

/// A player, as shown at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Player", !from))]
#[serde(rename_all = "lowercase", from = "FlatPlayer")]
pub enum PlayerView {
    /// A guest, a person or a bot.
    Account {
        /// The account.
        #[serde(flatten)]
        person: Person,
        /// The rating at the speed of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<RatingView>,
    },
    /// The computer, from level 1 to 8.
    Computer {
        /// Its level.
        #[cfg_attr(
            feature = "schema",
            schemars(range(min = *COMPUTER_LEVELS.start(), max = *COMPUTER_LEVELS.end()))
        )]
        level: u8,
    },
}

/// The flat form from which [`PlayerView`] is deserialised. Serde's own `flatten` would buffer all
/// fields, with code for every type of value, and pages must stay small.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum FlatPlayer {
    Account { id: AccountId, name: String, kind: AccountKind, rating: Option<RatingView> },
    Computer { level: u8 },
}

impl From<FlatPlayer> for PlayerView {
    fn from(flat: FlatPlayer) -> Self {
        match flat {
            FlatPlayer::Account { id, name, kind, rating } => {
                Self::Account { person: Person { id, name, kind }, rating }
            }
            FlatPlayer::Computer { level } => Self::Computer { level },
        }
    }
}

impl PlayerView {
    /// The account's name; `None` for the computer.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Account { person, .. } => Some(&person.name),
            Self::Computer { .. } => None,
        }
    }
}

/// An account's holiday from correspondence games, as it sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HolidayView {
    /// The end of the current holiday, in milliseconds since 1970; missing if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
    /// The days left this calendar year.
    pub left: i64,
    /// The yearly allowance, in days.
    pub allowance: i64,
}

/// A request for a holiday that starts immediately.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HolidayRequest {
    /// The number of days.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = HOLIDAY_DAYS_PER_YEAR)))]
    pub days: i64,
}

/// A rating, as shown.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingView {
    /// The speed.
    pub speed: Speed,
    /// The Glicko-2 rating; new players have 1500.
    pub rating: f64,
    /// The rating deviation: with 95 % probability, the true strength is within two deviations. From
    /// 110 up, the rating is provisional.
    pub deviation: f64,
    /// The number of rated games.
    pub games: i64,
}

impl Eq for RatingView {}

impl RatingView {
    /// Whether it is based on too few games.
    pub fn is_provisional(&self) -> bool {
        self.deviation >= 110.0
    }
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct RatingPoint {
    pub game: GameId,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    pub rating: f64,
    pub deviation: f64,
}

/// A name and a password.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Credentials {
    /// 3 to 20 letters `a` to `z`, digits, `-` and `_`; begins with a letter. Names that look alike
    /// are the same.
    #[cfg_attr(
        feature = "schema",
        schemars(
            length(min = *ACCOUNT_NAME_CHARS.start(), max = *ACCOUNT_NAME_CHARS.end()),
            regex(pattern = ACCOUNT_NAME_PATTERN)
        )
    )]
    pub name: String,
    #[cfg_attr(
        feature = "schema",
        schemars(length(min = *PASSWORD_CHARS.start(), max = *PASSWORD_CHARS.end()))
    )]
    pub password: String,
    /// The invitation, on servers where registration requires one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

impl Credentials {
    /// A name and a password.
    pub fn new(name: impl Into<String>, password: impl Into<String>) -> Self {
        Self { name: name.into(), password: password.into(), invitation: None }
    }
}

/// An account, as it sees itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// The account.
    pub person: Person,
    /// The preferences.
    pub preferences: Preferences,
    /// The ratings at all speeds played.
    pub ratings: Vec<RatingView>,
    /// The account's role, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<AccountRole>,
    /// Whether a moderator has muted it in chat.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub muted: bool,
}

/// The visitor of a page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Visit"))]
pub struct VisitorView {
    /// The visitor's account, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<Me>,
}

/// The languages of the user interface, of mails and of push messages.
pub const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

/// An account's preferences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// Whether to show what opponents write in the chat.
    pub chat: bool,
    /// `en`, `de` or `fr`; the browser's language if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = crate::LANGUAGES)))]
    pub language: Option<String>,
}

/// A public profile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// The account.
    pub person: Person,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// The ratings at all speeds played.
    pub ratings: Vec<RatingView>,
    /// The rating history by speed, oldest first.
    pub history: Vec<(Speed, Vec<RatingPoint>)>,
    /// The results of the finished games.
    #[serde(default)]
    pub results: ResultCounts,
    /// Ratings by results without luck at the speeds with reviewed games. They need fewer games, and
    /// are provisional: nothing else follows from them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings_without_luck: Vec<RatingView>,
}

/// How many games a player won, drew and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultCounts {
    /// Won.
    pub won: u32,
    /// Finished without a winner.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

/// A login session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionView {
    /// Its id, for revoking it.
    pub id: String,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used, to the hour.
    pub seen: i64,
    /// The browser's user agent.
    pub agent: String,
    /// Whether it is the caller's own session.
    pub current: bool,
}

/// A scope of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Play and seek games.
    Play,
    /// Read the account's private data.
    Read,
    /// Perform admin actions. Only the host can create such tokens.
    Admin,
}

/// A token to create.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// Its name, chosen by its owner.
    #[cfg_attr(
        feature = "schema",
        schemars(length(min = *TOKEN_NAME_CHARS.start(), max = *TOKEN_NAME_CHARS.end()))
    )]
    pub name: String,
    /// Its scopes.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub scopes: Vec<Scope>,
}

/// A token. The token itself is shown once, when it is created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenView {
    /// Its id, for revoking it.
    pub id: String,
    /// Its name, chosen by its owner.
    pub name: String,
    /// Its scopes.
    pub scopes: Vec<Scope>,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used, to the hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<i64>,
    /// The token, only in the answer to its creation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A password to change.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PasswordChange {
    /// The current password.
    pub old: String,
    /// The new password, different from the name.
    #[cfg_attr(
        feature = "schema",
        schemars(length(min = *PASSWORD_CHARS.start(), max = *PASSWORD_CHARS.end()))
    )]
    pub new: String,
}

/// An account to delete.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    /// The password, for confirmation; empty for guests.
    #[serde(default)]
    pub password: String,
}

/// The begin of a login with another service.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ProviderLoginRequest {
    /// The password of the account to connect; left out to log in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub password: String,
}

/// Where a login with another service takes place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProviderLogin {
    /// The address to send the browser to.
    pub url: String,
}

/// The connection of an account with another service.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProviderConnection {
    /// Whether its owner can log in with the service.
    pub connected: bool,
    /// Whether the account has a password.
    pub password: bool,
}

/// A bot to create.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BotRequest {
    /// Its name, under the same rules as a person's.
    #[cfg_attr(
        feature = "schema",
        schemars(
            length(min = *ACCOUNT_NAME_CHARS.start(), max = *ACCOUNT_NAME_CHARS.end()),
            regex(pattern = ACCOUNT_NAME_PATTERN)
        )
    )]
    pub name: String,
}

/// A new bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewBot {
    /// The account.
    pub person: Person,
    /// The token with which its program authenticates.
    pub token: TokenView,
}

/// A row of the leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Leader"))]
pub struct LeaderboardRow {
    /// The account.
    pub person: Person,
    /// The rating.
    pub rating: RatingView,
}
