use bosworth_protocol::{AccountRole, OwnReport, ReportReason, ReportView};
use bosworth_table::{AccountId, GameId};

use super::account::role_to_number;
use super::sql_value::Columns;
use super::{Store, StoreError};

use crate::limits::{MAX_OPEN_REPORTS, MAX_OPEN_REPORTS_PER_ACCOUNT};

/// How long closed reports are kept, in milliseconds.
const CLOSED_REPORT_RETENTION_MS: i64 = 90 * 86_400_000;

/// A report to store.
#[derive(Debug, Clone)]
pub struct NewReport {
    /// Its id.
    pub id: String,
    /// The time.
    pub at: i64,
    /// The reporting account.
    pub reporter: AccountId,
    /// The reported account.
    pub account: AccountId,
    /// The subject.
    pub reason: ReportReason,
    /// The game.
    pub game: Option<GameId>,
    /// The description.
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
        _ => Err(StoreError::Corrupt(format!("{name:?} is not a reason for a report"))),
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

    /// Returns the open reports, oldest first; `about_less_than` leaves out those about accounts
    /// with this role or a higher one, and about their bots.
    pub async fn reports(
        &self,
        about_less_than: Option<AccountRole>,
        limit: u32,
    ) -> Result<Vec<ReportView>, StoreError> {
        let sql = "SELECT reports.id AS id, at, reason, game, body, those.name AS name, \
                   whose.name AS reporter FROM reports \
                   JOIN accounts AS those ON those.id = reports.account \
                   JOIN accounts AS whose ON whose.id = reports.reporter \
                   LEFT JOIN accounts AS owners ON owners.id = those.owner \
                   WHERE reports.closed IS NULL \
                   AND COALESCE(those.role, 0) < $2 AND COALESCE(owners.role, 0) < $2 \
                   ORDER BY at, reports.id LIMIT $1";
        let below = about_less_than.map_or(i64::MAX, role_to_number);
        let rows = self.pools.read(sql, &[i64::from(limit).into(), below.into()]).await?;
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

    /// Returns the latest reports of a reporter, newest first.
    pub async fn reports_by(
        &self,
        reporter: AccountId,
        limit: u32,
    ) -> Result<Vec<OwnReport>, StoreError> {
        let sql = "SELECT at, reason, reports.closed AS closed, name FROM reports \
                   JOIN accounts ON accounts.id = reports.account \
                   WHERE reporter = $1 ORDER BY at DESC, reports.id LIMIT $2";
        let rows = self.pools.read(sql, &[reporter.into(), i64::from(limit).into()]).await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(OwnReport {
                at: row.int("at")?,
                name: row.text("name")?,
                reason: reason(&row.text("reason")?)?,
                closed: row.int_or_none("closed")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Returns whom an open report is about.
    pub async fn reported_account(&self, report: &str) -> Result<Option<AccountId>, StoreError> {
        let sql = "SELECT account FROM reports WHERE id = $1 AND closed IS NULL";
        let rows = self.pools.read(sql, &[report.into()]).await?;
        rows.first().map(|row| row.account("account")).transpose()
    }
}
