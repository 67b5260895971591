//! The open games of an account, and those waiting for it. Only the log says whose turn it is, so
//! there is no second state to keep in step: an index finds the account's open games, and their
//! tables, which stay in memory while in use, know the rest.

use bosworth_protocol::{OpenGame, Players, Waiting, WaitingGame};
use bosworth_rules::Side;
use bosworth_table::{AccountId, Stage, Table};
use futures_util::StreamExt;

use super::sweep::MAX_CONCURRENT_GAMES;
use super::{TableError, Tables};
use crate::service_time::now;

/// The maximum number of waiting games listed.
const MAX_LISTED_WAITING_GAMES: usize = 100;

impl Tables {
    /// Returns the unfinished games of an account: those waiting for it first, by time left.
    pub async fn games_of(&self, account: AccountId) -> Result<Vec<OpenGame>, TableError> {
        let see = |table: &Table, players: Players, side: Side| {
            let setup = table.setup();
            Some(OpenGame {
                game: table.id(),
                players,
                ruleset: setup.ruleset.to_string(),
                clock: setup.clock,
                rated: setup.rated,
                your_turn: waits_for(table, side),
                deadline: table.deadline(),
                plies: table.plies(),
                handicap: setup.handicap.map(|given| given.to_string()),
            })
        };
        let mut games = self.map_games_of(account, see).await?;
        games.sort_by_key(|game| (!game.your_turn, game.deadline.unwrap_or(i64::MAX)));
        Ok(games)
    }

    /// Returns the games in which it is the account's turn, by time left. Challenges belong to the
    /// lobby and are not counted here.
    pub async fn waiting_for(&self, account: AccountId) -> Result<Waiting, TableError> {
        let now = now();
        let see = |table: &Table, players: Players, side: Side| {
            let setup = table.setup();
            waits_for(table, side).then(|| WaitingGame {
                game: table.id(),
                opponent: players.of(!side).clone(),
                ruleset: setup.ruleset.to_string(),
                clock: setup.clock,
                rated: setup.rated,
                left: table.deadline().map(|deadline| deadline.saturating_sub(now).max(0)),
                since: table.turn_started_at(),
                ply: table.plies(),
            })
        };
        let mut games = self.map_games_of(account, see).await?;
        games.sort_by_key(|game| (game.left.unwrap_or(i64::MAX), game.since));
        let count = games.len();
        games.truncate(MAX_LISTED_WAITING_GAMES);
        Ok(Waiting { games, count, challenges: 0 })
    }

    /// Maps an account's open games, several of which are opened concurrently.
    async fn map_games_of<T>(
        &self,
        account: AccountId,
        see: impl Fn(&Table, Players, Side) -> Option<T>,
    ) -> Result<Vec<T>, TableError> {
        let games = self.0.store.open_games_of(account).await?;
        let mut looks = futures_util::stream::iter(games)
            .map(|game| async move { self.snapshot(game).await })
            .buffered(MAX_CONCURRENT_GAMES);
        let mut seen = Vec::new();
        while let Some(looked) = looks.next().await {
            let (table, players) = match looked {
                // A damaged game must not hide the others.
                Err(TableError::Damaged(_)) => continue,
                looked => looked?,
            };
            let side = table.setup().side_of(account);
            seen.extend(side.and_then(|side| see(&table, players, side)));
        }
        Ok(seen)
    }
}

/// Whether a game waits for a player to act or to be ready.
fn waits_for(table: &Table, side: Side) -> bool {
    match table.stage() {
        Stage::Waiting => table.nonce(side).is_none(),
        Stage::Running => table.turn() == Some(side),
        Stage::Over => false,
    }
}
