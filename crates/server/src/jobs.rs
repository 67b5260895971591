//! Engine jobs: turns of the computer. They run in this process by default; with NATS, a work queue
//! distributes them to `bosworth worker` processes and redelivers those of dead ones. Scheduling is
//! fair between accounts, and cheap jobs do not queue behind expensive ones.

mod desk;
mod queue;
mod schedule;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bosworth_engine::Level;
use bosworth_rules::{Action, Position};
use bosworth_table::{AccountId, GameId};
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use crate::bus::NatsBus;
use crate::meters::took;
use crate::trace;
use desk::{Desk, Turn};

pub use queue::work;

/// The pause before tasks are handed out over NATS again.
const NATS_RETRY_DELAY: Duration = Duration::from_secs(2);

/// The highest level that is cheap: it searches 250 nodes, level 8 searches 40 000.
const MAX_CHEAP_LEVEL: u8 = 6;

/// A position for the engine to search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
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
pub struct Solution {
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

impl Task {
    /// The turn, as a key for deduplication.
    fn turn(&self) -> Turn {
        (self.game, self.revision)
    }

    /// Whether it takes next to no time.
    fn is_cheap(&self) -> bool {
        self.level <= MAX_CHEAP_LEVEL
    }

    /// Runs the search. None if the position is malformed or the game is over.
    pub fn solve(&self) -> Option<Solution> {
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
        Some(Solution { game, ply, revision, action: action.to_string() })
    }
}

impl Solution {
    /// The parsed action; none if it is malformed.
    pub fn action(&self) -> Option<Action> {
        self.action.parse().ok()
    }
}

/// The submitting end of the job queue.
#[derive(Clone, Debug)]
pub struct Jobs(Arc<Desk>);

/// The consuming end of the job queue.
#[derive(Debug)]
pub struct Asked(Arc<Desk>);

impl Jobs {
    /// A new queue.
    pub fn new() -> (Self, Asked) {
        let desk = Arc::new(Desk::default());
        (Self(desk.clone()), Asked(desk))
    }

    /// Submits a task on behalf of an account that plays against the computer.
    pub(crate) fn ask(&self, account: AccountId, task: Task) {
        self.0.put(account, task);
    }

    /// The position of a game has changed: an outstanding task, if any, counts as answered.
    pub(crate) fn went_on(&self, game: GameId) {
        self.0.went_on(game);
    }

    /// Whether a task of a game is outstanding at the workers.
    pub(crate) fn awaits(&self, game: GameId) -> bool {
        self.0.awaits(game)
    }
}

impl Asked {
    /// Runs tasks in this process, on `threads` threads and one more for cheap tasks only, and
    /// passes solutions to `answer`. Never ends.
    pub(crate) async fn think_here(
        self,
        threads: usize,
        answer: impl Fn(Solution) + Clone + Send + 'static,
    ) {
        let only_cheap = std::iter::repeat_n(false, threads.max(1)).chain([true]);
        join_all(only_cheap.map(|only_cheap| self.think(only_cheap, answer.clone()))).await;
    }

    async fn think(&self, only_cheap: bool, answer: impl Fn(Solution)) {
        loop {
            let task = self.0.take(only_cheap).await;
            let (turn, begun) = (task.turn(), Instant::now());
            let solution = tokio::task::spawn_blocking(move || task.solve()).await;
            self.0.done(turn);
            took("bosworth_engine_seconds", begun);
            match solution {
                Ok(Some(solution)) => answer(solution),
                Ok(None) => tracing::error!(game = %turn.0, "a position cannot be searched"),
                Err(why) => tracing::error!(game = %turn.0, %why, "the engine has failed"),
            }
        }
    }

    /// Publishes tasks to workers over NATS, and passes their solutions to `answer`.
    pub(crate) async fn think_elsewhere(
        self,
        bus: NatsBus,
        answer: impl Fn(Solution) + Send + Sync + 'static,
    ) {
        // The queue may not be there yet, or come back without what it stored.
        loop {
            let end = queue::distribute(&self, &bus, &answer).await;
            let why = end.err().map(tracing::field::display);
            tracing::warn!(why, "the computer's tasks are not handed out; trying again");
            tokio::time::sleep(NATS_RETRY_DELAY).await;
        }
    }
}
