//! The Rose King in the browser.
//!
//! A single-page app with code splitting (`chunk`): the pages for local games are loaded first,
//! those for lessons, analysis, the lobby and online games on demand. The engine worker is a
//! separate program, `bosworth-web-engine`. It contains no game logic: legality comes from
//! `bosworth-rules`.
//!
//! `clocked_table`, `chess_clock`, `geometry` and `route` use no browser API and are tested natively; `parts/` has
//! the shared components; `pages/` has one file per page. The state of a board and its view model
//! are `bosworth-board`; `board_input` feeds it browser events. `lifetime` keeps late callbacks from
//! touching a page that is gone.

#![allow(
    clippy::too_many_lines,
    clippy::needless_pass_by_value,
    clippy::large_types_passed_by_value,
    clippy::single_match_else,
    reason = "views are long declarations, and the parts of a page own their arguments; signal \
              handles are copied; `view!` looks like a block of statements"
)]

pub mod app;
pub mod board_input;
pub mod browser;
/// The chess clock.
pub mod chess_clock;
mod chunk;
/// A local game.
pub mod clocked_table;
mod count_animation;
mod crash;
pub mod engine;
mod frame;
pub mod geometry;
mod install;
pub mod language;
pub mod lifetime;
pub mod online;
pub mod pages;
pub mod parts;
mod player_names;
/// Routes and their URLs.
pub mod route;
/// The user's settings.
pub mod settings;
pub mod sound;
pub mod store;
mod tabs;
