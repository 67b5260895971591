use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bosworth_protocol::{FromServer, Person};
use bosworth_table::AccountId;
use bosworth_tournament::TournamentId;

use crate::outgoing::Outgoing;
use crate::subscriber::Subscriber;

/// The credential that a connection was opened with, as stored: a hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pass {
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
    /// What it was opened with.
    pub pass: Pass,
}

/// Who is connected to this node: connections by account, and those that follow the lobby or events.
#[derive(Clone, Debug, Default)]
pub struct Crowd(Arc<Mutex<Connections>>);

#[derive(Debug, Default)]
struct Connections {
    accounts: HashMap<AccountId, Vec<AccountConnection>>,
    /// By the number of the connection.
    lobby: HashMap<u64, (Subscriber, Option<AccountId>)>,
    /// By the event, then by the number of the connection.
    events: HashMap<TournamentId, HashMap<u64, Subscriber>>,
}

impl Crowd {
    fn connections(&self) -> MutexGuard<'_, Connections> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection of an account.
    pub fn enter(&self, connection: AccountConnection) {
        self.connections().accounts.entry(connection.person.id).or_default().push(connection);
    }

    /// Whether an account is connected to this node.
    pub fn has(&self, account: AccountId) -> bool {
        self.connections().accounts.contains_key(&account)
    }

    /// Every connection of any account.
    pub fn everybody(&self) -> Vec<AccountConnection> {
        self.connections().accounts.values().flatten().cloned().collect()
    }

    /// Every connection of an account.
    pub fn connections_of(&self, account: AccountId) -> Vec<AccountConnection> {
        self.connections().accounts.get(&account).cloned().unwrap_or_default()
    }

    /// Removes a connection that was closed.
    pub fn leave(&self, account: Option<AccountId>, subscriber: &Subscriber) {
        let mut connections = self.connections();
        connections.lobby.remove(&subscriber.number());
        if let Some(account) = account
            && let Some(those) = connections.accounts.get_mut(&account)
        {
            those.retain(|other| other.subscriber.number() != subscriber.number());
            if those.is_empty() {
                connections.accounts.remove(&account);
            }
        }
    }

    /// Subscribes a connection to the lobby, or unsubscribes it.
    pub fn lobby(&self, subscriber: &Subscriber, account: Option<AccountId>, on: bool) {
        let mut connections = self.connections();
        if on {
            connections.lobby.insert(subscriber.number(), (subscriber.clone(), account));
        } else {
            connections.lobby.remove(&subscriber.number());
        }
    }

    /// Subscribes a connection to an event.
    pub fn follow(&self, event: TournamentId, subscriber: &Subscriber) {
        let mut connections = self.connections();
        let followers = connections.events.entry(event).or_default();
        followers.insert(subscriber.number(), subscriber.clone());
    }

    /// Unsubscribes a connection from an event.
    pub fn unfollow(&self, event: TournamentId, subscriber: &Subscriber) {
        let mut connections = self.connections();
        if let Some(followers) = connections.events.get_mut(&event) {
            followers.remove(&subscriber.number());
            if followers.is_empty() {
                connections.events.remove(&event);
            }
        }
    }

    /// Whether anybody follows an event.
    pub fn has_followers(&self, event: TournamentId) -> bool {
        self.connections().events.contains_key(&event)
    }

    /// The events that anybody follows.
    pub fn followed(&self) -> Vec<TournamentId> {
        self.connections().events.keys().copied().collect()
    }

    /// Sends a message to every subscriber of an event.
    pub fn tell_followers(&self, event: TournamentId, message: FromServer) {
        let message = Outgoing::from(message);
        for subscriber in
            self.connections().events.get(&event).into_iter().flat_map(|those| those.values())
        {
            subscriber.send(message.clone());
        }
    }

    /// Sends a message to every connection of an account.
    pub fn tell(&self, account: AccountId, message: FromServer) {
        let message = Outgoing::from(message);
        for connection in self.connections().accounts.get(&account).into_iter().flatten() {
            connection.subscriber.send(message.clone());
        }
    }

    /// Sends a message to every subscriber of the lobby.
    pub fn tell_lobby(&self, message: FromServer) {
        let message = Outgoing::from(message);
        for (subscriber, _) in self.connections().lobby.values() {
            subscriber.send(message.clone());
        }
    }

    /// Sends a message to every connection of every account.
    pub fn tell_all(&self, message: FromServer) {
        let message = Outgoing::from(message);
        let connections = self.connections();
        let accounts = connections.accounts.values().flatten();
        for connection in accounts {
            connection.subscriber.send(message.clone());
        }
    }

    /// The accounts that are in the lobby at this node.
    pub fn in_lobby(&self) -> BTreeSet<AccountId> {
        self.connections().lobby.values().filter_map(|(_, account)| *account).collect()
    }

    /// Whether the lobby has subscribers.
    pub fn has_lobby(&self) -> bool {
        !self.connections().lobby.is_empty()
    }
}
