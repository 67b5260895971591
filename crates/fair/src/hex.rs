//! 32 bytes as text.

use core::fmt;

pub(crate) fn write(bytes: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Reads up to 64 digits, the last of them being the lowest.
pub(crate) fn read(text: &str) -> Option<[u8; 32]> {
    if text.is_empty() || text.len() > 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (place, digit) in text.bytes().rev().enumerate() {
        let digit = char::from(digit).to_digit(16)? as u8;
        bytes[31 - place / 2] |= digit << (4 * (place % 2));
    }
    Some(bytes)
}
