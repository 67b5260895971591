use std::io;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bosworth_client::protocol::{
    AccountId, Challenge, Command, Event, GameId, OpenGame, Refusal, Seek, SeekAnswer, Terms,
};
use bosworth_client::{Client, ClientError, Driver, Play, Update, is_by, sort_games};
use tokio::runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::snapshot::Snapshot;

/// How long an offer may take to be withdrawn when the program ends.
const FAREWELL: Duration = Duration::from_secs(3);

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
pub struct Messenger {
    orders: Option<UnboundedSender<Order>>,
    done: mpsc::Receiver<()>,
}

impl Messenger {
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

impl Drop for Messenger {
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
        let mut lost = false;
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
                    // What was missed is not told one by one.
                    Update::Entry { missed: true, .. } | Update::Open => continue,
                    Update::Entry { entry, .. } => events = entry.events,
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
                    Update::Table if std::mem::take(&mut lost) => (self.tell)(News::Back),
                    _ => {}
                }
            }
            if let Some(snapshot) = Snapshot::of(&play) {
                (self.tell)(News::Table(Box::new(snapshot), events));
            }
        }
    }

    /// A connection that hears of offers and of games that begin.
    fn hall(&self) -> Driver {
        let mut hall = Driver::new(self.client.clone(), Some(self.account));
        hall.want_offers();
        hall
    }

    async fn lobby(&mut self) -> Result<Option<Wish>, ClientError> {
        let mut hall = self.hall();
        let mut games = Vec::new();
        let mut seeks: Vec<Seek>;
        loop {
            tokio::select! {
                order = self.orders.recv() => match order {
                    None => return Ok(None),
                    Some(Order::Go(wish)) => return Ok(Some(wish)),
                    Some(Order::Do(_)) => continue,
                },
                update = hall.next() => match update? {
                    Update::Seeks => seeks = hall.seeks().unwrap_or_default().to_vec(),
                    Update::Open | Update::Begin(_) | Update::Turn(_) => {
                        match self.look().await {
                            Ok(found) => (games, seeks) = found,
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
            sort_games(&mut games);
            let account = self.account;
            seeks.retain(|seek| !is_by(seek, account));
            (self.tell)(News::Lobby(games.clone(), seeks.clone()));
        }
    }

    async fn look(&self) -> Result<(Vec<OpenGame>, Vec<Seek>), ClientError> {
        Ok((self.client.games().await?, self.client.seeks().await?))
    }

    async fn offer(&mut self, challenge: &Challenge) -> Result<Option<Wish>, ClientError> {
        let mut hall = self.hall();
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
