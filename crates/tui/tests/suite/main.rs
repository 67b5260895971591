//! The terminal program, as one binary of tests.

mod frames;
mod online;
#[cfg(unix)]
mod panic;
mod plain;
mod training;
