//! Ids of events, players and games.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The id of an event: eight letters and digits, as in its URL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TournamentId([u8; 8]);

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl TournamentId {
    /// The id made of random bits.
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

/// The text is not the id of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseTournamentIdError;

impl fmt::Display for ParseTournamentIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an event has a name of eight letters and digits")
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

/// Who takes part or organises: an account at a server, any number elsewhere. The log names no
/// people, so deleting an account leaves the log as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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

/// The place of a game in an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameSlot {
    /// The round, from 1.
    pub round: u16,
    /// The board in this round, from 1.
    pub board: u16,
    /// The game of the series at this board, from 0.
    pub game: u8,
}

impl GameSlot {
    /// A number that follows from event and slot, of which the id of the game is made. It is the
    /// same wherever and whenever it is computed, so a game that is started twice is one game.
    pub fn number(self, event: TournamentId) -> u128 {
        spread(&format!("{event}/{self}"))
    }
}

impl fmt::Display for GameSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.round, self.board, self.game)
    }
}

/// FNV-1a with 128 bits and a multiplication at the end, because ids are made of the number's
/// remainders. Never changed: games are found by it.
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
