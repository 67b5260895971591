//! Holidays, written to the log of every game in which they count.

use bosworth_protocol::{AccountKind, PlayerView, Players};
use bosworth_rules::Side;
use bosworth_table::{AccountId, AuthoritativeTable, Seated, TableOrder, TableSetup, TimeControl};

use super::{TableError, Tables};
use crate::service_time::now;
use crate::tables::game_room::GameRoom;

impl Tables {
    /// Writes to the logs of an account's games that it is on holiday until then, or back.
    /// Idempotent.
    async fn note_holiday(&self, account: AccountId, until: i64) -> Result<(), TableError> {
        for game in self.0.store.open_games_of(account).await? {
            let room = match self.room(game).await {
                // A damaged game must not keep the others waiting.
                Err(TableError::Damaged(_) | TableError::Unknown) => continue,
                room => room?,
            };
            if let Some(side) = resting_side(&room, account) {
                self.order(game, &TableOrder::Holiday(side, until)).await?;
            }
        }
        Ok(())
    }

    /// Writes holidays to the logs that do not have them yet: all of them after a change, and those
    /// left over by a dead node.
    pub(crate) async fn note_holidays(&self) -> Result<(), TableError> {
        for holiday in self.0.store.pending_holidays().await? {
            self.note_holiday(holiday.account, holiday.ends).await?;
            self.0.store.holiday_noted(holiday).await?;
        }
        Ok(())
    }

    /// Writes a current holiday to the log of a game that has just begun, or that could not be
    /// written earlier.
    pub(super) async fn restore_holidays(
        &self,
        table: &AuthoritativeTable,
        players: &Players,
    ) -> Result<(), TableError> {
        if !are_holidays_counted(table.setup(), players) {
            return Ok(());
        }
        for side in Side::ALL {
            let Seated::Account(account) = table.setup().seats()[side] else { continue };
            if let Some(until) = self.0.store.holiday(account, now()).await? {
                self.order_later(table.id(), TableOrder::Holiday(side, until));
            }
        }
        Ok(())
    }
}

/// Returns the side of an account in a game in which holidays count.
fn resting_side(room: &GameRoom, account: AccountId) -> Option<Side> {
    are_holidays_counted(&room.setup, &room.players())
        .then(|| room.setup.side_of(account))
        .flatten()
}

/// Whether holidays count: in correspondence games between people. Bots take no holidays, and their
/// opponents keep nobody waiting. In tournaments everybody else would have to wait, too.
fn are_holidays_counted(setup: &TableSetup, players: &Players) -> bool {
    let person = |player: &PlayerView| match player {
        PlayerView::Account { person, .. } => person.kind != AccountKind::Bot,
        PlayerView::Computer { .. } => false,
    };
    let by_days = matches!(setup.clock, TimeControl::Days(_)) && setup.tournament_slot.is_none();
    by_days && person(&players.red) && person(&players.white)
}
