//! Tournaments: the list, one of them, the form that announces one.

mod boards;
mod bracket;
mod chat;
mod control;
mod correct;
mod cross;
mod entry;
mod facts;
mod form;
mod head;
mod list;
mod page;
mod players;
mod share;
mod standings;
mod tools;
mod when;
mod words;

pub use form::NewEvent;
pub use list::Events;
pub use page::EventPage;
