//! Limits on concurrent websockets and streams per address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::auth::Address;
use crate::limits::MAX_CONNECTIONS_PER_ADDRESS;

/// Counts the open connections by address.
#[derive(Debug)]
pub struct ConnectionLimits {
    open: Mutex<HashMap<Address, usize>>,
    max_per_address: usize,
}

/// A guard for one open connection, which counts until it is dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    limits: Arc<ConnectionLimits>,
    address: Address,
}

/// The address is at its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyConnections;

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self { open: Mutex::default(), max_per_address: MAX_CONNECTIONS_PER_ADDRESS }
    }
}

impl ConnectionLimits {
    /// No limits.
    pub fn unlimited() -> Self {
        Self { max_per_address: usize::MAX, ..Self::default() }
    }

    /// Admits one more connection.
    pub fn admit(
        self: &Arc<Self>,
        address: Address,
    ) -> Result<ConnectionPermit, TooManyConnections> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.max_per_address {
            return Err(TooManyConnections);
        }
        *count += 1;
        Ok(ConnectionPermit { limits: self.clone(), address })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limits.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    #[test]
    fn each_address_has_its_own_limit() {
        let limits =
            Arc::new(ConnectionLimits { max_per_address: 2, ..ConnectionLimits::default() });
        let at = |last| Address::from(IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)));
        let first = limits.admit(at(1)).expect("room");
        let _second = limits.admit(at(1)).expect("room");
        assert_eq!(limits.admit(at(1)).err(), Some(TooManyConnections));
        let other = limits.admit(at(2)).expect("room for others");
        drop(first);
        let _third = limits.admit(at(1)).expect("room again");
        drop(other);
        let open = limits.open.lock().expect("the map");
        assert_eq!(open.len(), 1, "addresses without connections are removed");
    }
}
