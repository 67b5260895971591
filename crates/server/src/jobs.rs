//! What the computer has to think about. In this process by default; with NATS, a work queue
//! hands it to `bosworth worker` processes, again if one dies over it. Accounts have equal shares,
//! and what is answered in no time does not wait behind what takes long.

mod desk;
mod queue;
mod schedule;

use std::sync::Arc;

use bosworth_engine::Level;
use bosworth_rules::{Action, Position};
use bosworth_table::{AccountId, GameId};
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use crate::bus::{NatsBus, NatsError};
use desk::{Desk, Turn};

pub use queue::work;

/// The highest level that costs next to nothing: 250 nodes, where level 8 looks at 40 000.
const CHEAP: u8 = 6;

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
    /// Which turn of which game it is.
    fn turn(&self) -> Turn {
        (self.game, self.revision)
    }

    /// Whether it is answered in no time.
    fn is_cheap(&self) -> bool {
        self.level <= CHEAP
    }

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
        let action = bosworth_analysis::choose(level, &position, number);
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

/// Whom to ask.
#[derive(Clone, Debug)]
pub struct Jobs(Arc<Desk>);

/// What was asked, for whoever has it answered.
#[derive(Debug)]
pub struct Asked(Arc<Desk>);

impl Jobs {
    /// Somebody to ask, and what was asked.
    pub fn new() -> (Self, Asked) {
        let desk = Arc::new(Desk::default());
        (Self(desk.clone()), Asked(desk))
    }

    /// Asks, for an account that plays against the computer.
    pub(crate) fn ask(&self, account: AccountId, task: Task) {
        self.0.put(account, task);
    }

    /// A game went on: its answer, if one was awaited, is there.
    pub(crate) fn went_on(&self, game: GameId) {
        self.0.went_on(game);
    }

    /// Whether workers owe an answer for a game.
    pub(crate) fn awaits(&self, game: GameId) -> bool {
        self.0.awaits(game)
    }
}

impl Asked {
    /// Thinks in this process, in so many threads and one more for cheap tasks alone, and hands
    /// solutions to `answer`. Never ends.
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
            let turn = task.turn();
            let solution = tokio::task::spawn_blocking(move || task.solve()).await;
            self.0.done(turn);
            if let Ok(Some(solution)) = solution {
                answer(solution);
            }
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
