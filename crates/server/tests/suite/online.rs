//! Games between people, end to end over real sockets.

mod authorisation;
mod computer;
mod conditional;
mod duplicate;
mod duplicate_field;
mod games;
mod handicap;
mod holiday;
mod lobby;
mod logs;
mod nodes;
mod notices;
pub mod online_fixture;
mod organising;
mod path_prefix;
mod sealed_deals;
mod secrecy;
mod taken_back_turn;
mod tournament_life;
mod tournaments;
mod unauthorised;
mod waiting;
