use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::people::Address;

/// Timeout of a waiting connection: silent, in the middle of its headers, or idle.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);

/// Descriptors reserved for the database, the bus, files and whatever is being opened at this
/// moment.
const RESERVED_DESCRIPTORS: usize = 100;

/// Limits on the number of connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Capacity {
    /// In all.
    pub(crate) total: usize,
    /// From one address.
    pub(crate) each: usize,
}

impl Capacity {
    /// Up to `RLIMIT_NOFILE`, raised to the hard limit, less a reserve; and up to `each` from one
    /// address.
    pub(crate) fn of_this_process(each: usize) -> Self {
        Self { total: descriptors().saturating_sub(RESERVED_DESCRIPTORS).max(16), each }
    }
}

#[cfg(unix)]
fn descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let allowed = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => raised.current,
        Err(_) => limit.current,
    };
    allowed.map_or(usize::MAX / 2, |allowed| usize::try_from(allowed).unwrap_or(usize::MAX / 2))
}

#[cfg(not(unix))]
fn descriptors() -> usize {
    8_192
}

/// Every open connection of the server.
#[derive(Debug)]
pub(crate) struct Connections {
    capacity: Capacity,
    open: Mutex<Open>,
    none_left: Notify,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    all: HashMap<u64, Connection>,
    addresses: HashMap<Address, Group>,
}

/// The connections of one address.
#[derive(Debug, Default)]
struct Group {
    count: usize,
    /// The waiting ones, the longest first.
    waiting: BTreeSet<(Instant, u64)>,
}

#[derive(Debug)]
struct Connection {
    address: Address,
    /// Requests in progress; an upgraded connection stays busy for good.
    at_work: usize,
    /// When it last became idle.
    since: Instant,
    evicted: Arc<Notify>,
}

/// Why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Busy {
    /// All connections of its address are busy, at its limit.
    Address,
    /// All connections are busy, at the limit of the process.
    Everywhere,
}

impl Connections {
    pub(crate) fn new(capacity: Capacity) -> Arc<Self> {
        Arc::new(Self { capacity, open: Mutex::default(), none_left: Notify::new() })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection, if need be by evicting a waiting one.
    pub(super) fn enter(self: &Arc<Self>, ip: IpAddr) -> Result<Slot, Busy> {
        let address = Address::from(ip);
        let mut open = self.open();
        let from_there = open.addresses.get(&address).map_or(0, |group| group.count);
        if from_there >= self.capacity.each && !open.evict(Some(address)) {
            return Err(Busy::Address);
        }
        if open.all.len() >= self.capacity.total && !open.evict(None) {
            return Err(Busy::Everywhere);
        }
        let number = open.next;
        open.next += 1;
        let evicted = Arc::new(Notify::new());
        let since = Instant::now();
        open.all
            .insert(number, Connection { address, at_work: 0, since, evicted: evicted.clone() });
        let group = open.addresses.entry(address).or_default();
        group.count += 1;
        group.waiting.insert((since, number));
        metrics::gauge!("bosworth_open_connections").set(open.all.len() as f64);
        drop(open);
        Ok(Slot(Arc::new(Occupied { connections: self.clone(), number, evicted })))
    }

    /// Evicts a waiting connection to free a descriptor.
    pub(super) fn make_room(&self) {
        self.open().evict(None);
    }

    /// Resolves once no connection is open.
    pub(super) async fn ended(&self) {
        loop {
            let notified = self.none_left.notified();
            if self.open().all.is_empty() {
                return;
            }
            notified.await;
        }
    }
}

impl Open {
    /// Evicts the connection that has waited longest: at an address, or at the address with the
    /// most connections. Returns whether there was one.
    fn evict(&mut self, at: Option<Address>) -> bool {
        let oldest = |group: &Group| group.waiting.first().copied();
        let victim = if let Some(address) = at {
            self.addresses.get(&address).and_then(oldest)
        } else {
            let waiting = self.addresses.values().filter(|group| !group.waiting.is_empty());
            waiting.max_by_key(|group| group.count).and_then(oldest)
        };
        let Some((_, number)) = victim else { return false };
        if let Some(connection) = self.remove(number) {
            metrics::counter!("bosworth_connections_evicted_total").increment(1);
            connection.evicted.notify_one();
        }
        true
    }

    /// Removes a connection. One that was evicted is gone already.
    fn remove(&mut self, number: u64) -> Option<Connection> {
        let connection = self.all.remove(&number)?;
        if let Some(group) = self.addresses.get_mut(&connection.address) {
            group.count -= 1;
            group.waiting.remove(&(connection.since, number));
            if group.count == 0 {
                self.addresses.remove(&connection.address);
            }
        }
        Some(connection)
    }

    /// A request of a connection begins or ends.
    fn work(&mut self, number: u64, begins: bool) {
        let Some(connection) = self.all.get_mut(&number) else { return };
        let Some(group) = self.addresses.get_mut(&connection.address) else { return };
        if begins {
            connection.at_work += 1;
            group.waiting.remove(&(connection.since, number));
        } else {
            connection.at_work -= 1;
            if connection.at_work == 0 {
                connection.since = Instant::now();
                group.waiting.insert((connection.since, number));
            }
        }
    }
}

/// A connection's slot, released when the last clone is dropped.
#[derive(Clone, Debug)]
pub(super) struct Slot(Arc<Occupied>);

#[derive(Debug)]
struct Occupied {
    connections: Arc<Connections>,
    number: u64,
    evicted: Arc<Notify>,
}

impl Drop for Occupied {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.remove(self.number);
        metrics::gauge!("bosworth_open_connections").set(open.all.len() as f64);
        if open.all.is_empty() {
            self.connections.none_left.notify_waiters();
        }
    }
}

impl Slot {
    /// A request has arrived: the connection is busy until the returned guard is dropped.
    pub(super) fn work(&self) -> Working {
        self.0.connections.open().work(self.0.number, true);
        Working { slot: self.clone(), for_good: false }
    }

    /// Since when the connection has been waiting; none while it is busy.
    fn waits_since(&self) -> Option<Instant> {
        let open = self.0.connections.open();
        let connection = open.all.get(&self.0.number)?;
        (connection.at_work == 0).then_some(connection.since)
    }

    /// Resolves when the connection has timed out or is evicted.
    pub(super) async fn waited_too_long(&self) {
        let expired = async {
            loop {
                let since = self.waits_since().unwrap_or_else(Instant::now);
                sleep_until(since + IDLE_TIMEOUT).await;
                if self.waits_since().is_some_and(|since| since.elapsed() >= IDLE_TIMEOUT) {
                    return;
                }
            }
        };
        tokio::select! {
            () = self.0.evicted.notified() => {}
            () = expired => {}
        }
    }
}

/// A guard for a request in progress.
#[derive(Debug)]
pub(super) struct Working {
    slot: Slot,
    for_good: bool,
}

impl Working {
    /// The connection was upgraded, such as to a websocket, which has its own timeouts.
    pub(super) fn keep(&mut self) {
        self.for_good = true;
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        if !self.for_good {
            let seat = &self.slot.0;
            seat.connections.open().work(seat.number, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn at(last: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(10, 0, 0, last))
    }

    fn connections(total: usize, each: usize) -> Arc<Connections> {
        Connections::new(Capacity { total, each })
    }

    #[tokio::test]
    async fn an_address_has_so_many_and_another_its_own() {
        let connections = connections(10, 2);
        let slots = [at(1), at(1), at(2)].map(|ip| connections.enter(ip).expect("room"));
        let busy: Vec<_> = slots.iter().map(Slot::work).collect();
        assert_eq!(connections.enter(at(1)).err(), Some(Busy::Address));
        drop(busy);
        drop(slots);
        assert!(connections.open().addresses.is_empty(), "what is gone is not kept");
        connections.ended().await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_one_that_waited_longest_makes_room() {
        let connections = connections(3, 3);
        let old = connections.enter(at(1)).expect("room");
        let _work = old.work();
        tokio::time::advance(Duration::from_secs(1)).await;
        let silent = connections.enter(at(1)).expect("room");
        tokio::time::advance(Duration::from_secs(1)).await;
        let alone = connections.enter(at(2)).expect("room");
        let new = connections.enter(at(3)).expect("somebody makes room");
        silent.waited_too_long().await;
        assert!(alone.waits_since().is_some() && old.waits_since().is_none());
        // Busy ones and the most recent stay.
        let _busy = [alone.work(), new.work()];
        assert_eq!(connections.enter(at(4)).err(), Some(Busy::Everywhere));
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_has_an_end_and_work_has_none() {
        let connections = connections(3, 3);
        let slot = connections.enter(at(1)).expect("room");
        let work = slot.work();
        let ended = tokio::time::timeout(Duration::from_secs(100), slot.waited_too_long());
        assert!(ended.await.is_err());
        drop(work);
        let begun = Instant::now();
        slot.waited_too_long().await;
        assert!((IDLE_TIMEOUT..IDLE_TIMEOUT * 2).contains(&begun.elapsed()));
    }
}
