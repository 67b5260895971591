//! The Rose King in the browser: a single-page app.
//!
//! - `app` mounts the root component and provides the context shared by all pages; `frame` is the
//!   header around them.
//! - `route` maps URL fragments to pages. `chunk` splits the code: the home page and local games
//!   are loaded first, the other pages on demand.
//! - `pages/` has one module per page, `parts/` the components they share.
//! - `online/` has the visitor, the session with the server, and HTTP requests.
//! - `store`, `settings` and `tabs` keep games and settings in the browser's storage.
//! - `board_input` feeds browser events to `bosworth-board`, which has the state of a board and its
//!   view model.
//! - `engine` sends requests to the engine worker, a separate program (`bosworth-web-engine`).
//! - `language` loads the messages; `lifetime` keeps late callbacks from touching a page that is
//!   gone.
//!
//! The app contains no game logic: legality comes from `bosworth-rules`. `clocked_table`,
//! `chess_clock`, `geometry` and `route` use no browser API and are tested natively.

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
mod order;
pub mod pages;
pub mod parts;
mod picture;
mod player_names;
/// Routes and their URLs.
pub mod route;
/// The user's settings.
pub mod settings;
pub mod sound;
pub mod store;
mod tabs;
