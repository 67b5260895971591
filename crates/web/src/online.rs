//! AnalysisLink by the online pages: the visitor, the session, HTTP requests.
//!
//! The protocol is `bosworth-client`'s; `session` exposes it to pages as signals. `api` is the
//! I/O boundary.

/// HTTP requests.
pub mod api;
/// What waits for the visitor, on all pages.
pub mod inbox;
/// Refusals, in words.
pub mod refusal;
/// The state of the connection to the server, as signals.
pub mod session;
/// Formatting of clock times.
pub mod time;
/// The visitor's account.
pub mod visitor;
