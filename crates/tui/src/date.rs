use std::time::{SystemTime, UNIX_EPOCH};

use bosworth_rules::Date;

/// The UTC date of a time.
pub fn date_of(time: SystemTime) -> Date {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    Date::from_timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
