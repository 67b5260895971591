use bosworth_protocol::{ReportReason, ReportView};
use bosworth_table::{AccountId, GameId};

use super::sql_value::Columns;
use super::{Store, StoreError};

/// The open reports of an account, and of all together.
const MAX_OPEN_REPORTS_PER_ACCOUNT: i64 = 20;
const MAX_OPEN_REPORTS: i64 = 5_000;
/// How long closed reports are kept, in milliseconds.
const CLOSED_REPORT_RETENTION_MS: i64 = 90 * 86_400_000;
/// The accounts that one account has blocked.
const MAX_BLOCKS: i64 = 200;

/// A report to store.
#[derive(Debug, Clone)]
pub struct NewReport {
    /// Its id.
    pub id: String,
    /// When.
    pub at: i64,
    /// Whose.
    pub reporter: AccountId,
    /// About whom.
    pub account: AccountId,
    /// About what.
    pub reason: ReportReason,
    /// In which game.
    pub game: Option<GameId>,
    /// In words.
    pub text: String,
}

fn name(reason: ReportReason) -> &'static str {
    match reason {
        ReportReason::Name => "name",
        ReportReason::Chat => "chat",
        ReportReason::Play => "play",
    }
}

fn reason(name: &str) -> Result<ReportReason, StoreError> {
    match name {
        "name" => Ok(ReportReason::Name),
        "chat" => Ok(ReportReason::Chat),
        "play" => Ok(ReportReason::Play),
        _ => Err(StoreError::Corrupt(format!("{name:?} is no reason of a report"))),
    }
}

impl Store {
    /// Stores a report, unless too many are open. Returns whether it was stored.
    pub async fn put_report(&self, new: &NewReport) -> Result<bool, StoreError> {
        let sql = "DELETE FROM reports WHERE closed < $1";
        self.pools.write(sql, &[(new.at - CLOSED_REPORT_RETENTION_MS).into()]).await?;
        let sql = "INSERT INTO reports (id, at, reporter, account, reason, game, body) \
                   SELECT $1, $2, $3, $4, $5, $6, $7 WHERE \
                   (SELECT COUNT(*) FROM reports WHERE closed IS NULL AND reporter = $3) < $8 \
                   AND (SELECT COUNT(*) FROM reports WHERE closed IS NULL) < $9";
        let values = [
            (&new.id).into(),
            new.at.into(),
            new.reporter.into(),
            new.account.into(),
            name(new.reason).into(),
            new.game.as_ref().map(GameId::as_str).into(),
            (&new.text).into(),
            MAX_OPEN_REPORTS_PER_ACCOUNT.into(),
            MAX_OPEN_REPORTS.into(),
        ];
        Ok(self.change_locked(new.reporter, sql, &values).await? > 0)
    }

    /// The open reports, the oldest first.
    pub async fn reports(&self, limit: u32) -> Result<Vec<ReportView>, StoreError> {
        let sql = "SELECT reports.id AS id, at, reason, game, body, those.name AS name, \
                   whose.name AS reporter FROM reports \
                   JOIN accounts AS those ON those.id = reports.account \
                   JOIN accounts AS whose ON whose.id = reports.reporter \
                   WHERE reports.closed IS NULL ORDER BY at, reports.id LIMIT $1";
        let rows = self.pools.read(sql, &[i64::from(limit).into()]).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let game = match row.text_or_none("game")? {
                Some(_) => Some(row.game("game")?),
                None => None,
            };
            Ok(ReportView {
                id: row.text("id")?,
                at: row.int("at")?,
                by: row.text("reporter")?,
                name: row.text("name")?,
                reason: reason(&row.text("reason")?)?,
                game,
                text: row.text("body")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Blocks an account for another one. Returns whether there was room.
    pub async fn block(
        &self,
        account: AccountId,
        blocked: AccountId,
        at: i64,
    ) -> Result<bool, StoreError> {
        if self.has_blocked(account, blocked).await? {
            return Ok(true);
        }
        let sql = "INSERT INTO blocks (account, blocked, at) SELECT $1, $2, $3 \
                   WHERE (SELECT COUNT(*) FROM blocks WHERE account = $1) < $4 \
                   ON CONFLICT DO NOTHING";
        let values = [account.into(), blocked.into(), at.into(), MAX_BLOCKS.into()];
        Ok(self.change_locked(account, sql, &values).await? > 0)
    }

    /// Takes a block back. Returns whether there was one.
    pub async fn unblock(
        &self,
        account: AccountId,
        blocked: AccountId,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM blocks WHERE account = $1 AND blocked = $2";
        Ok(self.pools.write(sql, &[account.into(), blocked.into()]).await? > 0)
    }

    /// The names of those whom an account has blocked.
    pub async fn blocked_by(&self, account: AccountId) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT accounts.name AS name FROM blocks \
                   JOIN accounts ON accounts.id = blocks.blocked \
                   WHERE account = $1 AND closed IS NULL ORDER BY accounts.name";
        self.pools.read(sql, &[account.into()]).await?.iter().map(|row| row.text("name")).collect()
    }

    /// Whether an account has blocked another one.
    pub async fn has_blocked(
        &self,
        account: AccountId,
        other: AccountId,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 AS one FROM blocks WHERE account = $1 AND blocked = $2";
        Ok(!self.pools.read(sql, &[account.into(), other.into()]).await?.is_empty())
    }

    /// Whether one of two accounts has blocked the other.
    pub async fn has_block_between(
        &self,
        one: AccountId,
        other: AccountId,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 AS one FROM blocks WHERE (account = $1 AND blocked = $2) \
                   OR (account = $2 AND blocked = $1)";
        Ok(!self.pools.read(sql, &[one.into(), other.into()]).await?.is_empty())
    }
}
