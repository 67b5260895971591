use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bosworth_table::{FoldError, GameId};
use tokio::time::Instant;

/// Negative cache: how long a damaged log is not read again.
const DAMAGE_CACHE_LIFETIME: Duration = Duration::from_secs(10);
/// The capacity of that cache.
const DAMAGE_CACHE_CAPACITY: usize = 1024;

/// What is wrong with a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Damage {
    /// An entry cannot be parsed.
    Unreadable {
        /// Its number.
        seq: u32,
        /// In words.
        why: String,
    },
    /// An entry does not follow from those before it, or one is missing.
    Fold(FoldError),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { seq, why } => write!(f, "entry {seq} cannot be read: {why}"),
            Self::Fold(why) => why.fmt(f),
        }
    }
}

impl From<FoldError> for Damage {
    fn from(why: FoldError) -> Self {
        Self::Fold(why)
    }
}

/// A cache of games whose logs are damaged, so that each is read again only after a while, however
/// often it is requested.
#[derive(Debug, Default)]
pub(super) struct Ward(Mutex<HashMap<GameId, (Instant, Damage)>>);

impl Ward {
    /// The damage of a game, if it was found recently.
    pub(super) fn look(&self, game: GameId) -> Option<Damage> {
        let ward = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, damage) = ward.get(&game)?;
        (since.elapsed() < DAMAGE_CACHE_LIFETIME).then(|| damage.clone())
    }

    /// Caches the damage of a game.
    pub(super) fn admit(&self, game: GameId, damage: &Damage) {
        let mut ward = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        ward.retain(|_, (since, _)| since.elapsed() < DAMAGE_CACHE_LIFETIME);
        if ward.len() < DAMAGE_CACHE_CAPACITY {
            ward.insert(game, (Instant::now(), damage.clone()));
        }
        metrics::counter!("bosworth_damaged_logs_total").increment(1);
    }
}
