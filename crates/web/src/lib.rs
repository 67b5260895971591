//! The Rose King in the browser.
//!
//! One program, fetched in pieces (`chunk`): the pages for playing at one screen come first, those
//! for learning, studying, finding games and playing with others when they are asked for. Another
//! one, the worker that thinks, is in `bosworth-web-engine`. No rule of the game is
//! in here: pages are handed what `bosworth-rules` says is legal.
//!
//! `store`, `table`, `clock`, `shape` and `route` know no browser and are tested as they are;
//! `parts/` is what pages are made of; `pages/` is one file a page. What can be touched at a board
//! and what it shows is decided in `bosworth-board`: `touch` brings it the browser's events.
//! `lifetime` keeps whatever comes later from touching a page that is gone.

#![allow(
    clippy::too_many_lines,
    clippy::needless_pass_by_value,
    clippy::large_types_passed_by_value,
    reason = "a view is one picture of what is on the page, and the parts of a page own what \
              they are given; handles of signals are copied, and small where it counts"
)]

pub mod app;
pub mod browser;
mod chunk;
/// The time of both sides.
pub mod clock;
mod crash;
pub mod engine;
mod frame;
pub mod language;
pub mod lifetime;
pub mod online;
pub mod pages;
pub mod parts;
/// Pages and their addresses.
pub mod route;
/// How things look and sound.
pub mod settings;
pub mod shape;
pub mod sound;
pub mod store;
/// A game at one screen.
pub mod table;
pub mod touch;
