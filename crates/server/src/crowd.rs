use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use bosworth_table::AccountId;

use crate::line::Line;

/// Who is connected to this node: by account, and who looks at the lobby.
#[derive(Clone, Debug, Default)]
pub struct Crowd(Arc<Mutex<Lines>>);

#[derive(Debug, Default)]
struct Lines {
    accounts: HashMap<AccountId, Vec<Line>>,
    lobby: HashMap<u64, Line>,
}

impl Crowd {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An account has a connection more.
    pub fn enter(&self, account: AccountId, line: &Line) {
        self.lines().accounts.entry(account).or_default().push(line.clone());
    }

    /// A connection is gone.
    pub fn leave(&self, account: Option<AccountId>, line: &Line) {
        let mut lines = self.lines();
        lines.lobby.remove(&line.number());
        if let Some(account) = account
            && let Some(those) = lines.accounts.get_mut(&account)
        {
            those.retain(|other| other.number() != line.number());
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
        for line in self.lines().accounts.get(&account).into_iter().flatten() {
            line.send(text.clone());
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

    /// Every account that is connected here.
    pub fn accounts(&self) -> Vec<AccountId> {
        self.lines().accounts.keys().copied().collect()
    }
}
