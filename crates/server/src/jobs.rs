//! Engine jobs: turns of the computer. They run in this process by default; with NATS, a work queue
//! distributes them to `bosworth worker` processes and redelivers the jobs of dead workers.
//! Scheduling is fair between accounts, and cheap jobs do not queue behind expensive ones.

mod fair_schedule;
mod job_queue;
mod nats_workers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bosworth_engine::Level;
use bosworth_rules::{Action, Position};
use bosworth_table::{AccountId, GameId};
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use crate::bus::NatsBus;
use crate::prometheus::record_duration;
use crate::trace;
use job_queue::{JobKey, JobQueue};

pub use nats_workers::work;

/// The delay before jobs are published over NATS again after a failure.
const NATS_RETRY_DELAY: Duration = Duration::from_secs(2);

/// The highest level that counts as cheap: it searches 250 nodes, level 8 searches 40 000.
const MAX_CHEAP_LEVEL: u8 = 6;

/// A position for the engine to search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineJob {
    /// The game.
    pub game: GameId,
    /// The ply.
    pub ply: u16,
    /// The revision of the position. Nodes of earlier versions send none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
    /// The playing level.
    pub level: u8,
    /// The position.
    pub position: String,
}

/// The engine's answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineSolution {
    /// The game.
    pub game: GameId,
    /// The ply.
    pub ply: u16,
    /// The revision of the position. Workers of earlier versions send none, and their answers are
    /// ignored: the position may have been taken back since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
    /// The action.
    pub action: String,
}

impl EngineJob {
    /// The turn, as a key for deduplication.
    fn turn(&self) -> JobKey {
        (self.game, self.revision)
    }

    /// Whether it takes hardly any time.
    fn is_cheap(&self) -> bool {
        self.level <= MAX_CHEAP_LEVEL
    }

    /// Runs the search. None if the position is malformed or the game is over.
    pub fn solve(&self) -> Option<EngineSolution> {
        let position: Position = self.position.parse().ok()?;
        let level = Level::new(self.level)?;
        let _span = trace::search(self.level).entered();
        // Seeded by the game, so that a level has the same weaknesses throughout.
        let number = self
            .game
            .as_str()
            .bytes()
            .fold(0_u64, |number, byte| number.wrapping_mul(62).wrapping_add(u64::from(byte)));
        let action = bosworth_analysis::choose(level, &position, number);
        let Self { game, ply, revision, .. } = *self;
        Some(EngineSolution { game, ply, revision, action: action.to_string() })
    }
}

impl EngineSolution {
    /// The parsed action; none if it is malformed.
    pub fn action(&self) -> Option<Action> {
        self.action.parse().ok()
    }
}

/// The submitting end of the job queue.
#[derive(Clone, Debug)]
pub struct JobSubmitter(Arc<JobQueue>);

/// The consuming end of the job queue.
#[derive(Debug)]
pub struct JobConsumer(Arc<JobQueue>);

impl JobSubmitter {
    /// A new queue.
    pub fn new() -> (Self, JobConsumer) {
        let queue = Arc::new(JobQueue::default());
        (Self(queue.clone()), JobConsumer(queue))
    }

    /// Submits a job for an account that plays against the computer.
    pub(crate) fn submit(&self, account: AccountId, task: EngineJob) {
        self.0.push(account, task);
    }

    /// The position of a game has changed: its job in flight, if any, counts as answered.
    pub(crate) fn position_changed(&self, game: GameId) {
        self.0.position_changed(game);
    }

    /// Whether no job waits or is being searched.
    pub(crate) fn is_idle(&self) -> bool {
        self.0.is_idle()
    }

    /// Whether a job of a game is in flight at the workers.
    pub(crate) fn is_in_flight(&self, game: GameId) -> bool {
        self.0.is_in_flight(game)
    }
}

impl JobConsumer {
    /// Runs jobs in this process, on `threads` threads and one more for cheap jobs, and passes
    /// solutions to `answer`. Never returns.
    pub(crate) async fn run_in_process(
        self,
        threads: usize,
        answer: impl Fn(EngineSolution) + Clone + Send + 'static,
    ) {
        let only_cheap = std::iter::repeat_n(false, threads).chain([true]);
        join_all(only_cheap.map(|only_cheap| self.run_thread(only_cheap, answer.clone()))).await;
    }

    async fn run_thread(&self, only_cheap: bool, answer: impl Fn(EngineSolution)) {
        loop {
            let task = self.0.take(only_cheap).await;
            let (turn, begun) = (task.turn(), Instant::now());
            let solution = tokio::task::spawn_blocking(move || task.solve()).await;
            self.0.done(turn);
            record_duration("bosworth_engine_seconds", begun);
            match solution {
                Ok(Some(solution)) => answer(solution),
                Ok(None) => tracing::error!(game = %turn.0, "cannot search a position"),
                Err(why) => tracing::error!(game = %turn.0, %why, "the engine failed"),
            }
        }
    }

    /// Publishes jobs to workers over NATS, and passes their solutions to `answer`. Never returns.
    pub(crate) async fn run_on_workers(
        self,
        bus: NatsBus,
        answer: impl Fn(EngineSolution) + Send + Sync + 'static,
    ) {
        // The stream may not exist yet, or NATS may have lost it in a restart.
        loop {
            let end = nats_workers::distribute(&self, &bus, &answer).await;
            let why = end.err().map(tracing::field::display);
            tracing::warn!(why, "cannot publish engine jobs; retrying");
            tokio::time::sleep(NATS_RETRY_DELAY).await;
        }
    }
}
