//! The engine, as one binary of tests.

mod certificate;
mod engine;
mod forecast;
mod network;
mod review;
mod solver;

mod support {
    pub mod random_game;
}
