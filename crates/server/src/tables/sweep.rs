//! Upkeep of open rooms: adopting, settling, closing, checking.

use std::sync::Arc;

use bosworth_table::{GameId, Stage};
use futures_util::StreamExt;

use super::{TableError, Tables};
use crate::service_time::now;
use crate::tables::game_room::GameRoom;

/// How long a room without an audience stays open, in milliseconds.
const IDLE_ROOM_LIFETIME_MS: i64 = 120_000;
/// The number of rooms opened concurrently.
pub(super) const MAX_CONCURRENT_GAMES: usize = 32;
/// Games per page when all open ones are adopted.
const GAMES_PER_PAGE: u32 = 500;
/// The batch size of settlements.
const SETTLEMENT_BATCH_SIZE: u32 = 50;

impl Tables {
    /// Adopts every open game, fastest first: another node may have watched its clock, submitted
    /// its engine jobs, or served its players.
    pub(crate) async fn adopt(&self) -> Result<(), TableError> {
        self.for_open_games(|_| true).await
    }

    /// Adopts the open games whose clock this node does not watch.
    pub(crate) async fn adopt_unwatched(&self) -> Result<(), TableError> {
        self.for_open_games(|game| !self.is_watched(game)).await
    }

    async fn for_open_games(&self, wanted: impl Fn(GameId) -> bool) -> Result<(), TableError> {
        let mut last = None;
        loop {
            let page = self.0.store.open_games_after(last, GAMES_PER_PAGE).await?;
            let Some(end) = page.last() else { return Ok(()) };
            last = Some(*end);
            let games = page.into_iter().map(|(_, game)| game).filter(|&game| wanted(game));
            let one = |game| async move {
                match self.room_if_open(game) {
                    Some(room) => self.check(&room).await,
                    None => {
                        if let Err(why) = self.room(game).await {
                            tracing::warn!(%game, %why, "cannot adopt a game");
                        }
                    }
                }
            };
            futures_util::stream::iter(games).for_each_concurrent(MAX_CONCURRENT_GAMES, one).await;
        }
    }

    /// Settles the ratings of finished games that are still pending: the node that was about to do
    /// it may be dead.
    pub(crate) async fn settle_pending(&self) -> Result<(), TableError> {
        for game in self.0.store.unsettled(SETTLEMENT_BATCH_SIZE).await? {
            self.settle(game).await;
        }
        Ok(())
    }

    /// Closes idle rooms, catches up with the log where the bus may have lost notices, and
    /// resubmits engine jobs whose answer was lost.
    pub(crate) async fn sweep(&self) {
        let time = now();
        for room in self.open_rooms() {
            if room.is_empty() && time - room.last_activity() > IDLE_ROOM_LIFETIME_MS {
                let mut rooms = self.rooms();
                // Two references, the map's and this loop's: the room is unused.
                let idle = rooms.get(&room.id).is_some_and(|slot| Arc::strong_count(slot) == 1);
                if idle && Arc::strong_count(&room) <= 2 {
                    rooms.remove(&room.id);
                }
                continue;
            }
            if room.wants_check(time) {
                self.check(&room).await;
            }
        }
    }

    async fn check(&self, room: &Arc<GameRoom>) {
        let missing = {
            let mut table = room.table.lock().await;
            if let Err(why) = self.catch_up_if_shared(room, &mut table).await {
                tracing::warn!(game = %room.id, %why, "cannot read the log");
            }
            if table.stage() == Stage::Running {
                self.request_computer_action(&table);
                self.run_conditional(&table);
            }
            if self.is_single_node() { Vec::new() } else { Self::missing(room, &table) }
        };
        // They are connected to another node, or their node died before it could record their
        // absence.
        self.record_departures(missing.into_iter().map(|side| (room.id, side))).await;
    }

    /// Notices may have been lost: catches up with the log of every game with an audience.
    pub(crate) async fn check_all(&self) {
        for room in self.open_rooms() {
            if !room.is_empty() {
                self.check(&room).await;
            }
        }
    }
}
