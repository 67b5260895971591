use tokio::task::JoinHandle;

use super::StoreError;
use super::pools::Pools;

/// So many entries after the last one, the next checkpoint begins.
const ENTRIES: usize = 2000;

/// Moves what SQLite has written ahead into the database, beside the writing.
///
/// A commit that has to do that as well makes everybody wait for the disk several times. Here the
/// many pages are copied on another connection, while commits go on; the writer then only adds
/// those few that came meanwhile, after which SQLite begins its log anew.
#[derive(Debug)]
pub(super) struct Checkpoint {
    pools: Pools,
    entries: usize,
    running: Option<JoinHandle<Result<(), StoreError>>>,
}

impl Checkpoint {
    /// None where the database does it by itself.
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
            // One that fails is made up for by the next one, or by SQLite itself.
            let _ = self.pools.checkpoint_by_writer().await;
        } else if self.running.is_none() && self.entries >= ENTRIES {
            let pools = self.pools.clone();
            self.running = Some(tokio::spawn(async move { pools.checkpoint_by_reader().await }));
        }
    }
}
