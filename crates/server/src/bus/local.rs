use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Envelope, MAX_UNNOTICED_LOSS_MS, Notice};
use crate::service_time::now;

/// Envelopes buffered for a slow subscriber. When the buffer overflows, it receives
/// [`Notice::Lost`].
const LOCAL_BUS_CAPACITY: usize = 4096;

/// A bus inside this process.
#[derive(Clone, Debug)]
pub struct LocalBus(broadcast::Sender<Envelope>);

pub(super) struct LocalSubscription(broadcast::Receiver<Envelope>);

impl LocalBus {
    /// A bus without subscribers.
    pub fn new() -> Self {
        Self(broadcast::Sender::new(LOCAL_BUS_CAPACITY))
    }

    pub(super) fn publish(&self, envelope: Envelope) {
        // Having no subscriber is not an error.
        let _ = self.0.send(envelope);
    }

    pub(super) fn subscribe(&self) -> LocalSubscription {
        LocalSubscription(self.0.subscribe())
    }

    /// Whether only one node is subscribed, so that nothing needs to be published.
    pub(crate) fn has_one_subscriber(&self) -> bool {
        self.0.receiver_count() <= 1
    }
}

impl Default for LocalBus {
    fn default() -> Self {
        Self::new()
    }
}

impl LocalSubscription {
    pub(super) async fn next(&mut self) -> Option<Envelope> {
        match self.0.recv().await {
            Ok(envelope) => Some(envelope),
            Err(RecvError::Lagged(_)) => {
                let since = now() - MAX_UNNOTICED_LOSS_MS;
                Some(Envelope { from: 0, notice: Notice::Lost { since } })
            }
            Err(RecvError::Closed) => None,
        }
    }
}
