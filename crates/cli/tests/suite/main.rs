//! The program `bosworth`, as one binary of tests.

#[cfg(unix)]
mod admin;
#[cfg(unix)]
mod alerts;
mod arena;
#[cfg(unix)]
mod bots;
mod cli;
#[cfg(unix)]
mod conditional_actions;
#[cfg(unix)]
mod database_move;
mod datagen;
mod db;
mod engine_tournament;
mod external_evaluation;
#[cfg(unix)]
mod faults;
mod handicap;
mod input;
mod insights;
#[cfg(unix)]
mod members;
#[cfg(unix)]
mod notify;
#[cfg(unix)]
mod observability;
#[cfg(unix)]
mod online;
#[cfg(all(feature = "otlp", unix))]
mod otlp;
mod puzzles;
mod review;
#[cfg(unix)]
mod saved_games;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod serve;
#[cfg(unix)]
mod settings;
mod solve;
mod study;
#[cfg(unix)]
mod takeover;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod tournament;
mod ugi;

mod support {
    pub mod console;
    pub mod node;
    pub mod program;
    pub mod server;
}
