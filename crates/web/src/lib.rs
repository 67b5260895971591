//! The Rose King in the browser.
//!
//! A single-page app with code splitting (`chunk`): the pages for local games are loaded first,
//! those for lessons, analysis, the lobby and online games on demand. The engine worker is a
//! separate program, `bosworth-web-engine`. No game logic is in here: legality comes from
//! `bosworth-rules`.
//!
//! `table`, `clock`, `shape` and `route` use no browser API and are tested natively; `parts/` has
//! the shared components; `pages/` has one file per page. The state of a board and its view model
//! are `bosworth-board`; `board_input` feeds it browser events. `lifetime` keeps late callbacks from
//! touching a page that is gone.

#![allow(
    clippy::too_many_lines,
    clippy::needless_pass_by_value,
    clippy::large_types_passed_by_value,
    clippy::single_match_else,
    reason = "a view is one picture of what is on the page, and the parts of a page own what \
              they are given; handles of signals are copied, and small where it counts; `view!` \
              looks like a block of statements"
)]

pub mod app;
pub mod board_input;
pub mod browser;
mod chunk;
/// The chess clock.
pub mod clock;
mod counting;
mod crash;
pub mod engine;
mod frame;
mod install;
pub mod language;
pub mod lifetime;
pub mod online;
pub mod pages;
pub mod parts;
mod players;
/// Routes and their URLs.
pub mod route;
/// The user's settings.
pub mod settings;
pub mod shape;
pub mod sound;
pub mod store;
/// A local game.
pub mod table;
mod tabs;
