//! The limits inside the log of one game. Those of a server are in `bosworth-server`.

/// The maximum length of a line of chat, at a table or in a tournament, in characters.
pub const MAX_CHAT_CHARS: usize = 200;
/// The levels of the computer.
pub const COMPUTER_LEVELS: core::ops::RangeInclusive<u8> = 1..=8;
/// The number of plies, four by each player, from which a game can change ratings.
pub const MIN_RATED_PLIES: usize = 8;
/// How many chat messages and chat switches a player has at one table.
pub(crate) const MAX_CHAT_ACTIONS: u32 = 100;
/// How many offers a player may make or decline at one table.
pub(crate) const MAX_OFFERS: u32 = 60;
/// How many times a player may take back against the computer at one table.
pub(crate) const MAX_COMPUTER_TAKEBACKS: u32 = 100;
/// After this many arrivals and departures, a player's departures are rate limited.
pub(crate) const UNLIMITED_PRESENCE_CHANGES: u32 = 200;
/// The minimum time before the next recorded departure then, in milliseconds.
pub(crate) const PRESENCE_INTERVAL_MS: i64 = 60_000;
/// How long chat stays open after the end, in milliseconds.
pub(crate) const CHAT_AFTER_END_MS: i64 = 15 * 60_000;
