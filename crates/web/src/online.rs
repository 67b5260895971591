//! What pages for playing with others share: who is here, the session, requests.
//!
//! The conversation with the server is `bosworth-client`'s; `session` shows it to pages as
//! signals. `api` is the rim.

/// Requests over HTTP.
pub mod api;
/// Why the server said no.
pub mod refusal;
/// Who plays here, and what the server has said.
pub mod session;
/// How what is left on a clock is written.
pub mod time;
/// Who is here.
pub mod visitor;
