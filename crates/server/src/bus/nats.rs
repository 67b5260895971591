use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use tokio::sync::{mpsc, watch};

use super::{Envelope, MAX_UNNOTICED_LOSS_MS, Notice};
use crate::service_time::now;

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
    /// Changes after reconnections and buffer overflows: the time from which on notices may be lost.
    losses: watch::Receiver<i64>,
}

pub(super) struct NatsSubscription {
    envelopes: Subscriber,
    losses: watch::Receiver<i64>,
}

impl NatsBus {
    /// Connects to `nats://…`. Reconnects automatically.
    pub async fn connect(url: &str) -> Result<Self, NatsError> {
        let (loss, losses) = watch::channel(0);
        let away_since = Arc::new(Mutex::new(None));
        let options = ConnectOptions::new().name("bosworth").event_callback(move |event| {
            let (loss, away_since) = (loss.clone(), away_since.clone());
            async move {
                tracing::info!(event = %event, "nats");
                let mut away_since = away_since.lock().unwrap_or_else(PoisonError::into_inner);
                match event {
                    Event::Disconnected => {
                        away_since.get_or_insert_with(now);
                    }
                    Event::Connected | Event::SlowConsumer(_) => {
                        let earliest = now() - MAX_UNNOTICED_LOSS_MS;
                        let since = away_since.take().map_or(earliest, |since| since.min(earliest));
                        loss.send_replace(since);
                    }
                    _ => {}
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
        Ok(Self { client, sender, losses })
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
        let mut losses = self.losses.clone();
        losses.mark_unchanged();
        Ok(NatsSubscription { envelopes, losses })
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
                Ok(()) = self.losses.changed() => {
                    let since = *self.losses.borrow_and_update();
                    return Some(Envelope { from: 0, notice: Notice::Lost { since } });
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
