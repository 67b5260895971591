//! One online table (see crate docs to come).
mod id;
pub use id::{AccountId, GameId, ParseGameIdError};
