use bosworth_table::{AuthoritativeTable, EndReason, Event, GameId, LogEntry, Table};

use super::Tables;
use crate::prometheus::count_by_label;
use crate::store::StoredEnd;

impl Tables {
    /// Settles the ratings of a game that has just ended.
    pub(super) fn ended(&self, game: GameId, table: &AuthoritativeTable, reason: EndReason) {
        count_by_label("bosworth_games_ended_total", reason.name());
        if table.setup().rated && reason != EndReason::Aborted {
            let tables = self.clone();
            tokio::spawn(async move { tables.settle(game).await });
        }
    }

    /// Applies a finished game to the ratings, exactly once.
    pub(crate) async fn settle(&self, game: GameId) {
        let row = match self.0.store.game(game).await {
            Ok(Some(row)) => row,
            Ok(None) => return,
            Err(why) => {
                tracing::warn!(%game, %why, "cannot settle ratings; retrying");
                return;
            }
        };
        let Some(ending) = row.ending else { return };
        let (winner, ended) = (ending.winner, ending.ended);
        let change = move |before| crate::rating::after(before, winner, ended);
        if let Err(why) = self.0.store.settle(game, change).await {
            tracing::warn!(%game, %why, "cannot settle ratings; retrying");
        }
    }
}

/// Returns the columns about the end of a game, if an entry ends it.
pub(super) fn ending(table: &AuthoritativeTable, entry: &LogEntry) -> Option<StoredEnd> {
    if !entry.events.iter().any(|event| matches!(event, Event::End { .. })) {
        return None;
    }
    let mut after = Table::clone(table);
    after.fold(entry).ok()?;
    let ending = after.ending()?;
    Some(StoredEnd::of(&after, after.winner(), ending.reason, ending.at))
}
