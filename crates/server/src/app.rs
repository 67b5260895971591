//! What every answer needs.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::people::Limits;
use crate::store::Store;

/// What the server was told to be like.
#[derive(Clone, Default, Debug)]
pub struct Config {
    /// Whether cookies are for https only, whatever the request looks like.
    pub secure_cookies: bool,
    /// Whether a proxy stands in front of this server, and says where requests come from.
    pub trust_proxy: bool,
}

/// The running server. Clones are cheap.
#[derive(Clone, Debug)]
pub struct App {
    /// The database.
    pub store: Store,
    /// What the server was told to be like.
    pub config: Arc<Config>,
    /// How much everybody may ask for.
    pub limits: Arc<Limits>,
}

impl App {
    /// The time, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as i64)
    }
}
