//! Notifications caused by a log entry. Pure functions: the result is the same on every node.

use bosworth_protocol::NotificationKind;
use bosworth_rules::Side;
use bosworth_table::{AccountId, Event, GameId, LogEntry, Seated, Table};

use crate::store::{Notification, OutboxKind};

/// How long a player has to notice an event at the table before a notification, in milliseconds.
const NOTIFICATION_DELAY_MS: i64 = 2_000;

/// The notification that an offer was taken and the game has begun.
pub(crate) fn game_begun(account: AccountId, game: GameId, at: i64) -> Notification {
    let kind = OutboxKind::Notify(NotificationKind::Taken);
    Notification::new(account, kind, game.as_str(), 0, at, at + NOTIFICATION_DELAY_MS)
}

/// The notifications caused by the next entry of a table. `table` is the state before the entry.
///
/// In a live game, a player who is present according to the log gets none: that would be a row for
/// every ply. In a correspondence game the log may not yet show that a player has closed the page,
/// so presence is checked when the notification is due.
pub(crate) fn notifications_for(table: &Table, entry: &LogEntry) -> Vec<Notification> {
    let setup = table.setup();
    let account = |side: Side| match setup.seats()[side] {
        Seated::Account(account) if !(setup.clock.is_live() && table.has_connection(side)) => {
            Some(account)
        }
        _ => None,
    };
    let mut told = Vec::new();
    let mut tell = |side: Side, kind, subject: GameId, seq: u32, due: i64| {
        if let Some(account) = account(side).filter(|_| entry.by != Some(side)) {
            let kind = OutboxKind::Notify(kind);
            let seq = i64::from(seq);
            told.push(Notification::new(account, kind, subject.as_str(), seq, entry.at, due));
        }
    };
    let (seq, soon) = (entry.seq, entry.at + NOTIFICATION_DELAY_MS);
    if entry.events.iter().any(|event| matches!(event, Event::End { .. })) {
        for side in Side::ALL {
            tell(side, NotificationKind::Over, table.id(), seq, soon);
        }
    } else if let Some((side, left)) = turn(table, entry) {
        tell(side, NotificationKind::Turn, table.id(), seq, soon);
        if let Some(left) = left.filter(|_| !setup.clock.is_live()) {
            let late = entry.at.saturating_add(left - left / 5);
            tell(side, NotificationKind::Time, table.id(), seq, late);
        }
    }
    for event in &entry.events {
        if let Event::Next { game } = *event {
            for side in Side::ALL {
                tell(side, NotificationKind::Taken, game, 0, soon);
            }
        }
    }
    told
}

/// The side whose turn an entry begins, if any, and roughly how much time it has.
fn turn(table: &Table, entry: &LogEntry) -> Option<(Side, Option<i64>)> {
    entry.events.iter().rev().find_map(|event| match event {
        Event::Deal { position } => Some((position.side(), table.setup().clock.initial())),
        Event::Act { left, .. } => {
            let side = !table.turn()?;
            Some((side, left.map(|left| bosworth_rules::BySide::from(left)[side])))
        }
        Event::Takeback { plies, .. } => {
            let game = table.game()?;
            let ply = game.plies().len().checked_sub(usize::from(*plies))?;
            let side = game.positions().get(ply)?.side();
            Some((side, table.time_left(entry.at).map(|left| left[side])))
        }
        _ => None,
    })
}
