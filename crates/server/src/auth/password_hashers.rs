//! The pool that hashes passwords.

use std::sync::LazyLock;
use std::time::Duration;

use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use bosworth_protocol::limits::PASSWORD_CHARS;

use crate::auth::password::Password;
use crate::auth::secret;

/// Timeout of the hashing queue.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// A dummy hash for unknown accounts, against timing attacks: the response takes equally long.
static DUMMY_HASH: LazyLock<String> = LazyLock::new(|| hash_now(&secret::key()));

/// The hashing queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashersBusy;

/// A bounded pool for password hashing. By design each hash takes 19 MiB and some hundredths of a
/// second, so only a few are computed concurrently: logins must not slow down games.
#[derive(Debug)]
pub struct PasswordHashers {
    permits: Semaphore,
}

impl PasswordHashers {
    /// A pool for this many concurrent hashes.
    pub fn new(permits: usize) -> Self {
        Self { permits: Semaphore::new(permits) }
    }

    /// The salted hash of a password, in PHC format.
    pub async fn hash(&self, Password(password): Password) -> Result<String, HashersBusy> {
        self.work(move || hash_now(&password)).await
    }

    /// Whether a password matches a hash. Without a hash it never does, but takes the same time.
    pub async fn verify(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, HashersBusy> {
        if password.chars().count() > *PASSWORD_CHARS.end() {
            return Ok(false);
        }
        self.work(move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| DUMMY_HASH.clone());
            Argon2::default().verify_password(password.as_bytes(), &*hash).is_ok() && known
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashersBusy> {
        let permit =
            timeout(QUEUE_TIMEOUT, self.permits.acquire()).await.map_err(|_| HashersBusy)?;
        let _place = permit.map_err(|_| HashersBusy)?;
        spawn_blocking(work).await.map_err(|_| HashersBusy)
    }
}

fn hash_now(password: &str) -> String {
    Argon2::default()
        .hash_password(password.as_bytes())
        .expect("argon2 accepts passwords of this length, and the system provides random numbers")
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_same_password_matches() {
        let hashers = PasswordHashers::new(1);
        let password = Password::choose("a white rose".into(), "ann").expect("good");
        assert_eq!(format!("{password:?}"), "Password(…)");
        let hash = hashers.hash(password.clone()).await.expect("a permit");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hashers.hash(password).await.expect("a permit"), hash, "the salt differs");
        for (given, fits) in [("a white rose", true), ("a red rose", false), ("", false)] {
            assert_eq!(hashers.verify(given.into(), Some(hash.clone())).await, Ok(fits));
        }
        assert_eq!(hashers.verify("a white rose".into(), None).await, Ok(false));
        assert_eq!(hashers.verify("x".repeat(300), Some(hash)).await, Ok(false));
        assert_eq!(hashers.verify("a white rose".into(), Some("rubbish".into())).await, Ok(false));
    }
}
