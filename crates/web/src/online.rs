//! What pages for playing with others share: the connection, the session, requests.
//!
//! `link`, `outbox`, `live` and `time` know no browser and are tested as they are; `socket`
//! and `api` are the rim; `session` is what pages see.

/// Requests over HTTP.
pub mod api;
/// The connection as a state machine.
pub mod link;
/// A table as it is seen from here.
pub mod live;
/// What was sent and not answered.
pub mod outbox;
/// Why the server said no.
pub mod refusal;
/// Who plays here, and what the server has said.
pub mod session;
/// The websocket.
pub mod socket;
/// The server's time and how clocks are written.
pub mod time;
/// Who is here.
pub mod visitor;
