use bosworth_rules::Side;
use bosworth_table::{GameId, TimeControl};
use serde::{Deserialize, Serialize};

use crate::{Person, PlayerView, Players};

/// The terms of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferTerms {
    /// `classic`, `brettspielnetz`, `kingofroses`, or a ruleset in its long form.
    pub ruleset: String,
    /// `5+3`, `2d` or `-`.
    pub clock: TimeControl,
    /// Whether ratings change. Not without a clock, not for guests, not against the computer.
    #[serde(default)]
    pub rated: bool,
    /// The side that the caller wants to play; by lot if none.
    #[serde(default, with = "side", skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
}

/// An offer to make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// The terms of the game.
    pub terms: OfferTerms,
    /// Whether it is listed in the lobby; otherwise only those who have its link can accept it.
    #[serde(default = "yes")]
    pub public: bool,
    /// The opponent's lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i64>,
    /// The opponent's highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i64>,
    /// Whether any other offer of a live game with the same rules will do, whatever its clock, and
    /// a casual game, too: the terms are those of the other offer then. For public offers of live
    /// games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flexible: bool,
    /// The name of the only account that may take it. It is not listed in the lobby then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl Challenge {
    /// A public offer for anyone.
    pub fn open(terms: OfferTerms) -> Self {
        Self { terms, public: true, rating_min: None, rating_max: None, flexible: false, to: None }
    }

    /// An offer for whoever has its link.
    pub fn by_link(terms: OfferTerms) -> Self {
        Self { public: false, ..Self::open(terms) }
    }
}

fn yes() -> bool {
    true
}

/// An offer that stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seek {
    /// Its id, as in its link.
    pub id: String,
    /// Who offers.
    pub by: PlayerView,
    /// The terms of the game.
    pub terms: OfferTerms,
    /// Whether it is listed in the lobby.
    pub public: bool,
    /// The opponent's lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i64>,
    /// The opponent's highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i64>,
    /// Whether any clock of a live game will do, and a casual game, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flexible: bool,
    /// The only account that may take it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Person>,
    /// Since when.
    pub created: i64,
}

/// The life in the lobby beside the offers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hall {
    /// The accounts in the lobby, by name. At most [`Hall::MOST`] of them.
    pub people: Vec<Person>,
    /// How many accounts are in the lobby.
    pub count: u32,
    /// Live games between people, the newest first.
    pub games: Vec<RunningGame>,
}

impl Hall {
    /// The maximum number of people that are named.
    pub const MOST: usize = 50;
}

/// A game to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunningGame {
    /// Its id.
    pub game: GameId,
    /// Who plays.
    pub players: Players,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether ratings change.
    pub rated: bool,
}

/// What became of an offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeekAnswer {
    /// It stands.
    Seek(Box<Seek>),
    /// It matched another one: this game begins.
    Game(GameId),
}

/// A side, or none, by its name.
pub(crate) mod side {
    use bosworth_rules::Side;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde asks for a reference"
    )]
    pub(crate) fn serialize<S: Serializer>(side: &Option<Side>, to: S) -> Result<S::Ok, S::Error> {
        match side {
            Some(Side::Red) => to.serialize_some("red"),
            Some(Side::White) => to.serialize_some("white"),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Side>, D::Error> {
        match Option::<String>::deserialize(from)?.as_deref() {
            None => Ok(None),
            Some("red") => Ok(Some(Side::Red)),
            Some("white") => Ok(Some(Side::White)),
            Some(_) => Err(de::Error::custom("a side is red or white")),
        }
    }
}
