use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bosworth_rules::Side;
use bosworth_table::{GameId, Stage, TableOrder};
use futures_util::StreamExt;

use super::sweep::MAX_CONCURRENT_GAMES;
use super::{TableError, Tables};
use crate::service_time::now;
use crate::store::{Store, StoreError};
use crate::subscriber::Subscriber;
use crate::tables::game_room::GameRoom;

/// Grace period before a disconnection is recorded: reloading the page does not count as absence.
const DISCONNECT_GRACE_PERIOD: Duration = Duration::from_secs(3);

/// Stores who is connected here, in batches: the first of several concurrent callers writes for
/// all.
#[derive(Debug)]
pub(super) struct PresenceWriter {
    node: i64,
    store: Store,
    waiting: Mutex<Vec<(Arc<GameRoom>, Side)>>,
    write_lock: tokio::sync::Mutex<()>,
}

impl PresenceWriter {
    pub(super) fn new(node: i64, store: Store) -> Self {
        Self { node, store, waiting: Mutex::default(), write_lock: tokio::sync::Mutex::default() }
    }

    /// Stores whether players are connected here, as of the moment it is written.
    async fn note(&self, players: impl IntoIterator<Item = (Arc<GameRoom>, Side)>) {
        let waiting = || self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting().extend(players);
        let writing = self.write_lock.lock().await;
        let batch = std::mem::take(&mut *waiting());
        let mut here = HashMap::new();
        for (room, side) in batch {
            here.insert((room.id, side), room.has(side));
        }
        let (came, gone): (Vec<_>, Vec<_>) = here.into_iter().partition(|(_, here)| *here);
        let [came, gone] = [came, gone]
            .map(|players| players.into_iter().map(|(player, _)| player).collect::<Vec<_>>());
        let written = async {
            self.store.note_presence(self.node, &came).await?;
            self.store.drop_presence(self.node, &gone).await
        };
        if let Err(why) = written.await {
            tracing::warn!(%why, "cannot store who is connected");
        }
        drop(writing);
    }
}

impl Tables {
    /// Handles a player's first connection to this node.
    pub(super) fn record_arrival(&self, room: Arc<GameRoom>, side: Side, over: bool) {
        let tables = self.clone();
        tokio::spawn(async move {
            // Stored before it is logged, so that a node that takes over knows who was connected.
            if !over && !tables.is_single_node() {
                tables.0.presence_writer.note([(room.clone(), side)]).await;
            }
            tables.order_later(room.id, TableOrder::Came(side));
        });
    }

    /// Handles a connection that stops watching a game.
    pub fn leave(&self, game: GameId, subscriber: &Subscriber) {
        let Some(room) = self.room_if_open(game) else { return };
        let Some(side) = room.leave(subscriber) else { return };
        let tables = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(DISCONNECT_GRACE_PERIOD).await;
            if room.has(side) {
                return;
            }
            if !tables.is_single_node() {
                tables.0.presence_writer.note([(room.clone(), side)]).await;
            }
            tables.record_departures([(game, side)]).await;
        });
    }

    /// Stores the presence of everyone connected here again, after this node was declared dead.
    pub(crate) async fn restore_presence(&self) {
        if self.is_single_node() {
            return;
        }
        let here = |room: Arc<GameRoom>| {
            Side::ALL.map(|side| (room.clone(), side)).into_iter().filter(|(room, s)| room.has(*s))
        };
        self.0.presence_writer.note(self.open_rooms().into_iter().flat_map(here)).await;
        // A node that folds the absence of a player connected to it logs their return.
        self.check_all().await;
    }

    /// Records that players have left who are not connected to any node.
    pub(crate) async fn record_departures(
        &self,
        players: impl IntoIterator<Item = (GameId, Side)>,
    ) {
        let one = |(game, side)| async move {
            if let Err(why) = self.record_departure(game, side).await {
                tracing::warn!(%game, %why, "cannot record that a player left");
            }
        };
        futures_util::stream::iter(players).for_each_concurrent(MAX_CONCURRENT_GAMES, one).await;
    }

    async fn record_departure(&self, game: GameId, side: Side) -> Result<(), TableError> {
        let room = self.room(game).await?;
        if room.has(side) || (!self.is_single_node() && self.is_elsewhere(game, side).await?) {
            return Ok(());
        }
        self.order_if(game, &TableOrder::Left(side), |room| !room.has(side)).await?;
        let wait = {
            let table = room.table.lock().await;
            let waits = table.has_connection(side) && table.stage() != Stage::Over;
            if waits { table.departures_recorded_from(side).saturating_sub(now()) } else { 0 }
        };
        if wait > 0 {
            self.record_departure_later(game, side, Duration::from_millis(wait as u64));
        }
        Ok(())
    }

    /// Rate-limits the log of a flapping connection: recorded later, if the player is still gone
    /// then.
    fn record_departure_later(&self, game: GameId, side: Side, wait: Duration) {
        let tables = self.clone();
        let departing: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            tokio::time::sleep(wait).await;
            tables.record_departures([(game, side)]).await;
        });
        tokio::spawn(departing);
    }

    /// Whether a player is connected to another node.
    async fn is_elsewhere(&self, game: GameId, side: Side) -> Result<bool, StoreError> {
        Ok(self.0.store.present(game).await?.contains(&side))
    }

    /// Returns the players who are present according to the log but not connected to this node.
    pub(super) fn missing(
        room: &GameRoom,
        table: &bosworth_table::AuthoritativeTable,
    ) -> Vec<Side> {
        if table.stage() == Stage::Over {
            return Vec::new();
        }
        let gone = |&side: &Side| table.has_connection(side) && !room.has(side);
        Side::ALL.into_iter().filter(gone).collect()
    }
}
