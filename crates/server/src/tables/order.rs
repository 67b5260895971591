//! Orders of the server: deadlines, and crediting outages and clock corrections.

use std::pin::Pin;
use std::time::Duration;

use bosworth_table::{AuthoritativeTable, Decision, GameId, TableOrder};
use futures_util::StreamExt;
use tokio::time::{Instant, sleep};

use super::sweep::MAX_CONCURRENT_GAMES;
use super::{TableError, Tables};
use crate::service_time::{self, now};
use crate::store::StoreError;
use crate::tables::game_room::GameRoom;

/// How long a deadline is postponed while nothing can be stored, in milliseconds.
const DEADLINE_POSTPONEMENT_MS: i64 = 500;
/// Timeout for waiting until the time can be relied on again, and its poll interval.
const RELIABLE_TIME_TIMEOUT: Duration = Duration::from_secs(10);
const RELIABLE_TIME_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The number of attempts for an order to all games, and the delay between two.
const MAX_ORDER_ATTEMPTS: u32 = 4;
const ORDER_RETRY_DELAY: Duration = Duration::from_millis(250);

impl Tables {
    /// Executes an order of the server.
    pub(crate) async fn order(&self, game: GameId, order: &TableOrder) -> Result<(), TableError> {
        self.order_if(game, order, |_| true).await
    }

    /// Catches up with the log, which another node may have extended, and executes the order if
    /// `wanted` still holds.
    pub(super) async fn order_if(
        &self,
        game: GameId,
        order: &TableOrder,
        wanted: impl Fn(&GameRoom) -> bool,
    ) -> Result<(), TableError> {
        if *order == TableOrder::Tick {
            if !self.0.readiness.is_time_reliable() {
                self.0.timer.set(game, now() + DEADLINE_POSTPONEMENT_MS);
                return Ok(());
            }
        } else {
            self.wait_until_time_is_reliable().await?;
        }
        let _time = self.0.time.read().await;
        self.order_holding_time_lock(game, order, 0, wanted).await
    }

    /// Like [`order_if`](Self::order_if), for a caller that already holds the time lock, and is about
    /// to shift the clock by `shift` milliseconds.
    async fn order_holding_time_lock(
        &self,
        game: GameId,
        order: &TableOrder,
        shift: i64,
        wanted: impl Fn(&GameRoom) -> bool,
    ) -> Result<(), TableError> {
        let room = self.room(game).await?;
        let mut table = room.table.lock().await;
        self.catch_up_if_shared(&room, &mut table).await?;
        while wanted(&room)
            && let Ok(Decision::Append(entry)) = table.decide_order(order, now() + shift)
        {
            if self.append(&room, &mut table, entry).await? {
                break;
            }
        }
        self.schedule(&room, &table);
        Ok(())
    }

    /// Whether the time can be relied on.
    pub(crate) fn is_time_reliable(&self) -> bool {
        self.0.readiness.is_time_reliable()
    }

    /// Waits until the time can be relied on: no outage is in progress, and after an outage or a
    /// suspension the clock has been corrected and the time credited.
    pub(super) async fn wait_until_time_is_reliable(&self) -> Result<(), TableError> {
        let patience = Instant::now() + RELIABLE_TIME_TIMEOUT;
        while !self.0.readiness.is_time_reliable() {
            if Instant::now() > patience {
                return Err(StoreError::TimedOut.into());
            }
            sleep(RELIABLE_TIME_POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// Sets the clock forward and credits the time that it skips in these games, atomically: no
    /// decision sees one without the other. Without the credit the clock stays as it is; then this
    /// can be repeated, since the same time is never credited twice.
    pub(crate) async fn skip_time(&self, ms: i64, games: Vec<GameId>) -> Result<(), TableError> {
        let _time = self.0.time.write().await;
        self.order_all(games, &TableOrder::Outage(now()), ms).await?;
        service_time::shift(ms);
        Ok(())
    }

    /// Sets the clock back, and moves the beginning of all turns back with it. Must not be repeated.
    pub(crate) async fn set_clock_back(&self, ms: i64, games: Vec<GameId>) {
        let _time = self.0.time.write().await;
        if let Err(why) = self.order_all(games, &TableOrder::Credit(-ms), 0).await {
            tracing::error!(%why, "the clock was set back, but not in every game");
        }
        service_time::shift(-ms);
    }

    /// Credits an outage since then in every open game.
    pub(crate) async fn credit_outage(&self, from: i64) -> Result<(), TableError> {
        let games = self.0.store.open_games().await?;
        let _time = self.0.time.write().await;
        self.order_all(games, &TableOrder::Outage(from), 0).await
    }

    /// Executes an order in all these games. Database failures are retried a few times, then
    /// returned. Others, such as a damaged game, are only logged.
    async fn order_all(
        &self,
        mut games: Vec<GameId>,
        order: &TableOrder,
        shift: i64,
    ) -> Result<(), TableError> {
        let mut tries = 0;
        loop {
            let one = |game| async move {
                match self.order_holding_time_lock(game, order, shift, |_| true).await {
                    Ok(()) => None,
                    Err(why @ TableError::Store(_)) => Some((game, why)),
                    Err(why) => {
                        tracing::error!(%game, ?order, %why, "cannot execute an order");
                        None
                    }
                }
            };
            let done =
                futures_util::stream::iter(games).map(one).buffer_unordered(MAX_CONCURRENT_GAMES);
            let mut failed: Vec<_> = done.filter_map(async |failed| failed).collect().await;
            let Some((game, why)) = failed.pop() else { return Ok(()) };
            tries += 1;
            if tries == MAX_ORDER_ATTEMPTS {
                return Err(why);
            }
            games = failed.into_iter().map(|(game, _)| game).chain([game]).collect();
            sleep(ORDER_RETRY_DELAY).await;
        }
    }

    /// Executes an order during startup, before a heartbeat has confirmed that the time can be
    /// relied on.
    pub(super) async fn order_at_start(
        &self,
        game: GameId,
        order: &TableOrder,
    ) -> Result<(), TableError> {
        let _time = self.0.time.read().await;
        self.order_holding_time_lock(game, order, 0, |_| true).await
    }

    /// Spawns an order, for a caller that holds the lock on the game.
    pub(super) fn order_later(&self, game: GameId, order: TableOrder) {
        let tables = self.clone();
        let done: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            if let Err(why) = tables.order(game, &order).await {
                tracing::warn!(%game, ?order, %why, "cannot execute an order");
            }
        });
        tokio::spawn(done);
    }

    /// Sets the timer to the deadline of a game.
    pub(super) fn schedule(&self, room: &GameRoom, table: &AuthoritativeTable) {
        let Some(deadline) = table.deadline() else { return };
        if room.sets_timer(deadline) {
            self.deadlines().insert(room.id, deadline);
            self.0.timer.set(room.id, deadline);
        }
    }

    /// Handles an expired deadline.
    pub(crate) async fn deadline_passed(&self, game: GameId) {
        self.deadlines().remove(&game);
        if let Some(room) = self.room_if_open(game) {
            room.timer_rang();
        }
        match self.order(game, &TableOrder::Tick).await {
            Ok(()) | Err(TableError::Unknown | TableError::Sealed) => {}
            Err(TableError::Damaged(why)) => {
                tracing::error!(%game, %why, "the deadlines of a damaged game are not watched");
            }
            Err(why @ TableError::Store(_)) => {
                tracing::warn!(%game, %why, "cannot handle a deadline; retrying");
                self.deadlines().insert(game, now() + 1_000);
                self.0.timer.set(game, now() + 1_000);
            }
        }
    }
}
