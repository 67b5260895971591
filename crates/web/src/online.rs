//! Shared by the online pages: the visitor, the session and HTTP requests.
//!
//! The protocol is `bosworth-client`'s; `session` exposes it to pages as signals. `api` is the
//! I/O boundary.

/// HTTP requests.
pub mod api;
/// The items that await the visitor, shown on all pages.
pub mod inbox;
/// Messages for refusals.
pub mod refusal;
/// The connection to the server, as signals.
pub mod session;
/// Formatting of clock times.
pub mod time;
/// The visitor's account.
pub mod visitor;
/// The visitor's name and rating, as in the header.
pub mod visitor_label;
