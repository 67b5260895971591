//! Games between people, end to end over real sockets.

#[path = "online/authorisation.rs"]
mod authorisation;
#[path = "online/computer.rs"]
mod computer;
#[path = "online/conditional.rs"]
mod conditional;
#[path = "online/duplicate.rs"]
mod duplicate;
#[path = "online/duplicate_field.rs"]
mod duplicate_field;
#[path = "online/games.rs"]
mod games;
#[path = "online/holiday.rs"]
mod holiday;
#[path = "online/lobby.rs"]
mod lobby;
#[path = "online/logs.rs"]
mod logs;
#[path = "online/nodes.rs"]
mod nodes;
#[path = "online/notices.rs"]
mod notices;
#[path = "online/online_fixture.rs"]
mod online_fixture;
#[path = "online/organising.rs"]
mod organising;
#[path = "online/path_prefix.rs"]
mod path_prefix;
#[path = "online/sealed_deals.rs"]
mod sealed_deals;
#[path = "online/secrecy.rs"]
mod secrecy;
#[path = "online/taken_back_turn.rs"]
mod taken_back_turn;
#[path = "online/tournament_life.rs"]
mod tournament_life;
#[path = "online/tournaments.rs"]
mod tournaments;
#[path = "online/unauthorised.rs"]
mod unauthorised;
#[path = "online/waiting.rs"]
mod waiting;
