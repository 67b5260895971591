use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use tokio::sync::{mpsc, watch};

use super::{Envelope, Notice};

/// The subject of notices, shared by all nodes.
const NOTICE_SUBJECT: &str = "bosworth.notices";
/// Envelopes buffered for sending; further ones are dropped.
const SEND_QUEUE_CAPACITY: usize = 16_384;
/// Timeout for the server to acknowledge a subscription.
const SUBSCRIBE_TIMEOUT: Duration = Duration::from_secs(30);

/// Why NATS cannot be used.
#[derive(Debug)]
pub struct NatsError(pub(crate) String);

impl std::fmt::Display for NatsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NATS is not available: {}", self.0)
    }
}

impl std::error::Error for NatsError {}

/// A bus over a NATS server.
#[derive(Clone)]
pub struct NatsBus {
    client: Client,
    sender: mpsc::Sender<Envelope>,
    /// Counts reconnections and buffer overflows, after which notices may be lost.
    resyncs: watch::Receiver<u64>,
}

pub(super) struct NatsSubscription {
    envelopes: Subscriber,
    resyncs: watch::Receiver<u64>,
}

impl NatsBus {
    /// Connects to `nats://…`. Reconnects automatically.
    pub async fn connect(url: &str) -> Result<Self, NatsError> {
        let (resync, resyncs) = watch::channel(0);
        let options = ConnectOptions::new().name("bosworth").event_callback(move |event| {
            let resync = resync.clone();
            async move {
                tracing::info!(event = %event, "nats");
                if matches!(event, Event::Connected | Event::SlowConsumer(_)) {
                    resync.send_modify(|times| *times += 1);
                }
            }
        });
        let client = options.connect(url).await.map_err(|why| NatsError(why.to_string()))?;
        let (sender, mut envelopes) = mpsc::channel::<Envelope>(SEND_QUEUE_CAPACITY);
        let out = client.clone();
        tokio::spawn(async move {
            while let Some(envelope) = envelopes.recv().await {
                if let Ok(text) = serde_json::to_vec(&envelope)
                    && let Err(why) = out.publish(NOTICE_SUBJECT, text.into()).await
                {
                    tracing::warn!(%why, "cannot send a notice");
                }
            }
        });
        Ok(Self { client, sender, resyncs })
    }

    /// The underlying connection, for work queues.
    pub fn client(&self) -> &Client {
        &self.client
    }

    pub(super) fn publish(&self, envelope: Envelope) {
        if self.sender.try_send(envelope).is_err() {
            metrics::counter!("bosworth_notices_lost_total").increment(1);
        }
    }

    pub(super) async fn subscribe(&self) -> Result<NatsSubscription, NatsError> {
        let envelopes = self.client.subscribe(NOTICE_SUBJECT).await;
        let envelopes = envelopes.map_err(|why| NatsError(why.to_string()))?;
        self.round_trip().await?;
        let mut resyncs = self.resyncs.clone();
        resyncs.mark_unchanged();
        Ok(NatsSubscription { envelopes, resyncs })
    }

    /// Returns once the server has processed every command sent so far.
    ///
    /// `Client::flush` only waits for the socket, so an envelope that another connection publishes
    /// right after it can still overtake a subscription. The server handles the commands of a
    /// connection in order, so receiving a message to ourselves is proof.
    async fn round_trip(&self) -> Result<(), NatsError> {
        let inbox = self.client.new_inbox();
        let probe = async {
            let mut echo = self.client.subscribe(inbox.clone()).await.ok()?;
            self.client.publish(inbox, Vec::new().into()).await.ok()?;
            echo.next().await
        };
        match tokio::time::timeout(SUBSCRIBE_TIMEOUT, probe).await {
            Ok(Some(_)) => Ok(()),
            _ => Err(NatsError("no answer to a subscription".into())),
        }
    }
}

impl NatsSubscription {
    pub(super) async fn next(&mut self) -> Option<Envelope> {
        loop {
            let message = tokio::select! {
                biased;
                Ok(()) = self.resyncs.changed() => {
                    return Some(Envelope { from: 0, notice: Notice::Lost });
                }
                message = self.envelopes.next() => message?,
            };
            match serde_json::from_slice(&message.payload) {
                Ok(envelope) => return Some(envelope),
                Err(why) => tracing::warn!(%why, "cannot parse a notice"),
            }
        }
    }
}
