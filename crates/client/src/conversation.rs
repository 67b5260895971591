mod receive;

use std::collections::VecDeque;

use bosworth_protocol::{AccountId, Command, FromClient, GameId, Key, Seek};
use bosworth_rules::{Action, Side};

use crate::clocks::ServerTime;
use crate::follower::Follower;
use crate::link::Link;
use crate::offers::Offers;
use crate::{LinkState, Live, Luck, Millis, Outbox, Step, Update, luck};

/// The conversation with a server, without a socket, a timer or a thread.
///
/// It is told the time and what arrived, and says what to send ([`Self::step`]), what is new
/// ([`Self::update`]) and when it wants to be woken ([`Self::wake_at`]). Whatever happens to the
/// connection, a table that is followed ends up as the server's, and a command is done once:
/// it is sent again, under the same key, until it is answered.
///
/// Times are milliseconds of any clock that only goes forward, luck a source of random numbers.
///
/// ```
/// use bosworth_client::protocol::{FromClient, FromServer, GameId};
/// use bosworth_client::{Conversation, Step};
///
/// let game = GameId::from_random(1485);
/// let mut conversation = Conversation::new(None);
/// conversation.start(0);
/// conversation.follow(0, game, &mut || 4);
/// assert_eq!(conversation.step(), Some(Step::Connect));
/// // The driver connects, and the server greets.
/// conversation.receive(80, FromServer::Welcome { you: None, now: 0 }, &mut || 4);
/// assert_eq!(conversation.step(), Some(Step::Send(FromClient::Watch { game, since: 0 })));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    account: Option<AccountId>,
    link: Link,
    outbox: Outbox,
    follower: Option<Follower>,
    offers: Offers,
    time: ServerTime,
    lag: Option<u32>,
    updates: VecDeque<Update>,
}

/// What is known.
impl Conversation {
    /// A conversation as an account; without one only to look on. It begins with
    /// [`Self::start`].
    pub fn new(account: Option<AccountId>) -> Self {
        Self { account, ..Self::default() }
    }

    /// How the connection stands.
    pub fn state(&self) -> LinkState {
        self.link.state()
    }

    /// Commands that were not answered.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// The game that is followed, once it is known as far as it has gone.
    pub fn live(&self) -> Option<&Live> {
        self.follower.as_ref()?.live()
    }

    /// The side we play in the game that is followed.
    pub fn side(&self) -> Option<Side> {
        self.follower.as_ref()?.side(self.account)
    }

    /// All open offers, once they were told.
    pub fn seeks(&self) -> Option<&[Seek]> {
        self.offers.seeks.as_deref()
    }

    /// The server's time when it is `now` here, in milliseconds since 1970.
    pub fn server_time(&self, now: Millis) -> i64 {
        self.time.at(now)
    }

    /// How long messages take there and back, in milliseconds, as the server measured last.
    pub fn lag(&self) -> Option<u32> {
        self.lag
    }

    /// What is to be done next at the socket.
    pub fn step(&mut self) -> Option<Step> {
        self.link.step()
    }

    /// What is new.
    pub fn update(&mut self) -> Option<Update> {
        self.updates.pop_front()
    }

    /// When [`Self::tick`] is to be called at the latest. It may be called at any time.
    pub fn wake_at(&self) -> Option<Millis> {
        let question = self.follower.as_ref().and_then(Follower::wake_at);
        let due = [question, self.outbox.wake_at()].into_iter().flatten();
        due.filter(|_| self.link.is_open()).chain(self.link.wake_at()).min()
    }
}

/// What is wanted.
impl Conversation {
    /// A connection is wanted from now on.
    pub fn start(&mut self, now: Millis) {
        self.link.start(now);
    }

    /// None is wanted any more.
    pub fn stop(&mut self) {
        self.lag = None;
        self.link.stop();
    }

    /// Speaks as somebody else from now on: connects anew, and says nothing that another has
    /// said.
    pub fn speak_as(&mut self, now: Millis, account: Option<AccountId>) {
        if self.account != account {
            self.account = account;
            self.outbox.clear();
            self.lag = None;
            self.link.renew(now);
        }
    }

    /// Follows a game, and no other one.
    pub fn follow(&mut self, now: Millis, game: GameId, luck: Luck<'_>) {
        if self.following(game).is_some() {
            if self.live().is_some() {
                self.updates.push_back(Update::Table);
            }
            return;
        }
        self.leave(now);
        self.link.set_in_game(now, true);
        self.follower = Some(Follower::new(game, now));
        self.pump(now, luck);
    }

    /// Follows no game any more. What was commanded there is still seen to.
    pub fn leave(&mut self, now: Millis) {
        if let Some(follower) = self.follower.take() {
            self.link.set_in_game(now, false);
            self.link.say(FromClient::Leave { game: follower.game() });
        }
    }

    /// Wants to hear of open offers, or no more.
    pub fn want_offers(&mut self, on: bool) {
        self.offers.wanted = on;
        self.link.say(FromClient::Lobby(on));
    }

    /// Wants something done in a game. Its key comes back with the answer.
    pub fn command(&mut self, now: Millis, game: GameId, command: Command, luck: Luck<'_>) -> Key {
        let key = luck::key(luck);
        self.outbox.keep(game, key, command);
        self.pump(now, luck);
        key
    }

    /// Acts in the position that the followed table has now: if another one is there by then,
    /// the action is refused.
    pub fn act(&mut self, now: Millis, action: Action, luck: Luck<'_>) -> Option<Key> {
        let table = &self.live()?.table;
        let (game, ply, revision) = (table.id(), table.plies() as u16, Some(table.revision()));
        Some(self.command(now, game, Command::Act { action, ply, revision }, luck))
    }

    fn following(&mut self, game: GameId) -> Option<&mut Follower> {
        self.follower.as_mut().filter(|follower| follower.game() == game)
    }

    /// Asks and sends what is due, if somebody hears it.
    fn pump(&mut self, now: Millis, luck: Luck<'_>) {
        if self.link.is_open() {
            let question = self.follower.as_mut().and_then(|follower| follower.due(now, luck));
            for message in question.into_iter().chain(self.outbox.due(now, luck)) {
                self.link.say(message);
            }
        }
    }
}
