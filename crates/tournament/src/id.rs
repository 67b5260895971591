//! Ids of tournaments, players and games.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The id of a tournament: eight letters and digits, as in its URL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "EventId", with = "String", extend("pattern" = "^[0-9A-Za-z]{8}$"))
)]
pub struct TournamentId([u8; 8]);

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl TournamentId {
    /// Makes an id from random bits.
    pub fn from_random(random: u64) -> Self {
        let mut rest = random;
        Self(core::array::from_fn(|_| {
            let digit = (rest % 62) as usize;
            rest /= 62;
            ALPHABET[digit]
        }))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.0).expect("only letters and digits")
    }
}

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EventId({self})")
    }
}

/// The text is not a tournament id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseTournamentIdError;

impl fmt::Display for ParseTournamentIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tournament id consists of eight letters and digits")
    }
}

impl core::error::Error for ParseTournamentIdError {}

impl FromStr for TournamentId {
    type Err = ParseTournamentIdError;

    fn from_str(text: &str) -> Result<Self, ParseTournamentIdError> {
        let bytes: [u8; 8] = text.as_bytes().try_into().map_err(|_| ParseTournamentIdError)?;
        if bytes.iter().all(u8::is_ascii_alphanumeric) {
            Ok(Self(bytes))
        } else {
            Err(ParseTournamentIdError)
        }
    }
}

impl Serialize for TournamentId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for TournamentId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A player or organiser: an account id on a server, an arbitrary number elsewhere. The log
/// contains no names, so deleting an account does not change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PlayerId(pub i64);

impl From<i64> for PlayerId {
    fn from(id: i64) -> Self {
        Self(id)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The place of a game in a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Slot"))]
pub struct GameSlot {
    /// The round, from 1.
    pub round: u16,
    /// The board in this round, from 1.
    pub board: u16,
    /// The index of the game in the board's series, from 0.
    pub game: u8,
}

impl GameSlot {
    /// A number derived from the tournament and the slot, from which the game id is made. It is
    /// deterministic, so starting the same game twice is idempotent.
    pub fn number(self, tournament: TournamentId) -> u128 {
        spread(&format!("{tournament}/{self}"))
    }
}

impl fmt::Display for GameSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.round, self.board, self.game)
    }
}

/// 128-bit FNV-1a with a final multiplication, because ids are made from the number's remainders.
/// It must never change: games are found by it.
pub(crate) fn spread(text: &str) -> u128 {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in text.bytes() {
        hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
    }
    hash ^= hash >> 64;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    hash ^ (hash >> 61)
}
