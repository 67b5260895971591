use std::time::Duration;

use bosworth_table::{GameId, Order, Stage};

use super::Tables;
use crate::clock::now;
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
            let mut pause = GRACE;
            while !pause.is_zero() {
                tokio::time::sleep(pause).await;
                if room.has(side) {
                    return;
                }
                let _ = tables.order(game, &Order::Left(side)).await;
                // Of somebody who comes and goes all the time it is noted later.
                let host = room.host.lock().await;
                let wait = host.leaves_from(side).saturating_sub(now()).max(0);
                let open = host.is_here(side) && host.stage() != Stage::Over;
                pause = Duration::from_millis(if open { wait as u64 } else { 0 });
            }
        });
    }
}
