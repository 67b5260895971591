//! The engine in a web worker: [`wire`] is what pages and the worker say to each other,
//! [`worker`] is the worker itself.
//!
//! It is a crate of its own so that it can be compiled to be fast, while pages are compiled
//! to be small.

pub mod wire;
pub mod worker;
