//! Names of accounts.

use std::fmt;

use bosworth_protocol::limits::ACCOUNT_NAME_CHARS;
use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};
use unicode_security::GeneralSecurityProfile;

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

/// A valid name for an account, in Unicode's composed form (NFC).
///
/// It consists of Latin letters with or without accents, so that no letter of another script looks
/// like one of them. Names are found by their [`key`](Name::key), in which case and some confusable
/// characters are the same: `Lancaster`, `lancaster` and `Iancaster` are one. Two names with the
/// same [`skeleton`] are refused as well, so that one player cannot impersonate another.
///
/// ```
/// use bosworth_server::auth::account_name::Name;
///
/// let name: Name = "Rose_King".parse()?;
/// assert_eq!(name.as_str(), "Rose_King");
/// assert_eq!(name.key(), "R0SE-KlNG".parse::<Name>()?.key());
/// assert_eq!("Rene\u{301}".parse::<Name>()?.as_str(), "René");
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
            Self::Characters => "a name consists of Latin letters, digits, - and _",
            Self::Edges => "a name begins with a letter and ends with a letter or digit",
            Self::Reserved => "this name is reserved; choose another one",
        })
    }
}

impl std::error::Error for InvalidName {}

impl std::str::FromStr for Name {
    type Err = InvalidName;

    fn from_str(text: &str) -> Result<Self, InvalidName> {
        let name: String = text.nfc().collect();
        let is_inner = |letter: char| is_outer(letter) || matches!(letter, '-' | '_');
        if !name.chars().all(is_inner) {
            return Err(InvalidName::Characters);
        }
        if !ACCOUNT_NAME_CHARS.contains(&name.chars().count()) {
            return Err(InvalidName::Length);
        }
        if !name.starts_with(is_letter) || !name.ends_with(is_outer) {
            return Err(InvalidName::Edges);
        }
        let key = key(&name);
        let bare = key.replace('-', "");
        let reserved = RESERVED_NAMES.iter().any(|word| self::key(word) == bare);
        if reserved
            || [GUEST_PREFIX, DELETED_PREFIX]
                .iter()
                .any(|prefix| key.starts_with(&self::key(prefix)))
        {
            return Err(InvalidName::Reserved);
        }
        Ok(Self(name))
    }
}

/// Whether a name can begin with this: a Latin letter in everyday use.
fn is_letter(letter: char) -> bool {
    letter.is_alphabetic() && letter.script() == Script::Latin && letter.identifier_allowed()
}

/// Whether a name can end with this.
fn is_outer(letter: char) -> bool {
    letter.is_ascii_digit() || is_letter(letter)
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

/// The key by which any name is found, including guests': without case (`Strauß` is `STRAUSS`), and
/// with `0` and `o`, `1`, `i` and `l`, `-` and `_` taken for one another.
pub fn key(name: &str) -> String {
    lower_case(name).chars().map(alike).collect()
}

/// What any name looks like: the key of its skeleton (Unicode Technical Standard 39), in which `rn`
/// is `m`. No two accounts that were created since there are skeletons have the same.
pub fn skeleton(name: &str) -> String {
    unicode_security::skeleton(&lower_case(name)).map(alike).collect()
}

/// Whether two names are the same without case.
pub fn is_same(one: &str, other: &str) -> bool {
    lower_case(one) == lower_case(other)
}

fn lower_case(name: &str) -> String {
    name.to_uppercase().to_lowercase().nfc().collect()
}

/// One character for those that look alike in most fonts.
fn alike(letter: char) -> char {
    match letter.to_ascii_lowercase() {
        '0' => 'o',
        '1' | 'i' => 'l',
        '_' => '-',
        other => other,
    }
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
    use bosworth_protocol::limits::ACCOUNT_NAME_PATTERN;
    use bosworth_testing::strict_validator;
    use serde_json::json;

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
    fn letters_of_all_latin_alphabets_are_valid() {
        for text in ["René", "Jürgen", "Großmann", "Lœtitia", "Peña", "Łukasz", "Øyvind", "Ösp"]
        {
            assert_eq!(check(text), Ok(()), "{text}");
        }
        assert_eq!(check(&"é".repeat(20)), Ok(()), "characters count, not bytes");
        let decomposed: Name = "Ju\u{308}rgen".parse().expect("a name");
        assert_eq!(decomposed.as_str(), "Jürgen");
    }

    #[test]
    fn every_letter_of_a_name_matches_the_documented_pattern() {
        let documented = strict_validator(json!({ "pattern": ACCOUNT_NAME_PATTERN }));
        for letter in ('\0'..=char::MAX).filter(|&letter| is_letter(letter)) {
            assert!(documented.is_valid(&json!(format!("{letter}nn{letter}"))), "{letter}");
        }
        for text in ["Ju\u{308}rgen", "Ösp\u{301}", "r0-s_e1"] {
            assert!(documented.is_valid(&json!(text)), "{text}");
        }
        for text in ["-ann", "ann-", "Анна", "an n", "1nna"] {
            assert!(!documented.is_valid(&json!(text)), "{text}");
        }
    }

    #[test]
    fn other_and_mixed_scripts_are_refused() {
        let cyrillic_a = "\u{430}nna";
        for text in [cyrillic_a, "Анна", "Άννα", "Ａｎｎａ", "ann\u{301}\u{301}a", "ªnna", "ɑnna٣"]
        {
            assert_eq!(check(text), Err(InvalidName::Characters), "{text}");
        }
    }

    #[test]
    fn names_that_look_alike_have_the_same_skeleton() {
        for [one, other] in [
            ["RENÉ", "rene\u{301}"],
            ["Strauß", "STRAUSS"],
            ["corner", "comer"],
            ["Emma", "Ernrna"],
            ["Lœtitia", "Loetitia"],
            ["Bill", "bi11"],
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("René"), skeleton("Rene"), "an accent can be seen");
    }

    /// The migration computes the skeletons of older names from their keys.
    #[test]
    fn the_skeleton_of_an_ascii_name_is_its_key_with_rn_for_m() {
        for letter in
            ('\u{21}'..='\u{7e}').filter(|&letter| is_outer(letter) || "-_".contains(letter))
        {
            let name = letter.to_string();
            assert_eq!(skeleton(&name), key(&name).replace('m', "rn"), "{name}");
        }
    }

    #[test]
    fn invalid_names_are_refused_with_the_reason() {
        for text in ["", "ab", "abcdefghijklmnopqrstu"] {
            assert_eq!(check(text), Err(InvalidName::Length), "{text}");
        }
        for text in ["a b", "a\u{200d}bc", "<script>", "ann\n", "a/b", "a.b"] {
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
