use std::sync::Arc;

use bosworth_protocol::FromServer;
use bosworth_table::{AuthoritativeTable, Decision, Event, LogEntry, Seated, TableOrder};

use super::settlement::ending;
use super::{TableError, Tables};
use crate::bus::Notice;
use crate::jobs::EngineJob;
use crate::log_codec::encode;
use crate::notifications::Notification;
use crate::service_time::now;
use crate::store::AppendOutcome;
use crate::tables::game_room::GameRoom;

/// The commit latency above which the players are credited with the time, in milliseconds.
const MAX_UNCREDITED_COMMIT_MS: i64 = 1_000;

impl Tables {
    /// Makes an entry durable, folds it in and broadcasts it. Returns whether it did: if another
    /// node was faster, that node's entries are folded in instead. The latency of a slow commit is
    /// credited before anyone can act on the entry.
    pub(super) async fn append(
        &self,
        room: &Arc<GameRoom>,
        table: &mut AuthoritativeTable,
        entry: LogEntry,
    ) -> Result<bool, TableError> {
        let at = entry.at;
        let durable = self.append_once(room, table, entry).await?;
        if durable
            && now() - at > MAX_UNCREDITED_COMMIT_MS
            && let Ok(Decision::Append(credit)) = table.decide_order(&TableOrder::Outage(at), now())
        {
            self.append_once(room, table, credit).await?;
        }
        Ok(durable)
    }

    async fn append_once(
        &self,
        room: &Arc<GameRoom>,
        table: &mut AuthoritativeTable,
        entry: LogEntry,
    ) -> Result<bool, TableError> {
        let (seq, text) = (entry.seq, encode(&entry));
        let next = entry.events.iter().find_map(|event| match event {
            Event::Next { game } => Some(*game),
            _ => None,
        });
        let appended = if let Some(next) = next {
            let (new, first) = Self::prepare_rematch(table, next);
            self.0
                .store
                .append_next(room.id, seq, text, new, first, Notification::of_entry(table, &entry))
                .await?
        } else if entry.events.iter().any(|event| matches!(event, Event::Unseal { .. })) {
            self.0.store.append_unsealing(room.id, seq, text).await?
        } else {
            let (ending, notifications) =
                (ending(table, &entry), Notification::of_entry(table, &entry));
            self.0.store.append_notifying(room.id, seq, text, ending, notifications).await?
        };
        match appended {
            AppendOutcome::Taken => {
                metrics::counter!("bosworth_conflicts_total").increment(1);
                self.catch_up(room, table).await?;
                Ok(false)
            }
            AppendOutcome::Durable => {
                metrics::counter!("bosworth_entries_total").increment(1);
                if let Err(why) = table.fold(&entry) {
                    // The log is authoritative: the room is closed, and rebuilt from the start.
                    return Err(self.quarantine(room.id, why.into()));
                }
                self.apply_consequences(room, table, entry);
                self.publish(Notice::Entry { game: room.id, seq });
                Ok(true)
            }
        }
    }

    /// Reads and folds in the entries of other nodes.
    pub(super) async fn catch_up(
        &self,
        room: &Arc<GameRoom>,
        table: &mut AuthoritativeTable,
    ) -> Result<(), TableError> {
        let entries = match self.entries(room.id, table.length()).await {
            Err(TableError::Damaged(damage)) => return Err(self.quarantine(room.id, damage)),
            read => read?,
        };
        for entry in entries {
            self.fold_remote(room, table, entry)?;
        }
        Ok(())
    }

    pub(super) async fn catch_up_if_shared(
        &self,
        room: &Arc<GameRoom>,
        table: &mut AuthoritativeTable,
    ) -> Result<(), TableError> {
        if self.is_single_node() {
            return Ok(());
        }
        self.catch_up(room, table).await
    }

    fn fold_remote(
        &self,
        room: &Arc<GameRoom>,
        table: &mut AuthoritativeTable,
        entry: LogEntry,
    ) -> Result<(), TableError> {
        if let Err(why) = table.fold(&entry) {
            return Err(self.quarantine(room.id, why.into()));
        }
        for event in &entry.events {
            // The other node is not aware of the connection here.
            if let Event::Left { side } = *event
                && room.has(side)
            {
                self.order_later(room.id, TableOrder::Came(side));
            }
        }
        self.broadcast(room, table, entry);
        Ok(())
    }

    /// Broadcasts an entry that is in the log, and sets the timer.
    fn broadcast(&self, room: &GameRoom, table: &AuthoritativeTable, entry: LogEntry) {
        room.broadcast_entry(entry, now());
        self.0.jobs.position_changed(room.id);
        self.schedule(room, table);
    }

    /// Handles the consequences of an entry appended by this node.
    fn apply_consequences(&self, room: &GameRoom, table: &AuthoritativeTable, entry: LogEntry) {
        let (mut ended, mut next, mut acted) = (None, None, false);
        for event in &entry.events {
            match event {
                Event::End { reason, .. } => ended = Some(*reason),
                Event::Next { game } => next = Some(*game),
                Event::Act { .. } | Event::Deal { .. } | Event::Takeback { .. } => acted = true,
                _ => {}
            }
        }
        self.broadcast(room, table, entry);
        if let Some(reason) = ended {
            self.ended(room.id, table, reason);
        }
        if let Some(game) = next {
            self.announce_rematch(game);
        }
        if acted {
            self.request_computer_action(table);
            self.run_conditional(table);
            self.tell_turn(room, table);
        }
    }

    /// Notifies the player to act, on any page and node.
    fn tell_turn(&self, room: &GameRoom, table: &AuthoritativeTable) {
        let Some(side) = table.turn() else { return };
        let Seated::Account(account) = table.setup().seats()[side] else { return };
        if table.setup().clock.is_live() && room.has(side) {
            return;
        }
        self.0.connections.send_to(account, FromServer::Turn { game: room.id });
        self.publish(Notice::Turn { account, game: room.id });
    }

    /// Submits an engine job if it is the computer's turn.
    pub(super) fn request_computer_action(&self, table: &AuthoritativeTable) {
        let (Some(side), Some(position)) = (table.turn(), table.position()) else { return };
        let seats = table.setup().seats();
        if let (Seated::Computer(level), Seated::Account(account)) = (seats[side], seats[!side]) {
            let task = EngineJob {
                game: table.id(),
                ply: table.plies() as u16,
                revision: Some(table.revision()),
                level,
                position: position.to_string(),
            };
            self.0.jobs.submit(account, task);
        }
    }
}
