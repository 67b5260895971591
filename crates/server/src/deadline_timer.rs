use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bosworth_table::GameId;
use tokio::sync::mpsc;
use tokio::time::{Duration, sleep};

use crate::service_time::now;

/// Fires when the deadline of a game has passed.
#[derive(Clone, Debug)]
pub struct DeadlineTimer(mpsc::UnboundedSender<(i64, GameId)>);

/// The receiving end of the timer, for the task that runs it.
#[derive(Debug)]
pub struct DeadlineQueue(mpsc::UnboundedReceiver<(i64, GameId)>);

impl DeadlineTimer {
    /// A timer and its receiving end.
    pub fn new() -> (Self, DeadlineQueue) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(sender), DeadlineQueue(receiver))
    }

    /// Sets the timer for a game.
    pub(crate) fn set(&self, game: GameId, at: i64) {
        // The receiver is gone only when the server stops.
        let _ = self.0.send((at, game));
    }
}

impl DeadlineQueue {
    /// Calls `on_deadline` for every game whose deadline has passed, until all timers are dropped.
    pub(crate) async fn run(mut self, on_deadline: impl Fn(GameId)) {
        let mut waiting: BinaryHeap<Reverse<(i64, GameId)>> = BinaryHeap::new();
        loop {
            while let Some(Reverse((at, game))) = waiting.peek().copied()
                && at <= now()
            {
                waiting.pop();
                on_deadline(game);
            }
            let next = waiting.peek().map_or(60_000, |Reverse((at, _))| (at - now()).max(1));
            tokio::select! {
                set = self.0.recv() => match set {
                    Some(set) => waiting.push(Reverse(set)),
                    None => return,
                },
                () = sleep(Duration::from_millis(next as u64)) => {}
            }
        }
    }
}
