use std::io;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bosworth_client::protocol::tournament::{TournamentCommandRequest, TournamentId};
use bosworth_client::protocol::{
    AccountId, Challenge, Command, Event, GameId, OfferTerms, OpenGame, Refusal, Seek, SeekAnswer,
    WaitingGame,
};
use bosworth_client::{Client, ClientError, Driver, Play, Update, is_by};
use tokio::runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::event::{self, ListedEvent};
use super::lookout::Lookout;
use super::snapshot::Snapshot;

/// Timeout for withdrawing an offer on exit.
const FAREWELL: Duration = Duration::from_secs(3);

/// A destination at a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// The lobby: the player's own games and open offers.
    Lobby,
    /// Make an offer and wait for an opponent.
    Offer(Box<Challenge>),
    /// Accept an offer.
    Take(String),
    /// A game against this level of the computer.
    Computer(u8, OfferTerms),
    /// A game, as a player or a spectator.
    Game(GameId),
    /// Ask something of a tournament, then the lobby.
    Event(TournamentId, TournamentCommandRequest),
}

/// A request to the network thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Go there.
    Go(Wish),
    /// Do this in the game.
    Do(Command),
    /// Go on from the game to the one with the least time left that waits for the player.
    Next,
}

/// What can be chosen in the lobby.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// The games that wait for the player, the least time left first.
    pub waiting: Vec<WaitingGame>,
    /// The player's other unfinished games.
    pub games: Vec<OpenGame>,
    /// The offers to the player alone.
    pub challenges: Vec<Seek>,
    /// The offers to everybody.
    pub seeks: Vec<Seek>,
    /// The tournaments that are coming or running.
    pub events: Vec<ListedEvent>,
}

/// A message from the network thread.
#[derive(Debug)]
pub enum News {
    /// The lobby: own games and offers.
    Lobby(Listed),
    /// The offer was made.
    Offered(Box<Seek>),
    /// A snapshot of the table, and the events since the last one.
    Table(Box<Snapshot>, Vec<Event>),
    /// A command was refused, and why.
    Refused(Refusal),
    /// The destination is not available, and why; the lobby still is.
    Denied(ClientError),
    /// The connection is lost, and why; it is being retried.
    Lost(String),
    /// The connection is re-established.
    Back,
    /// How many other games wait for the player, who is at a table.
    Elsewhere(usize),
    /// The player wants to go on, and no other game waits.
    NoneWaits,
    /// The session failed; nothing follows.
    Failed(ClientError),
}

/// The network thread. Dropping it leaves the table and withdraws an offer.
pub struct Messenger {
    orders: Option<UnboundedSender<Order>>,
    done: mpsc::Receiver<()>,
}

impl Messenger {
    /// Starts a session at a server; news are passed to the callback.
    pub fn start(
        client: Client,
        account: AccountId,
        wish: Wish,
        tell: impl Fn(News) + Send + 'static,
    ) -> io::Result<Self> {
        let (orders, taken) = unbounded_channel();
        let (finished, done) = mpsc::channel();
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new().name("server".into()).spawn(move || {
            let mut caller = Caller { client, account, orders: taken, tell: &tell };
            if let Err(why) = runtime.block_on(caller.attend(wish)) {
                tell(News::Failed(why));
            }
            // The receiver may be gone.
            let _ = finished.send(());
        })?;
        Ok(Self { orders: Some(orders), done })
    }

    /// Sends a request, which is ignored once the thread has ended.
    pub fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(order);
        }
    }
}

impl Drop for Messenger {
    fn drop(&mut self) {
        self.orders = None;
        let _ = self.done.recv_timeout(FAREWELL);
    }
}

/// A session at a server.
struct Caller<'t> {
    client: Client,
    account: AccountId,
    orders: UnboundedReceiver<Order>,
    tell: &'t (dyn Fn(News) + Send),
}

impl Caller<'_> {
    /// Visits one destination after another until there is none left.
    async fn attend(&mut self, wish: Wish) -> Result<(), ClientError> {
        // After a failure, return to the lobby if that is where the user came from.
        let mut chooses = false;
        let mut next = Some(wish);
        while let Some(wish) = next {
            let in_lobby = wish == Wish::Lobby;
            chooses |= in_lobby;
            let gone = match wish {
                Wish::Lobby => self.lobby().await,
                Wish::Offer(challenge) => self.offer(&challenge).await,
                Wish::Take(seek) => self.client.accept(&seek).await.map(Wish::Game).map(Some),
                Wish::Computer(level, terms) => {
                    self.client.computer(level, &terms).await.map(Wish::Game).map(Some)
                }
                Wish::Game(game) => self.play(game).await,
                Wish::Event(event, command) => event::ask(&self.client, event, &command).await,
            };
            next = match gone {
                // From the lobby itself there is nowhere to go, and the lobby waits for a server that
                // is away.
                Err(why) if chooses && !in_lobby && (why.is_transient() || is_refusal(&why)) => {
                    (self.tell)(News::Denied(why));
                    Some(Wish::Lobby)
                }
                gone => gone?,
            };
        }
        Ok(())
    }

    async fn play(&mut self, game: GameId) -> Result<Option<Wish>, ClientError> {
        let mut play = Play::new(self.client.clone(), game, Some(self.account));
        let mut lookout = Lookout::new(self.client.clone());
        let (mut lost, mut onward) = (false, false);
        let mut elsewhere = 0;
        lookout.ask();
        loop {
            let mut events = Vec::new();
            tokio::select! {
                order = self.orders.recv() => match order {
                    None => return Ok(None),
                    Some(Order::Go(wish)) => return Ok(Some(wish)),
                    Some(Order::Do(command)) => {
                        play.command(command).await;
                    }
                    Some(Order::Next) => {
                        onward = true;
                        lookout.ask();
                        continue;
                    }
                },
                waiting = lookout.answer() => {
                    let wanted = std::mem::take(&mut onward);
                    match waiting {
                        Ok(waiting) => {
                            let next = waiting.next(Some(game)).map(|next| next.game);
                            if let (true, Some(next)) = (wanted, next) {
                                return Ok(Some(Wish::Game(next)));
                            }
                            let others = waiting.others(Some(game));
                            if std::mem::replace(&mut elsewhere, others) != others {
                                (self.tell)(News::Elsewhere(others));
                            }
                            if wanted {
                                (self.tell)(News::NoneWaits);
                            }
                        }
                        Err(why) if wanted => (self.tell)(News::Denied(why)),
                        // The game's own connection tells when the server is away.
                        Err(_) => {}
                    }
                    continue;
                }
                update = play.next() => match update? {
                    // Missed entries are not reported one by one.
                    Update::Entry { missed: true, .. } | Update::Open => continue,
                    Update::Entry { entry, .. } => events = entry.events,
                    Update::Refused(_, why) => (self.tell)(News::Refused(why)),
                    Update::Begin(other) | Update::Turn(other) if other != game => {
                        lookout.ask();
                        continue;
                    }
                    Update::Lost(why) => {
                        if !std::mem::replace(&mut lost, true) {
                            (self.tell)(News::Lost(why));
                        }
                        continue;
                    }
                    Update::Table if std::mem::take(&mut lost) => (self.tell)(News::Back),
                    _ => {}
                }
            }
            if let Some(snapshot) = Snapshot::of(&play) {
                (self.tell)(News::Table(Box::new(snapshot), events));
            }
        }
    }

    /// A connection that follows offers and games that start.
    fn hall(&self) -> Driver {
        let mut hall = Driver::new(self.client.clone(), Some(self.account));
        hall.subscribe_lobby();
        hall
    }

    async fn lobby(&mut self) -> Result<Option<Wish>, ClientError> {
        let mut hall = self.hall();
        let mut listed = Listed::default();
        loop {
            tokio::select! {
                order = self.orders.recv() => match order {
                    None => return Ok(None),
                    Some(Order::Go(wish)) => return Ok(Some(wish)),
                    Some(Order::Do(_) | Order::Next) => continue,
                },
                update = hall.next() => match update? {
                    Update::Seeks => listed.seeks = hall.seeks().unwrap_or_default().to_vec(),
                    Update::Open | Update::Begin(_) | Update::Turn(_) | Update::Challenges => {
                        match self.look().await {
                            Ok(found) => listed = found,
                            Err(why) => {
                                hall.come_back(why)?;
                                continue;
                            }
                        }
                        (self.tell)(News::Back);
                    }
                    Update::Lost(why) => {
                        (self.tell)(News::Lost(why));
                        continue;
                    }
                    _ => continue,
                },
            }
            let account = self.account;
            listed.seeks.retain(|seek| !is_by(seek, account));
            (self.tell)(News::Lobby(listed.clone()));
        }
    }

    async fn look(&self) -> Result<Listed, ClientError> {
        let waiting = self.client.waiting().await?.games;
        let mut games = self.client.games().await?;
        games.retain(|game| waiting.iter().all(|listed| listed.game != game.game));
        let challenges = self.client.challenges().await?;
        let seeks = self.client.seeks().await?;
        Ok(Listed { waiting, games, challenges, seeks, events: event::list(&self.client).await })
    }

    async fn offer(&mut self, challenge: &Challenge) -> Result<Option<Wish>, ClientError> {
        let mut hall = self.hall();
        let mut known: Option<Vec<GameId>> = None;
        let mut standing: Option<String> = None;
        loop {
            tokio::select! {
                order = self.orders.recv() => {
                    let next = match order {
                        Some(Order::Do(_) | Order::Next) => continue,
                        Some(Order::Go(wish)) => Some(wish),
                        None => None,
                    };
                    if let Some(seek) = standing {
                        // It fails if the offer was taken in the same moment: then its game is in
                        // the list.
                        let _ = self.client.withdraw(&seek).await;
                    }
                    return Ok(next);
                }
                update = hall.next() => match update? {
                    Update::Begin(game) => return Ok(Some(Wish::Game(game))),
                    Update::Lost(why) => (self.tell)(News::Lost(why)),
                    Update::Open => match self.stand(challenge, &mut known, &mut standing).await {
                        Ok(None) => (self.tell)(News::Back),
                        Ok(Some(game)) => return Ok(Some(Wish::Game(game))),
                        Err(why) => hall.come_back(why)?,
                    },
                    _ => {}
                }
            }
        }
    }

    /// Ensures that an offer stands; returns its game if it has been taken.
    async fn stand(
        &self,
        challenge: &Challenge,
        known: &mut Option<Vec<GameId>>,
        standing: &mut Option<String>,
    ) -> Result<Option<GameId>, ClientError> {
        let games: Vec<_> = self.client.games().await?.iter().map(|game| game.game).collect();
        let before = known.get_or_insert_with(|| games.clone());
        // It may have been taken while the connection was lost.
        if let Some(new) = games.iter().find(|game| !before.contains(game)) {
            return Ok(Some(*new));
        }
        if let Some(seek) = standing
            && self.client.stands(seek).await?
        {
            return Ok(None);
        }
        match self.client.offer(challenge).await? {
            SeekAnswer::Game(game) => Ok(Some(game)),
            SeekAnswer::Seek(seek) => {
                *standing = Some(seek.id.clone());
                (self.tell)(News::Offered(seek));
                Ok(None)
            }
        }
    }
}

/// Whether a server has refused one thing that was asked of it.
fn is_refusal(why: &ClientError) -> bool {
    matches!(why, ClientError::Problem(_) | ClientError::NoGame(_))
}
