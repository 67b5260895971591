use std::time::Duration;

use bosworth_rules::Side;
use bosworth_table::{GameId, Order, Stage};

use super::Tables;
use crate::clock::now;
use crate::line::Line;
use crate::room::Room;

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
            tables.note_left(&room, side).await;
        });
    }

    /// Notes that a player has no connection. Of somebody who comes and goes all the time it is
    /// noted later, if it is still so then.
    pub(super) async fn note_left(&self, room: &Room, side: Side) {
        while !room.has(side) {
            if let Err(why) = self.order(room.id, &Order::Left(side)).await {
                tracing::warn!(game = %room.id, %why, "it could not be noted that a player left");
                return;
            }
            let wait = {
                let host = room.host.lock().await;
                let waits = host.is_here(side) && host.stage() != Stage::Over;
                if waits { host.leaves_from(side).saturating_sub(now()) } else { 0 }
            };
            if wait <= 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(wait as u64)).await;
        }
    }
}
