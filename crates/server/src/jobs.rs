//! What the computer has to think about. In this process by default; with NATS, a work queue
//! hands it to `bosworth worker` processes, again if one dies over it.

mod queue;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use bosworth_engine::Level;
use bosworth_rules::{Action, Position};
use bosworth_table::GameId;
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, mpsc};

use crate::bus::{NatsBus, NatsError};

pub use queue::work;

/// A position for the computer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Of which game.
    pub game: GameId,
    /// After how many plies.
    pub ply: u16,
    /// Which revision of the position it is. Nodes of before it name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
    /// At which level.
    pub level: u8,
    /// The position.
    pub position: String,
}

/// What the computer does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// In which game.
    pub game: GameId,
    /// After how many plies.
    pub ply: u16,
    /// In which revision of the position. Workers of before it name none, and are not believed:
    /// the position may have been taken back since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
    /// The action.
    pub action: String,
}

impl Task {
    /// Thinks. None if there is nothing to think about, or nothing that can be read.
    pub fn solve(&self) -> Option<Solution> {
        let position: Position = self.position.parse().ok()?;
        let level = Level::new(self.level)?;
        // The same number in the whole game: the computer has the same faults all along.
        let number = self
            .game
            .as_str()
            .bytes()
            .fold(0_u64, |number, byte| number.wrapping_mul(62).wrapping_add(u64::from(byte)));
        let action = level.choose(&position, number);
        let Self { game, ply, revision, .. } = *self;
        Some(Solution { game, ply, revision, action: action.to_string() })
    }
}

impl Solution {
    /// The action, if it is one.
    pub fn action(&self) -> Option<Action> {
        self.action.parse().ok()
    }
}

/// What is being thought about: a game and the revision of its position.
type Asking = (GameId, Option<u32>);

/// Whom to ask.
#[derive(Clone, Debug)]
pub struct Jobs {
    tasks: mpsc::UnboundedSender<Task>,
    /// What is being thought about, so that nothing is asked twice at a time.
    pending: Arc<Mutex<HashSet<Asking>>>,
}

/// What was asked, for whoever has it answered.
#[derive(Debug)]
pub struct Asked {
    tasks: mpsc::UnboundedReceiver<Task>,
    pending: Arc<Mutex<HashSet<Asking>>>,
}

impl Jobs {
    /// Somebody to ask, and what was asked.
    pub fn new() -> (Self, Asked) {
        let (sender, tasks) = mpsc::unbounded_channel();
        let pending = Arc::new(Mutex::default());
        (Self { tasks: sender, pending: pending.clone() }, Asked { tasks, pending })
    }

    /// Asks.
    pub(crate) fn ask(&self, task: Task) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if pending.insert((task.game, task.revision)) {
            let _ = self.tasks.send(task);
        }
    }
}

impl Asked {
    fn done(pending: &Mutex<HashSet<Asking>>, asking: Asking) {
        pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&asking);
    }

    /// Thinks in this process, in so many threads, and hands solutions to `answer`.
    pub(crate) async fn think_here(
        mut self,
        threads: usize,
        answer: impl Fn(Solution) + Clone + Send + 'static,
    ) {
        let room = Arc::new(Semaphore::new(threads.max(1)));
        while let Some(task) = self.tasks.recv().await {
            let Ok(permit) = room.clone().acquire_owned().await else { return };
            let (pending, answer) = (self.pending.clone(), answer.clone());
            tokio::task::spawn_blocking(move || {
                let _permit = permit;
                let asking = (task.game, task.revision);
                let solution = task.solve();
                Self::done(&pending, asking);
                if let Some(solution) = solution {
                    answer(solution);
                }
            });
        }
    }

    /// Hands tasks to workers over NATS, and their solutions to `answer`.
    pub(crate) async fn think_elsewhere(
        self,
        bus: NatsBus,
        answer: impl Fn(Solution) + Send + 'static,
    ) -> Result<(), NatsError> {
        queue::distribute(self, bus, answer).await
    }
}
