//! Group commit: all queued appends become one transaction, so that one fsync serves many games.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;
use std::time::Instant;

use bosworth_table::GameId;
use sqlx::AnyConnection;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument;

use super::StoreError;
use super::checkpoint::Checkpoint;
use super::game::{NewGameRow, StoredEnd};
use super::log::AppendOutcome;
use super::outbox::OutboxRow;
use super::pools::Pools;
use super::retry::{Retry, STATEMENT_TIMEOUT, within};
use super::sql_value::{Columns, SqlValue, arguments, change, rows};
use crate::prometheus::record_duration;
use crate::trace;

/// The maximum number of entries in one transaction.
const MAX_BATCH_ENTRIES: usize = 1024;

/// The queue capacity, beyond which writers wait (backpressure).
const WRITE_QUEUE_CAPACITY: usize = 8 * MAX_BATCH_ENTRIES;

/// PostgreSQL commits in parallel; SQLite has one writer.
const POSTGRES_WRITERS: usize = 4;

/// Rows per statement: a few sizes, so that each is prepared once.
const CHUNK_SIZES: [usize; 5] = [256, 64, 16, 4, 1];

/// Rows written in the same transaction as an entry.
#[derive(Debug)]
pub(super) enum SideWrite {
    Create(Box<NewGameRow>),
    End(Box<StoredEnd>),
    /// The rematch that the entry agrees on, and its first entry.
    Next(Box<NewGameRow>, String),
    /// The entry reveals the secret and makes the game public.
    Unseal,
}

#[derive(Debug)]
struct AppendJob {
    game: GameId,
    seq: u32,
    body: String,
    side_write: Option<SideWrite>,
    /// Notifications caused by the entry.
    notifications: Vec<OutboxRow>,
    answer: oneshot::Sender<Result<AppendOutcome, StoreError>>,
}

impl AppendJob {
    fn name(&self) -> (GameId, u32) {
        (self.game, self.seq)
    }
}

#[derive(Debug)]
enum WriterMessage {
    Append(AppendJob),
    Stop(oneshot::Sender<()>),
}

/// The writer tasks. Games are sharded: each always has the same one.
#[derive(Debug)]
pub(super) struct Writers {
    queues: Vec<mpsc::Sender<WriterMessage>>,
}

impl Writers {
    pub(super) fn start(pools: &Pools) -> Self {
        let count = if pools.is_postgres() { POSTGRES_WRITERS } else { 1 };
        let start = |_| {
            let (sender, receiver) = mpsc::channel(WRITE_QUEUE_CAPACITY);
            tokio::spawn(serve(pools.clone(), receiver));
            sender
        };
        Self { queues: (0..count).map(start).collect() }
    }

    pub(super) async fn append(
        &self,
        game: GameId,
        seq: u32,
        body: String,
        side_write: Option<SideWrite>,
        notifications: Vec<OutboxRow>,
    ) -> Result<AppendOutcome, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job = AppendJob { game, seq, body, side_write, notifications, answer };
        let queue = &self.queues[place(game, self.queues.len())];
        queue.send(WriterMessage::Append(job)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Flushes the queues and ends the tasks.
    pub(super) async fn stop(&self) {
        for queue in &self.queues {
            let (done, stopped) = oneshot::channel();
            if queue.send(WriterMessage::Stop(done)).await.is_ok() {
                let _ = stopped.await;
            }
        }
    }
}

fn place(game: GameId, count: usize) -> usize {
    let mut hasher = DefaultHasher::new();
    game.hash(&mut hasher);
    hasher.finish() as usize % count
}

async fn serve(pools: Pools, mut queue: mpsc::Receiver<WriterMessage>) {
    let mut messages = Vec::with_capacity(MAX_BATCH_ENTRIES);
    let mut stops = Vec::new();
    let mut checkpoint = Checkpoint::new(&pools);
    loop {
        let some = queue.recv_many(&mut messages, MAX_BATCH_ENTRIES).await > 0;
        let mut jobs = Vec::with_capacity(messages.len());
        for message in messages.drain(..) {
            match message {
                WriterMessage::Append(job) => jobs.push(job),
                WriterMessage::Stop(done) => stops.push(done),
            }
        }
        if !jobs.is_empty() {
            let (count, begun) = (jobs.len(), Instant::now());
            write(&pools, jobs).instrument(trace::commit(count)).await;
            record_duration("bosworth_commit_seconds", begun);
            if let Some(checkpoint) = &mut checkpoint {
                checkpoint.after(count).await;
            }
        }
        // A closed channel still yields its contents.
        if !stops.is_empty() {
            queue.close();
        }
        if !some {
            break;
        }
    }
    for done in stops {
        let _ = done.send(());
    }
}

/// Writes a batch of jobs and answers them all.
async fn write(pools: &Pools, mut jobs: Vec<AppendJob>) {
    // In a fixed order, so that nodes that write the same games cannot deadlock. The sort is
    // stable: of two jobs with the same sequence number the first one wins.
    jobs.sort_by_key(AppendJob::name);
    match commit_jobs(pools, &jobs).await {
        Ok(outcomes) => {
            for (job, outcome) in jobs.into_iter().zip(outcomes) {
                let _ = job.answer.send(Ok(outcome));
            }
        }
        // One bad job must not fail the others.
        Err(error) if jobs.len() > 1 && !error.is_outage() => {
            for job in jobs {
                let outcome = commit_jobs(pools, std::slice::from_ref(&job)).await;
                let _ = job.answer.send(outcome.map(|outcomes| outcomes[0]));
            }
        }
        Err(error) => {
            for job in jobs {
                let _ = job.answer.send(Err(error.clone()));
            }
        }
    }
}

/// Writes jobs in one transaction, retried while the database is down.
async fn commit_jobs(pools: &Pools, jobs: &[AppendJob]) -> Result<Vec<AppendOutcome>, StoreError> {
    let mut is_retry = false;
    let attempt = || {
        let retried = std::mem::replace(&mut is_retry, true);
        within(STATEMENT_TIMEOUT, commit_once(pools, jobs, retried))
    };
    Retry::new().run(attempt).await
}

async fn commit_once(
    pools: &Pools,
    jobs: &[AppendJob],
    is_retry: bool,
) -> Result<Vec<AppendOutcome>, StoreError> {
    if !is_retry && let Some(outcomes) = all_new(pools, jobs).await? {
        return Ok(outcomes);
    }
    let mut transaction = pools.begin().await?;
    let mut outcomes = insert_some(&mut transaction, jobs).await?;
    write_side_rows(&mut transaction, jobs, &outcomes).await?;
    if is_retry {
        // It is unknown whether the first attempt was committed. If it was, these are the entries
        // it wrote.
        for (index, job) in jobs.iter().enumerate() {
            let first = index == 0 || jobs[index - 1].name() != job.name();
            let unsure = first && outcomes[index] == AppendOutcome::Taken;
            if unsure && is_stored(&mut transaction, job).await? {
                outcomes[index] = AppendOutcome::Durable;
            }
        }
    }
    transaction.commit().await?;
    Ok(outcomes)
}

/// The fast path: nearly always all sequence numbers are free. Then the number of affected rows is
/// enough, and nothing has to be returned.
async fn all_new(
    pools: &Pools,
    jobs: &[AppendJob],
) -> Result<Option<Vec<AppendOutcome>>, StoreError> {
    let mut transaction = pools.begin().await?;
    for (sql, chunk) in chunks(&INSERT, jobs) {
        let query = sqlx::query_with(sql, arguments(chunk.iter().flat_map(values))?);
        if query.execute(&mut *transaction).await?.rows_affected() < chunk.len() as u64 {
            transaction.rollback().await?;
            return Ok(None);
        }
    }
    let outcomes = vec![AppendOutcome::Durable; jobs.len()];
    write_side_rows(&mut transaction, jobs, &outcomes).await?;
    transaction.commit().await?;
    Ok(Some(outcomes))
}

/// Writes the entries whose sequence numbers are free, and returns which.
async fn insert_some(
    connection: &mut AnyConnection,
    jobs: &[AppendJob],
) -> Result<Vec<AppendOutcome>, StoreError> {
    let mut written = Vec::new();
    for (sql, chunk) in chunks(&INSERT_RETURNING, jobs) {
        let query = sqlx::query_with(sql, arguments(chunk.iter().flat_map(values))?);
        for row in query.fetch_all(&mut *connection).await? {
            written.push((row.game("game")?, row.int("seq")? as u32));
        }
    }
    written.sort_unstable();
    let mut last = None;
    let outcome = |job: &AppendJob| {
        let name = job.name();
        // Sorted, so a duplicate directly follows the first.
        let second = last.replace(name) == Some(name);
        let new = !second && written.binary_search(&name).is_ok();
        if new { AppendOutcome::Durable } else { AppendOutcome::Taken }
    };
    Ok(jobs.iter().map(outcome).collect())
}

async fn is_stored(connection: &mut AnyConnection, job: &AppendJob) -> Result<bool, StoreError> {
    let sql = "SELECT body FROM entries WHERE game = $1 AND seq = $2";
    let found = rows(connection, sql, &[(&job.game).into(), i64::from(job.seq).into()]).await?;
    Ok(found.first().map(|row| row.text("body")).transpose()?.as_ref() == Some(&job.body))
}

/// Writes the additional rows of the entries that were written.
async fn write_side_rows(
    connection: &mut AnyConnection,
    jobs: &[AppendJob],
    outcomes: &[AppendOutcome],
) -> Result<(), StoreError> {
    for (job, outcome) in jobs.iter().zip(outcomes) {
        if *outcome == AppendOutcome::Taken {
            continue;
        }
        for notification in &job.notifications {
            notification.insert(connection).await?;
        }
        match &job.side_write {
            None => {}
            Some(SideWrite::Create(new)) => new.insert(connection).await?,
            Some(SideWrite::End(ending)) => ending.write(connection, job.game).await?,
            Some(SideWrite::Next(new, first)) => {
                new.insert(connection).await?;
                let sql = "INSERT INTO entries (game, seq, body) VALUES ($1, 0, $2)";
                change(connection, sql, &[(&new.id).into(), first.into()]).await?;
            }
            Some(SideWrite::Unseal) => {
                let sql = "UPDATE games SET sealed = NULL WHERE id = $1";
                change(connection, sql, &[(&job.game).into()]).await?;
            }
        }
    }
    Ok(())
}

type Statements = [(usize, String); CHUNK_SIZES.len()];

static INSERT: LazyLock<Statements> = LazyLock::new(|| statements(""));
static INSERT_RETURNING: LazyLock<Statements> =
    LazyLock::new(|| statements(" RETURNING game, seq"));

fn statements(end: &str) -> Statements {
    CHUNK_SIZES.map(|size| {
        let row = |row| format!("(${}, ${}, ${})", 3 * row + 1, 3 * row + 2, 3 * row + 3);
        let all = (0..size).map(row).collect::<Vec<_>>().join(", ");
        let begin = "INSERT INTO entries (game, seq, body) VALUES";
        (size, format!("{begin} {all} ON CONFLICT DO NOTHING{end}"))
    })
}

/// Jobs in chunks of the sizes that have a prepared statement.
fn chunks<'a>(
    statements: &'static Statements,
    mut jobs: &'a [AppendJob],
) -> impl Iterator<Item = (&'static str, &'a [AppendJob])> {
    std::iter::from_fn(move || {
        let (size, sql) = statements.iter().find(|(size, _)| *size <= jobs.len())?;
        let (chunk, rest) = jobs.split_at(*size);
        jobs = rest;
        Some((sql.as_str(), chunk))
    })
}

fn values(job: &AppendJob) -> [SqlValue<'_>; 3] {
    [(&job.game).into(), i64::from(job.seq).into(), (&job.body).into()]
}
