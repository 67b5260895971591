//! Games between people, end to end over real sockets.

#[path = "online/computer.rs"]
mod computer;
#[path = "online/conditional.rs"]
mod conditional;
#[path = "online/duplicate.rs"]
mod duplicate;
#[path = "online/event_life.rs"]
mod event_life;
#[path = "online/events.rs"]
mod events;
#[path = "online/field.rs"]
mod field;
#[path = "online/games.rs"]
mod games;
#[path = "online/hints.rs"]
mod hints;
#[path = "online/holiday.rs"]
mod holiday;
#[path = "online/intruders.rs"]
mod intruders;
#[path = "online/lobby.rs"]
mod lobby;
#[path = "online/logs.rs"]
mod logs;
#[path = "online/matrix.rs"]
mod matrix;
#[path = "online/nodes.rs"]
mod nodes;
#[path = "online/organising.rs"]
mod organising;
#[path = "online/place.rs"]
mod place;
#[path = "online/prefix.rs"]
mod prefix;
#[path = "online/sealed.rs"]
mod sealed;
#[path = "online/secrecy.rs"]
mod secrecy;
#[path = "online/turn.rs"]
mod turn;
#[path = "online/waiting.rs"]
mod waiting;
