//! Test support: throw-away PostgreSQL and NATS servers, fake push services, mail servers and
//! identity providers, timeouts, futures that are cancelled at every await, and strict JSON schemas.
//!
//! The servers run in temporary folders on free loopback ports. They stop when they are dropped,
//! also when a test fails.

mod cancel;
mod identity_provider;
mod mail;
mod nats;
mod output;
mod postgres;
mod process;
mod push;
mod schema;
mod wait;

pub use crate::cancel::is_ready_within;
pub use crate::identity_provider::{IdentityAtProvider, IdentityProvider};
pub use crate::mail::{MailServer, ReceivedMail};
pub use crate::nats::Nats;
pub use crate::output::OutputLines;
pub use crate::postgres::Postgres;
pub use crate::push::{PushService, PushedMessage};
pub use crate::schema::{Validator, strict_validator};
pub use crate::wait::{PATIENCE, Watchdog, eventually, in_time, within};
