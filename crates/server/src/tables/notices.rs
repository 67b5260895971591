use std::sync::atomic::Ordering;

use bosworth_protocol::FromServer;
use bosworth_table::{AccountId, GameId};

use super::{TableError, Tables};
use crate::bus::{Bus, Envelope, Notice};
use crate::service_time::now;

impl Tables {
    /// Publishes a notice, unless no other node can be listening.
    pub(super) fn publish(&self, notice: Notice) {
        let alone = matches!(&self.0.bus, Bus::Local(bus) if bus.has_one_subscriber());
        if !alone {
            self.0.bus.publish(Envelope { from: self.0.node, notice });
        }
    }

    /// Notifies other nodes that an account has changed.
    pub(crate) fn publish_changed(&self, account: AccountId) {
        self.publish(Notice::Changed { account });
    }

    /// Whether an account plays at a table that is open here.
    pub(crate) fn seats(&self, account: AccountId) -> bool {
        self.open_rooms().iter().any(|room| room.setup.side_of(account).is_some())
    }

    /// Updates the name of an account at the tables open here.
    pub(crate) async fn rename(&self, account: AccountId) -> Result<(), TableError> {
        for room in self.open_rooms() {
            if room.setup.side_of(account).is_none() {
                continue;
            }
            let players = self.players(&room.setup).await?;
            // Locked, so that connections that join meanwhile get the new name too.
            let table = room.table.lock().await;
            if room.rename(players.clone()) {
                room.broadcast(FromServer::Table {
                    game: room.id,
                    players: Box::new(players),
                    entries: Vec::new(),
                    watchers: room.watchers(),
                    now: now(),
                    more: false,
                });
            }
            drop(table);
        }
        Ok(())
    }

    /// Handles a notice from another node that a game has new entries: reads the log if they matter
    /// here. Notices are coalesced: those before a read begins share it; those during it cause one
    /// more.
    pub(crate) fn receive_notice(&self, game: GameId, seq: u32) {
        let Some(room) = self.room_if_open(game) else { return };
        let matters = !room.is_empty() || self.0.jobs.is_in_flight(game);
        if !matters || !room.note_remote_entry(seq) {
            return;
        }
        let tables = self.clone();
        tokio::spawn(async move {
            let (mut table, seq) = room.follow_up().await;
            let known = table.length();
            if seq < known {
                return;
            }
            tables.0.notice_reads.fetch_add(1, Ordering::Relaxed);
            if let Err(why) = tables.catch_up(&room, &mut table).await {
                tracing::warn!(%game, %why, "cannot follow another node");
            }
            room.note_notice_result(table.length() > known);
        });
    }
}
