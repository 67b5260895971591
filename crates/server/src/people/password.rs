//! Passwords: hashed with argon2id, never stored or logged.

use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::people::secret;

/// The length of a password, in characters.
const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 8..=256;

/// Timeout of the hashing queue.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// A dummy hash for unknown accounts, against timing attacks: the response takes as long.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_now(&secret::key()));

/// A password that may be chosen. It can be neither printed nor serialised.
#[derive(Clone)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Why a password cannot be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadPassword {
    /// It is too short or too long.
    Length,
    /// It is the name.
    Name,
}

impl fmt::Display for BadPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "a password has 8 to 256 letters",
            Self::Name => "the password must not be the name",
        })
    }
}

impl std::error::Error for BadPassword {}

impl Password {
    /// Validates a password chosen for this account name.
    pub fn choose(text: String, name: &str) -> Result<Self, BadPassword> {
        if !PASSWORD_CHARS.contains(&text.chars().count()) {
            return Err(BadPassword::Length);
        }
        if text.eq_ignore_ascii_case(name) {
            return Err(BadPassword::Name);
        }
        Ok(Self(text))
    }
}

/// The hashing queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busy;

/// A bounded pool for password hashing. Each hash takes 19 MiB and some hundredths of a second by
/// design, so only a few are computed concurrently: logins must not slow games down.
#[derive(Debug)]
pub struct Workshop {
    places: Semaphore,
}

impl Workshop {
    /// With `places` concurrent hashes.
    pub fn new(places: usize) -> Self {
        Self { places: Semaphore::new(places) }
    }

    /// The salted hash of a password, in PHC format.
    pub async fn hash(&self, Password(password): Password) -> Result<String, Busy> {
        self.work(move || hash_now(&password)).await
    }

    /// Whether a password matches a hash. Without a hash it does not, after the same time.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Busy> {
        if password.chars().count() > *PASSWORD_CHARS.end() {
            return Ok(false);
        }
        self.work(move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| NOBODY.clone());
            Argon2::default().verify_password(password.as_bytes(), &*hash).is_ok() && known
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let place = timeout(QUEUE_TIMEOUT, self.places.acquire()).await.map_err(|_| Busy)?;
        let _place = place.map_err(|_| Busy)?;
        spawn_blocking(work).await.map_err(|_| Busy)
    }
}

fn hash_now(password: &str) -> String {
    Argon2::default()
        .hash_password(password.as_bytes())
        .expect("passwords have lengths that argon2 takes, and the system random numbers")
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_same_password_fits() {
        let workshop = Workshop::new(1);
        let password = Password::choose("a white rose".into(), "ann").expect("good");
        assert_eq!(format!("{password:?}"), "Password(…)");
        let hash = workshop.hash(password.clone()).await.expect("a place");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(workshop.hash(password).await.expect("a place"), hash, "the salt differs");
        for (given, fits) in [("a white rose", true), ("a red rose", false), ("", false)] {
            assert_eq!(workshop.verify(given.into(), Some(hash.clone())).await, Ok(fits));
        }
        assert_eq!(workshop.verify("a white rose".into(), None).await, Ok(false));
        assert_eq!(workshop.verify("x".repeat(300), Some(hash)).await, Ok(false));
        assert_eq!(workshop.verify("a white rose".into(), Some("rubbish".into())).await, Ok(false));
    }

    #[test]
    fn lengths_are_counted_in_letters() {
        let choose = |text: &str| Password::choose(text.into(), "Eleanor-1").map(drop);
        assert_eq!(choose("1234567"), Err(BadPassword::Length));
        assert_eq!(choose("12345678"), Ok(()));
        assert_eq!(choose(&"ü".repeat(256)), Ok(()));
        assert_eq!(choose(&"ü".repeat(257)), Err(BadPassword::Length));
        assert_eq!(choose("eleanor-1"), Err(BadPassword::Name));
    }
}
