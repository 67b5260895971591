use bosworth_rules::Side;
use bosworth_table::{Clock, GameId};
use serde::{Deserialize, Serialize};

use crate::PlayerView;

/// What a game shall be like.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// `classic`, `brettspielnetz`, `kingofroses`, or a ruleset in its long form.
    pub ruleset: String,
    /// `5+3`, `2d` or `-`.
    pub clock: Clock,
    /// Whether ratings change. Not without a clock, not for guests, not against the computer.
    #[serde(default)]
    pub rated: bool,
    /// The side that whoever asks wants to play; none is by lot.
    #[serde(default, with = "side", skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
}

/// An offer to play, to make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// What the game shall be like.
    pub terms: Terms,
    /// Whether everybody sees it in the lobby; else only who has its link can take it.
    #[serde(default = "yes")]
    pub public: bool,
    /// The opponent's lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i64>,
    /// The opponent's highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i64>,
}

fn yes() -> bool {
    true
}

/// An offer to play that stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seek {
    /// Its name, as in its link.
    pub id: String,
    /// Who offers.
    pub by: PlayerView,
    /// What the game shall be like.
    pub terms: Terms,
    /// Whether everybody sees it.
    pub public: bool,
    /// The opponent's lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i64>,
    /// The opponent's highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i64>,
    /// Since when.
    pub created: i64,
}

/// What became of an offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeekAnswer {
    /// It stands.
    Seek(Box<Seek>),
    /// Somebody had offered the same: this game begins.
    Game(GameId),
}

/// A side, or none, by its name.
mod side {
    use bosworth_rules::Side;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde asks for a reference"
    )]
    pub(super) fn serialize<S: Serializer>(side: &Option<Side>, to: S) -> Result<S::Ok, S::Error> {
        match side {
            Some(Side::Red) => to.serialize_some("red"),
            Some(Side::White) => to.serialize_some("white"),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
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
