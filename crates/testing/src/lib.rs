//! Throw-away servers for tests: a PostgreSQL and a NATS of their own, in temporary folders, on
//! free ports of this machine. They stop when they are dropped, also by a test that fails.

mod cancel;
mod nats;
mod postgres;
mod process;

pub use crate::cancel::is_ready_within;
pub use crate::nats::Nats;
pub use crate::postgres::Postgres;
