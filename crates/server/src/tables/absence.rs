use bosworth_rules::{BySide, Side};
use bosworth_table::{GameId, Table};

use super::{TableError, Tables};

impl Tables {
    /// Returns who caused a game to be aborted: the player who aborted it; else those who were
    /// never ready; else the one who did not act. Nobody if both had acted.
    pub(crate) async fn absentees(&self, game: GameId) -> Result<BySide<bool>, TableError> {
        let log = self.entries(game, 0).await?;
        let (table, _) = self.snapshot(game).await?;
        let caller = log.iter().rev().find_map(|entry| entry.by.filter(|_| ends(&entry.events)));
        Ok(BySide::from_fn(|side| is_missing(&table, caller, side)))
    }
}

fn ends(events: &[bosworth_table::Event]) -> bool {
    events.iter().any(|event| matches!(event, bosworth_table::Event::End { .. }))
}

fn is_missing(table: &Table, caller: Option<Side>, side: Side) -> bool {
    match (caller, table.position()) {
        (Some(caller), _) => caller == side,
        (None, None) => table.nonce(side).is_none(),
        (None, Some(position)) => table.plies() < 2 && position.side() == side,
    }
}
