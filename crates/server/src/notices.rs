//! Receives notices of other nodes. They are untrusted, because anyone with access to the bus can
//! publish them: nothing reaches a player before the database has confirmed it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use bosworth_protocol::FromServer;
use bosworth_table::{AccountId, GameId, Seated};
use bosworth_tournament::TournamentId;
use tokio::sync::Semaphore;

use crate::app::App;
use crate::bus::Notice;
use crate::connection_registry::{AccountConnection, Credential};
use crate::service_time::now;
use crate::store::StoreError;
use crate::tables::TableError;

/// The maximum number of pending notices; further ones are dropped.
const MAX_PENDING_NOTICES: usize = 1024;
/// The maximum number of notices that are verified concurrently.
const MAX_CONCURRENT_VERIFICATIONS: usize = 8;
/// The maximum age of a game that is announced to its players, in milliseconds.
const MAX_ANNOUNCED_GAME_AGE_MS: i64 = 60_000;

/// Notices waiting to be verified: deduplicated and bounded.
#[derive(Clone, Debug)]
pub(crate) struct PendingNotices {
    pending: Arc<Mutex<HashSet<UnverifiedNotice>>>,
    permits: Arc<Semaphore>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum UnverifiedNotice {
    Begin(AccountId, GameId),
    Turn(AccountId, GameId),
    Changed(AccountId),
    Tournament(TournamentId),
}

impl Default for PendingNotices {
    fn default() -> Self {
        Self {
            pending: Arc::default(),
            permits: Arc::new(Semaphore::new(MAX_CONCURRENT_VERIFICATIONS)),
        }
    }
}

impl App {
    pub(crate) async fn receive_notice(&self, from: u64, notice: Notice) {
        if from == self.node {
            return;
        }
        match notice {
            Notice::Entry { game, seq } => self.tables.receive_notice(game, seq),
            Notice::Seeks => self.lobby.offers_changed(),
            Notice::Begin { account, game } => self.verify(UnverifiedNotice::Begin(account, game)),
            Notice::Turn { account, game } => self.verify(UnverifiedNotice::Turn(account, game)),
            // It only makes clients reload their challenges, so there is nothing to verify.
            Notice::Challenges { account } => {
                self.connections.send_to(account, FromServer::Challenges);
            }
            Notice::Changed { account } => self.verify(UnverifiedNotice::Changed(account)),
            Notice::Tournament { tournament } => {
                self.verify(UnverifiedNotice::Tournament(tournament));
            }
            Notice::Lost { since } => {
                self.lobby.offers_changed();
                for tournament in self.connections.followed_tournaments() {
                    self.verify(UnverifiedNotice::Tournament(tournament));
                }
                // Credentials may have been revoked in the meantime.
                let app = self.clone();
                tokio::spawn(async move {
                    app.check_credentials().await;
                    if let Err(why) = app.announce_games_since(since).await {
                        tracing::warn!(%why, "cannot announce games that have begun meanwhile");
                    }
                });
                self.tables.check_all().await;
            }
        }
    }

    /// Verifies a notice if it is relevant to this node.
    fn verify(&self, notice: UnverifiedNotice) {
        let matters = match notice {
            UnverifiedNotice::Begin(account, _) | UnverifiedNotice::Turn(account, _) => {
                self.connections.is_connected(account)
            }
            UnverifiedNotice::Changed(account) => {
                self.connections.is_connected(account) || self.tables.seats(account)
            }
            UnverifiedNotice::Tournament(tournament) => self.connections.has_followers(tournament),
        };
        let pending = self.pending_notices.pending.clone();
        let pending_set = || pending.lock().unwrap_or_else(PoisonError::into_inner);
        if !matters || pending_set().len() >= MAX_PENDING_NOTICES || !pending_set().insert(notice) {
            return;
        }
        let app = self.clone();
        tokio::spawn(async move {
            let _permit = app.pending_notices.permits.acquire().await;
            // From here on, an equal notice is not a duplicate.
            app.pending_notices
                .pending
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(&notice);
            let confirmed = match notice {
                UnverifiedNotice::Begin(account, game) => app.confirm_begin(account, game).await,
                UnverifiedNotice::Turn(account, game) => app.confirm_turn(account, game).await,
                UnverifiedNotice::Changed(account) => app.recheck_account(account).await,
                UnverifiedNotice::Tournament(tournament) => {
                    app.tournaments.send_extent_here(tournament).await;
                    Ok(())
                }
            };
            if let Err(why) = confirmed {
                tracing::warn!(?notice, %why, "cannot verify a notice of another node");
            }
        });
    }

    async fn confirm_begin(&self, account: AccountId, game: GameId) -> Result<(), TableError> {
        let Some(row) = self.store.game(game).await? else { return Ok(()) };
        let is_player =
            [row.seats.red, row.seats.white].iter().any(|s| s.account() == Some(account));
        if is_player
            && row.ending.is_none()
            && (now() - row.created).abs() < MAX_ANNOUNCED_GAME_AGE_MS
        {
            let begins = self.tables.room(game).await?.begins();
            self.connections.announce_game(account, game, begins);
        }
        Ok(())
    }

    /// Announces games of accounts that are connected here, unless they know of them.
    async fn announce_games_since(&self, since: i64) -> Result<(), TableError> {
        for row in self.store.open_games_since(since).await? {
            for seat in [row.seats.red, row.seats.white] {
                if let Seated::Account(account) = seat
                    && self.connections.is_connected(account)
                {
                    let begins = self.tables.room(row.id).await?.begins();
                    self.connections.announce_game(account, row.id, begins);
                }
            }
        }
        Ok(())
    }

    async fn confirm_turn(&self, account: AccountId, game: GameId) -> Result<(), TableError> {
        let Some(row) = self.store.game(game).await? else { return Ok(()) };
        let is_player =
            [row.seats.red, row.seats.white].iter().any(|s| s.account() == Some(account));
        if !is_player || row.ending.is_some() {
            return Ok(());
        }
        let (table, _) = self.tables.snapshot(game).await?;
        if let Some(side) = table.turn()
            && table.setup().seats()[side] == Seated::Account(account)
        {
            self.connections.send_to(account, FromServer::Turn { game });
        }
        Ok(())
    }

    /// The credentials or the name of an account have changed: closes its outdated connections and
    /// shows the new name, on all nodes.
    pub fn account_changed(&self, account: AccountId) {
        let app = self.clone();
        tokio::spawn(async move {
            if let Err(why) = app.recheck_account(account).await {
                tracing::warn!(%account, %why, "cannot look up a changed account");
            }
        });
        self.tables.publish_changed(account);
    }

    async fn recheck_account(&self, account: AccountId) -> Result<(), TableError> {
        for connection in self.connections.connections_of(account) {
            if !self.is_valid(&connection).await? {
                close_outdated(&connection);
            }
        }
        self.tables.rename(account).await
    }

    /// Closes all connections with invalid credentials: sessions expire, the notice of a revocation
    /// may be lost, and a token may be revoked while its connection is being opened.
    pub(crate) async fn check_credentials(&self) {
        for connection in self.connections.all() {
            // During a database outage, connections stay open.
            if let Ok(false) = self.is_valid(&connection).await {
                close_outdated(&connection);
            }
        }
    }

    /// Whether the credential of a connection is still valid, and its account unchanged.
    async fn is_valid(&self, connection: &AccountConnection) -> Result<bool, StoreError> {
        let owner = match &connection.credential {
            Credential::Session(hash) => {
                self.store.session(hash, now()).await?.map(|(_, owner)| owner)
            }
            Credential::Token(hash) => self.store.token(hash).await?.map(|(_, owner)| owner),
        };
        Ok(owner.is_some_and(|owner| {
            owner.name == connection.person.name && owner.kind == connection.person.kind
        }))
    }
}

fn close_outdated(connection: &AccountConnection) {
    let reason = "your session has changed; please reconnect".into();
    connection.subscriber.send(FromServer::Bye { reason, again: true });
}
