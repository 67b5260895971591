//! Ids of games and accounts.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The id of a game: twelve letters and digits, as in its URL.
///
/// The first four encode the time, so that games of the same hour are neighbours in a database; the
/// other eight are random, so that games cannot be found by guessing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String", extend("pattern" = "^[0-9A-Za-z]{12}$"))
)]
pub struct GameId([u8; 12]);

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl GameId {
    /// Makes an id for a game that starts at a time, in milliseconds since 1970.
    pub fn new(now: i64, random: u64) -> Self {
        // Minutes: the four characters repeat after 28 years, which is harmless.
        let mut minutes = now.unsigned_abs() / 60_000;
        let mut rest = random;
        let mut letters = [0; 12];
        for letter in letters[..4].iter_mut().rev() {
            *letter = ALPHABET[(minutes % 62) as usize];
            minutes /= 62;
        }
        for letter in &mut letters[4..] {
            *letter = ALPHABET[(rest % 62) as usize];
            rest /= 62;
        }
        Self(letters)
    }

    /// Makes an id from random bits.
    pub fn from_random(random: u128) -> Self {
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

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameId({self})")
    }
}

/// The text is not a game id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseGameIdError;

impl fmt::Display for ParseGameIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a game id consists of twelve letters and digits")
    }
}

impl core::error::Error for ParseGameIdError {}

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<Self, ParseGameIdError> {
        let bytes: [u8; 12] = text.as_bytes().try_into().map_err(|_| ParseGameIdError)?;
        if bytes.iter().all(u8::is_ascii_alphanumeric) {
            Ok(Self(bytes))
        } else {
            Err(ParseGameIdError)
        }
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The id of an account: guest, person or bot. It is never reused, even after deletion.
///
/// At most 53 bits, so that it survives JSON in every language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct AccountId(
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = (1_i64 << 53) - 1)))] pub i64,
);

impl AccountId {
    /// Makes an id from random bits.
    pub fn from_random(random: u64) -> Self {
        Self(((random >> 11) | 1) as i64)
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
