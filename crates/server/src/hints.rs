//! Notices of other nodes are untrusted hints: anyone with access to the bus can publish anything,
//! so nothing from it reaches a player before the database has confirmed it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use bosworth_protocol::FromServer;
use bosworth_table::{AccountId, GameId, Seated};
use bosworth_tournament::TournamentId;
use tokio::sync::Semaphore;

use crate::app::App;
use crate::bus::Notice;
use crate::clock::now;
use crate::crowd::{AccountConnection, Pass};
use crate::store::StoreError;
use crate::tables::TableError;

/// The maximum number of pending hints; further ones are dropped.
const WAITING: usize = 1024;
/// Hints that are verified concurrently.
const AT_ONCE: usize = 8;
/// How long after its start a game is announced, in milliseconds.
const NEWS: i64 = 60_000;

/// Pending hints: deduplicated and bounded.
#[derive(Clone, Debug)]
pub(crate) struct Hints {
    waiting: Arc<Mutex<HashSet<Hint>>>,
    room: Arc<Semaphore>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Hint {
    Begin(AccountId, GameId),
    Turn(AccountId, GameId),
    Changed(AccountId),
    Event(TournamentId),
}

impl Default for Hints {
    fn default() -> Self {
        Self { waiting: Arc::default(), room: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl App {
    pub(crate) async fn hear(&self, from: u64, notice: Notice) {
        if from == self.node {
            return;
        }
        match notice {
            Notice::Entry { game, seq } => self.tables.hear(game, seq),
            Notice::Seeks => self.lobby.hear(),
            Notice::Begin { account, game } => self.look_into(Hint::Begin(account, game)),
            Notice::Turn { account, game } => self.look_into(Hint::Turn(account, game)),
            // The connection is only told to ask again, so there is nothing to verify.
            Notice::Challenges { account } => self.crowd.tell(account, FromServer::Challenges),
            Notice::Changed { account } => self.look_into(Hint::Changed(account)),
            Notice::Event { event } => self.look_into(Hint::Event(event)),
            Notice::Lost => {
                self.lobby.hear();
                for event in self.crowd.followed() {
                    self.look_into(Hint::Event(event));
                }
                // Somebody may have been logged out meanwhile.
                let app = self.clone();
                tokio::spawn(async move { app.check_credentials().await });
                self.tables.check_all().await;
            }
        }
    }

    /// Verifies a hint, if it is relevant here.
    fn look_into(&self, hint: Hint) {
        let matters = match hint {
            Hint::Begin(account, _) | Hint::Turn(account, _) => self.crowd.has(account),
            Hint::Changed(account) => self.crowd.has(account) || self.tables.seats(account),
            Hint::Event(event) => self.crowd.has_followers(event),
        };
        let waiting = self.hints.waiting.clone();
        let held = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if !matters || held().len() >= WAITING || !held().insert(hint) {
            return;
        }
        let app = self.clone();
        tokio::spawn(async move {
            let _permit = app.hints.room.acquire().await;
            // From here on, an equal hint is no duplicate.
            app.hints.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&hint);
            let confirmed = match hint {
                Hint::Begin(account, game) => app.confirm_begin(account, game).await,
                Hint::Turn(account, game) => app.confirm_turn(account, game).await,
                Hint::Changed(account) => app.look_again(account).await,
                Hint::Event(event) => {
                    app.events.tell_here(event).await;
                    Ok(())
                }
            };
            if let Err(why) = confirmed {
                tracing::warn!(?hint, %why, "a hint of another node could not be looked into");
            }
        });
    }

    async fn confirm_begin(&self, account: AccountId, game: GameId) -> Result<(), TableError> {
        let Some(row) = self.store.game(game).await? else { return Ok(()) };
        let sits = [row.seats.red, row.seats.white].iter().any(|s| s.account() == Some(account));
        if sits && row.ending.is_none() && (now() - row.created).abs() < NEWS {
            self.crowd.tell(account, FromServer::Begin { game });
        }
        Ok(())
    }

    async fn confirm_turn(&self, account: AccountId, game: GameId) -> Result<(), TableError> {
        let Some(row) = self.store.game(game).await? else { return Ok(()) };
        let sits = [row.seats.red, row.seats.white].iter().any(|s| s.account() == Some(account));
        if !sits || row.ending.is_some() {
            return Ok(());
        }
        let (table, _) = self.tables.look(game).await?;
        if let Some(side) = table.turn()
            && table.setup().seats()[side] == Seated::Account(account)
        {
            self.crowd.tell(account, FromServer::Turn { game });
        }
        Ok(())
    }

    /// The credentials or the name of an account have changed: closes its connections whose
    /// credential is no longer valid or whose name is outdated, and shows the new name. On all
    /// nodes.
    pub fn changed(&self, account: AccountId) {
        let app = self.clone();
        tokio::spawn(async move {
            if let Err(why) = app.look_again(account).await {
                tracing::warn!(%account, %why, "a changed account could not be looked up");
            }
        });
        self.tables.publish_changed(account);
    }

    async fn look_again(&self, account: AccountId) -> Result<(), TableError> {
        for connection in self.crowd.connections_of(account) {
            if !self.may_stay(&connection).await? {
                send_away(&connection);
            }
        }
        self.tables.rename(account).await
    }

    /// Closes all connections whose credentials are no longer valid: sessions expire, a notice of a
    /// revocation may be lost, and a token may be revoked while its connection is being opened.
    pub(crate) async fn check_credentials(&self) {
        for connection in self.crowd.everybody() {
            // While the database is away, everybody stays.
            if let Ok(false) = self.may_stay(&connection).await {
                send_away(&connection);
            }
        }
    }

    /// Whether the credential of a connection is still valid, and its account unchanged.
    async fn may_stay(&self, connection: &AccountConnection) -> Result<bool, StoreError> {
        let owner = match &connection.pass {
            Pass::Session(hash) => self.store.session(hash, now()).await?.map(|(_, owner)| owner),
            Pass::Token(hash) => self.store.token(hash).await?.map(|(_, owner)| owner),
        };
        Ok(owner.is_some_and(|owner| {
            owner.name == connection.person.name && owner.kind == connection.person.kind
        }))
    }
}

fn send_away(connection: &AccountConnection) {
    let reason = "the keys of this account have changed; come back".into();
    connection.subscriber.send(FromServer::Bye { reason, again: true });
}
