use std::time::Duration;

use bosworth_protocol::{
    AccountId, Command, Event, FromClient, FromServer, GameId, Key, LogEntry, Players, ProblemKind,
    Refusal, Stage, Table,
};
use bosworth_rules::{Action, Side};
use tokio::time::{Instant, sleep_until};

use crate::{Client, ClientError, Connection, fresh_key, fresh_nonce};

const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(8);
/// In a game the server pings every 2.5 seconds.
const SILENCE: Duration = Duration::from_secs(15);

/// A game at a server, played or looked at.
///
/// Whatever happens to the connection, the table is the server's as far as it is known, and
/// every command is done once: it is sent again, with the same number, until it is answered.
#[derive(Debug)]
pub struct Play {
    client: Client,
    game: GameId,
    account: Option<AccountId>,
    table: Option<Table>,
    players: Option<Players>,
    /// What was said at the table, the last word last.
    chat: Vec<(Side, String)>,
    /// What the server's clock is ahead of this one, in milliseconds.
    ahead: i64,
    unanswered: Vec<(Key, Command)>,
    connection: Option<Connection>,
    pause: Duration,
    again_at: Instant,
    updates: Vec<Update>,
}

/// What is new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Update {
    /// The table is there, from the beginning or after a gap.
    Table,
    /// The table went on.
    Entry(LogEntry),
    /// A command was done.
    Done(Key),
    /// A command was refused.
    Refused(Key, Refusal),
    /// The connection is lost, and why; it is being tried again.
    Lost(String),
    /// How many look on.
    Watchers(u32),
    /// Another game of yours begins.
    Begin(GameId),
    /// It is your turn in another game.
    Turn(GameId),
}

impl Play {
    /// A game as an account sees it; none only looks on. Nothing is sent before `next`.
    pub fn new(client: Client, game: GameId, account: Option<AccountId>) -> Self {
        Self {
            client,
            game,
            account,
            table: None,
            players: None,
            chat: Vec::new(),
            ahead: 0,
            unanswered: Vec::new(),
            connection: None,
            pause: SHORTEST,
            again_at: Instant::now(),
            updates: Vec::new(),
        }
    }

    /// The table, once it is there.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Who plays.
    pub fn players(&self) -> Option<&Players> {
        self.players.as_ref()
    }

    /// What was said at the table, the last word last. Not to be trusted: it may hold anything.
    pub fn chat(&self) -> &[(Side, String)] {
        &self.chat
    }

    /// The side one plays.
    pub fn side(&self) -> Option<Side> {
        self.table.as_ref()?.opening().side_of(self.account?)
    }

    /// The game's name.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The server's clock when this one shows `now`, both in milliseconds since 1970.
    pub fn server_time(&self, now: i64) -> i64 {
        now + self.ahead
    }

    /// Whether the connection stands.
    pub fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// How long messages take there and back, in milliseconds.
    pub fn lag(&self) -> Option<u32> {
        self.connection.as_ref()?.lag
    }

    /// Whether a command waits for its answer.
    pub fn is_waiting(&self) -> bool {
        !self.unanswered.is_empty()
    }

    /// Wants something done. Its number comes back when it is.
    pub async fn command(&mut self, command: Command) -> Key {
        let key = fresh_key();
        self.unanswered.push((key, command.clone()));
        if let Some(connection) = &mut self.connection {
            let message = FromClient::Do { game: self.game, key, command };
            if let Err(why) = connection.send(&message).await {
                self.lose(&why);
            }
        }
        key
    }

    /// Acts in the position that the table has now: if another one is there by then, the action
    /// is refused.
    pub async fn act(&mut self, action: Action) -> Key {
        let table = self.table.as_ref();
        let ply = table.map_or(0, Table::plies) as u16;
        let revision = table.map(Table::revision);
        self.command(Command::Act { action, ply, revision }).await
    }

    /// Goes on at another node of the same service.
    pub fn move_to(&mut self, client: Client) {
        self.client = client;
        self.connection = None;
        self.again_at = Instant::now();
    }

    /// Loses the connection as if the network had: for tests.
    pub fn cut(&mut self) {
        self.connection = None;
    }

    fn lose(&mut self, why: &ClientError) {
        self.connection = None;
        self.again_at = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST);
        self.updates.push(Update::Lost(why.to_string()));
    }

    async fn connect(&mut self) -> Result<Connection, ClientError> {
        let mut connection = self.client.connect().await?;
        connection.silence = SILENCE;
        let since = self.table.as_ref().map_or(0, Table::length);
        connection.send(&FromClient::Watch { game: self.game, since }).await?;
        for (key, command) in &self.unanswered {
            let (game, key, command) = (self.game, *key, command.clone());
            connection.send(&FromClient::Do { game, key, command }).await?;
        }
        Ok(connection)
    }

    /// Waits for what is new, and comes back by itself after a lost connection. Errors are
    /// those that will not pass: no such game, or a server of another kind. May be dropped and
    /// called again.
    pub async fn next(&mut self) -> Result<Update, ClientError> {
        loop {
            if !self.updates.is_empty() {
                return Ok(self.updates.remove(0));
            }
            let Some(connection) = &mut self.connection else {
                sleep_until(self.again_at).await;
                match self.connect().await {
                    Ok(connection) => self.connection = Some(connection),
                    Err(why @ (ClientError::Network(_) | ClientError::Nonsense(_))) => {
                        self.lose(&why);
                    }
                    Err(ClientError::Problem(problem)) if will_pass(problem.problem) => {
                        self.lose(&ClientError::Problem(problem));
                    }
                    Err(why) => return Err(why),
                }
                continue;
            };
            match connection.next().await {
                Ok(message) => self.read(message).await?,
                Err(ClientError::Bye { reason, again: false }) => {
                    return Err(ClientError::Bye { reason, again: false });
                }
                Err(why) => self.lose(&why),
            }
        }
    }

    async fn read(&mut self, message: FromServer) -> Result<(), ClientError> {
        match message {
            FromServer::Table { game, players, entries, watchers, now, more }
                if game == self.game =>
            {
                self.pause = SHORTEST;
                self.ahead = now - local_now();
                self.players = Some(*players);
                self.fold_all(entries)?;
                if more {
                    self.watch_on().await;
                    return Ok(());
                }
                self.updates.extend([Update::Table, Update::Watchers(watchers)]);
                self.ready().await;
            }
            FromServer::Entry { game, entry } if game == self.game => self.fold(entry).await?,
            FromServer::Done { key, .. } => {
                self.unanswered.retain(|(other, _)| *other != key);
                self.updates.push(Update::Done(key));
            }
            FromServer::Refused { key, refusal, .. } => {
                self.unanswered.retain(|(other, _)| *other != key);
                self.updates.push(Update::Refused(key, refusal));
            }
            FromServer::Watchers { game, count } if game == self.game => {
                self.updates.push(Update::Watchers(count));
            }
            FromServer::Unknown { game, .. } if game == self.game => {
                return Err(ClientError::NoGame(game));
            }
            FromServer::Begin { game } => self.updates.push(Update::Begin(game)),
            FromServer::Turn { game } if game != self.game => {
                self.updates.push(Update::Turn(game));
            }
            _ => {}
        }
        Ok(())
    }

    fn fold_all(&mut self, entries: Vec<LogEntry>) -> Result<(), ClientError> {
        let wrong = |why: bosworth_protocol::FoldError| ClientError::Nonsense(why.to_string());
        for entry in entries {
            match &mut self.table {
                None => self.table = Some(Table::open(&entry).map_err(wrong)?),
                // Asked for twice.
                Some(table) if entry.seq < table.length() => continue,
                Some(table) => table.fold(&entry).map_err(wrong)?,
            }
            self.listen(&entry);
        }
        Ok(())
    }

    /// Asks for what comes after what is known.
    async fn watch_on(&mut self) {
        let since = self.table.as_ref().map_or(0, Table::length);
        if let Some(connection) = &mut self.connection {
            let again = FromClient::Watch { game: self.game, since };
            if let Err(why) = connection.send(&again).await {
                self.lose(&why);
            }
        }
    }

    async fn fold(&mut self, entry: LogEntry) -> Result<(), ClientError> {
        let Some(table) = &mut self.table else { return Ok(()) };
        if entry.seq > table.length() {
            // Something was missed: ask for it.
            self.watch_on().await;
            return Ok(());
        }
        if entry.seq == table.length() {
            table.fold(&entry).map_err(|why| ClientError::Nonsense(why.to_string()))?;
            self.listen(&entry);
            self.updates.push(Update::Entry(entry));
        }
        Ok(())
    }

    fn listen(&mut self, entry: &LogEntry) {
        for event in &entry.events {
            if let Event::Chat { side, text } = event {
                self.chat.push((*side, text.clone()));
            }
        }
    }

    /// A player adds its part of the shuffle as soon as the server has bound itself.
    async fn ready(&mut self) {
        let Some(side) = self.side() else { return };
        let asked = self.unanswered.iter().any(|(_, c)| matches!(c, Command::Ready { .. }));
        let table = self.table.as_ref();
        let missing = table
            .is_some_and(|table| table.stage() == Stage::Waiting && table.nonce(side).is_none());
        if missing && !asked {
            self.command(Command::Ready { nonce: fresh_nonce() }).await;
        }
    }
}

/// Whether a server that says this may be asked again in a while.
fn will_pass(problem: ProblemKind) -> bool {
    matches!(problem, ProblemKind::TooMany | ProblemKind::Unavailable)
}

fn local_now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
