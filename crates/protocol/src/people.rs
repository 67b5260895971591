use bosworth_table::{AccountId, GameId, Speed};
use serde::{Deserialize, Serialize};

/// What somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccountKind {
    /// Plays without an account of their own; casual games only.
    Guest,
    /// Has an account.
    Person,
    /// A program.
    Bot,
}

/// Somebody, as everybody sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Person {
    pub id: AccountId,
    pub name: String,
    pub kind: AccountKind,
}

/// Who sits at a table, as it is shown there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerView {
    /// A guest, a person or a bot.
    Account {
        /// Who.
        #[serde(flatten)]
        person: Person,
        /// The rating at this speed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<RatingView>,
    },
    /// The computer, from level 1 to 8.
    Computer {
        /// Its level.
        level: u8,
    },
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

/// A rating as it is shown.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatingView {
    /// Which games it is of.
    pub speed: Speed,
    /// The Glicko-2 rating.
    pub rating: f64,
    /// How sure it is: it is right to within two of these, 19 times of 20.
    pub deviation: f64,
    /// How many games it comes from.
    pub games: i64,
}

impl Eq for RatingView {}

impl RatingView {
    /// Whether too few games speak for it.
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
}

/// What only the account itself sees.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Me {
    /// Who.
    pub person: Person,
    /// What was chosen.
    pub preferences: Preferences,
    /// Ratings of all speeds that were played.
    pub ratings: Vec<RatingView>,
}

/// What an account has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// Whether to hear what opponents say.
    pub chat: bool,
    /// `en`, `de` or `fr`; none is the browser's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// A person's page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// Since when, in milliseconds since 1970.
    pub created: i64,
    /// Ratings of all speeds that were played.
    pub ratings: Vec<RatingView>,
    /// How ratings went, by speed, the oldest first.
    pub history: Vec<(Speed, Vec<RatingPoint>)>,
}

/// A place where somebody is logged in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SessionView {
    /// What to call it when it is to be ended.
    pub id: String,
    /// When it was opened.
    pub created: i64,
    /// When it was last used.
    pub seen: i64,
    /// What the browser calls itself.
    pub agent: String,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// What a token may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Play and seek games.
    Play,
    /// Read what only the account sees.
    Read,
}

/// A token to make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// What the owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
}

/// A token. The token itself is told once, when it is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenView {
    /// What to call it when it is to be revoked.
    pub id: String,
    /// What the owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created: i64,
    /// When it was last used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<i64>,
    /// The token, only in the answer to its making.
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

/// A bot to make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotRequest {
    /// Its name, by the same rules as a person's.
    pub name: String,
}

/// A bot that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewBot {
    /// Who.
    pub person: Person,
    /// What its program shows.
    pub token: TokenView,
}

/// A line of a leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Leader {
    /// Who.
    pub person: Person,
    /// How strong.
    pub rating: RatingView,
}
