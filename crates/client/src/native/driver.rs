use std::collections::VecDeque;
use std::ops::Deref;
use std::pin::Pin;
use std::time::Duration;

use bosworth_protocol::tournament::TournamentId;
use bosworth_protocol::{AccountId, Command, FromClient, GameId, IdempotencyKey};
use bosworth_rules::Action;
use tokio::time::{Instant, sleep_until, timeout};

use super::random;
use crate::{Client, ClientError, Connection, Conversation, Millis, SocketOperation, Update};

/// Write timeout.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

type Dialing = Pin<Box<dyn Future<Output = Result<Connection, ClientError>> + Send>>;

/// A [`Conversation`] with a server over a tokio websocket.
///
/// Dereferences to the conversation, for its state. All I/O happens in [`Self::next`]: unless it
/// is polled, nothing is received and the server eventually drops the connection.
pub struct Driver {
    client: Client,
    conversation: Conversation,
    begun: Instant,
    dialing: Option<Dialing>,
    connection: Option<Connection>,
    sending: VecDeque<FromClient>,
    /// Whether the connection has buffered messages that have not been flushed.
    unflushed: bool,
}

impl Deref for Driver {
    type Target = Conversation;

    fn deref(&self) -> &Conversation {
        &self.conversation
    }
}

impl Driver {
    /// Connects as an account, or as an anonymous spectator. Nothing is sent before
    /// [`Self::next`].
    pub fn new(client: Client, account: Option<AccountId>) -> Self {
        let mut conversation = Conversation::new(account);
        conversation.start(0);
        Self {
            client,
            conversation,
            begun: Instant::now(),
            dialing: None,
            connection: None,
            sending: VecDeque::new(),
            unflushed: false,
        }
    }

    fn now(&self) -> Millis {
        self.begun.elapsed().as_millis() as Millis
    }

    /// The server's current time, in milliseconds since the Unix epoch.
    pub fn server_now(&self) -> i64 {
        self.conversation.server_time(self.now())
    }

    /// Follows a game instead of any other one.
    pub fn follow(&mut self, game: GameId) {
        self.conversation.follow(self.now(), game, &mut random);
    }

    /// Subscribes to open offers.
    pub fn subscribe_lobby(&mut self) {
        self.conversation.subscribe_lobby(true);
    }

    /// Follows a tournament instead of any other one, or none.
    pub async fn follow_tournament(&mut self, event: Option<TournamentId>) {
        self.conversation.follow_tournament(event);
        self.flush().await;
    }

    /// Sends a command to a game. The answer carries the returned idempotency key.
    pub async fn command(&mut self, game: GameId, command: Command) -> IdempotencyKey {
        let key = self.conversation.command(self.now(), game, command, &mut random);
        self.flush().await;
        key
    }

    /// Acts in the current position of the followed table; `None` before there is one.
    pub async fn act(&mut self, action: Action) -> Option<IdempotencyKey> {
        let key = self.conversation.act(self.now(), action, &mut random);
        self.flush().await;
        key
    }

    /// Reconnects to another node of the same service, immediately.
    pub fn move_to(&mut self, client: Client) {
        self.client = client;
        self.lose("another node is asked".into());
        self.conversation.nudge(self.now());
    }

    /// Drops the connection as a network failure would. It is retried with back-off.
    pub fn lose(&mut self, why: String) {
        self.conversation.lost(self.now(), why, &mut random);
        self.take_steps();
    }

    /// Reconnects with back-off after another request to the server failed; returns errors that are
    /// not transient.
    pub fn come_back(&mut self, why: ClientError) -> Result<(), ClientError> {
        if !why.is_transient() {
            return Err(why);
        }
        self.lose(why.to_string());
        Ok(())
    }

    /// Waits for the next update, reconnecting automatically. Returns only permanent errors. Cancel
    /// safe.
    pub async fn next(&mut self) -> Result<Update, ClientError> {
        loop {
            self.flush().await;
            match self.conversation.update() {
                Some(Update::Ended(reason)) => {
                    return Err(ClientError::Bye { reason, again: false });
                }
                Some(update) => return Ok(update),
                None => {}
            }
            let wake = self.conversation.wake_at();
            let wake = wake.map(|at| self.begun + Duration::from_millis(at));
            tokio::select! {
                opened = dialled(&mut self.dialing) => {
                    self.dialing = None;
                    match opened {
                        Ok(connection) => self.connection = Some(connection),
                        Err(why) => {
                            self.lose(why.to_string());
                            if !why.is_transient() {
                                return Err(why);
                            }
                        }
                    }
                }
                heard = heard(&mut self.connection) => {
                    let now = self.now();
                    match heard {
                        Ok(text) => self.conversation.receive_text(now, &text, &mut random),
                        Err(why) => self.lose(why.to_string()),
                    }
                }
                () = until(wake) => self.conversation.tick(self.now(), &mut random),
            }
        }
    }

    /// Carries out the steps of the conversation; messages are only queued.
    fn take_steps(&mut self) {
        while let Some(step) = self.conversation.step() {
            match step {
                SocketOperation::Connect => {
                    let client = self.client.clone();
                    self.hang_up();
                    self.dialing = Some(Box::pin(async move { client.connect().await }));
                }
                SocketOperation::Close => self.hang_up(),
                SocketOperation::Send(message) => self.sending.push_back(message),
            }
        }
    }

    fn hang_up(&mut self) {
        (self.dialing, self.connection) = (None, None);
        self.sending.clear();
        self.unflushed = false;
    }

    /// Sends the queued messages. Cancel safe: each is sent once per connection.
    async fn flush(&mut self) {
        self.take_steps();
        let Some(connection) = &mut self.connection else { return };
        let sent = timeout(WRITE_TIMEOUT, async {
            while let Some(message) = self.sending.front() {
                connection.feed(message).await?;
                self.unflushed = true;
                self.sending.pop_front();
            }
            if self.unflushed {
                connection.flush().await?;
                self.unflushed = false;
            }
            Ok(())
        });
        let sent = sent
            .await
            .unwrap_or_else(|_| Err(ClientError::Network("it does not read what is sent".into())));
        if let Err(why) = sent {
            self.lose(why.to_string());
        }
    }
}

async fn dialled(dialing: &mut Option<Dialing>) -> Result<Connection, ClientError> {
    match dialing {
        Some(dialing) => dialing.await,
        None => std::future::pending().await,
    }
}

async fn heard(connection: &mut Option<Connection>) -> Result<String, ClientError> {
    match connection {
        Some(connection) => connection.next_text().await,
        None => std::future::pending().await,
    }
}

async fn until(wake: Option<Instant>) {
    match wake {
        Some(wake) => sleep_until(wake).await,
        None => std::future::pending().await,
    }
}
