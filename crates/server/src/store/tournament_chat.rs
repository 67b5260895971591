use bosworth_protocol::Person;
use bosworth_protocol::tournament::TournamentChatLine;
use bosworth_table::AccountId;
use bosworth_tournament::TournamentId;

use super::retry::{STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, change, only, rows};
use super::{Store, StoreError};

use crate::limits::{MAX_CHAT_LINES, MAX_CHAT_LINES_PER_ACCOUNT};

/// Lines per page.
const CHAT_LINES_PER_PAGE: i64 = 200;

/// The outcome of adding a line.
enum Added {
    As(u32),
    Full,
    /// Another line took its number.
    Taken,
}

impl Store {
    /// Adds a line to the chat of a tournament. Returns its number, or `None` if the chat is full.
    pub async fn add_chat_line(
        &self,
        event: TournamentId,
        account: AccountId,
        text: &str,
        at: i64,
    ) -> Result<Option<u32>, StoreError> {
        // Not idempotent: retried only if another line took the number.
        for _ in 0..20 {
            let (store, text) = (self.clone(), text.to_owned());
            let added = finish(async move {
                within(STATEMENT_TIMEOUT, store.add_chat_line_once(event, account, &text, at)).await
            });
            match added.await? {
                Added::As(number) => return Ok(Some(number)),
                Added::Full => return Ok(None),
                Added::Taken => {}
            }
        }
        Ok(None)
    }

    async fn add_chat_line_once(
        &self,
        event: TournamentId,
        account: AccountId,
        text: &str,
        at: i64,
    ) -> Result<Added, StoreError> {
        let id = event.as_str();
        let mut transaction = self.pools.begin().await?;
        let sql = "SELECT COUNT(*) FROM event_lines WHERE event = $1";
        let count = only::<i64>(&rows(&mut transaction, sql, &[id.into()]).await?)?.unwrap_or(0);
        let sql = "SELECT COUNT(*) FROM event_lines WHERE event = $1 AND account = $2";
        let own = rows(&mut transaction, sql, &[id.into(), account.into()]).await?;
        if count >= MAX_CHAT_LINES || only::<i64>(&own)?.unwrap_or(0) >= MAX_CHAT_LINES_PER_ACCOUNT
        {
            transaction.rollback().await?;
            return Ok(Added::Full);
        }
        let sql = "INSERT INTO event_lines (event, seq, at, account, body) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let values = [id.into(), count.into(), at.into(), account.into(), text.into()];
        let added = change(&mut transaction, sql, &values).await? > 0;
        transaction.commit().await?;
        Ok(if added { Added::As(count as u32) } else { Added::Taken })
    }

    /// Returns the number of lines in the chat of a tournament.
    pub async fn count_chat_lines(&self, event: TournamentId) -> Result<u32, StoreError> {
        let sql = "SELECT COUNT(*) FROM event_lines WHERE event = $1";
        let rows = self.pools.read(sql, &[event.as_str().into()]).await?;
        Ok(only::<i64>(&rows)?.unwrap_or(0) as u32)
    }

    /// Returns the author of a chat line, unless it was removed.
    pub async fn chat_author(
        &self,
        event: TournamentId,
        line: u32,
    ) -> Result<Option<AccountId>, StoreError> {
        let sql = "SELECT account FROM event_lines \
                   WHERE event = $1 AND seq = $2 AND body <> ''";
        let rows = self.pools.read(sql, &[event.as_str().into(), i64::from(line).into()]).await?;
        rows.first().map(|row| row.account("account")).transpose()
    }

    /// Returns a page of the chat of a tournament, from a line on, without removed lines.
    pub async fn chat_lines(
        &self,
        event: TournamentId,
        from: u32,
    ) -> Result<Vec<TournamentChatLine>, StoreError> {
        let sql = "SELECT seq, at, account, body FROM event_lines \
                   WHERE event = $1 AND seq >= $2 AND body <> '' ORDER BY seq LIMIT $3";
        let values = [event.as_str().into(), i64::from(from).into(), CHAT_LINES_PER_PAGE.into()];
        let found = self.pools.read(sql, &values).await?;
        let mut authors = Vec::with_capacity(found.len());
        for row in &found {
            authors.push(row.account("account")?);
        }
        authors.sort_unstable();
        authors.dedup();
        let accounts = self.accounts_among(&authors).await?;
        let line = |row: &sqlx::any::AnyRow| {
            let author = row.account("account")?;
            let by = accounts.iter().find(|account| account.id == author).map(Person::from);
            let (seq, at) = (row.int("seq")? as u32, row.int("at")?);
            Ok(TournamentChatLine { seq, at, by, text: row.text("body")? })
        };
        found.iter().map(line).collect()
    }
}
