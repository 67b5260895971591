use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use bosworth_rules::BySide;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::{ShuffleKey, hex};

/// Domain separation of commitments.
const COMMITMENT: &[u8] = b"bosworth commitment 1";
/// Domain separation of keys.
const SHUFFLE: &[u8] = b"bosworth shuffle 1";

/// 256 bits known only to the dealer until the game is over.
///
/// As text it is up to 64 hexadecimal digits; missing digits on the left are zeros.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// The hash of a secret, published before the players contribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

/// A player's contribution to the shuffle: any text of up to 64 bytes on one line.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Nonce(String);

impl Secret {
    /// A secret from 32 bytes, which should come from a cryptographic random source.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The commitment to this secret for a game:
    /// SHA-256 over a fixed label, the game and the secret, each after its length.
    pub fn commit(&self, game: &str) -> Commitment {
        let mut hash = Sha256::new();
        for part in [COMMITMENT, game.as_bytes(), &self.0] {
            hash.update(length(part));
            hash.update(part);
        }
        Commitment(hash.finalize().into())
    }

    /// The key of the game's shuffles: HMAC-SHA-256 with the secret over a fixed label, the
    /// game, Red's nonce and White's nonce, each after its length.
    pub fn key(&self, game: &str, nonces: &BySide<Nonce>) -> ShuffleKey {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            unreachable!("HMAC takes keys of any length")
        };
        for part in [SHUFFLE, game.as_bytes(), nonces.red.0.as_bytes(), nonces.white.0.as_bytes()] {
            mac.update(&length(part));
            mac.update(part);
        }
        ShuffleKey::new(mac.finalize().into_bytes().into())
    }
}

/// The length of a part, big-endian in four bytes: no two lists of parts hash the same input.
fn length(part: &[u8]) -> [u8; 4] {
    (part.len() as u32).to_be_bytes()
}

/// The secret itself: show it only after the game.
impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

/// Reveals nothing: a secret must not end up in a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The text is not a secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSecretError;

impl fmt::Display for ParseSecretError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("1 to 64 hexadecimal digits are expected, such as 5ec2e7")
    }
}

impl core::error::Error for ParseSecretError {}

impl FromStr for Secret {
    type Err = ParseSecretError;

    fn from_str(text: &str) -> Result<Self, ParseSecretError> {
        hex::read(text).map(Self).ok_or(ParseSecretError)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Commitment {
    type Err = ParseSecretError;

    fn from_str(text: &str) -> Result<Self, ParseSecretError> {
        hex::read(text).filter(|_| text.len() == 64).map(Self).ok_or(ParseSecretError)
    }
}

/// The text cannot be a nonce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseNonceError;

impl fmt::Display for ParseNonceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a nonce is one line of at most 64 bytes")
    }
}

impl core::error::Error for ParseNonceError {}

impl FromStr for Nonce {
    type Err = ParseNonceError;

    fn from_str(text: &str) -> Result<Self, ParseNonceError> {
        let fits = text.len() <= 64 && !text.contains(char::is_control);
        if fits { Ok(Self(text.into())) } else { Err(ParseNonceError) }
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
