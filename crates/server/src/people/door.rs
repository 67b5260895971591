//! A limit on concurrent connections per address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::people::Address;

/// Enough for a club behind one NAT, too few to exhaust the server's memory or descriptors.
const MAX_CONNECTIONS_PER_ADDRESS: u32 = 200;

/// The connections that are open, by address.
#[derive(Debug)]
pub struct Doors {
    open: Mutex<HashMap<Address, u32>>,
    most: u32,
}

/// A guard for one open connection, counted until it is dropped.
#[derive(Debug)]
pub struct Door {
    doors: Arc<Doors>,
    address: Address,
}

/// The address is at its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crowded;

impl Default for Doors {
    fn default() -> Self {
        Self { open: Mutex::default(), most: MAX_CONNECTIONS_PER_ADDRESS }
    }
}

impl Doors {
    /// No limits.
    pub fn unlimited() -> Self {
        Self { most: u32::MAX, ..Self::default() }
    }

    /// Admits one more connection.
    pub fn enter(self: &Arc<Self>, address: Address) -> Result<Door, Crowded> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.most {
            return Err(Crowded);
        }
        *count += 1;
        Ok(Door { doors: self.clone(), address })
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let mut open = self.doors.open.lock().unwrap_or_else(PoisonError::into_inner);
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
    fn an_address_has_so_many_and_another_its_own() {
        let doors = Arc::new(Doors { most: 2, ..Doors::default() });
        let at = |last| Address::from(IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)));
        let first = doors.enter(at(1)).expect("room");
        let _second = doors.enter(at(1)).expect("room");
        assert_eq!(doors.enter(at(1)).err(), Some(Crowded));
        let other = doors.enter(at(2)).expect("room for others");
        drop(first);
        let _third = doors.enter(at(1)).expect("room again");
        drop(other);
        let open = doors.open.lock().expect("the map");
        assert_eq!(open.len(), 1, "what is gone is not kept");
    }
}
