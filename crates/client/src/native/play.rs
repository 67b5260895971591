use std::time::{SystemTime, UNIX_EPOCH};

use bosworth_protocol::{AccountId, Command, GameId, Key, Players, Table};
use bosworth_rules::{Action, Side};

use crate::{Client, ClientError, Driver, Live, Update};

/// A game at a server, played or looked at: a [`Driver`] that follows it.
///
/// Whatever happens to the connection, the table is the server's as far as it is known, and
/// every command is done once.
pub struct Play {
    driver: Driver,
    game: GameId,
}

impl Play {
    /// A game as an account sees it; without one only to look on. Nothing is sent before
    /// [`Self::next`].
    pub fn new(client: Client, game: GameId, account: Option<AccountId>) -> Self {
        let mut driver = Driver::new(client, account);
        driver.follow(game);
        Self { driver, game }
    }

    /// The game's name.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The game as it is seen from here, once it is there.
    pub fn live(&self) -> Option<&Live> {
        self.driver.live()
    }

    /// The table, once it is there.
    pub fn table(&self) -> Option<&Table> {
        self.live().map(|live| &live.table)
    }

    /// Who plays.
    pub fn players(&self) -> Option<&Players> {
        self.live().map(|live| &live.players)
    }

    /// What was said at the table, the last word last. Not to be trusted: it may hold anything.
    pub fn chat(&self) -> &[(Side, String)] {
        self.live().map_or(&[], |live| &live.chat)
    }

    /// The side one plays.
    pub fn side(&self) -> Option<Side> {
        self.driver.side()
    }

    /// The server's time now, in milliseconds since 1970.
    pub fn server_now(&self) -> i64 {
        self.driver.server_now()
    }

    /// What the server's clock is ahead of this machine's, in milliseconds.
    pub fn ahead(&self) -> i64 {
        let here = SystemTime::now().duration_since(UNIX_EPOCH);
        self.server_now() - here.map_or(0, |since| since.as_millis() as i64)
    }

    /// Whether a command waits for its answer.
    pub fn is_waiting(&self) -> bool {
        !self.driver.outbox().is_empty()
    }

    /// Wants something done. Its key comes back with the answer.
    pub async fn command(&mut self, command: Command) -> Key {
        self.driver.command(self.game, command).await
    }

    /// Acts in the position that the table has now: if another one is there by then, the action
    /// is refused. None before there is a table.
    pub async fn act(&mut self, action: Action) -> Option<Key> {
        self.driver.act(action).await
    }

    /// Goes on at another node of the same service.
    pub fn move_to(&mut self, client: Client) {
        self.driver.move_to(client);
    }

    /// Loses the connection as if the network had: for tests.
    pub fn cut(&mut self) {
        self.driver.lose("it was cut".into());
    }

    /// Waits for what is new, and comes back by itself after a lost connection. Errors are
    /// those that will not pass: no such game, or a server of another kind. May be dropped and
    /// called again.
    pub async fn next(&mut self) -> Result<Update, ClientError> {
        match self.driver.next().await? {
            Update::Unknown { game, .. } => Err(ClientError::NoGame(game)),
            Update::Unreadable(why) => Err(ClientError::Nonsense(why.to_string())),
            update => Ok(update),
        }
    }
}
