//! The people and games shown in the lobby.

use std::collections::BTreeSet;

use bosworth_protocol::{LobbyActivity, Person, RunningGame};
use bosworth_table::{AccountId, Speed, TimeControl};

use super::{Lobby, LobbyError};

/// The maximum number of games shown.
const MAX_SHOWN_GAMES: u32 = 8;

impl Lobby {
    /// Returns the people in the lobby and the games in progress.
    pub(crate) async fn hall(&self) -> Result<LobbyActivity, LobbyError> {
        let mut people = Vec::new();
        let here = if self.bus.is_local() {
            self.connections.accounts_in_lobby().into_iter().collect()
        } else {
            self.store.lobby_visitors().await?
        };
        for account in here.iter().take(LobbyActivity::MAX_PEOPLE) {
            let account = self.store.account(*account).await?;
            let account = account.filter(|account| account.closed.is_none());
            people.extend(account.as_ref().map(Person::from));
        }
        people.sort_by_cached_key(|person| person.name.to_lowercase());
        let mut games = Vec::new();
        for row in self.store.live_games(Speed::Days as i64, MAX_SHOWN_GAMES).await? {
            let clock = row.clock.parse().unwrap_or(TimeControl::Untimed);
            let red = self.tables.player(row.seats.red, clock).await?;
            let white = self.tables.player(row.seats.white, clock).await?;
            games.push(RunningGame {
                game: row.id,
                players: bosworth_protocol::Players { red, white },
                ruleset: row.ruleset,
                clock,
                rated: row.rated,
                handicap: row.handicap,
            });
        }
        Ok(LobbyActivity { people, count: here.len() as u32, games })
    }

    /// Stores who is in the lobby here, for other nodes. `written` is what has been stored so far.
    pub(super) async fn store_visitors(
        &self,
        written: &mut BTreeSet<AccountId>,
    ) -> Result<(), LobbyError> {
        if self.bus.is_local() {
            return Ok(());
        }
        let here = self.connections.accounts_in_lobby();
        let came: Vec<_> = here.difference(written).copied().collect();
        let left: Vec<_> = written.difference(&here).copied().collect();
        if came.is_empty() && left.is_empty() {
            return Ok(());
        }
        self.store.enter_lobby(self.node as i64, &came).await?;
        self.store.leave_lobby(self.node as i64, &left).await?;
        *written = here;
        self.publish_change();
        Ok(())
    }
}
