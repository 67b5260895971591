use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use tokio::sync::{Notify, mpsc};

use crate::limits::{MAX_BACKLOG_BYTES, MAX_BACKLOG_MESSAGES};
use crate::outgoing_message::OutgoingMessage;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// The sending end of a connection's queue. Messages arrive in order, or the connection ends.
#[derive(Clone, Debug)]
pub struct Subscriber {
    number: u64,
    sender: mpsc::Sender<OutgoingMessage>,
    backlog: Arc<Backlog>,
}

/// The receiving end, drained by the connection.
#[derive(Debug)]
pub struct SendQueue {
    receiver: mpsc::Receiver<OutgoingMessage>,
    backlog: Arc<Backlog>,
}

/// The size of the backlog, and whether it has ever overflowed.
#[derive(Debug, Default)]
struct Backlog {
    bytes: AtomicUsize,
    overflowed: AtomicBool,
    overflow: Notify,
}

impl Subscriber {
    /// Both ends of a new connection's queue.
    pub fn new() -> (Self, SendQueue) {
        let (sender, receiver) = mpsc::channel(MAX_BACKLOG_MESSAGES);
        let backlog = Arc::new(Backlog::default());
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        (Self { number, sender, backlog: backlog.clone() }, SendQueue { receiver, backlog })
    }

    /// Unique among the connections of this process.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Enqueues a message without blocking. An overflow ends the connection at once. A single
    /// message may exceed the limit if the queue is empty.
    pub fn send(&self, message: impl Into<OutgoingMessage>) {
        let message = message.into();
        if self.backlog.overflowed.load(Ordering::Relaxed) {
            return;
        }
        let length = message.text().len();
        let before = self.backlog.bytes.fetch_add(length, Ordering::Relaxed);
        let fits = before == 0 || before + length <= MAX_BACKLOG_BYTES;
        if !fits || matches!(self.sender.try_send(message), Err(mpsc::error::TrySendError::Full(_)))
        {
            metrics::counter!("bosworth_slow_readers_total").increment(1);
            self.backlog.overflowed.store(true, Ordering::Relaxed);
            self.backlog.overflow.notify_one();
        }
    }
}

impl SendQueue {
    /// The next message; none if all senders are dropped or the queue has overflowed.
    pub async fn next(&mut self) -> Option<OutgoingMessage> {
        if self.is_overflowed() {
            return None;
        }
        let message = tokio::select! {
            biased;
            () = self.backlog.overflow.notified() => return None,
            message = self.receiver.recv() => message?,
        };
        self.take(&message);
        Some(message)
    }

    /// The next message if one is waiting.
    pub fn try_next(&mut self) -> Option<OutgoingMessage> {
        let message = self.receiver.try_recv().ok()?;
        self.take(&message);
        Some(message)
    }

    fn take(&self, message: &OutgoingMessage) {
        self.backlog.bytes.fetch_sub(message.text().len(), Ordering::Relaxed);
    }

    /// Whether the queue has overflowed.
    pub fn is_overflowed(&self) -> bool {
        self.backlog.overflowed.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bosworth_protocol::FromServer;
    use tokio::time::timeout;

    use super::*;

    /// A message whose text has this length.
    fn long(bytes: usize) -> OutgoingMessage {
        let bye = |letters| FromServer::Bye { reason: "x".repeat(letters), again: false };
        let frame = OutgoingMessage::from(bye(0)).text().len();
        bye(bytes - frame).into()
    }

    fn short(n: u32) -> FromServer {
        FromServer::Ping { n, lag: None }
    }

    #[tokio::test]
    async fn a_backlog_of_too_many_bytes_overflows() {
        let (subscriber, mut queue) = Subscriber::new();
        for _ in 0..4 {
            subscriber.send(long(MAX_BACKLOG_BYTES / 4));
        }
        assert!(!queue.is_overflowed());
        subscriber.send(short(1));
        assert!(queue.is_overflowed());
        assert!(queue.next().await.is_none(), "immediately, without delivering the backlog");
    }

    #[tokio::test]
    async fn an_overflow_wakes_a_waiting_connection() {
        let (subscriber, mut queue) = Subscriber::new();
        subscriber.send(short(0));
        assert!(queue.next().await.is_some());
        let waiting = tokio::spawn(async move { queue.next().await.map(drop) });
        tokio::task::yield_now().await;
        // The reader does not run before the last one is sent.
        for n in 0..=MAX_BACKLOG_MESSAGES as u32 {
            subscriber.send(short(n));
        }
        let noticed = timeout(Duration::from_secs(10), waiting).await.expect("noticed in time");
        assert_eq!(noticed.expect("no panic"), None);
    }

    #[tokio::test]
    async fn a_fast_reader_receives_everything_in_order() {
        let (subscriber, mut queue) = Subscriber::new();
        subscriber.send(long(2 * MAX_BACKLOG_BYTES));
        assert!(
            queue.next().await.is_some_and(|message| message.text().len() == 2 * MAX_BACKLOG_BYTES)
        );
        for round in 0..1_000 {
            subscriber.send(long(MAX_BACKLOG_BYTES / 2));
            subscriber.send(short(round));
            assert!(queue.next().await.is_some_and(|message| message.is_farewell()));
            let message = queue.next().await.expect("a message");
            assert_eq!(*message.message(), short(round));
        }
    }

    #[tokio::test]
    async fn a_backlog_of_too_many_messages_overflows() {
        let (subscriber, queue) = Subscriber::new();
        for n in 0..=MAX_BACKLOG_MESSAGES as u32 {
            subscriber.send(short(n));
        }
        assert!(queue.is_overflowed());
    }
}
