//! The sans-I/O client: short exchanges message by message, and long ones over bad networks.

mod clocks;
mod exchange;
mod following;
mod network;
mod peer;
mod server;
mod talk;
mod world;
