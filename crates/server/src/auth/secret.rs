//! Random ids and secret keys.

use sha2::{Digest, Sha256};

/// An unguessable number.
pub fn number() -> u64 {
    u64::from_ne_bytes(bytes())
}

/// An unguessable key of 256 bits, in hexadecimal.
pub fn key() -> String {
    hex(&bytes::<32>())
}

/// A short id that is not a secret, such as that of a session in a list.
pub fn label() -> String {
    hex(&bytes::<8>())
}

/// A secret of 79 bits that is easy to read out and type: groups of four letters, none of them
/// confusable.
pub fn phrase() -> String {
    const LETTERS: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let letters = bytes::<16>().map(|byte| char::from(LETTERS[usize::from(byte % 31)]));
    letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join("-")
}

/// The stored form of a key. The key is random, so an unsalted fast hash is enough.
pub fn hash(key: &str) -> String {
    hex(&Sha256::digest(key.as_bytes()))
}

/// Whether a text has the form of a key; anything else need not be looked up.
pub fn is_key(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness no account would be safe.
    getrandom::fill(&mut bytes).expect("the system provides random numbers");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_and_unique() {
        let (one, other) = (key(), key());
        assert!(is_key(&one) && is_key(&other) && one != other);
        assert_ne!(hash(&one), one);
        assert_eq!(hash(&one), hash(&one));
    }

    #[test]
    fn malformed_keys_are_recognised() {
        let long = "0".repeat(65);
        for text in ["", "abc", &long, &"G".repeat(64), &"A".repeat(64)] {
            assert!(!is_key(text), "{text}");
        }
    }
}
