use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

/// Messages that may wait for a slow reader before it is cut off, and their bytes. It can come
/// back and ask for what it missed.
const MESSAGES: usize = 256;
const BYTES: usize = 256 * 1024;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// The server's end of a connection: whatever is sent goes out in order, or the connection
/// ends.
#[derive(Clone, Debug)]
pub struct Line {
    number: u64,
    sender: mpsc::Sender<Utf8Bytes>,
    backlog: Arc<Backlog>,
}

/// The other end: what the connection has to write.
#[derive(Debug)]
pub struct Outbox {
    receiver: mpsc::Receiver<Utf8Bytes>,
    backlog: Arc<Backlog>,
}

/// What waits, and whether it was too much.
#[derive(Debug, Default)]
struct Backlog {
    bytes: AtomicUsize,
    overflown: AtomicBool,
    overflow: Notify,
}

impl Line {
    /// A new connection's two ends.
    pub fn new() -> (Self, Outbox) {
        let (sender, receiver) = mpsc::channel(MESSAGES);
        let backlog = Arc::new(Backlog::default());
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        (Self { number, sender, backlog: backlog.clone() }, Outbox { receiver, backlog })
    }

    /// A number that no other connection of this process has.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Sends, without ever waiting. One message may be as long as it likes if it is alone.
    pub fn send(&self, text: Utf8Bytes) {
        let length = text.len();
        let before = self.backlog.bytes.fetch_add(length, Ordering::Relaxed);
        let fits = before == 0 || before + length <= BYTES;
        if self.backlog.overflown.load(Ordering::Relaxed) {
            return;
        }
        if !fits || matches!(self.sender.try_send(text), Err(mpsc::error::TrySendError::Full(_))) {
            metrics::counter!("bosworth_slow_readers_total").increment(1);
            self.backlog.overflown.store(true, Ordering::Relaxed);
            self.backlog.overflow.notify_one();
        }
    }
}

impl Outbox {
    /// The next message; none when nobody can send any more, or when the reader is too slow.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        if self.is_overflown() {
            return None;
        }
        let text = tokio::select! {
            biased;
            () = self.backlog.overflow.notified() => return None,
            text = self.receiver.recv() => text?,
        };
        self.backlog.bytes.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }

    /// A message that waits already.
    pub fn next_at_once(&mut self) -> Option<Utf8Bytes> {
        let text = self.receiver.try_recv().ok()?;
        self.backlog.bytes.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }

    /// Whether the reader is too slow.
    pub fn is_overflown(&self) -> bool {
        self.backlog.overflown.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_does_not_read_is_cut_off_by_bytes() {
        let (line, mut outbox) = Line::new();
        let long = Utf8Bytes::from("x".repeat(BYTES / 4));
        for _ in 0..4 {
            line.send(long.clone());
        }
        assert!(!outbox.is_overflown());
        line.send("more".into());
        assert!(outbox.is_overflown());
        assert_eq!(outbox.next().await, None, "at once, and not after what waits");
    }

    #[tokio::test]
    async fn who_reads_gets_everything_in_order() {
        let (line, mut outbox) = Line::new();
        line.send(Utf8Bytes::from("x".repeat(2 * BYTES)));
        assert!(outbox.next().await.is_some_and(|text| text.len() == 2 * BYTES));
        for round in 0..1_000 {
            line.send(format!("{round} {}", "x".repeat(BYTES / 2)).into());
            let text = outbox.next().await.expect("a message");
            assert!(text.starts_with(&format!("{round} ")));
        }
    }

    #[tokio::test]
    async fn too_many_short_messages_overflow_too() {
        let (line, outbox) = Line::new();
        for _ in 0..=MESSAGES {
            line.send("x".into());
        }
        assert!(outbox.is_overflown());
    }
}
