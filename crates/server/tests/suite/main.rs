//! The server, as one binary of tests.

mod bus;
mod hostile_peers;
mod http;
mod limits;
mod notifications;
mod online;
mod store;
mod web_app;
