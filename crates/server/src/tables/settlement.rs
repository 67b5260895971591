use bosworth_table::{AuthoritativeTable, EndReason, Event, GameId, LogEntry};

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
    let end = entry.events.iter().find_map(|event| match event {
        Event::End { winner, reason, .. } => Some((*winner, *reason)),
        _ => None,
    });
    let (winner, reason) = end?;
    let mut game = table.game().cloned();
    for event in &entry.events {
        if let (Event::Act { ply, .. }, Some(game)) = (event, &mut game) {
            let _ = game.push(*ply);
        }
    }
    let points = game.as_ref().map(|game| game.position().scores());
    Some(StoredEnd {
        winner,
        reason: reason.name().into(),
        points: points
            .map(|scores| scores.map(|score| i64::from(score.points)))
            .unwrap_or_default(),
        plies: game.map_or(0, |game| game.plies().len() as i64),
        ended: entry.at,
        aborted: reason == EndReason::Aborted,
    })
}
