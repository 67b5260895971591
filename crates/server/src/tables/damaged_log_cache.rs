use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bosworth_table::GameId;
use tokio::time::Instant;

use super::LogDamage;

/// Negative cache: how long a damaged log is not read again.
const DAMAGE_CACHE_LIFETIME: Duration = Duration::from_secs(10);
/// The capacity of that cache.
const DAMAGE_CACHE_CAPACITY: usize = 1024;

/// A cache of games with damaged logs, so that each is reread only after a while, however often it
/// is requested.
#[derive(Debug, Default)]
pub(super) struct DamagedLogCache(Mutex<HashMap<GameId, (Instant, LogDamage)>>);

impl DamagedLogCache {
    /// Returns the damage of a game, if it was found recently.
    pub(super) fn get(&self, game: GameId) -> Option<LogDamage> {
        let cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, damage) = cached.get(&game)?;
        (since.elapsed() < DAMAGE_CACHE_LIFETIME).then(|| damage.clone())
    }

    /// Caches the damage of a game.
    pub(super) fn insert(&self, game: GameId, damage: &LogDamage) {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cached.retain(|_, (since, _)| since.elapsed() < DAMAGE_CACHE_LIFETIME);
        if cached.len() < DAMAGE_CACHE_CAPACITY {
            cached.insert(game, (Instant::now(), damage.clone()));
        }
        metrics::counter!("bosworth_damaged_logs_total").increment(1);
    }
}
