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

/// An account, as everybody sees it.
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
        /// Who.
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

/// What a [`PlayerView`] is read from. Flattened fields are not read by serde, which would buffer
/// all of them with code for every type of value: pages have to be small.
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
    /// The account's name; the computer has none of its own.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Account { person, .. } => Some(&person.name),
            Self::Computer { .. } => None,
        }
    }
}

/// A holiday from correspondence games, as whoever takes it sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HolidayView {
    /// Until when, in milliseconds since 1970; none while there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
    /// How many days are left this calendar year.
    pub left: i64,
    /// How many days everybody has in a year.
    pub allowance: i64,
}

/// The request for a holiday that begins at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HolidayRequest {
    /// How many days.
    pub days: i64,
}

/// A rating as it is shown.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatingView {
    /// The speed it is for.
    pub speed: Speed,
    /// The Glicko-2 rating.
    pub rating: f64,
    /// Its rating deviation: 19 times out of 20, the true strength is within two of these.
    pub deviation: f64,
    /// How many games it comes from.
    pub games: i64,
}

impl Eq for RatingView {}

impl RatingView {
    /// Whether it comes from too few games.
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
    /// To open an account where that takes an invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

impl Credentials {
    /// A name and a password.
    pub fn new(name: impl Into<String>, password: impl Into<String>) -> Self {
        Self { name: name.into(), password: password.into(), invitation: None }
    }
}

/// What only the account itself sees.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Me {
    /// Who.
    pub person: Person,
    /// Its preferences.
    pub preferences: Preferences,
    /// Ratings at all speeds that were played.
    pub ratings: Vec<RatingView>,
}

/// The visitor of a page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VisitorView {
    /// Their account, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<Me>,
}

/// An account's preferences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// Whether chat is on.
    pub chat: bool,
    /// `en`, `de` or `fr`; the browser's if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// A public profile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// Ratings at all speeds that were played.
    pub ratings: Vec<RatingView>,
    /// The history of the ratings by speed, the oldest first.
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
    /// Whether it is the caller's own.
    pub current: bool,
}

/// A scope of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Play and seek games.
    Play,
    /// Read what only the account sees.
    Read,
    /// Do what the host can do. Only the host makes such tokens.
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
    /// The password once more; guests have none.
    #[serde(default)]
    pub password: String,
}

/// A bot to create.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotRequest {
    /// Its name, by the same rules as a person's.
    pub name: String,
}

/// A new bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewBot {
    /// Who.
    pub person: Person,
    /// What its program authenticates with.
    pub token: TokenView,
}

/// A row of the leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LeaderboardRow {
    /// Who.
    pub person: Person,
    /// Their rating.
    pub rating: RatingView,
}
