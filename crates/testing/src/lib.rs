//! What tests share: throw-away PostgreSQL and NATS servers,
//! stand-ins for push services and mail servers, waits that have a limit, futures that
//! are cancelled at every await.
//!
//! The servers run in temporary folders on ports of this machine that nobody else has. They stop
//! when they are dropped, also when a test fails.

mod cancel;
mod mail;
mod nats;
mod output;
mod postgres;
mod process;
mod push;
mod wait;

pub use crate::cancel::is_ready_within;
pub use crate::mail::{MailServer, ReceivedMail};
pub use crate::nats::Nats;
pub use crate::output::Lines;
pub use crate::postgres::Postgres;
pub use crate::push::{PushService, PushedMessage};
pub use crate::wait::{PATIENCE, Watchdog, eventually, in_time, within};
