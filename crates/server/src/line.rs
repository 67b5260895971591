use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// Messages that may wait for a slow reader before it is cut off. It can come back and ask
/// for what it missed.
const ROOM: usize = 256;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// The server's end of a connection: whatever is sent goes out in order, or the connection
/// ends.
#[derive(Clone, Debug)]
pub struct Line {
    number: u64,
    sender: mpsc::Sender<Utf8Bytes>,
    overflow: Arc<AtomicBool>,
}

/// The other end: what the connection has to write.
#[derive(Debug)]
pub struct Outbox {
    receiver: mpsc::Receiver<Utf8Bytes>,
    overflow: Arc<AtomicBool>,
}

impl Line {
    /// A new connection's two ends.
    pub fn new() -> (Self, Outbox) {
        let (sender, receiver) = mpsc::channel(ROOM);
        let overflow = Arc::new(AtomicBool::new(false));
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        (Self { number, sender, overflow: overflow.clone() }, Outbox { receiver, overflow })
    }

    /// A number that no other connection of this process has.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Sends, without ever waiting.
    pub fn send(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(text) {
            self.overflow.store(true, Ordering::Relaxed);
        }
    }
}

impl Outbox {
    /// The next message; none when nobody can send any more, or when the reader was too slow.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        let text = self.receiver.recv().await?;
        if self.is_overflown() { None } else { Some(text) }
    }

    /// A message that waits already.
    pub fn next_at_once(&mut self) -> Option<Utf8Bytes> {
        self.receiver.try_recv().ok()
    }

    /// Whether the reader was too slow.
    pub fn is_overflown(&self) -> bool {
        self.overflow.load(Ordering::Relaxed)
    }
}
