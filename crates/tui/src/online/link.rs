use std::io;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bosworth_client::protocol::{
    AccountId, Challenge, Command, Event, FromClient, FromServer, GameId, OpenGame, Refusal, Seek,
    SeekAnswer, Terms,
};
use bosworth_client::{Client, ClientError, Connection, Play, Update};
use tokio::runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

use super::snapshot::Snapshot;

/// How long an offer may take to be withdrawn when the program ends.
const FAREWELL: Duration = Duration::from_secs(3);
const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(8);

/// Where to go at a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To the list of one's games and of open offers.
    Lobby,
    /// To offer a game and wait for somebody.
    Offer(Box<Challenge>),
    /// To take an offer.
    Take(String),
    /// To a game against the computer of this level.
    Computer(u8, Terms),
    /// To a game, to play in it or to look on.
    Game(GameId),
}

/// What the thread that talks to the server is asked to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Go there.
    Go(Wish),
    /// Do this in the game.
    Do(Command),
}

/// What the thread that talks to the server tells.
#[derive(Debug)]
pub enum News {
    /// What there is to choose from: one's games, those that wait for one first, and offers.
    Lobby(Vec<OpenGame>, Vec<Seek>),
    /// An offer stands.
    Offered(Box<Seek>),
    /// A table, and what happened there since the last time.
    Table(Box<Snapshot>, Vec<Event>),
    /// Something was not done, and why.
    Refused(Refusal),
    /// Something could not be had, and why; there is still the lobby.
    Denied(ClientError),
    /// The connection is lost, and why; it is being tried again.
    Lost(String),
    /// The connection is back.
    Back,
    /// It is one's turn in another game, or another game begins.
    Elsewhere(GameId),
    /// Nothing more will come.
    Failed(ClientError),
}

/// A thread that talks to a server. Dropping it leaves the table and withdraws an offer.
pub struct Link {
    orders: Option<UnboundedSender<Order>>,
    done: mpsc::Receiver<()>,
}

impl Link {
    /// Goes somewhere at a server and tells what happens there.
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
            // Nobody may be left to hear it.
            let _ = finished.send(());
        })?;
        Ok(Self { orders: Some(orders), done })
    }

    /// Asks for something. After the end nobody is there to do it.
    pub fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(order);
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.orders = None;
        let _ = self.done.recv_timeout(FAREWELL);
    }
}

/// Somebody at a server.
struct Caller<'t> {
    client: Client,
    account: AccountId,
    orders: UnboundedReceiver<Order>,
    tell: &'t (dyn Fn(News) + Send),
}

impl Caller<'_> {
    /// Goes from place to place until there is nowhere to go.
    async fn attend(&mut self, wish: Wish) -> Result<(), ClientError> {
        // Who has come to choose chooses again when something cannot be had.
        let mut chooses = false;
        let mut next = Some(wish);
        while let Some(wish) = next {
            chooses |= wish == Wish::Lobby;
            let gone = match wish {
                Wish::Lobby => self.lobby().await,
                Wish::Offer(challenge) => self.offer(&challenge).await,
                Wish::Take(seek) => self.client.accept(&seek).await.map(Wish::Game).map(Some),
                Wish::Computer(level, terms) => {
                    self.client.computer(level, &terms).await.map(Wish::Game).map(Some)
                }
                Wish::Game(game) => self.play(game).await,
            };
            next = match gone {
                Err(why @ (ClientError::Problem(_) | ClientError::NoGame(_))) if chooses => {
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
        let (mut watchers, mut lost) = (0, false);
        loop {
            let mut events = Vec::new();
            tokio::select! {
                order = self.orders.recv() => match order {
                    None => return Ok(None),
                    Some(Order::Go(wish)) => return Ok(Some(wish)),
                    Some(Order::Do(command)) => {
                        play.command(command).await;
                    }
                },
                update = play.next() => match update? {
                    Update::Entry(entry) => events = entry.events,
                    Update::Watchers(count) => watchers = count,
                    Update::Refused(_, why) => (self.tell)(News::Refused(why)),
                    Update::Begin(other) | Update::Turn(other) if other != game => {
                        (self.tell)(News::Elsewhere(other));
                    }
                    Update::Lost(why) => {
                        if !std::mem::replace(&mut lost, true) {
                            (self.tell)(News::Lost(why));
                        }
                        continue;
                    }
                    Update::Table => {
                        if std::mem::take(&mut lost) {
                            (self.tell)(News::Back);
                        }
                    }
                    Update::Done(_) | Update::Begin(_) | Update::Turn(_) => {}
                }
            }
            if let Some(snapshot) = Snapshot::of(&play, watchers) {
                (self.tell)(News::Table(Box::new(snapshot), events));
            }
        }
    }

    async fn lobby(&mut self) -> Result<Option<Wish>, ClientError> {
        let mut hall = Hall::new(self.client.clone());
        let mut games = Vec::new();
        let mut seeks: Vec<Seek>;
        loop {
            tokio::select! {
                order = self.orders.recv() => match order {
                    None => return Ok(None),
                    Some(Order::Go(wish)) => return Ok(Some(wish)),
                    Some(Order::Do(_)) => continue,
                },
                heard = hall.next() => match heard? {
                    Heard::Message(FromServer::Seeks(now)) => seeks = now,
                    Heard::Arrived
                    | Heard::Message(FromServer::Begin { .. } | FromServer::Turn { .. }) => {
                        match self.look().await {
                            Ok(found) => (games, seeks) = found,
                            Err(why) => {
                                hall.lose(why)?;
                                continue;
                            }
                        }
                        (self.tell)(News::Back);
                    }
                    Heard::Message(_) => continue,
                    Heard::Lost(why) => {
                        (self.tell)(News::Lost(why));
                        continue;
                    }
                },
            }
            games.sort_by_key(|game| (!game.your_turn, game.deadline.unwrap_or(i64::MAX)));
            let account = self.account;
            seeks.retain(|seek| !is_by(seek, account));
            (self.tell)(News::Lobby(games.clone(), seeks.clone()));
        }
    }

    async fn look(&self) -> Result<(Vec<OpenGame>, Vec<Seek>), ClientError> {
        Ok((self.client.games().await?, self.client.seeks().await?))
    }

    async fn offer(&mut self, challenge: &Challenge) -> Result<Option<Wish>, ClientError> {
        let mut hall = Hall::new(self.client.clone());
        let mut known: Option<Vec<GameId>> = None;
        let mut standing: Option<String> = None;
        loop {
            tokio::select! {
                order = self.orders.recv() => {
                    let next = match order {
                        Some(Order::Do(_)) => continue,
                        Some(Order::Go(wish)) => Some(wish),
                        None => None,
                    };
                    if let Some(seek) = standing {
                        // Taken in the same moment: then it is a game in the list.
                        let _ = self.client.withdraw(&seek).await;
                    }
                    return Ok(next);
                }
                heard = hall.next() => match heard? {
                    Heard::Message(FromServer::Begin { game }) => {
                        return Ok(Some(Wish::Game(game)));
                    }
                    Heard::Message(_) => {}
                    Heard::Lost(why) => (self.tell)(News::Lost(why)),
                    Heard::Arrived => match self.stand(challenge, &mut known, &mut standing).await {
                        Ok(None) => (self.tell)(News::Back),
                        Ok(Some(game)) => return Ok(Some(Wish::Game(game))),
                        Err(why) => hall.lose(why)?,
                    },
                }
            }
        }
    }

    /// Sees to it that an offer stands; the game if it has been taken.
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
        if self.stands(standing.as_deref()).await {
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

    /// Whether an offer is still there.
    async fn stands(&self, seek: Option<&str>) -> bool {
        match seek {
            Some(seek) => self.client.get::<Seek>(&format!("/api/seeks/{seek}")).await.is_ok(),
            None => false,
        }
    }
}

fn is_by(seek: &Seek, account: AccountId) -> bool {
    use bosworth_client::protocol::PlayerView;
    matches!(&seek.by, PlayerView::Account { person, .. } if person.id == account)
}

/// A connection that hears of offers and of games that begin, and that comes back by itself.
struct Hall {
    client: Client,
    connection: Option<Connection>,
    again_at: Instant,
    pause: Duration,
}

enum Heard {
    /// The connection is there, for the first time or again.
    Arrived,
    Message(FromServer),
    Lost(String),
}

impl Hall {
    fn new(client: Client) -> Self {
        Self { client, connection: None, again_at: Instant::now(), pause: SHORTEST }
    }

    /// Waits for what is new. May be dropped and called again.
    async fn next(&mut self) -> Result<Heard, ClientError> {
        let heard = if let Some(connection) = &mut self.connection {
            connection.next().await.map(Heard::Message)
        } else {
            sleep_until(self.again_at).await;
            self.enter().await.map(|()| Heard::Arrived)
        };
        match heard {
            Err(why) => {
                let text = why.to_string();
                self.lose(why)?;
                Ok(Heard::Lost(text))
            }
            Ok(heard) => {
                self.pause = SHORTEST;
                Ok(heard)
            }
        }
    }

    /// Comes back later, unless that would not help.
    fn lose(&mut self, why: ClientError) -> Result<(), ClientError> {
        if matches!(why, ClientError::Problem(_) | ClientError::Bye { again: false, .. }) {
            return Err(why);
        }
        self.connection = None;
        self.again_at = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST);
        Ok(())
    }

    async fn enter(&mut self) -> Result<(), ClientError> {
        let mut connection = self.client.connect().await?;
        connection.send(&FromClient::Lobby(true)).await?;
        self.connection = Some(connection);
        Ok(())
    }
}
