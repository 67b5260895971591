//! The client without I/O: small talks word by word, and long ones through bad networks.

mod clocks;
mod following;
mod network;
mod peer;
mod server;
mod talk;
mod words;
mod world;
