//! Rate limits.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bosworth_table::AccountId;

use crate::auth::Address;
use crate::auth::password_hashers::PasswordHashers;
pub use crate::auth::token_bucket::RetryAfter;
use crate::auth::token_bucket::TokenBucket;
use crate::limits::{self, RateLimit};
use crate::listen::connection_limits::ConnectionLimits;

/// The maximum number of buckets. Beyond it the least important ones are evicted.
const MAX_BUCKETS: usize = 100_000;

/// The number of password hashes that are computed concurrently.
const MAX_CONCURRENT_HASHES: usize = 2;

/// What is rate-limited: each kind of request has its own token bucket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quota {
    /// Any request.
    Request,
    /// Creating a guest.
    Guest,
    /// Signing up.
    Register,
    /// Logging in.
    Login,
    /// Creating tokens and bots.
    Make,
    /// Exporting games.
    Export,
    /// Commands at tables, over all connections together.
    Command,
    /// Chat lines in tournaments.
    Chat,
    /// Reports about other players.
    Report,
    /// Actions of a moderator.
    Moderate,
    /// Requesting mails, and using their links.
    Mail,
    /// Training progress.
    Training,
}

impl Quota {
    /// The rate limit of this quota.
    pub fn rate_limit(self) -> RateLimit {
        match self {
            Self::Request => limits::REQUESTS,
            Self::Guest => limits::GUESTS,
            Self::Register => limits::REGISTRATIONS,
            Self::Login => limits::LOGINS,
            Self::Make => limits::TOKENS_AND_BOTS,
            Self::Export => limits::EXPORTS,
            Self::Command => limits::COMMANDS,
            Self::Chat => limits::TOURNAMENT_CHAT,
            Self::Report => limits::REPORTS,
            Self::Moderate => limits::MODERATION,
            Self::Mail => limits::MAIL_LINKS,
            Self::Training => limits::TRAINING,
        }
    }
}

/// The key of a token bucket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RateLimitKey {
    /// All callers at an address.
    Address(Address),
    /// An account.
    Account(AccountId),
}

/// The rate limits of this node.
#[derive(Debug)]
pub struct RateLimits {
    /// The password hashing pool.
    pub password_hashers: PasswordHashers,
    /// The limit on concurrent connections.
    pub connections: Arc<ConnectionLimits>,
    // None if limits are disabled.
    buckets: Option<Mutex<HashMap<(Quota, RateLimitKey), TokenBucket>>>,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            password_hashers: PasswordHashers::new(MAX_CONCURRENT_HASHES),
            connections: Arc::default(),
            buckets: Some(Mutex::default()),
        }
    }
}

impl RateLimits {
    /// No limits, for benchmarks.
    pub fn none() -> Self {
        Self {
            buckets: None,
            connections: Arc::new(ConnectionLimits::unlimited()),
            ..Self::default()
        }
    }

    /// Takes a token of a quota, or returns how long to wait for one. `now` is read from a
    /// monotonic clock.
    pub fn take(&self, quota: Quota, who: RateLimitKey, now: i64) -> Result<(), RetryAfter> {
        let Some(buckets) = &self.buckets else { return Ok(()) };
        let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            clean(&mut buckets, now);
        }
        let bucket = buckets.entry((quota, who)).or_insert_with(|| TokenBucket::new(now));
        bucket.take(quota.rate_limit(), now)
    }
}

/// Evicts full buckets, which are equivalent to new ones, and then the fuller half, so that the
/// heaviest callers stay limited.
fn clean(buckets: &mut HashMap<(Quota, RateLimitKey), TokenBucket>, now: i64) {
    let taken = |quota: Quota, bucket: &TokenBucket| bucket.taken(quota.rate_limit(), now);
    buckets.retain(|&(quota, _), bucket| taken(quota, bucket) > 0.0);
    if buckets.len() > MAX_BUCKETS / 2 {
        let mut all: Vec<f64> =
            buckets.iter().map(|(&(quota, _), bucket)| taken(quota, bucket)).collect();
        let (_, &mut middle, _) = all.select_nth_unstable_by(MAX_BUCKETS / 2, f64::total_cmp);
        buckets.retain(|&(quota, _), bucket| taken(quota, bucket) > middle);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn at(number: u32) -> RateLimitKey {
        RateLimitKey::Address(Address::from(IpAddr::V4(Ipv4Addr::from(number))))
    }

    #[test]
    fn a_quota_is_used_up_and_refilled() {
        let limits = RateLimits::default();
        for _ in 0..10 {
            assert_eq!(limits.take(Quota::Register, at(1), 0), Ok(()));
        }
        assert_eq!(limits.take(Quota::Register, at(1), 0), Err(RetryAfter(60_000)));
        assert_eq!(limits.take(Quota::Register, at(1), 59_000), Err(RetryAfter(1_000)));
        assert_eq!(limits.take(Quota::Register, at(1), 60_000), Ok(()));
        assert_eq!(limits.take(Quota::Register, at(1), 60_000), Err(RetryAfter(60_000)));
        let much_later = 86_400_000;
        for _ in 0..10 {
            assert_eq!(limits.take(Quota::Register, at(1), much_later), Ok(()), "but no more");
        }
        assert!(limits.take(Quota::Register, at(1), much_later).is_err());
    }

    #[test]
    fn quotas_and_callers_are_independent() {
        let limits = RateLimits::default();
        while limits.take(Quota::Register, at(1), 0).is_ok() {}
        assert_eq!(limits.take(Quota::Register, at(2), 0), Ok(()));
        assert_eq!(limits.take(Quota::Login, at(1), 0), Ok(()));
        assert_eq!(limits.take(Quota::Register, RateLimitKey::Account(AccountId(1)), 0), Ok(()));
    }

    #[test]
    fn a_clock_that_goes_back_refills_nothing() {
        let limits = RateLimits::default();
        while limits.take(Quota::Login, at(1), 10_000).is_ok() {}
        assert!(limits.take(Quota::Login, at(1), 0).is_err());
        assert!(limits.take(Quota::Login, at(1), 11_999).is_err());
        assert_eq!(limits.take(Quota::Login, at(1), 12_000), Ok(()));
    }

    #[test]
    fn memory_is_bounded_and_heavy_callers_stay_limited() {
        let limits = RateLimits::default();
        while limits.take(Quota::Login, at(0), 0).is_ok() {}
        for number in 1..=(2 * MAX_BUCKETS as u32) {
            assert_eq!(limits.take(Quota::Login, at(number), 0), Ok(()));
        }
        let buckets = limits.buckets.as_ref().expect("limits").lock().expect("no panic").len();
        assert!(buckets <= MAX_BUCKETS, "{buckets}");
        assert!(limits.take(Quota::Login, at(0), 0).is_err());
    }

    #[test]
    fn disabled_limits_never_refuse() {
        let limits = RateLimits::none();
        for _ in 0..1_000 {
            assert_eq!(limits.take(Quota::Register, at(1), 0), Ok(()));
        }
    }
}
