use bosworth_table::{AccountId, GameId, Speed};
use serde::{Deserialize, Serialize};

/// The kind of an account.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccountKind {
    /// Has not signed up; casual games only.
    Guest,
    /// Has signed up.
    Person,
    /// A program.
    Bot,
}

/// An account, as everyone sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Person {
    pub id: AccountId,
    pub name: String,
    pub kind: AccountKind,
}

/// A player, as shown at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
pub struct HolidayView {
    /// The end of the current holiday, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
    /// The days left this calendar year.
    pub left: i64,
    /// The yearly allowance, in days.
    pub allowance: i64,
}

/// A request for a holiday that starts immediately.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HolidayRequest {
    /// The number of days.
    pub days: i64,
}

/// A rating, as shown.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatingView {
    /// The speed.
    pub speed: Speed,
    /// The Glicko-2 rating.
    pub rating: f64,
    /// The rating deviation: with 95 % probability, the true strength is within two deviations.
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
#[allow(missing_docs)]
pub struct RatingPoint {
    pub game: GameId,
    pub at: i64,
    pub rating: f64,
    pub deviation: f64,
}

/// A name and a password.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Credentials {
    pub name: String,
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
pub struct Me {
    /// The account.
    pub person: Person,
    /// The preferences.
    pub preferences: Preferences,
    /// The ratings at all speeds played.
    pub ratings: Vec<RatingView>,
}

/// The visitor of a page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VisitorView {
    /// The visitor's account, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<Me>,
}

/// An account's preferences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// Whether chat is on.
    pub chat: bool,
    /// `en`, `de` or `fr`; the browser's language if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// A public profile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The account.
    pub person: Person,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// The ratings at all speeds played.
    pub ratings: Vec<RatingView>,
    /// The rating history by speed, oldest first.
    pub history: Vec<(Speed, Vec<RatingPoint>)>,
}

/// A login session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SessionView {
    /// Its id, for revoking it.
    pub id: String,
    /// When it was opened.
    pub created: i64,
    /// When it was last used.
    pub seen: i64,
    /// The browser's user agent.
    pub agent: String,
    /// Whether it is the caller's own session.
    pub current: bool,
}

/// A scope of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// Its name, chosen by its owner.
    pub name: String,
    /// Its scopes.
    pub scopes: Vec<Scope>,
}

/// A token. The token itself is shown once, when it is created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenView {
    /// Its id, for revoking it.
    pub id: String,
    /// Its name, chosen by its owner.
    pub name: String,
    /// Its scopes.
    pub scopes: Vec<Scope>,
    /// When it was created.
    pub created: i64,
    /// When it was last used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<i64>,
    /// The token, only in the answer to its creation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A password to change.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PasswordChange {
    pub old: String,
    pub new: String,
}

/// An account to delete.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    /// The password, for confirmation; empty for guests.
    #[serde(default)]
    pub password: String,
}

/// A bot to create.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotRequest {
    /// Its name, under the same rules as a person's.
    pub name: String,
}

/// A new bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewBot {
    /// The account.
    pub person: Person,
    /// The token with which its program authenticates.
    pub token: TokenView,
}

/// A row of the leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeaderboardRow {
    /// The account.
    pub person: Person,
    /// The rating.
    pub rating: RatingView,
}
