//! Tournaments: the list, one of them, the form that announces one.

mod bracket;
mod chat;
mod control;
mod correction;
mod cross_table;
mod entry;
mod facts;
mod form;
mod header;
mod labels;
mod list;
mod organiser;
mod page;
mod players;
mod rounds;
mod share;
mod standings;
mod times;

pub use form::NewTournament;
pub use list::Tournaments;
pub use page::TournamentPage;
