//! The guarantees of a table, for whole random games and for every command.

mod conditional;
mod days;
mod extreme;
mod fixture;
mod golden;
mod handicap;
mod revision;
mod sealed;
mod table;
mod takeback;
mod usage;
