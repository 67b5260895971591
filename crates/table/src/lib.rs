//! One online table as a pure state machine.
//!
//! A table is its log: a list of [`LogEntry`]s, each one or more [`Event`]s that happened together.
//! [`Table`] is a fold over the log and holds only what everybody may see, so a client rebuilds the
//! very table the server has. [`AuthoritativeTable`] adds what only the server knows, the secret of the shuffle,
//! and decides what a [`Command`] leads to.
//!
//! Deciding and folding are separate: [`AuthoritativeTable::decide`] changes nothing and returns the events; once
//! they are durable, [`AuthoritativeTable::fold`] applies them. So a table never shows anything that could still
//! be lost.
//!
//! Nothing here reads a clock or draws a random number: times, secrets and the ids of games are
//! arguments.

mod budget;
mod calendar;
mod clock;
mod command;
mod conditional;
mod days;
mod event;
mod fault;
mod host;
mod id;
mod refusal;
mod speed;
mod table;
mod text;

pub use clock::{ParseTimeControlError, TimeControl};
pub use command::{Command, IdempotencyKey, Offer, TableOrder};
pub use conditional::{BadCondition, Conditional, ConditionalStatus, ConditionalTree};
pub use days::Days;
pub use event::{EndReason, Event, LogEntry, SealedDeal, Seated, SharedHands, TableSetup, Times};
pub use fault::FoldError;
pub use host::{AuthoritativeTable, Decision};
pub use id::{AccountId, GameId, ParseGameIdError};
pub use refusal::Refusal;
pub use speed::Speed;
pub use table::{GameEnd, Stage, Table};
