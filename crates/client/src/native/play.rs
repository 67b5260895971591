use std::time::{SystemTime, UNIX_EPOCH};

use bosworth_protocol::{AccountId, Command, GameId, IdempotencyKey, Players, Table};
use bosworth_rules::{Action, Side};

use crate::{Client, ClientError, Driver, Live, Update};

/// A game on a server, as a player or spectator: a [`Driver`] that follows it.
///
/// Whatever happens to the connection, the table folds a prefix of the server's log, and every
/// command is carried out exactly once.
pub struct Play {
    driver: Driver,
    game: GameId,
}

impl Play {
    /// Follows a game as an account, or as an anonymous spectator. Nothing is sent before
    /// [`Self::next`].
    pub fn new(client: Client, game: GameId, account: Option<AccountId>) -> Self {
        let mut driver = Driver::new(client, account);
        driver.follow(game);
        Self { driver, game }
    }

    /// The id of the game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The local replica of the game, once it has been fetched.
    pub fn live(&self) -> Option<&Live> {
        self.driver.live()
    }

    /// The table, once it has been fetched.
    pub fn table(&self) -> Option<&Table> {
        self.live().map(|live| &live.table)
    }

    /// The players.
    pub fn players(&self) -> Option<&Players> {
        self.live().map(|live| &live.players)
    }

    /// The chat, oldest message first. Untrusted input.
    pub fn chat(&self) -> &[(Side, String)] {
        self.live().map_or(&[], |live| &live.chat)
    }

    /// The account's side; `None` for spectators.
    pub fn side(&self) -> Option<Side> {
        self.driver.side()
    }

    /// The server's current time, in milliseconds since the Unix epoch.
    pub fn server_now(&self) -> i64 {
        self.driver.server_now()
    }

    /// The offset of the server's clock from the local one, in milliseconds.
    pub fn ahead(&self) -> i64 {
        let here = SystemTime::now().duration_since(UNIX_EPOCH);
        self.server_now() - here.map_or(0, |since| since.as_millis() as i64)
    }

    /// Whether a command is pending.
    pub fn is_waiting(&self) -> bool {
        !self.driver.outbox().is_empty()
    }

    /// Sends a command. The answer carries the returned idempotency key.
    pub async fn command(&mut self, command: Command) -> IdempotencyKey {
        self.driver.command(self.game, command).await
    }

    /// Acts in the current position; the server refuses the action if the position has changed by
    /// then. `None` before there is a table.
    pub async fn act(&mut self, action: Action) -> Option<IdempotencyKey> {
        self.driver.act(action).await
    }

    /// Reconnects to another node of the same service.
    pub fn move_to(&mut self, client: Client) {
        self.driver.move_to(client);
    }

    /// Drops the connection as a network failure would, for tests.
    pub fn cut(&mut self) {
        self.driver.lose("it was cut".into());
    }

    /// Waits for the next update, reconnecting automatically. Returns only permanent errors: no
    /// such game, or not a Bosworth server. Cancel safe.
    pub async fn next(&mut self) -> Result<Update, ClientError> {
        match self.driver.next().await? {
            Update::Unknown { game, .. } => Err(ClientError::NoGame(game)),
            Update::Unreadable(why) => Err(ClientError::Nonsense(why.to_string())),
            update => Ok(update),
        }
    }
}
