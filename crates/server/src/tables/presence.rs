use std::time::Duration;

use bosworth_table::{GameId, Order};

use super::Tables;
use crate::line::Line;

/// How long a player may be without a connection before it is told: a page that is loaded
/// again is no absence.
const GRACE: Duration = Duration::from_secs(3);

impl Tables {
    /// A connection looks at a game no more.
    pub fn leave(&self, game: GameId, line: &Line) {
        let Some(room) = self.room_if_open(game) else { return };
        let Some(side) = room.leave(line) else { return };
        let tables = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(GRACE).await;
            if !room.has(side) {
                tables.order_later(game, Order::Left(side));
            }
        });
    }
}
