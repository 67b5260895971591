use core::fmt;
use core::str::FromStr;

use bosworth_rules::{Handicap, ParseHandicapError};

/// Who gives a handicap, from the point of view of an offer, before sides are known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapGiver {
    /// The player who makes the offer.
    Owner,
    /// The player who accepts it.
    Opponent,
}

/// The handicap of an offer. As text, it says who gives it: `owner:heroes=2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HandicapOffer {
    /// Who gives it.
    pub by: HandicapGiver,
    /// What is given.
    pub handicap: Handicap,
}

impl HandicapOffer {
    /// What belongs to the giver, then what belongs to the other player.
    pub fn giver_first<T>(self, owner: T, opponent: T) -> [T; 2] {
        match self.by {
            HandicapGiver::Owner => [owner, opponent],
            HandicapGiver::Opponent => [opponent, owner],
        }
    }
}

impl fmt::Display for HandicapOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = match self.by {
            HandicapGiver::Owner => "owner",
            HandicapGiver::Opponent => "opponent",
        };
        write!(f, "{by}:{}", self.handicap)
    }
}

/// The text is not the handicap of an offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseHandicapOfferError {
    /// It does not say who gives it.
    NoGiver,
    /// What is given is not a handicap.
    Handicap(ParseHandicapError),
}

impl fmt::Display for ParseHandicapOfferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGiver => f.write_str(
                "the handicap of an offer begins with owner or opponent, as in owner:heroes=2",
            ),
            Self::Handicap(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for ParseHandicapOfferError {}

impl FromStr for HandicapOffer {
    type Err = ParseHandicapOfferError;

    fn from_str(text: &str) -> Result<Self, ParseHandicapOfferError> {
        let (by, handicap) = text.split_once(':').ok_or(ParseHandicapOfferError::NoGiver)?;
        let by = match by {
            "owner" => HandicapGiver::Owner,
            "opponent" => HandicapGiver::Opponent,
            _ => return Err(ParseHandicapOfferError::NoGiver),
        };
        let handicap = handicap.parse().map_err(ParseHandicapOfferError::Handicap)?;
        Ok(Self { by, handicap })
    }
}
