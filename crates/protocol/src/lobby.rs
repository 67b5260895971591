use bosworth_rules::Side;
use bosworth_table::{GameId, TimeControl};
use serde::{Deserialize, Serialize};

use crate::{Person, PlayerView, Players};

/// The terms of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Terms"))]
#[serde(deny_unknown_fields)]
pub struct OfferTerms {
    /// `classic`, `brettspielnetz`, `kingofroses`, or a ruleset in its long form.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::limits::RULESET_PATTERN)))]
    pub ruleset: String,
    /// `5+3`, `2d` or `-`.
    pub clock: TimeControl,
    /// Whether the game is rated. Not possible without a clock, for guests or against the computer.
    #[serde(default)]
    pub rated: bool,
    /// The side that the caller wants to play; random if left out.
    #[serde(default, with = "side", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<bosworth_table::SideName>"))]
    pub side: Option<Side>,
}

/// An offer of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// The terms of the game.
    pub terms: OfferTerms,
    /// Whether it is listed in the lobby, as by default; otherwise it can only be accepted by its
    /// link.
    #[serde(default = "yes")]
    pub public: bool,
    /// The opponent's minimum rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i64>,
    /// The opponent's maximum rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i64>,
    /// Whether to match any other offer of a live game with the same rules, whatever its time
    /// control, which then applies; both must be rated, or both casual. Only for public offers of
    /// live games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flexible: bool,
    /// The name of the only account that may accept it. Such an offer is not listed in the lobby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The handicap, as who gives it and what: `owner:heroes=2,cards=4,roses=1,second`, or
    /// `opponent:…`. Such games are casual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::limits::OFFERED_HANDICAP_PATTERN)))]
    pub handicap: Option<String>,
}

impl Challenge {
    /// A public offer to anyone.
    pub fn open(terms: OfferTerms) -> Self {
        Self {
            terms,
            public: true,
            rating_min: None,
            rating_max: None,
            flexible: false,
            to: None,
            handicap: None,
        }
    }

    /// An offer to anyone who has its link.
    pub fn by_link(terms: OfferTerms) -> Self {
        Self { public: false, ..Self::open(terms) }
    }
}

fn yes() -> bool {
    true
}

/// An open offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seek {
    /// Its id, as in its link.
    pub id: String,
    /// The player who made it.
    pub by: PlayerView,
    /// The terms of the game.
    pub terms: OfferTerms,
    /// Whether it is listed in the lobby.
    pub public: bool,
    /// The opponent's minimum rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i64>,
    /// The opponent's maximum rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i64>,
    /// Whether it matches any time control of a live game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flexible: bool,
    /// The only account that may accept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Person>,
    /// The handicap, as who gives it and what: `owner:heroes=2,cards=4,roses=1,second`, or
    /// `opponent:…`. Such games are casual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::limits::OFFERED_HANDICAP_PATTERN)))]
    pub handicap: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// The people in the lobby and the games in progress.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Hall"))]
pub struct LobbyActivity {
    /// The accounts in the lobby, by name, at most 50 of them.
    #[cfg_attr(feature = "schema", schemars(length(max = Self::MAX_PEOPLE)))]
    pub people: Vec<Person>,
    /// The number of accounts in the lobby.
    pub count: u32,
    /// Live games between people, newest first.
    pub games: Vec<RunningGame>,
}

impl LobbyActivity {
    /// The maximum number of people listed.
    pub const MAX_PEOPLE: usize = 50;
}

/// A live game to watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunningGame {
    /// Its id.
    pub game: GameId,
    /// The players.
    pub players: Players,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether the game is rated.
    pub rated: bool,
    /// The handicap, as who gives it and what, if there is one: `white:heroes=2,cards=4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<String>,
}

/// The result of making an offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SeekAnswer {
    /// It is open.
    Seek(Box<Seek>),
    /// It matched another offer, and this game starts.
    Game(GameId),
}

/// Serde adapter for an optional side by name.
pub(crate) mod side {
    use bosworth_rules::Side;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
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
            Some(_) => Err(de::Error::custom("expected a side, `red` or `white`")),
        }
    }
}
