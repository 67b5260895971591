//! Names of accounts.

use std::fmt;

use bosworth_protocol::limits::ACCOUNT_NAME_CHARS;

/// The prefix of guests' names.
pub const GUEST_PREFIX: &str = "guest-";
/// The prefix of deleted accounts' names.
pub const DELETED_PREFIX: &str = "deleted-";

/// Reserved names, which could impersonate the operator or a part of the game.
const RESERVED_NAMES: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "api",
    "bosworth",
    "computer",
    "deleted",
    "engine",
    "guest",
    "help",
    "host",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "owner",
    "red",
    "root",
    "security",
    "server",
    "staff",
    "support",
    "system",
    "undefined",
    "white",
];

/// A valid name for an account.
///
/// Names are compared by their [`key`](Name::key), in which confusable letters are the same, so
/// that one player cannot impersonate another: `Lancaster`, `lancaster` and `Iancaster` are one.
///
/// ```
/// use bosworth_server::auth::account_name::Name;
///
/// let name: Name = "Rose_King".parse()?;
/// assert_eq!(name.as_str(), "Rose_King");
/// assert_eq!(name.key(), "R0SE-KlNG".parse::<Name>()?.key());
/// assert!("admin".parse::<Name>().is_err());
/// # Ok::<(), bosworth_server::auth::account_name::InvalidName>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

/// Why a name cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidName {
    /// It is too short or too long.
    Length,
    /// It contains invalid characters.
    Characters,
    /// It does not begin with a letter, or does not end with a letter or digit.
    Edges,
    /// It is reserved.
    Reserved,
}

impl fmt::Display for InvalidName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "a name has 3 to 20 characters",
            Self::Characters => "a name consists of the letters a to z, digits, - and _",
            Self::Edges => "a name begins with a letter and ends with a letter or digit",
            Self::Reserved => "this name is reserved; choose another one",
        })
    }
}

impl std::error::Error for InvalidName {}

impl std::str::FromStr for Name {
    type Err = InvalidName;

    fn from_str(text: &str) -> Result<Self, InvalidName> {
        if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
            return Err(InvalidName::Characters);
        }
        if !ACCOUNT_NAME_CHARS.contains(&text.len()) {
            return Err(InvalidName::Length);
        }
        let begins = text.starts_with(|first: char| first.is_ascii_alphabetic());
        if !begins || !text.ends_with(|last: char| last.is_ascii_alphanumeric()) {
            return Err(InvalidName::Edges);
        }
        let key = key(text);
        let bare = key.replace('-', "");
        let reserved = RESERVED_NAMES.iter().any(|word| self::key(word) == bare);
        if reserved
            || [GUEST_PREFIX, DELETED_PREFIX]
                .iter()
                .any(|prefix| key.starts_with(&self::key(prefix)))
        {
            return Err(InvalidName::Reserved);
        }
        Ok(Self(text.into()))
    }
}

impl Name {
    /// The name as it was chosen.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as it is compared.
    pub fn key(&self) -> String {
        key(&self.0)
    }
}

/// The key of any name, including guests: confusable letters (homoglyphs) are folded into one.
pub fn key(name: &str) -> String {
    let alike = |letter: char| match letter.to_ascii_lowercase() {
        '0' => 'o',
        '1' | 'i' => 'l',
        '_' => '-',
        other => other,
    };
    name.chars().map(alike).collect()
}

/// A guest's name.
pub fn guest(random: u64) -> String {
    format!("{GUEST_PREFIX}{:05x}", random & 0xf_ffff)
}

/// A deleted account's name, which reveals nothing of the old one.
pub fn deleted(random: u64) -> String {
    format!("{DELETED_PREFIX}{:010x}", random & 0xff_ffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(), InvalidName> {
        text.parse::<Name>().map(|name| assert_eq!(name.as_str(), text))
    }

    #[test]
    fn plain_names_are_valid() {
        for text in ["Ann", "york", "House_of-York", "r0se", "abcdefghijklmnopqrst"] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn invalid_names_are_refused_with_the_reason() {
        for text in ["", "ab", "abcdefghijklmnopqrstu"] {
            assert_eq!(check(text), Err(InvalidName::Length), "{text}");
        }
        for text in ["a b", "Jürgen", "аnna", "a\u{200d}bc", "<script>", "ann\n", "a/b", "a.b"] {
            assert_eq!(check(text), Err(InvalidName::Characters), "{text}");
        }
        for text in ["1st", "-ann", "_ann", "ann-", "ann_", "---"] {
            assert_eq!(check(text), Err(InvalidName::Edges), "{text}");
        }
        for text in ["admin", "Admin", "ADM1N", "ad-min", "guest-7f3a2", "Guest_x", "deleted-1"] {
            assert_eq!(check(text), Err(InvalidName::Reserved), "{text}");
        }
    }

    #[test]
    fn confusable_names_have_the_same_key() {
        for [one, other] in [["Bill", "bi11"], ["O_O", "0-0"], ["LANCASTER", "Iancaster"]] {
            assert_eq!(key(one), key(other));
        }
        assert_ne!(key("anna"), key("anne"));
    }

    #[test]
    fn names_of_guests_and_deleted_accounts_are_reserved() {
        for name in [guest(0x7f3a2), deleted(u64::MAX)] {
            assert_eq!(check(&name), Err(InvalidName::Reserved), "{name}");
        }
        assert_eq!(guest(0x7f3a2), "guest-7f3a2");
        assert!(deleted(u64::MAX).len() <= 20);
    }
}
