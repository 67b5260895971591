//! The Rose King in a terminal: the whole screen, or line by line.
//!
//! [`App`] is what is on the screen and what keys do to it: a state machine without threads,
//! files and clocks. [`draw`] puts it into a buffer. [`run`] is the rim: it takes the terminal,
//! waits for keys and for the engine's threads, and saves. Nothing happens while nobody does
//! anything: there is no timer but for actions that are shown one after another.
//!
//! A game at a server is the same app over a [`Snapshot`] of the table. [`Messenger`] is a thread that
//! talks to the server: orders go in, [`News`] come out. [`Room`] is what is on the screen there,
//! [`PlainOnline`] the same in words.
//!
//! [`Plain`] plays in words, and [`Shelf`] finds the games that were saved.

mod app;
mod board;
mod date;
mod ink;
mod menu;
mod online;
mod plain;
mod run;
mod screen;
mod store;
mod terminal;
mod theme;
mod words;
mod worker;

pub use app::{Answer, App, Effect, Hit, Leave, Online, Source};
pub use date::Date;
pub use menu::{Decision, Menu, Opening};
pub use online::{
    Farewell, Heard, Keeping, Messenger, News, Order, PlainOnline, Room, Snapshot, Visit, Wish,
    fault, keep, run_online, run_plain,
};
pub use plain::Plain;
pub use run::{Left, Look, Start, run};
pub use screen::{LEAST, draw};
pub use store::{Kept, Shelf, Unreadable, load, record, save, seats};
pub use terminal::{Event, Screen, is_terminal};
pub use theme::{Depth, Theme};
pub use words::{source, texts};
pub use worker::choose;
