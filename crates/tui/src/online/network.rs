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

use super::lobby_tournament::{self, LobbyTournament};
use super::snapshot::Snapshot;
use super::waiting_games::WaitingGamesRequest;

/// Timeout for withdrawing an offer on exit.
const WITHDRAW_TIMEOUT: Duration = Duration::from_secs(3);

/// A destination on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
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
    /// Send a command to a tournament, then go to the lobby.
    Event(TournamentId, TournamentCommandRequest),
}

/// A request to the network thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkRequest {
    /// Go to a destination.
    Go(Destination),
    /// Send a command to the game.
    Do(Command),
    /// Go to the waiting game with the least time left.
    Next,
}

/// The items of the lobby.
#[derive(Clone, Debug, Default)]
pub struct LobbyContent {
    /// The games that wait for the player, the least time left first.
    pub waiting: Vec<WaitingGame>,
    /// The player's other unfinished games.
    pub games: Vec<OpenGame>,
    /// Challenges to the player.
    pub challenges: Vec<Seek>,
    /// Open offers.
    pub seeks: Vec<Seek>,
    /// Upcoming and running tournaments.
    pub events: Vec<LobbyTournament>,
}

/// A message from the network thread.
#[derive(Debug)]
pub enum NetworkEvent {
    /// The lobby: own games and offers.
    Lobby(LobbyContent),
    /// The offer was made.
    Offered(Box<Seek>),
    /// A snapshot of the table, and the events since the last one.
    Table(Box<Snapshot>, Vec<Event>),
    /// A command was refused, and why.
    Refused(Command, Refusal),
    /// The destination is not available, and why; the lobby still is.
    Denied(ClientError),
    /// The connection is lost, and why; it is being retried.
    Lost(String),
    /// The connection is re-established.
    Back,
    /// How many other games wait for the player, who is at a table.
    Elsewhere(usize),
    /// No other game waits for the player.
    NoneWaiting,
    /// The session failed; nothing follows.
    Failed(ClientError),
}

/// The network thread. Dropping it leaves the table and withdraws an offer.
pub struct NetworkThread {
    requests: Option<UnboundedSender<NetworkRequest>>,
    done: mpsc::Receiver<()>,
}

impl NetworkThread {
    /// Starts a session on a server; events are passed to the callback.
    pub fn start(
        client: Client,
        account: AccountId,
        destination: Destination,
        tell: impl Fn(NetworkEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let (requests, taken) = unbounded_channel();
        let (finished, done) = mpsc::channel();
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new().name("server".into()).spawn(move || {
            let mut session = NetworkSession { client, account, requests: taken, tell: &tell };
            if let Err(why) = runtime.block_on(session.run(destination)) {
                tell(NetworkEvent::Failed(why));
            }
            // The receiver may be gone.
            let _ = finished.send(());
        })?;
        Ok(Self { requests: Some(requests), done })
    }

    /// Sends a request, which is ignored once the thread has ended.
    pub fn request(&self, request: NetworkRequest) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(request);
        }
    }
}

impl Drop for NetworkThread {
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.done.recv_timeout(WITHDRAW_TIMEOUT);
    }
}

/// A session on a server.
struct NetworkSession<'t> {
    client: Client,
    account: AccountId,
    requests: UnboundedReceiver<NetworkRequest>,
    tell: &'t (dyn Fn(NetworkEvent) + Send),
}

impl NetworkSession<'_> {
    /// Visits one destination after another until there is none left.
    async fn run(&mut self, destination: Destination) -> Result<(), ClientError> {
        // After a failure, return to the lobby if the user came from there.
        let mut from_lobby = false;
        let mut next = Some(destination);
        while let Some(destination) = next {
            let in_lobby = destination == Destination::Lobby;
            from_lobby |= in_lobby;
            let outcome = match destination {
                Destination::Lobby => self.lobby().await,
                Destination::Offer(challenge) => self.offer(&challenge).await,
                Destination::Take(seek) => {
                    self.client.accept(&seek).await.map(Destination::Game).map(Some)
                }
                Destination::Computer(level, terms) => {
                    self.client.computer(level, &terms).await.map(Destination::Game).map(Some)
                }
                Destination::Game(game) => self.play(game).await,
                Destination::Event(event, command) => {
                    lobby_tournament::ask(&self.client, event, &command).await
                }
            };
            next = match outcome {
                // The lobby itself waits for an unavailable server, so it does not fail over to
                // itself.
                Err(why) if from_lobby && !in_lobby && (why.is_transient() || is_refusal(&why)) => {
                    (self.tell)(NetworkEvent::Denied(why));
                    Some(Destination::Lobby)
                }
                outcome => outcome?,
            };
        }
        Ok(())
    }

    async fn play(&mut self, game: GameId) -> Result<Option<Destination>, ClientError> {
        let mut play = Play::new(self.client.clone(), game, Some(self.account));
        let mut waiting_games = WaitingGamesRequest::new(self.client.clone());
        let (mut lost, mut to_next) = (false, false);
        let mut elsewhere = 0;
        waiting_games.ask();
        loop {
            let mut events = Vec::new();
            tokio::select! {
                request = self.requests.recv() => match request {
                    None => return Ok(None),
                    Some(NetworkRequest::Go(destination)) => return Ok(Some(destination)),
                    Some(NetworkRequest::Do(command)) => {
                        play.command(command).await;
                    }
                    Some(NetworkRequest::Next) => {
                        to_next = true;
                        waiting_games.ask();
                        continue;
                    }
                },
                waiting = waiting_games.answer() => {
                    let wanted = std::mem::take(&mut to_next);
                    match waiting {
                        Ok(waiting) => {
                            let next = waiting.next(Some(game)).map(|next| next.game);
                            if let (true, Some(next)) = (wanted, next) {
                                return Ok(Some(Destination::Game(next)));
                            }
                            let others = waiting.others(Some(game));
                            if std::mem::replace(&mut elsewhere, others) != others {
                                (self.tell)(NetworkEvent::Elsewhere(others));
                            }
                            if wanted {
                                (self.tell)(NetworkEvent::NoneWaiting);
                            }
                        }
                        Err(why) if wanted => (self.tell)(NetworkEvent::Denied(why)),
                        // The game's own connection reports an unavailable server.
                        Err(_) => {}
                    }
                    continue;
                }
                update = play.next() => match update? {
                    // Missed entries are not reported one by one.
                    Update::Entry { missed: true, .. } | Update::Open => continue,
                    Update::Entry { entry, .. } => events = entry.events,
                    Update::Refused { command, refusal, .. } => {
                        (self.tell)(NetworkEvent::Refused(command, refusal));
                    }
                    Update::Begin(other) | Update::Turn(other) if other != game => {
                        waiting_games.ask();
                        continue;
                    }
                    Update::Lost(why) => {
                        if !std::mem::replace(&mut lost, true) {
                            (self.tell)(NetworkEvent::Lost(why));
                        }
                        continue;
                    }
                    Update::Table if std::mem::take(&mut lost) => (self.tell)(NetworkEvent::Back),
                    _ => {}
                }
            }
            if let Some(snapshot) = Snapshot::of(&play) {
                (self.tell)(NetworkEvent::Table(Box::new(snapshot), events));
            }
        }
    }

    /// A connection that follows offers and games that start.
    fn connection(&self) -> Driver {
        let mut connection = Driver::new(self.client.clone(), Some(self.account));
        connection.subscribe_lobby();
        connection
    }

    async fn lobby(&mut self) -> Result<Option<Destination>, ClientError> {
        let mut connection = self.connection();
        let mut listed = LobbyContent::default();
        loop {
            tokio::select! {
                request = self.requests.recv() => match request {
                    None => return Ok(None),
                    Some(NetworkRequest::Go(destination)) => return Ok(Some(destination)),
                    Some(NetworkRequest::Do(_) | NetworkRequest::Next) => continue,
                },
                update = connection.next() => match update? {
                    Update::Seeks => listed.seeks = connection.seeks().unwrap_or_default().to_vec(),
                    Update::Open | Update::Begin(_) | Update::Turn(_) | Update::Challenges => {
                        match self.load_lobby().await {
                            Ok(found) => listed = found,
                            Err(why) => {
                                connection.come_back(why)?;
                                continue;
                            }
                        }
                        (self.tell)(NetworkEvent::Back);
                    }
                    Update::Lost(why) => {
                        (self.tell)(NetworkEvent::Lost(why));
                        continue;
                    }
                    _ => continue,
                },
            }
            let account = self.account;
            listed.seeks.retain(|seek| !is_by(seek, account));
            (self.tell)(NetworkEvent::Lobby(listed.clone()));
        }
    }

    async fn load_lobby(&self) -> Result<LobbyContent, ClientError> {
        let waiting = self.client.waiting().await?.games;
        let mut games = self.client.games().await?;
        games.retain(|game| waiting.iter().all(|listed| listed.game != game.game));
        let challenges = self.client.challenges().await?;
        let seeks = self.client.seeks().await?;
        Ok(LobbyContent {
            waiting,
            games,
            challenges,
            seeks,
            events: lobby_tournament::list(&self.client, self.account).await,
        })
    }

    async fn offer(&mut self, challenge: &Challenge) -> Result<Option<Destination>, ClientError> {
        let mut connection = self.connection();
        let mut known: Option<Vec<GameId>> = None;
        let mut offer: Option<String> = None;
        loop {
            tokio::select! {
                request = self.requests.recv() => {
                    let next = match request {
                        Some(NetworkRequest::Do(_) | NetworkRequest::Next) => continue,
                        Some(NetworkRequest::Go(destination)) => Some(destination),
                        None => None,
                    };
                    if let Some(seek) = offer {
                        // This fails if the offer has just been accepted; its game is then in the
                        // list.
                        let _ = self.client.withdraw(&seek).await;
                    }
                    return Ok(next);
                }
                update = connection.next() => match update? {
                    Update::Begin(game) => return Ok(Some(Destination::Game(game))),
                    Update::Lost(why) => (self.tell)(NetworkEvent::Lost(why)),
                    Update::Open => match self.ensure_offer(challenge, &mut known, &mut offer).await {
                        Ok(None) => (self.tell)(NetworkEvent::Back),
                        Ok(Some(game)) => return Ok(Some(Destination::Game(game))),
                        Err(why) => connection.come_back(why)?,
                    },
                    _ => {}
                }
            }
        }
    }

    /// Ensures that an offer is open; returns its game if it has been accepted.
    async fn ensure_offer(
        &self,
        challenge: &Challenge,
        known: &mut Option<Vec<GameId>>,
        offer: &mut Option<String>,
    ) -> Result<Option<GameId>, ClientError> {
        let games: Vec<_> = self.client.games().await?.iter().map(|game| game.game).collect();
        let before = known.get_or_insert_with(|| games.clone());
        // The offer may have been accepted while the connection was lost.
        if let Some(new) = games.iter().find(|game| !before.contains(game)) {
            return Ok(Some(*new));
        }
        if let Some(seek) = offer
            && self.client.is_offer_open(seek).await?
        {
            return Ok(None);
        }
        match self.client.offer(challenge).await? {
            SeekAnswer::Game(game) => Ok(Some(game)),
            SeekAnswer::Seek(seek) => {
                *offer = Some(seek.id.clone());
                (self.tell)(NetworkEvent::Offered(seek));
                Ok(None)
            }
        }
    }
}

/// Whether the server refused a single request.
fn is_refusal(why: &ClientError) -> bool {
    matches!(why, ClientError::Problem(_) | ClientError::NoGame(_))
}
