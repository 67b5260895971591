use bosworth_table::{AccountId, GameId};
use bosworth_tournament::TournamentId;
use sqlx::any::AnyRow;

use super::game::GameRow;
use super::outbox::OutboxRow;
use super::retry::{Retry, STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, SqlValue, change, only, rows};
use super::stored_row::ReadRow;
use super::{AppendOutcome, Store, StoreError};

/// Ids per statement.
const IDS_PER_STATEMENT: usize = 100;

/// A tournament to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTournament {
    /// Its id.
    pub id: TournamentId,
    /// The organiser; `None` if the server organises it.
    pub organiser: Option<AccountId>,
    /// When it starts.
    pub starts: i64,
    /// The invitation required to enter, if any.
    pub invitation: Option<String>,
}

/// What the row of a tournament says about its latest state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentRow {
    /// The stage.
    pub stage: &'static str,
    /// The announced start time.
    pub starts: i64,
}

impl Store {
    /// Creates a tournament: its row and entry 0, both or neither.
    pub async fn create_tournament(
        &self,
        new: &NewTournament,
        first: &str,
    ) -> Result<AppendOutcome, StoreError> {
        let row = TournamentRow { stage: "coming", starts: new.starts };
        self.write_tournament_entry(new.id, 0, first, row, Some(new), Vec::new()).await
    }

    /// Appends an entry to the log of a tournament and stores its new row. The caller picks the
    /// sequence number: of several that append the same one, one wins. Resulting notifications are
    /// written in the same transaction.
    pub async fn append_to_tournament(
        &self,
        event: TournamentId,
        seq: u32,
        body: &str,
        row: TournamentRow,
        told: Vec<OutboxRow>,
    ) -> Result<AppendOutcome, StoreError> {
        self.write_tournament_entry(event, seq, body, row, None, told).await
    }

    async fn write_tournament_entry(
        &self,
        event: TournamentId,
        seq: u32,
        body: &str,
        row: TournamentRow,
        new: Option<&NewTournament>,
        told: Vec<OutboxRow>,
    ) -> Result<AppendOutcome, StoreError> {
        // Retrying is safe: an entry that was written before the connection broke is recognised.
        let attempt = || {
            let (store, body) = (self.clone(), body.to_owned());
            let (new, told) = (new.cloned(), told.clone());
            finish(async move {
                let new = new.as_ref();
                let written = store.write_tournament_entry_once(event, seq, &body, row, new, &told);
                within(STATEMENT_TIMEOUT, written).await
            })
        };
        Retry::new().run(attempt).await
    }

    async fn write_tournament_entry_once(
        &self,
        event: TournamentId,
        seq: u32,
        body: &str,
        row: TournamentRow,
        new: Option<&NewTournament>,
        told: &[OutboxRow],
    ) -> Result<AppendOutcome, StoreError> {
        let (id, number) = (event.as_str(), i64::from(seq));
        let mut transaction = self.pools.begin().await?;
        if let Some(new) = new {
            let sql = "INSERT INTO events (id, organiser, stage, starts, invitation) \
                       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
            let values = [
                id.into(),
                new.organiser.map(|organiser| organiser.0).into(),
                row.stage.into(),
                row.starts.into(),
                new.invitation.as_deref().into(),
            ];
            change(&mut transaction, sql, &values).await?;
        }
        let sql = "INSERT INTO event_entries (event, seq, body) VALUES ($1, $2, $3) \
                   ON CONFLICT DO NOTHING";
        let values = [id.into(), number.into(), body.into()];
        if change(&mut transaction, sql, &values).await? == 0 {
            let sql = "SELECT body FROM event_entries WHERE event = $1 AND seq = $2";
            let found = rows(&mut transaction, sql, &[id.into(), number.into()]).await?;
            let same = only::<String>(&found)?.is_some_and(|found| found == body);
            transaction.rollback().await?;
            return Ok(if same { AppendOutcome::Durable } else { AppendOutcome::Taken });
        }
        let sql = "UPDATE events SET stage = $2, starts = $3 \
                   WHERE id = $1 AND (stage <> $2 OR starts <> $3)";
        let values = [id.into(), row.stage.into(), row.starts.into()];
        change(&mut transaction, sql, &values).await?;
        for notification in told {
            notification.insert(&mut transaction).await?;
        }
        transaction.commit().await?;
        Ok(AppendOutcome::Durable)
    }

    /// Returns the log of a tournament from a sequence number on.
    pub async fn tournament_entries(
        &self,
        event: TournamentId,
        from: u32,
    ) -> Result<Vec<(u32, String)>, StoreError> {
        let sql = "SELECT seq, body FROM event_entries WHERE event = $1 AND seq >= $2 ORDER BY seq";
        let rows = self.pools.read(sql, &[event.as_str().into(), i64::from(from).into()]).await?;
        rows.iter().map(|row| Ok((row.int("seq")? as u32, row.text("body")?))).collect()
    }

    /// Returns the unfinished tournaments, earliest first.
    pub async fn open_tournaments(&self) -> Result<Vec<TournamentId>, StoreError> {
        let sql = "SELECT id FROM events WHERE stage <> 'over' ORDER BY starts, id";
        self.tournament_ids(sql, &[]).await
    }

    /// Returns the latest finished tournaments.
    pub async fn past_tournaments(&self, limit: u32) -> Result<Vec<TournamentId>, StoreError> {
        let sql = "SELECT id FROM events WHERE stage = 'over' ORDER BY starts DESC, id LIMIT $1";
        self.tournament_ids(sql, &[i64::from(limit).into()]).await
    }

    /// Returns the invitation required to enter a tournament, if any.
    pub async fn tournament_invitation(
        &self,
        event: TournamentId,
    ) -> Result<Option<String>, StoreError> {
        let sql = "SELECT invitation FROM events WHERE id = $1";
        let rows = self.pools.read(sql, &[event.as_str().into()]).await?;
        Ok(rows.first().map(|row| row.text_or_none("invitation")).transpose()?.flatten())
    }

    /// Returns the organiser of a tournament, unless the server organises it.
    pub async fn tournament_organiser(
        &self,
        event: TournamentId,
    ) -> Result<Option<AccountId>, StoreError> {
        let sql = "SELECT organiser FROM events WHERE id = $1";
        let rows = self.pools.read(sql, &[event.as_str().into()]).await?;
        let organiser = rows.first().map(|row| row.int_or_none("organiser")).transpose()?;
        Ok(organiser.flatten().map(AccountId))
    }

    /// Whether a tournament is over; `None` if it does not exist.
    pub async fn is_tournament_over(
        &self,
        event: TournamentId,
    ) -> Result<Option<bool>, StoreError> {
        let sql = "SELECT stage FROM events WHERE id = $1";
        let rows = self.pools.read(sql, &[event.as_str().into()]).await?;
        rows.first().map(|row| Ok(row.text("stage")? == "over")).transpose()
    }

    /// Returns the number of unfinished tournaments of an organiser.
    pub async fn open_tournaments_of(&self, organiser: AccountId) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM events WHERE organiser = $1 AND stage <> 'over'";
        let rows = self.pools.read(sql, &[organiser.into()]).await?;
        Ok(only::<i64>(&rows)?.unwrap_or(0))
    }

    async fn tournament_ids(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> Result<Vec<TournamentId>, StoreError> {
        let id = |row: &AnyRow| {
            let text = row.text("id")?;
            text.parse()
                .map_err(|_| StoreError::Corrupt(format!("{text:?} is not a tournament id")))
        };
        self.pools.read(sql, values).await?.iter().map(id).collect()
    }

    /// Returns those of these games that exist.
    pub async fn games_among(&self, ids: &[GameId]) -> Result<Vec<GameRow>, StoreError> {
        let columns = GameRow::selected();
        let mut games = Vec::with_capacity(ids.len());
        for ids in ids.chunks(IDS_PER_STATEMENT) {
            let places = (1..=ids.len()).map(|place| format!("${place}"));
            let places = places.collect::<Vec<_>>().join(", ");
            let sql = format!("SELECT {columns} FROM games WHERE id IN ({places})");
            let values: Vec<_> = ids.iter().map(SqlValue::from).collect();
            for row in &self.pools.read(&sql, &values).await? {
                games.push(GameRow::read(row)?);
            }
        }
        Ok(games)
    }
}
