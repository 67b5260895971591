//! An online table as a pure state machine over an append-only log.
//!
//! A table is its log: a list of [`LogEntry`]s, each with one or more [`Event`]s that happened
//! together. [`Table`] is the fold over the log and contains only what everyone may see, so clients
//! rebuild exactly the server's table. [`AuthoritativeTable`] adds the secret of the shuffle, which
//! only the server knows, and decides [`Command`]s.
//!
//! Deciding and folding are separate: [`AuthoritativeTable::decide`] changes nothing and returns the
//! events; [`AuthoritativeTable::fold`] applies them once they are durable. So a table never shows
//! anything that could still be lost.
//!
//! Nothing here reads a clock or draws a random number: times, secrets and game ids are arguments.

mod authoritative;
mod calendar;
mod command;
mod conditional;
mod days;
mod event;
mod fold_error;
mod id;
mod limits;
mod log_entry;
mod refusal;
mod setup;
mod speed;
mod table;
mod text_serde;
mod time_control;
mod usage;

pub use authoritative::{AuthoritativeTable, Decision};
pub use command::{Command, IdempotencyKey, Offer, TableOrder};
pub use conditional::{Conditional, ConditionalStatus, ConditionalTree, InvalidConditional};
pub use days::Days;
pub use event::{EndReason, Event, Times};
pub use fold_error::FoldError;
pub use id::{AccountId, GameId, ParseGameIdError};
pub use limits::{COMPUTER_LEVELS, MAX_CHAT_CHARS, MIN_RATED_PLIES};
pub use log_entry::LogEntry;
pub use refusal::Refusal;
pub use setup::{SealedDeal, Seated, SharedHands, TableSetup};
pub use speed::Speed;
pub use table::deadline::FIRST_ACTION_MS;
pub use table::{GameEnd, Stage, Table};
#[cfg(feature = "schema")]
pub use text_serde::side::SideName;
pub use time_control::{ParseTimeControlError, TimeControl};
