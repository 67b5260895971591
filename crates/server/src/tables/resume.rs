//! Resuming the games in progress at startup.

use std::time::Duration;

use bosworth_rules::Side;
use bosworth_table::{GameId, TableOrder};
use futures_util::{StreamExt, TryStreamExt};

use super::sweep::MAX_CONCURRENT_GAMES;
use super::{TableError, Tables};
use crate::service_time::now;

/// Grace period for players to reconnect after a start.
const RECONNECT_GRACE_PERIOD: Duration = Duration::from_secs(15);

impl Tables {
    /// Opens every game in progress, so that its clock is watched, and credits the downtime since
    /// `alive`, during which no node was running. A damaged game is only logged.
    pub async fn resume(&self, alive: Option<i64>) -> Result<usize, TableError> {
        let games = self.0.store.open_games().await?;
        let count = games.len();
        let one = |game| async move {
            match self.resume_one(game, alive).await {
                Err(why @ TableError::Store(_)) => Err(why),
                Err(why) => {
                    tracing::error!(%game, %why, "cannot resume a game");
                    Ok(())
                }
                Ok(()) => Ok(()),
            }
        };
        let games = futures_util::stream::iter(games).map(Ok);
        games.try_for_each_concurrent(MAX_CONCURRENT_GAMES, one).await?;
        Ok(count)
    }

    async fn resume_one(&self, game: GameId, alive: Option<i64>) -> Result<(), TableError> {
        let room = self.room(game).await?;
        let since = room.table.lock().await.turn_started_at();
        if since > now() {
            // A turn that starts in the future was written before the clock was set back.
            self.order_at_start(game, &TableOrder::Credit(now() - since)).await?;
        } else if let Some(alive) = alive {
            self.order_at_start(game, &TableOrder::Outage(alive)).await?;
        }
        if self.is_single_node() {
            let tables = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(RECONNECT_GRACE_PERIOD).await;
                tables.record_departures(Side::ALL.map(|side| (game, side))).await;
            });
        }
        Ok(())
    }
}
