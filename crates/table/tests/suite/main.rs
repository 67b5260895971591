//! The guarantees of a table, for whole random games and for every command.

mod budget;
mod conditional;
mod days;
mod desk;
mod extreme;
mod golden;
mod seal;
mod table;
mod takeback;
mod turn;
