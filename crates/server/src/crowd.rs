use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use bosworth_protocol::Person;
use bosworth_table::AccountId;

use crate::line::Line;

/// The key that a connection was opened with, as it is looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pass {
    /// The hash of a session's key.
    Session(String),
    /// The hash of a token.
    Token(String),
}

/// A connection of an account.
#[derive(Clone, Debug)]
pub struct Guest {
    /// Where it can be told something.
    pub line: Line,
    /// Who it was when it came.
    pub person: Person,
    /// What it came in with.
    pub pass: Pass,
}

/// Who is connected to this node: by account, and who looks at the lobby.
#[derive(Clone, Debug, Default)]
pub struct Crowd(Arc<Mutex<Lines>>);

#[derive(Debug, Default)]
struct Lines {
    accounts: HashMap<AccountId, Vec<Guest>>,
    lobby: HashMap<u64, Line>,
}

impl Crowd {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more connection of an account.
    pub fn enter(&self, guest: Guest) {
        self.lines().accounts.entry(guest.person.id).or_default().push(guest);
    }

    /// Whether an account is connected here.
    pub fn has(&self, account: AccountId) -> bool {
        self.lines().accounts.contains_key(&account)
    }

    /// Every connection of an account.
    pub fn guests(&self, account: AccountId) -> Vec<Guest> {
        self.lines().accounts.get(&account).cloned().unwrap_or_default()
    }

    /// A connection is gone.
    pub fn leave(&self, account: Option<AccountId>, line: &Line) {
        let mut lines = self.lines();
        lines.lobby.remove(&line.number());
        if let Some(account) = account
            && let Some(those) = lines.accounts.get_mut(&account)
        {
            those.retain(|other| other.line.number() != line.number());
            if those.is_empty() {
                lines.accounts.remove(&account);
            }
        }
    }

    /// A connection wants to hear of the lobby, or no more.
    pub fn lobby(&self, line: &Line, on: bool) {
        let mut lines = self.lines();
        if on {
            lines.lobby.insert(line.number(), line.clone());
        } else {
            lines.lobby.remove(&line.number());
        }
    }

    /// Tells every connection of an account.
    pub fn tell(&self, account: AccountId, text: &Utf8Bytes) {
        for guest in self.lines().accounts.get(&account).into_iter().flatten() {
            guest.line.send(text.clone());
        }
    }

    /// Tells everybody who looks at the lobby.
    pub fn tell_lobby(&self, text: &Utf8Bytes) {
        for line in self.lines().lobby.values() {
            line.send(text.clone());
        }
    }

    /// Whether anybody looks at the lobby.
    pub fn has_lobby(&self) -> bool {
        !self.lines().lobby.is_empty()
    }
}
