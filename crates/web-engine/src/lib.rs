//! The engine in a web worker: [`wire`] is the message protocol between pages and the worker,
//! [`worker`] is the worker itself.
//!
//! It is a crate of its own so that it can be optimised for speed, while the pages are optimised
//! for size.

mod rollouts;
pub mod wire;
pub mod worker;
