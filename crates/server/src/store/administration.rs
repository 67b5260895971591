use bosworth_protocol::{AccountRole, AuditLine, InvitationView, PeopleFilter};
use bosworth_table::{AccountId, GameId};
use bosworth_tournament::TournamentId;
use sqlx::AnyConnection;

use super::account::{Account, insert_account, role_to_number};
use super::outbox::{OutboxContent, OutboxRow};
use super::retry::{STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, change, only, rows};
use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::token::insert_token;
use super::{MailAddress, NewAccount, Store, StoreError, Token};
use crate::auth::account_name::skeleton;
use crate::limits::{MAX_AUDIT_LOG_LINES, MAX_INVITATIONS, MAX_TOKENS};

/// A change made by the host.
#[derive(Debug, Clone)]
pub enum AdminChange {
    /// Disable an account since then, or enable it.
    Disable(AccountId, Option<i64>),
    /// Mute an account since then, or unmute it.
    Mute(AccountId, Option<i64>),
    /// End all sessions of an account.
    Logout(AccountId),
    /// Give an account a role, or take it away.
    Role(AccountId, Option<AccountRole>),
    /// Rename an account; the second text is the key of the name.
    Rename(AccountId, String, String),
    /// Replace a password by this hash, and revoke all sessions.
    Password(AccountId, String),
    /// Create a token.
    Token(Token),
    /// Revoke a token.
    Revoke(AccountId, String),
    /// Create a person, and send a link to choose a password to the address if there is one.
    Person(NewAccount, Option<MailAddress>),
    /// Create a bot with its token.
    Bot(NewAccount, Token),
    /// Replace a setting.
    Setting(&'static str, String),
    /// Create an invitation: id, hash of its code, creation time, expiry and number of uses.
    Invite(String, String, i64, i64, i64),
    /// Withdraw an invitation.
    Uninvite(String),
    /// Close a report.
    Resolve(String, i64),
    /// Replace an entry of a game, whose old text is the first, by one without its chat line.
    EraseFromGame(GameId, u32, String, String),
    /// Remove a chat line of a tournament.
    EraseFromTournament(TournamentId, u32),
    /// The action is pending until a node carries it out.
    Order,
}

/// A line of the audit log about a change.
#[derive(Debug, Clone)]
pub struct NewAuditLine {
    /// The time.
    pub at: i64,
    /// The actor.
    pub actor: String,
    /// The action.
    pub action: &'static str,
    /// The affected account.
    pub account: Option<AccountId>,
    /// The affected game.
    pub game: Option<GameId>,
    /// Further details, in words.
    pub detail: String,
    /// Why, if a reason was given.
    pub reason: Option<String>,
}

stored_row! {
    impl InvitationView from "invitations" { id, uses, expires, }
}

stored_row! {
    impl AuditLine in "audit_log" {
        seq, at, actor, action, account, game, detail, reason, pending,
    }
}

impl Store {
    /// Makes a change and writes its line in the audit log, both or neither. Returns the number of
    /// the line; `None` if there was nothing to change.
    pub async fn administer(
        &self,
        change: AdminChange,
        line: NewAuditLine,
    ) -> Result<Option<i64>, StoreError> {
        let store = self.clone();
        finish(within(
            STATEMENT_TIMEOUT,
            async move { store.administer_once(&change, &line).await },
        ))
        .await
    }

    async fn administer_once(
        &self,
        wanted: &AdminChange,
        line: &NewAuditLine,
    ) -> Result<Option<i64>, StoreError> {
        let mut transaction = self.pools.begin().await?;
        if self.pools.is_postgres() {
            // Lines are numbered consecutively, so that followers miss none.
            rows(
                &mut transaction,
                "SELECT 1 FROM (SELECT pg_advisory_xact_lock(1486)) AS held",
                &[],
            )
            .await?;
        }
        let changed = wanted.apply(&mut transaction).await;
        let changed = changed
            .map_err(|why| if why.is_unique_violation() { StoreError::NameTaken } else { why })?;
        if !changed {
            transaction.rollback().await?;
            return Ok(None);
        }
        let last = rows(&mut transaction, "SELECT MAX(seq) FROM audit_log", &[]).await?;
        let seq = only::<Option<i64>>(&last)?.flatten().unwrap_or(0) + 1;
        let sql = format!("INSERT INTO audit_log {}", AuditLine::inserted());
        let values = [
            seq.into(),
            line.at.into(),
            (&line.actor).into(),
            line.action.into(),
            line.account.map(|account| account.0).into(),
            line.game.as_ref().map(GameId::as_str).into(),
            (&line.detail).into(),
            line.reason.as_deref().into(),
            matches!(wanted, AdminChange::Order).into(),
        ];
        change(&mut transaction, &sql, &values).await?;
        let sql = "DELETE FROM audit_log WHERE seq <= $1 AND pending = 0";
        change(&mut transaction, sql, &[(seq - MAX_AUDIT_LOG_LINES).into()]).await?;
        transaction.commit().await?;
        Ok(Some(seq))
    }

    /// Returns the newest lines of the audit log before a number, newest first.
    pub async fn audit_lines(&self, before: i64, limit: u32) -> Result<Vec<AuditLine>, StoreError> {
        let sql = format!(
            "SELECT {} FROM audit_log WHERE seq < $1 ORDER BY seq DESC LIMIT $2",
            AuditLine::selected()
        );
        let rows = self.pools.read(&sql, &[before.into(), i64::from(limit).into()]).await?;
        rows.iter().map(AuditLine::read).collect()
    }

    /// Returns the lines of the audit log after a number, oldest first.
    pub async fn audit_lines_after(&self, seq: i64) -> Result<Vec<AuditLine>, StoreError> {
        let sql = format!(
            "SELECT {} FROM audit_log WHERE seq > $1 ORDER BY seq LIMIT 200",
            AuditLine::selected()
        );
        self.pools.read(&sql, &[seq.into()]).await?.iter().map(AuditLine::read).collect()
    }

    /// Returns the actions that a node has yet to carry out.
    pub async fn pending_orders(&self) -> Result<Vec<AuditLine>, StoreError> {
        let sql = format!(
            "SELECT {} FROM audit_log WHERE pending = 1 ORDER BY seq LIMIT 200",
            AuditLine::selected()
        );
        self.pools.read(&sql, &[]).await?.iter().map(AuditLine::read).collect()
    }

    /// Marks an action as carried out, or as impossible.
    pub async fn carried_out(&self, seq: i64) -> Result<(), StoreError> {
        let sql = "UPDATE audit_log SET pending = 0 WHERE seq = $1";
        self.pools.write(sql, &[seq.into()]).await.map(drop)
    }

    /// Returns the accounts whose names contain a text, after a name, sorted by name; all if the
    /// text is empty. Closed accounts are left out.
    pub async fn find_accounts(
        &self,
        text: &str,
        only: Option<PeopleFilter>,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Account>, StoreError> {
        let only = match only {
            None => "",
            Some(PeopleFilter::Disabled) => "AND disabled IS NOT NULL ",
            Some(PeopleFilter::Muted) => "AND muted IS NOT NULL ",
            Some(PeopleFilter::Role) => "AND role IS NOT NULL ",
        };
        let sql = format!(
            "SELECT {} FROM accounts WHERE closed IS NULL AND name_key > $1 {only}\
             AND ($2 = '' OR name_key LIKE '%' || $2 || '%' ESCAPE '\\') \
             ORDER BY name_key LIMIT $3",
            Account::selected()
        );
        let text = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let values = [after.into(), (&text).into(), i64::from(limit).into()];
        self.pools.read(&sql, &values).await?.iter().map(Account::read).collect()
    }

    /// Returns the host's settings, by name.
    pub async fn settings(&self) -> Result<Vec<(String, String)>, StoreError> {
        let rows = self.pools.read("SELECT name, value FROM settings ORDER BY name", &[]).await?;
        rows.iter().map(|row| Ok((row.text("name")?, row.text("value")?))).collect()
    }

    /// Returns the valid invitations.
    pub async fn invitations(&self, now: i64) -> Result<Vec<InvitationView>, StoreError> {
        let sql = format!(
            "SELECT {} FROM invitations WHERE uses > 0 AND expires > $1 ORDER BY created, id",
            InvitationView::selected()
        );
        self.pools.read(&sql, &[now.into()]).await?.iter().map(InvitationView::read).collect()
    }

    /// Uses an invitation once. Returns whether it was valid.
    pub async fn use_invitation(&self, hash: &str, now: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE invitations SET uses = uses - 1 \
                   WHERE hash = $1 AND uses > 0 AND expires > $2";
        Ok(self.pools.write_once(sql, &[hash.into(), now.into()]).await? > 0)
    }

    /// Returns a use of an invitation: no account was created with it.
    pub async fn return_invitation(&self, hash: &str) -> Result<(), StoreError> {
        let sql = "UPDATE invitations SET uses = uses + 1 WHERE hash = $1";
        self.pools.write_once(sql, &[hash.into()]).await.map(drop)
    }
}

impl AdminChange {
    /// Makes the change. Returns whether there was anything to change.
    async fn apply(&self, connection: &mut AnyConnection) -> Result<bool, StoreError> {
        let changed = match self {
            Self::Disable(id, since) => {
                if since.is_some() {
                    let sql = "DELETE FROM seeks WHERE account = $1";
                    change(connection, sql, &[(*id).into()]).await?;
                }
                let sql = "UPDATE accounts SET disabled = $2 WHERE id = $1 AND closed IS NULL";
                change(connection, sql, &[(*id).into(), (*since).into()]).await?
            }
            Self::Mute(id, since) => {
                let sql = "UPDATE accounts SET muted = $2 WHERE id = $1 AND closed IS NULL";
                change(connection, sql, &[(*id).into(), (*since).into()]).await?
            }
            Self::Logout(id) => {
                change(connection, "DELETE FROM sessions WHERE account = $1", &[(*id).into()])
                    .await?;
                1
            }
            Self::Role(id, role) => {
                let sql = "UPDATE accounts SET role = $2 WHERE id = $1 AND closed IS NULL";
                let values = [(*id).into(), role.map(role_to_number).into()];
                change(connection, sql, &values).await?
            }
            Self::Rename(id, name, key) => {
                let skeleton = skeleton(name);
                let values = [(*id).into(), name.into(), key.into(), (&skeleton).into()];
                let sql = "UPDATE accounts SET name = $2, name_key = $3, skeleton = $4 \
                           WHERE id = $1 AND closed IS NULL";
                change(connection, sql, &values).await?
            }
            Self::Password(id, phc) => {
                change(connection, "DELETE FROM sessions WHERE account = $1", &[(*id).into()])
                    .await?;
                let sql = "UPDATE accounts SET password = $2 WHERE id = $1 AND closed IS NULL";
                change(connection, sql, &[(*id).into(), phc.into()]).await?
            }
            Self::Token(token) => insert_token(connection, token, MAX_TOKENS).await?,
            Self::Revoke(account, id) => {
                let sql = "DELETE FROM tokens WHERE account = $1 AND id = $2";
                change(connection, sql, &[(*account).into(), id.into()]).await?
            }
            Self::Person(new, mail) => {
                let created = insert_account(connection, new).await?;
                if let Some(mail) = mail {
                    mail.insert(connection).await?;
                    let (account, at) = (new.id, new.created);
                    let link = OutboxRow::new(account, OutboxContent::Welcome, at, at, at);
                    link.insert(connection).await?;
                }
                created
            }
            Self::Bot(new, token) => {
                insert_account(connection, new).await?;
                insert_token(connection, token, MAX_TOKENS).await?
            }
            Self::Setting(name, value) => {
                let sql = "INSERT INTO settings (name, value) VALUES ($1, $2) \
                           ON CONFLICT (name) DO UPDATE SET value = excluded.value";
                change(connection, sql, &[(*name).into(), value.into()]).await?
            }
            Self::Invite(id, hash, at, expires, uses) => {
                let gone = "DELETE FROM invitations WHERE uses <= 0 OR expires <= $1";
                change(connection, gone, &[(*at).into()]).await?;
                let sql = "INSERT INTO invitations (id, hash, created, expires, uses) \
                           SELECT $1, $2, $3, $4, $5 \
                           WHERE (SELECT COUNT(*) FROM invitations) < $6";
                let values = [
                    id.into(),
                    hash.into(),
                    (*at).into(),
                    (*expires).into(),
                    (*uses).into(),
                    MAX_INVITATIONS.into(),
                ];
                change(connection, sql, &values).await?
            }
            Self::Uninvite(id) => {
                change(connection, "DELETE FROM invitations WHERE id = $1", &[id.into()]).await?
            }
            Self::Resolve(id, at) => {
                let sql = "UPDATE reports SET closed = $2 WHERE id = $1 AND closed IS NULL";
                change(connection, sql, &[id.into(), (*at).into()]).await?
            }
            Self::EraseFromGame(game, seq, before, after) => {
                let sql = "UPDATE entries SET body = $4 \
                           WHERE game = $1 AND seq = $2 AND body = $3";
                let values = [game.into(), i64::from(*seq).into(), before.into(), after.into()];
                change(connection, sql, &values).await?
            }
            Self::EraseFromTournament(event, seq) => {
                let sql = "UPDATE event_lines SET body = '' \
                           WHERE event = $1 AND seq = $2 AND body <> ''";
                change(connection, sql, &[event.as_str().into(), i64::from(*seq).into()]).await?
            }
            Self::Order => 1,
        };
        Ok(changed > 0)
    }
}
