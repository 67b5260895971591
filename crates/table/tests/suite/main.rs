//! What a table promises, for whole games at random and for every kind of command.

mod budget;
mod desk;
mod table;
mod takeback;
mod turn;
