use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Letter, Notice};

/// Letters buffered for a slow subscriber before some are lost and it is notified.
const LOCAL_BUS_CAPACITY: usize = 4096;

/// A bus inside this process.
#[derive(Clone, Debug)]
pub struct LocalBus(broadcast::Sender<Letter>);

pub(super) struct Ear(broadcast::Receiver<Letter>);

impl LocalBus {
    /// A bus without subscribers.
    pub fn new() -> Self {
        Self(broadcast::Sender::new(LOCAL_BUS_CAPACITY))
    }

    pub(super) fn publish(&self, letter: Letter) {
        // Having no subscriber is not an error.
        let _ = self.0.send(letter);
    }

    pub(super) fn listen(&self) -> Ear {
        Ear(self.0.subscribe())
    }

    /// Whether only one node is subscribed, so that nothing has to be published.
    pub(crate) fn is_lonely(&self) -> bool {
        self.0.receiver_count() <= 1
    }
}

impl Default for LocalBus {
    fn default() -> Self {
        Self::new()
    }
}

impl Ear {
    pub(super) async fn next(&mut self) -> Option<Letter> {
        match self.0.recv().await {
            Ok(letter) => Some(letter),
            Err(RecvError::Lagged(_)) => Some(Letter { from: 0, notice: Notice::Lost }),
            Err(RecvError::Closed) => None,
        }
    }
}
