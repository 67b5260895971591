use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::store::Lease;

/// How long a lease is valid without a renewal.
pub(super) const LEASE_LIFETIME: Duration = Duration::from_secs(3);
/// After a longer gap between two polls the state of the nodes is unknown: the database or this
/// node was down.
const MAX_POLL_GAP: Duration = Duration::from_millis(1_500);

/// Watches the leases of all nodes and detects expired ones.
///
/// Only this node's clock counts, and only while it was polling: the value that a node writes is
/// compared with its previous value, never with the time. Detection is therefore immune to clock
/// skew, and a database outage does not expire leases.
#[derive(Debug, Default)]
pub(crate) struct LeaseMonitor {
    last_poll: Option<Instant>,
    /// The last value of each node, and since when it has had it.
    known: HashMap<i64, (i64, Instant)>,
}

impl LeaseMonitor {
    /// Processes a poll of the database. Returns the leases that have expired.
    pub(crate) fn expired(&mut self, now: Instant, leases: &[Lease]) -> Vec<Lease> {
        let pause = self.last_poll.replace(now).map(|last_poll| now - last_poll);
        if pause.is_none_or(|pause| pause > MAX_POLL_GAP) {
            self.known.clear();
        }
        self.known.retain(|node, _| leases.iter().any(|lease| lease.node == *node));
        let mut dead = Vec::new();
        for lease in leases {
            let (seen, since) = self.known.entry(lease.node).or_insert((lease.seen, now));
            if *seen != lease.seen {
                (*seen, *since) = (lease.seen, now);
            }
            if lease.is_released() || now - *since >= LEASE_LIFETIME {
                dead.push(*lease);
            }
        }
        dead
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Polls every 250 ms, reading the value that `seen` returns, and returns after how many
    /// milliseconds node 1 is found dead.
    fn dies(seconds: u64, seen: impl Fn(u64) -> Option<i64>) -> Option<u64> {
        let (mut leases, begin) = (LeaseMonitor::default(), Instant::now());
        (0..seconds * 4).map(|tick| tick * 250).find(|&ms| {
            let Some(seen) = seen(ms) else { return false };
            let now = begin + Duration::from_millis(ms);
            !leases.expired(now, &[Lease { node: 1, seen }]).is_empty()
        })
    }

    #[test]
    fn a_node_without_renewals_is_dead_after_three_seconds() {
        assert_eq!(dies(20, |_| Some(7)), Some(3_000));
        let beats_until_ten = |ms: u64| Some((ms.min(10_000) / 1_000) as i64);
        assert_eq!(dies(60, beats_until_ten), Some(13_000));
    }

    #[test]
    fn a_node_that_renews_its_lease_is_alive_whatever_its_clock_says() {
        assert_eq!(dies(60, |ms| Some((ms / 1_000) as i64)), None);
        assert_eq!(dies(60, |ms| Some(1_000_000 - (ms / 2_000) as i64)), None);
    }

    #[test]
    fn a_database_outage_expires_no_lease() {
        // An outage of 20 s, after which the node needs 2 s more to reconnect.
        let away = |ms: u64| match ms {
            10_000..30_000 => None,
            30_000..32_000 => Some(9),
            _ => Some((ms / 1_000) as i64),
        };
        assert_eq!(dies(60, away), None);
    }

    #[test]
    fn a_released_lease_is_expired_immediately() {
        assert_eq!(dies(5, |_| Some(-1)), Some(0));
    }
}
