use bosworth_protocol::Players;
use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, GameEnd, GameId};

use super::{TableError, Tables};

/// The status of a game, for notifications.
#[derive(Debug, Clone)]
pub(crate) struct GameStatus {
    pub(crate) players: Players,
    /// The accounts at the table.
    pub(crate) accounts: BySide<Option<AccountId>>,
    /// The side to act.
    pub(crate) turn: Option<Side>,
    /// When a fifth of its time is left, in correspondence games.
    pub(crate) last_fifth_at: Option<i64>,
    /// The next deadline, if any.
    pub(crate) deadline: Option<i64>,
    /// Whether the clock of the side to act is running.
    pub(crate) clocks_run: bool,
    /// How it ended, if it has.
    pub(crate) ending: Option<GameEnd>,
    /// Who forfeits it, if it is an aborted tournament game.
    pub(crate) forfeits: BySide<bool>,
    /// Which players are connected to the table, on any node.
    pub(crate) here: BySide<bool>,
}

impl GameStatus {
    /// Returns the side of an account.
    pub(crate) fn side_of(&self, account: AccountId) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.accounts[side] == Some(account))
    }
}

impl Tables {
    /// Returns the status of a game, considering all nodes.
    pub(crate) async fn status(&self, game: GameId) -> Result<GameStatus, TableError> {
        let room = self.room(game).await?;
        let mut table = room.table.lock().await;
        self.catch_up_if_shared(&room, &mut table).await?;
        let mut here = BySide { red: room.has(Side::Red), white: room.has(Side::White) };
        if !self.is_single_node() {
            for side in self.0.store.present(game).await? {
                here[side] = true;
            }
        }
        Ok(GameStatus {
            players: room.players(),
            accounts: table.setup().seats().map(|seat| seat.account()),
            turn: table.turn(),
            last_fifth_at: table.last_fifth_at(),
            deadline: table.deadline(),
            clocks_run: table.clocks_run(),
            ending: table.ending().cloned(),
            forfeits: table.forfeits(),
            here,
        })
    }
}
