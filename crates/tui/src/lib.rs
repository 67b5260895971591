//! The Rose King in a terminal: the whole screen, or line by line.
//!
//! [`App`] holds the state of the screen and handles keys: a state machine without threads, files
//! and clocks. [`draw`] renders it into a buffer. [`run`] is the I/O boundary: it takes over the
//! terminal, waits for keys and for the engine's threads, and saves. It is event-driven: idle means
//! asleep, and the only timer paces the computers' actions.
//!
//! An online game is the same app over a [`Snapshot`] of the table. [`Messenger`] is the network
//! thread: orders go in, [`News`] come out. [`OnlineRoom`] is the state of the screen there,
//! [`PlainOnline`] that of plain mode.
//!
//! [`Plain`] is the line-by-line mode, and [`Shelf`] the store of saved games.

mod app;
mod board;
mod clock;
mod date;
mod ink;
mod menu;
mod online;
mod phrase;
mod plain;
mod run;
mod screen;
mod secret;
mod store;
mod terminal;
mod theme;
mod words;
mod worker;

pub use app::{Answer, App, Effect, Hit, Leave, Online, Source};
pub use clock::LocalClock;
pub use date::date_of;
pub use menu::{Menu, MenuChoice, NewGame};
pub use online::{
    Farewell, Heard, Keeping, Listed, ListedEvent, Messenger, News, OnlineRoom, Order, PlainOnline,
    Snapshot, Visit, Wish, fault, keep, run_online, run_plain, tame,
};
pub use plain::{Ending, Lines, Piped, Plain, Prompted, Save};
pub use run::{Exit, Look, Openings, Start, run};
pub use screen::{LEAST, draw};
pub use secret::ask_secretly;
pub use store::{Kept, OpenTable, Shelf, Unreadable, load, read, record, save, seat_name, seats};
pub use terminal::{Event, Screen, has_screen, is_terminal};
pub use theme::{Depth, Ground, Theme};
pub use words::{source, texts};
pub use worker::choose;
