//! Failover: every node holds a lease in the database, watches the leases of the others, and takes
//! over from nodes that have released theirs, or died and let it expire.
//!
//! The duties of such a node are in the database and in the logs: its connected players, deadlines,
//! ratings to settle, computer turns, and offers. The bus is not involved.

mod lease_monitor;

use std::time::Duration;

use tokio::time::{Instant, sleep};

use self::lease_monitor::{LEASE_LIFETIME, LeaseMonitor};
use crate::app::App;
use crate::service_time::now;
use crate::store::{Lease, StoreError};

/// How often a node renews its lease.
const LEASE_RENEWAL_INTERVAL: Duration = Duration::from_secs(1);
/// Poll interval for the leases of other nodes.
const LEASE_POLL_INTERVAL: Duration = Duration::from_millis(250);
/// docs/hosting.md promises a takeover within five seconds; a second of them is for the work.
const _: () = assert!(LEASE_LIFETIME.as_millis() + 2 * LEASE_POLL_INTERVAL.as_millis() < 4_000);
/// How often a node settles pending ratings and keeps offers alive.
const MAINTENANCE_INTERVAL: Duration = Duration::from_secs(2);
/// Grace period for players of a node that was shut down to reconnect to another node.
const SHUTDOWN_GRACE_PERIOD: Duration = Duration::from_secs(3);
/// Grace period for players to reconnect when no node was running.
const FULL_OUTAGE_GRACE_PERIOD: Duration = Duration::from_secs(12);
/// Nodes that are found dead this soon after startup died before it.
const STARTUP_WINDOW: Duration = Duration::from_secs(5);
/// Timeout for releasing the lease at shutdown.
const LEASE_RELEASE_TIMEOUT: Duration = Duration::from_secs(1);

impl App {
    /// Acquires the lease of this node.
    pub(crate) async fn take_lease(&self) -> Result<(), StoreError> {
        self.store.renew_lease(self.lease(), now()).await.map(drop)
    }

    fn lease(&self) -> i64 {
        self.node as i64
    }

    /// Releases the lease, so that other nodes take over immediately.
    pub(crate) async fn release_lease(&self) {
        let released =
            tokio::time::timeout(LEASE_RELEASE_TIMEOUT, self.store.release_lease(self.lease()));
        if !matches!(released.await, Ok(Ok(()))) {
            tracing::warn!("cannot release the lease; it will expire");
        }
    }

    /// Renews the lease. Never returns.
    pub(crate) async fn hold_lease(&self) {
        loop {
            sleep(LEASE_RENEWAL_INTERVAL).await;
            match self.store.renew_lease(self.lease(), now()).await {
                Ok(true) => {}
                Ok(false) => {
                    tracing::warn!("the lease had expired and other nodes took over");
                    self.tables.restore_presence().await;
                }
                Err(why) => tracing::warn!(%why, "cannot renew the lease"),
            }
        }
    }

    /// Watches the leases of other nodes and takes over from those that are gone. Never returns.
    pub(crate) async fn watch_leases(&self) {
        let (mut monitor, begun) = (LeaseMonitor::default(), Instant::now());
        loop {
            sleep(LEASE_POLL_INTERVAL).await;
            let found = match self.store.leases().await {
                Ok(found) => found,
                Err(why) => {
                    tracing::warn!(%why, "cannot read the leases");
                    continue;
                }
            };
            for gone in monitor.expired(Instant::now(), &found) {
                if gone.node == self.lease() {
                    continue;
                }
                let alone = begun.elapsed() < STARTUP_WINDOW && found.len() < 3;
                let grace = match (gone.is_released(), alone) {
                    (_, true) => FULL_OUTAGE_GRACE_PERIOD,
                    (true, false) => SHUTDOWN_GRACE_PERIOD,
                    (false, false) => Duration::ZERO,
                };
                if let Err(why) = self.take_over(gone, grace).await {
                    tracing::warn!(%why, "cannot take over from another node yet");
                }
            }
        }
    }

    /// Takes over from a node that has stopped or died. `grace` is how long its players have to
    /// reconnect.
    async fn take_over(&self, gone: Lease, grace: Duration) -> Result<(), StoreError> {
        if !self.store.remove_lease(gone).await? {
            return Ok(());
        }
        if gone.is_released() {
            tracing::info!(node = gone.node, "taking over from a node that has stopped");
        } else {
            tracing::warn!(node = gone.node, "taking over from a dead node");
            metrics::counter!("bosworth_takeovers_total").increment(1);
        }
        let app = self.clone();
        tokio::spawn(async move {
            let offers = app.take_offers(gone);
            tokio::join!(
                app.record_departures(grace),
                app.adopt(),
                app.settle_ratings(),
                offers,
                app.note_holidays()
            );
        });
        Ok(())
    }

    /// Records the departure of players who were connected only to nodes that are gone.
    async fn record_departures(&self, grace: Duration) {
        sleep(grace).await;
        match self.store.orphaned_presence().await {
            Ok(players) => self.tables.record_departures(players).await,
            Err(why) => tracing::warn!(%why, "cannot read who was connected to another node"),
        }
    }

    async fn adopt(&self) {
        if let Err(why) = self.tables.adopt().await {
            tracing::warn!(%why, "cannot adopt games of other nodes");
        }
    }

    async fn settle_ratings(&self) {
        if let Err(why) = self.tables.settle_pending().await {
            tracing::warn!(%why, "cannot settle ratings yet");
        }
    }

    async fn take_offers(&self, gone: Lease) {
        let taken = async {
            self.store.clear_lobby().await?;
            if self.store.hide_seeks(gone.node, now()).await? {
                self.lobby.refresh_presence().await?;
                self.lobby.announce();
            }
            Ok::<(), crate::lobby::LobbyError>(())
        };
        if let Err(why) = taken.await {
            tracing::warn!(%why, "cannot hide the offers of another node");
        }
    }

    async fn note_holidays(&self) {
        if let Err(why) = self.tables.note_holidays().await {
            tracing::warn!(%why, "cannot record holidays in logs yet");
        }
    }

    /// Runs periodic maintenance, which any node can do. Never returns.
    pub(crate) async fn run_maintenance(&self) {
        let mut checks = 0_u32;
        loop {
            sleep(MAINTENANCE_INTERVAL).await;
            checks = checks.wrapping_add(1);
            self.settle_ratings().await;
            if let Err(why) = self.lobby.refresh_presence().await {
                tracing::warn!(%why, "cannot keep offers alive");
            }
            if checks.is_multiple_of(10)
                && let Err(why) = self.store.forget_seeks(now()).await
            {
                tracing::warn!(%why, "cannot delete old offers");
            }
            if checks % 10 == 1 {
                self.note_holidays().await;
            }
            if checks % 30 == 2 {
                self.check_credentials().await;
            }
            // Heartbeats alone fill the write-ahead log, even if no games are played.
            if checks.is_multiple_of(15)
                && let Err(why) = self.store.checkpoint().await
            {
                tracing::warn!(%why, "cannot checkpoint the write-ahead log");
            }
            // Catch-all: a node may die while it is taking over from another.
            if checks.is_multiple_of(30) && !self.tables.is_single_node() {
                self.record_departures(Duration::ZERO).await;
                self.adopt_unwatched().await;
            }
        }
    }

    async fn adopt_unwatched(&self) {
        if let Err(why) = self.tables.adopt_unwatched().await {
            tracing::warn!(%why, "cannot adopt games of other nodes");
        }
    }
}
