use std::time::{SystemTime, UNIX_EPOCH};

/// The time now, in milliseconds since 1970. The only clock that the server reads.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
