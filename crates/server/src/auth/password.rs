//! Passwords: hashed with argon2id, never stored or logged.

use std::fmt;

use bosworth_protocol::limits::PASSWORD_CHARS;

use super::account_name;

/// A valid password. It can be neither printed nor serialised.
#[derive(Clone)]
pub struct Password(pub(super) String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Why a password is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidPassword {
    /// It is too short or too long.
    Length,
    /// It equals the account name.
    Name,
}

impl fmt::Display for InvalidPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "a password has 8 to 256 characters",
            Self::Name => "the password must differ from the name",
        })
    }
}

impl std::error::Error for InvalidPassword {}

impl Password {
    /// Validates a password for this account name.
    pub fn choose(text: String, name: &str) -> Result<Self, InvalidPassword> {
        if !PASSWORD_CHARS.contains(&text.chars().count()) {
            return Err(InvalidPassword::Length);
        }
        if account_name::is_same(&text, name) {
            return Err(InvalidPassword::Name);
        }
        Ok(Self(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_counted_in_characters() {
        let choose = |text: &str| Password::choose(text.into(), "Eleanor-1").map(drop);
        assert_eq!(choose("1234567"), Err(InvalidPassword::Length));
        assert_eq!(choose("12345678"), Ok(()));
        assert_eq!(choose(&"ü".repeat(256)), Ok(()));
        assert_eq!(choose(&"ü".repeat(257)), Err(InvalidPassword::Length));
        assert_eq!(choose("eleanor-1"), Err(InvalidPassword::Name));
    }
}
