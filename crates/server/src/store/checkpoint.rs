use tokio::task::JoinHandle;

use super::StoreError;
use super::pools::Pools;

/// Entries between two checkpoints.
const ENTRIES_PER_CHECKPOINT: usize = 2000;

/// Checkpoints SQLite's write-ahead log in the background.
///
/// A commit that also checkpoints makes every writer wait for several fsyncs. Here most pages are
/// copied over another connection, concurrently with commits; the writer then only adds the few
/// that came meanwhile, after which SQLite restarts its log.
#[derive(Debug)]
pub(super) struct Checkpoint {
    pools: Pools,
    entries: usize,
    running: Option<JoinHandle<Result<(), StoreError>>>,
}

impl Checkpoint {
    /// Returns `None` if the database checkpoints automatically.
    pub(super) fn new(pools: &Pools) -> Option<Self> {
        let wanted = !pools.is_postgres();
        wanted.then(|| Self { pools: pools.clone(), entries: 0, running: None })
    }

    /// To be called between transactions, with the number of entries in the last one.
    pub(super) async fn after(&mut self, entries: usize) {
        self.entries += entries;
        if self.running.as_ref().is_some_and(JoinHandle::is_finished) {
            self.running = None;
            self.entries = 0;
            // On failure the next checkpoint catches up, or SQLite's automatic one.
            let _ = self.pools.checkpoint_by_writer().await;
        } else if self.running.is_none() && self.entries >= ENTRIES_PER_CHECKPOINT {
            let pools = self.pools.clone();
            self.running = Some(tokio::spawn(async move { pools.checkpoint_by_reader().await }));
        }
    }
}
