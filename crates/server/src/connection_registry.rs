use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bosworth_protocol::{FromServer, Person};
use bosworth_table::{AccountId, GameId};
use bosworth_tournament::TournamentId;

use crate::outgoing_message::OutgoingMessage;
use crate::subscriber::Subscriber;

/// The number of announcements that are remembered, so that none is repeated.
const MAX_REMEMBERED_ANNOUNCEMENTS: usize = 1024;

/// The credential that a connection was opened with, as a hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credential {
    /// The hash of a login session's key.
    Session(String),
    /// The hash of a token.
    Token(String),
}

/// A connection of an account.
#[derive(Clone, Debug)]
pub struct AccountConnection {
    /// Its send queue.
    pub subscriber: Subscriber,
    /// The account as it was when the connection was opened.
    pub person: Person,
    /// The credential it was opened with.
    pub credential: Credential,
}

/// The connections to this node, by account, and the subscribers of the lobby and of tournaments.
#[derive(Clone, Debug, Default)]
pub struct ConnectionRegistry(Arc<Mutex<RegisteredConnections>>);

#[derive(Debug, Default)]
struct RegisteredConnections {
    accounts: HashMap<AccountId, Vec<AccountConnection>>,
    /// The streams of single games. They end with their credential, but receive no other messages.
    game_streams: HashMap<AccountId, Vec<AccountConnection>>,
    /// The latest games that accounts connected here were told of.
    announced: VecDeque<(AccountId, GameId)>,
    /// By the number of the connection.
    lobby: HashMap<u64, (Subscriber, Option<AccountId>)>,
    /// By tournament, then by the number of the connection.
    tournaments: HashMap<TournamentId, HashMap<u64, Subscriber>>,
}

impl ConnectionRegistry {
    fn connections(&self) -> MutexGuard<'_, RegisteredConnections> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection of an account.
    pub fn register(&self, connection: AccountConnection) {
        self.connections().accounts.entry(connection.person.id).or_default().push(connection);
    }

    /// Adds the stream of a game that an account plays in.
    pub fn register_game_stream(&self, stream: AccountConnection) {
        self.connections().game_streams.entry(stream.person.id).or_default().push(stream);
    }

    /// Whether an account is connected to this node.
    pub fn is_connected(&self, account: AccountId) -> bool {
        self.connections().accounts.contains_key(&account)
    }

    /// All connections of all accounts, with the streams of games.
    pub fn all(&self) -> Vec<AccountConnection> {
        let connections = self.connections();
        connections
            .accounts
            .values()
            .chain(connections.game_streams.values())
            .flatten()
            .cloned()
            .collect()
    }

    /// All connections of an account, with the streams of games.
    pub fn connections_of(&self, account: AccountId) -> Vec<AccountConnection> {
        let connections = self.connections();
        let of = [&connections.accounts, &connections.game_streams];
        of.into_iter().filter_map(|of| of.get(&account)).flatten().cloned().collect()
    }

    /// Removes a connection that was closed.
    pub fn unregister(&self, account: Option<AccountId>, subscriber: &Subscriber) {
        let mut connections = self.connections();
        connections.lobby.remove(&subscriber.number());
        let Some(account) = account else { return };
        let RegisteredConnections { accounts, game_streams, .. } = &mut *connections;
        for of in [accounts, game_streams] {
            let Some(found) = of.get_mut(&account) else { continue };
            found.retain(|other| other.subscriber.number() != subscriber.number());
            if found.is_empty() {
                of.remove(&account);
            }
        }
    }

    /// Subscribes a connection to the lobby, or unsubscribes it.
    pub fn set_lobby_subscription(
        &self,
        subscriber: &Subscriber,
        account: Option<AccountId>,
        on: bool,
    ) {
        let mut connections = self.connections();
        if on {
            connections.lobby.insert(subscriber.number(), (subscriber.clone(), account));
        } else {
            connections.lobby.remove(&subscriber.number());
        }
    }

    /// Subscribes a connection to a tournament.
    pub fn follow(&self, tournament: TournamentId, subscriber: &Subscriber) {
        let mut connections = self.connections();
        let followers = connections.tournaments.entry(tournament).or_default();
        followers.insert(subscriber.number(), subscriber.clone());
    }

    /// Unsubscribes a connection from a tournament.
    pub fn unfollow(&self, tournament: TournamentId, subscriber: &Subscriber) {
        let mut connections = self.connections();
        if let Some(followers) = connections.tournaments.get_mut(&tournament) {
            followers.remove(&subscriber.number());
            if followers.is_empty() {
                connections.tournaments.remove(&tournament);
            }
        }
    }

    /// Whether a tournament has subscribers.
    pub fn has_followers(&self, tournament: TournamentId) -> bool {
        self.connections().tournaments.contains_key(&tournament)
    }

    /// The tournaments that have subscribers.
    pub fn followed_tournaments(&self) -> Vec<TournamentId> {
        self.connections().tournaments.keys().copied().collect()
    }

    /// Sends a message to every subscriber of a tournament.
    pub fn send_to_followers(&self, tournament: TournamentId, message: FromServer) {
        let message = OutgoingMessage::from(message);
        for subscriber in self
            .connections()
            .tournaments
            .get(&tournament)
            .into_iter()
            .flat_map(|found| found.values())
        {
            subscriber.send(message.clone());
        }
    }

    /// Sends a message to every connection of an account.
    pub fn send_to(&self, account: AccountId, message: FromServer) {
        let message = OutgoingMessage::from(message);
        for connection in self.connections().accounts.get(&account).into_iter().flatten() {
            connection.subscriber.send(message.clone());
        }
    }

    /// Tells an account that a game of theirs begins, unless it has been told.
    pub fn announce_game(&self, account: AccountId, game: GameId, begins: FromServer) {
        let mut connections = self.connections();
        if !connections.accounts.contains_key(&account)
            || connections.announced.contains(&(account, game))
        {
            return;
        }
        if connections.announced.len() >= MAX_REMEMBERED_ANNOUNCEMENTS {
            connections.announced.pop_front();
        }
        connections.announced.push_back((account, game));
        drop(connections);
        self.send_to(account, begins);
    }

    /// Sends a message to every subscriber of the lobby.
    pub fn send_to_lobby(&self, message: FromServer) {
        let message = OutgoingMessage::from(message);
        for (subscriber, _) in self.connections().lobby.values() {
            subscriber.send(message.clone());
        }
    }

    /// Sends a message to every connection of every account.
    pub fn send_to_all(&self, message: FromServer) {
        let message = OutgoingMessage::from(message);
        let connections = self.connections();
        let accounts = connections.accounts.values().flatten();
        for connection in accounts {
            connection.subscriber.send(message.clone());
        }
    }

    /// The accounts that are in the lobby on this node.
    pub fn accounts_in_lobby(&self) -> BTreeSet<AccountId> {
        self.connections().lobby.values().filter_map(|(_, account)| *account).collect()
    }

    /// Whether the lobby has subscribers.
    pub fn has_lobby_subscribers(&self) -> bool {
        !self.connections().lobby.is_empty()
    }
}
