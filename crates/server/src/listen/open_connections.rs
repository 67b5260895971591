use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::auth::Address;
use crate::limits::{IDLE_TIMEOUT, RESERVED_DESCRIPTORS};

/// The maximum number of connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ConnectionCapacity {
    /// In total.
    pub(crate) total: usize,
    /// From one address.
    pub(crate) per_address: usize,
}

impl ConnectionCapacity {
    /// The capacity of this process: `RLIMIT_NOFILE`, raised to the hard limit, minus a reserve;
    /// and up to `per_address` from one address.
    pub(crate) fn of_this_process(per_address: usize) -> Self {
        Self { total: descriptor_limit().saturating_sub(RESERVED_DESCRIPTORS).max(16), per_address }
    }
}

#[cfg(unix)]
fn descriptor_limit() -> usize {
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
fn descriptor_limit() -> usize {
    8_192
}

/// Every open connection of the server.
#[derive(Debug)]
pub(crate) struct OpenConnections {
    capacity: ConnectionCapacity,
    open: Mutex<OpenState>,
    none_left: Notify,
}

#[derive(Debug, Default)]
struct OpenState {
    next: u64,
    all: HashMap<u64, Connection>,
    addresses: HashMap<Address, AddressGroup>,
}

/// The connections of one address.
#[derive(Debug, Default)]
struct AddressGroup {
    count: usize,
    /// The waiting connections, the longest waiting first.
    waiting: BTreeSet<(Instant, u64)>,
}

#[derive(Debug)]
struct Connection {
    address: Address,
    /// Requests in progress. An upgraded connection stays busy until it is closed.
    active_requests: usize,
    /// When it last became idle.
    since: Instant,
    evicted: Arc<Notify>,
}

/// Why a connection was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ConnectionRefusal {
    /// The address is at its limit, and all of its connections are busy.
    AddressLimit,
    /// The process is at its limit, and all connections are busy.
    ProcessLimit,
}

impl OpenConnections {
    pub(crate) fn new(capacity: ConnectionCapacity) -> Arc<Self> {
        Arc::new(Self { capacity, open: Mutex::default(), none_left: Notify::new() })
    }

    fn open(&self) -> MutexGuard<'_, OpenState> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection, evicting a waiting one if necessary.
    pub(super) fn admit(self: &Arc<Self>, ip: IpAddr) -> Result<ConnectionSlot, ConnectionRefusal> {
        let address = Address::from(ip);
        let mut open = self.open();
        let at_address = open.addresses.get(&address).map_or(0, |group| group.count);
        if at_address >= self.capacity.per_address && !open.evict(Some(address)) {
            return Err(ConnectionRefusal::AddressLimit);
        }
        if open.all.len() >= self.capacity.total && !open.evict(None) {
            return Err(ConnectionRefusal::ProcessLimit);
        }
        let number = open.next;
        open.next += 1;
        let evicted = Arc::new(Notify::new());
        let since = Instant::now();
        open.all.insert(
            number,
            Connection { address, active_requests: 0, since, evicted: evicted.clone() },
        );
        let group = open.addresses.entry(address).or_default();
        group.count += 1;
        group.waiting.insert((since, number));
        metrics::gauge!("bosworth_open_connections").set(open.all.len() as f64);
        drop(open);
        Ok(ConnectionSlot(Arc::new(SlotGuard { connections: self.clone(), number, evicted })))
    }

    /// Evicts a waiting connection to free a descriptor.
    pub(super) fn make_room(&self) {
        self.open().evict(None);
    }

    /// Resolves once no connection is open.
    pub(super) async fn all_closed(&self) {
        loop {
            let notified = self.none_left.notified();
            if self.open().all.is_empty() {
                return;
            }
            notified.await;
        }
    }
}

impl OpenState {
    /// Evicts the longest waiting connection of an address, or of the address with the most
    /// connections. Returns whether there was one.
    fn evict(&mut self, at: Option<Address>) -> bool {
        let oldest = |group: &AddressGroup| group.waiting.first().copied();
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

    /// Removes a connection, unless it was already evicted.
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
    fn count_request(&mut self, number: u64, begins: bool) {
        let Some(connection) = self.all.get_mut(&number) else { return };
        let Some(group) = self.addresses.get_mut(&connection.address) else { return };
        if begins {
            connection.active_requests += 1;
            group.waiting.remove(&(connection.since, number));
        } else {
            connection.active_requests -= 1;
            if connection.active_requests == 0 {
                connection.since = Instant::now();
                group.waiting.insert((connection.since, number));
            }
        }
    }
}

/// A connection's slot, released when the last clone is dropped.
#[derive(Clone, Debug)]
pub(super) struct ConnectionSlot(Arc<SlotGuard>);

#[derive(Debug)]
struct SlotGuard {
    connections: Arc<OpenConnections>,
    number: u64,
    evicted: Arc<Notify>,
}

impl Drop for SlotGuard {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.remove(self.number);
        metrics::gauge!("bosworth_open_connections").set(open.all.len() as f64);
        if open.all.is_empty() {
            self.connections.none_left.notify_waiters();
        }
    }
}

impl ConnectionSlot {
    /// A request has arrived: the connection is busy until the returned guard is dropped.
    pub(super) fn begin_request(&self) -> RequestGuard {
        self.0.connections.open().count_request(self.0.number, true);
        RequestGuard { slot: self.clone(), is_permanent: false }
    }

    /// When the connection started waiting; none while it is busy.
    fn waiting_since(&self) -> Option<Instant> {
        let open = self.0.connections.open();
        let connection = open.all.get(&self.0.number)?;
        (connection.active_requests == 0).then_some(connection.since)
    }

    /// Resolves when the connection has timed out or is evicted.
    pub(super) async fn expired_or_evicted(&self) {
        let expired = async {
            loop {
                let since = self.waiting_since().unwrap_or_else(Instant::now);
                sleep_until(since + IDLE_TIMEOUT).await;
                if self.waiting_since().is_some_and(|since| since.elapsed() >= IDLE_TIMEOUT) {
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
pub(super) struct RequestGuard {
    slot: ConnectionSlot,
    is_permanent: bool,
}

impl RequestGuard {
    /// The connection was upgraded, such as to a websocket, which has its own timeouts.
    pub(super) fn keep(&mut self) {
        self.is_permanent = true;
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        if !self.is_permanent {
            let slot = &self.slot.0;
            slot.connections.open().count_request(slot.number, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    fn at(last: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(10, 0, 0, last))
    }

    fn connections(total: usize, per_address: usize) -> Arc<OpenConnections> {
        OpenConnections::new(ConnectionCapacity { total, per_address })
    }

    #[tokio::test]
    async fn each_address_has_its_own_limit() {
        let connections = connections(10, 2);
        let slots = [at(1), at(1), at(2)].map(|ip| connections.admit(ip).expect("room"));
        let busy: Vec<_> = slots.iter().map(ConnectionSlot::begin_request).collect();
        assert_eq!(connections.admit(at(1)).err(), Some(ConnectionRefusal::AddressLimit));
        drop(busy);
        drop(slots);
        assert!(
            connections.open().addresses.is_empty(),
            "addresses without connections are removed"
        );
        connections.all_closed().await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_longest_waiting_connection_is_evicted() {
        let connections = connections(3, 3);
        let old = connections.admit(at(1)).expect("room");
        let _work = old.begin_request();
        tokio::time::advance(Duration::from_secs(1)).await;
        let silent = connections.admit(at(1)).expect("room");
        tokio::time::advance(Duration::from_secs(1)).await;
        let alone = connections.admit(at(2)).expect("room");
        let new = connections.admit(at(3)).expect("an idle connection is evicted");
        silent.expired_or_evicted().await;
        assert!(alone.waiting_since().is_some() && old.waiting_since().is_none());
        // Busy and recent connections stay.
        let _busy = [alone.begin_request(), new.begin_request()];
        assert_eq!(connections.admit(at(4)).err(), Some(ConnectionRefusal::ProcessLimit));
    }

    #[tokio::test(start_paused = true)]
    async fn only_waiting_connections_time_out() {
        let connections = connections(3, 3);
        let slot = connections.admit(at(1)).expect("room");
        let begin_request = slot.begin_request();
        let all_closed = tokio::time::timeout(Duration::from_secs(100), slot.expired_or_evicted());
        assert!(all_closed.await.is_err());
        drop(begin_request);
        let begun = Instant::now();
        slot.expired_or_evicted().await;
        assert!((IDLE_TIMEOUT..IDLE_TIMEOUT * 2).contains(&begun.elapsed()));
    }
}
