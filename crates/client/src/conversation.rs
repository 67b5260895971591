mod receive;

use std::collections::VecDeque;

use bosworth_protocol::tournament::TournamentId;
use bosworth_protocol::{
    AccountId, Command, FromClient, GameId, IdempotencyKey, LobbyActivity, Seek,
};
use bosworth_rules::{Action, Side};

use crate::clocks::ServerTime;
use crate::follower::Follower;
use crate::link::Link;
use crate::offers::Offers;
use crate::{LinkState, Live, Millis, Outbox, RandomSource, SocketOperation, Update, random};

/// The client side of the protocol as a sans-I/O state machine: no socket, timer or thread.
///
/// It is fed the time and incoming messages, and returns what to send ([`Self::step`]), what has
/// changed ([`Self::update`]) and when to wake it ([`Self::wake_at`]). Whatever happens to the
/// connection, a followed table converges to the server's, and a command is carried out exactly
/// once: it is retransmitted, under the same idempotency key, until it is acknowledged.
///
/// Times are milliseconds of any monotonic clock; `random` is a source of random numbers.
///
/// ```
/// use bosworth_client::protocol::{FromClient, FromServer, GameId};
/// use bosworth_client::{Conversation, SocketOperation};
///
/// let game = GameId::from_random(1485);
/// let mut conversation = Conversation::new(None);
/// conversation.start(0);
/// conversation.follow(0, game, &mut || 4);
/// assert_eq!(conversation.step(), Some(SocketOperation::Connect));
/// // The driver connects, and the server sends its welcome.
/// conversation.receive(80, FromServer::Welcome { you: None, now: 0 }, &mut || 4);
/// assert_eq!(conversation.step(), Some(SocketOperation::Send(FromClient::Watch { game, since: 0 })));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    account: Option<AccountId>,
    link: Link,
    outbox: Outbox,
    follower: Option<Follower>,
    offers: Offers,
    event: Option<TournamentId>,
    time: ServerTime,
    lag: Option<u32>,
    updates: VecDeque<Update>,
}

/// Queries.
impl Conversation {
    /// A conversation as an account, or as an anonymous spectator. It connects on [`Self::start`].
    pub fn new(account: Option<AccountId>) -> Self {
        Self { account, ..Self::default() }
    }

    /// The state of the connection.
    pub fn state(&self) -> LinkState {
        self.link.state()
    }

    /// Commands not yet acknowledged.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// The followed game, once its log has been caught up with.
    pub fn live(&self) -> Option<&Live> {
        self.follower.as_ref()?.live()
    }

    /// Our side in the followed game; `None` for spectators.
    pub fn side(&self) -> Option<Side> {
        self.follower.as_ref()?.side(self.account)
    }

    /// All open offers, once the server has sent them.
    pub fn seeks(&self) -> Option<&[Seek]> {
        self.offers.seeks.as_deref()
    }

    /// The people in the lobby and the games in progress, once the server has sent them.
    pub fn lobby_activity(&self) -> Option<&LobbyActivity> {
        self.offers.lobby_activity.as_ref()
    }

    /// The server's time at local time `now`, in milliseconds since the Unix epoch.
    pub fn server_time(&self, now: Millis) -> i64 {
        self.time.at(now)
    }

    /// The round-trip time in milliseconds, as last measured by the server.
    pub fn lag(&self) -> Option<u32> {
        self.lag
    }

    /// The next operation for the socket.
    pub fn step(&mut self) -> Option<SocketOperation> {
        self.link.step()
    }

    /// The next update.
    pub fn update(&mut self) -> Option<Update> {
        self.updates.pop_front()
    }

    /// The deadline of the next [`Self::tick`]. Calling it earlier is harmless.
    pub fn wake_at(&self) -> Option<Millis> {
        let question = self.follower.as_ref().and_then(Follower::wake_at);
        let due = [question, self.outbox.wake_at()].into_iter().flatten();
        due.filter(|_| self.link.is_open()).chain(self.link.wake_at()).min()
    }
}

/// Requests.
impl Conversation {
    /// Connects, and reconnects until [`Self::stop`].
    pub fn start(&mut self, now: Millis) {
        self.link.start(now);
    }

    /// Disconnects, and stays disconnected.
    pub fn stop(&mut self) {
        self.lag = None;
        self.link.stop();
    }

    /// Switches to another account: reconnects, and drops the pending commands of the old one.
    pub fn switch_account(&mut self, now: Millis, account: Option<AccountId>) {
        if self.account != account {
            self.account = account;
            self.outbox.clear();
            self.lag = None;
            self.link.renew(now);
        }
    }

    /// Follows a game instead of any other one.
    pub fn follow(&mut self, now: Millis, game: GameId, random: RandomSource<'_>) {
        if self.following(game).is_some() {
            if self.live().is_some() {
                self.updates.push_back(Update::Table);
            }
            return;
        }
        self.leave(now);
        self.link.set_in_game(now, true);
        self.follower = Some(Follower::new(game, now));
        self.pump(now, random);
    }

    /// Unfollows the game. Pending commands are still retransmitted.
    pub fn leave(&mut self, now: Millis) {
        if let Some(follower) = self.follower.take() {
            self.link.set_in_game(now, false);
            self.link.say(FromClient::Leave { game: follower.game() });
        }
    }

    /// Subscribes to open offers, or unsubscribes.
    pub fn subscribe_lobby(&mut self, on: bool) {
        self.offers.wanted = on;
        self.link.say(FromClient::Lobby(on));
    }

    /// Follows a tournament instead of any other one, or none.
    pub fn follow_tournament(&mut self, event: Option<TournamentId>) {
        if self.event == event {
            return;
        }
        if let Some(event) = self.event {
            self.link.say(FromClient::Unfollow { event });
        }
        self.event = event;
        if let Some(event) = event {
            self.link.say(FromClient::Follow { event });
        }
    }

    /// Queues a command for a game. The answer carries the returned idempotency key.
    pub fn command(
        &mut self,
        now: Millis,
        game: GameId,
        command: Command,
        random: RandomSource<'_>,
    ) -> IdempotencyKey {
        let key = random::key(random);
        self.outbox.keep(game, key, command);
        self.pump(now, random);
        key
    }

    /// Acts in the current position of the followed table. The server refuses the action if the
    /// position has changed by then.
    pub fn act(
        &mut self,
        now: Millis,
        action: Action,
        random: RandomSource<'_>,
    ) -> Option<IdempotencyKey> {
        let table = &self.live()?.table;
        let (game, ply, revision) = (table.id(), table.plies() as u16, Some(table.revision()));
        Some(self.command(now, game, Command::Act { action, ply, revision }, random))
    }

    fn following(&mut self, game: GameId) -> Option<&mut Follower> {
        self.follower.as_mut().filter(|follower| follower.game() == game)
    }

    /// Sends all requests and commands that are due, if connected.
    fn pump(&mut self, now: Millis, random: RandomSource<'_>) {
        if self.link.is_open() {
            let question = self.follower.as_mut().and_then(|follower| follower.due(now, random));
            for message in question.into_iter().chain(self.outbox.due(now, random)) {
                self.link.say(message);
            }
        }
    }
}
