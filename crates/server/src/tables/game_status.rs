use bosworth_protocol::Players;
use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, GameEnd, GameId};

use super::{TableError, Tables};

/// How a game stands, for whoever tells its players.
#[derive(Debug, Clone)]
pub(crate) struct GameStatus {
    pub(crate) players: Players,
    /// The accounts at the table.
    pub(crate) accounts: BySide<Option<AccountId>>,
    /// Whose turn it is.
    pub(crate) turn: Option<Side>,
    /// When that turn began.
    pub(crate) since: i64,
    /// When something runs out, if anything does.
    pub(crate) deadline: Option<i64>,
    /// Whether the clock of the side to act is running.
    pub(crate) clocks_run: bool,
    /// How it ended.
    pub(crate) ending: Option<GameEnd>,
    /// Who is connected to the table, at any node.
    pub(crate) here: BySide<bool>,
}

impl GameStatus {
    /// The side of an account.
    pub(crate) fn side_of(&self, account: AccountId) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.accounts[side] == Some(account))
    }
}

impl Tables {
    /// How a game stands, all nodes considered.
    pub(crate) async fn status(&self, game: GameId) -> Result<GameStatus, TableError> {
        let room = self.room(game).await?;
        let mut host = room.host.lock().await;
        self.catch_up_if_shared(&room, &mut host).await?;
        let mut here = BySide { red: room.has(Side::Red), white: room.has(Side::White) };
        if !self.is_single_node() {
            for side in self.0.store.present(game).await? {
                here[side] = true;
            }
        }
        Ok(GameStatus {
            players: room.players(),
            accounts: host.setup().seats().map(|seat| seat.account()),
            turn: host.turn(),
            since: host.turn_started_at(),
            deadline: host.deadline(),
            clocks_run: host.clocks_run(),
            ending: host.ending().cloned(),
            here,
        })
    }
}
