//! The limits that bound what a client can make the server store, send or compute.
//!
//! `SECURITY.md` promises them: its table is [`security_table`], and a test compares the two.
//! Limits inside the log of one game (chat length, offers, takebacks) are in
//! `crates/table/src/limits.rs`.

use std::fmt;
use std::time::Duration;

use bosworth_protocol::limits::HOLIDAY_DAYS_PER_YEAR;

/// A token bucket: a burst, then one token per interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimit {
    /// The capacity of the bucket.
    pub burst: i64,
    /// The time after which one more is allowed, in milliseconds.
    pub interval_ms: i64,
}

impl RateLimit {
    const fn new(burst: i64, interval_ms: i64) -> Self {
        Self { burst, interval_ms }
    }
}

impl fmt::Display for RateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at once, then ", self.burst)?;
        match self.interval_ms {
            ms if ms < 1_000 => write!(f, "{} per second", 1_000 / ms),
            60_000 => f.write_str("one per minute"),
            ms => write!(f, "one every {}", duration(ms)),
        }
    }
}

/// Throttling of password guesses: free attempts, then a delay that doubles up to a maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThrottlePolicy {
    /// Failures without a delay.
    pub free_attempts: i64,
    /// The longest delay, in milliseconds.
    pub max_delay_ms: i64,
}

/// Concurrent connections from one address: enough for a club behind one NAT, too few to exhaust
/// the server's memory or file descriptors.
pub const MAX_CONNECTIONS_PER_ADDRESS: usize = 200;
/// File descriptors reserved for the database, the bus and files.
pub const RESERVED_DESCRIPTORS: usize = 100;
/// Timeout of a connection that is silent, in the middle of its headers, or idle.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(15);
/// The maximum length of a request body.
pub const MAX_BODY_BYTES: usize = 16 * 1024;
/// The maximum length of a request body with training progress.
pub const MAX_TRAINING_PART_BYTES: usize = 1024 * 1024;
/// The maximum length of the training progress of an account.
pub const MAX_TRAINING_BYTES: usize = 4 * 1024 * 1024;
/// Timeout for receiving a request body.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum length of the headers of a request.
pub const MAX_HEADER_BYTES: usize = 16 * 1024;
/// Write timeout: how long a client may leave data unread.
pub const STALL_TIMEOUT: Duration = Duration::from_secs(20);
/// Write timeout of a websocket. In a game it is shorter: two ping intervals.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Ping interval of a websocket that watches a game.
pub const PING_INTERVAL_IN_GAME: Duration = Duration::from_millis(2_500);
/// Ping interval of any other websocket.
pub const PING_INTERVAL: Duration = Duration::from_secs(30);
/// Backlog of a websocket, in messages, before it is closed. The client can reconnect and request
/// what it missed.
pub const MAX_BACKLOG_MESSAGES: usize = 256;
/// Backlog of a websocket, in bytes, before it is closed.
pub const MAX_BACKLOG_BYTES: usize = 256 * 1024;
/// Messages that a websocket may send.
pub const SOCKET_MESSAGES: RateLimit = RateLimit::new(60, 50);
/// The maximum length of a message to a websocket.
pub const MAX_MESSAGE_BYTES: usize = 4 * 1024;
/// Games that one websocket may watch.
pub const MAX_WATCHED_GAMES: usize = 32;
/// Tournaments that one websocket may follow.
pub const MAX_FOLLOWED_TOURNAMENTS: usize = 8;
/// Concurrent commands of one websocket.
pub const MAX_CONCURRENT_COMMANDS: usize = 16;

/// Requests of any kind.
pub const REQUESTS: RateLimit = RateLimit::new(300, 50);
/// Commands at tables, over all connections of an account.
pub const COMMANDS: RateLimit = RateLimit::new(120, 50);
/// New guests.
pub const GUESTS: RateLimit = RateLimit::new(30, 20_000);
/// New accounts.
pub const REGISTRATIONS: RateLimit = RateLimit::new(10, 60_000);
/// Logins.
pub const LOGINS: RateLimit = RateLimit::new(30, 2_000);
/// New tokens and bots.
pub const TOKENS_AND_BOTS: RateLimit = RateLimit::new(40, 30_000);
/// Exports of games and accounts.
pub const EXPORTS: RateLimit = RateLimit::new(6, 20_000);
/// Changes of training progress, and answers to the positions of days.
pub const TRAINING: RateLimit = RateLimit::new(60, 5_000);
/// Lines in the chat of tournaments.
pub const TOURNAMENT_CHAT: RateLimit = RateLimit::new(8, 5_000);
/// Reports about other players.
pub const REPORTS: RateLimit = RateLimit::new(5, 600_000);
/// Actions of a moderator: few enough that nobody can flush the audit log, whose oldest lines are
/// deleted, in less than five days.
pub const MODERATION: RateLimit = RateLimit::new(60, 5_000);
/// Requests that send mails, and attempts to use their links.
pub const MAIL_LINKS: RateLimit = RateLimit::new(10, 60_000);

/// Wrong passwords for one name from one address.
pub const NAME_THROTTLE: ThrottlePolicy =
    ThrottlePolicy { free_attempts: 5, max_delay_ms: 15 * 60 * 1_000 };
/// Wrong passwords from one address, which many people may share.
pub const ADDRESS_THROTTLE: ThrottlePolicy =
    ThrottlePolicy { free_attempts: 30, max_delay_ms: 60 * 1_000 };

/// Tokens of an account.
pub const MAX_TOKENS: i64 = 20;
/// Bots of an account.
pub const MAX_BOTS: i64 = 10;
/// Open offers of an account.
pub const MAX_OPEN_OFFERS: i64 = 10;
/// Open games of an account.
pub const MAX_OPEN_GAMES: usize = 200;
/// Open games of a bot.
pub const MAX_OPEN_GAMES_OF_BOT: usize = 2_000;
/// Open games of an account against the computer.
pub const MAX_COMPUTER_GAMES: i64 = 20;
/// Open games of a guest against the computer.
pub const MAX_COMPUTER_GAMES_OF_GUEST: i64 = 5;
/// Open reports by one account.
pub const MAX_OPEN_REPORTS_PER_ACCOUNT: i64 = 20;
/// Open reports in total.
pub const MAX_OPEN_REPORTS: i64 = 5_000;
/// Accounts that one account has blocked.
pub const MAX_BLOCKS: i64 = 200;
/// Devices of an account that receive push messages.
pub const MAX_DEVICES: i64 = 5;
/// Notifications in the outbox for one account. Further ones are dropped.
pub const MAX_QUEUED_NOTIFICATIONS: i64 = 200;
/// Notifications of challenges from one account to another, per day, without a delay.
pub const MAX_CHALLENGE_NOTIFICATIONS_PER_DAY: i64 = 5;
/// The interval of further notifications of challenges, in milliseconds.
pub const CHALLENGE_NOTIFICATION_INTERVAL_MS: i64 = 10 * 60 * 1_000;
/// Mails per day to confirm an address, by account and by address.
pub const MAX_CONFIRMATION_MAILS_PER_DAY: i64 = 5;
/// Mails per day to reset a password that are sent without a delay.
pub const MAX_RESET_MAILS_PER_DAY: i64 = 3;
/// The interval of further mails to reset a password, in milliseconds.
pub const RESET_MAIL_INTERVAL_MS: i64 = 60 * 60 * 1_000;
/// Plies in the conditional actions of a player in a game; `bosworth-table` enforces it.
pub const MAX_CONDITIONAL_PLIES: usize = 200;
/// Plies in one line of conditional actions; `bosworth-table` enforces it.
pub const MAX_CONDITIONAL_DEPTH: usize = 30;
/// Tournaments of one organiser that are not over.
pub const MAX_OPEN_TOURNAMENTS_PER_ORGANISER: i64 = 5;
/// Chat lines of one account in a tournament.
pub const MAX_CHAT_LINES_PER_ACCOUNT: i64 = 200;
/// Chat lines of a tournament.
pub const MAX_CHAT_LINES: i64 = 2_000;
/// Lines that the audit log keeps.
pub const MAX_AUDIT_LOG_LINES: i64 = 100_000;
/// Open invitations.
pub const MAX_INVITATIONS: i64 = 1_000;
/// Forbidden words.
pub const MAX_FORBIDDEN_WORDS: usize = 1_000;

/// The table of limits in `SECURITY.md`, as Markdown.
pub fn security_table() -> String {
    let rows = connection_rows().into_iter().chain(rate_limit_rows()).chain(account_rows());
    let rows = rows.map(|(what, limit)| format!("| {what} | {limit} |\n"));
    "| what | limit |\n|---|---|\n".to_owned() + &rows.collect::<String>()
}

/// A row of the table: what is limited, and to what.
type Row = (&'static str, String);

/// Limits on connections and messages.
fn connection_rows() -> Vec<Row> {
    let in_game = (2 * PING_INTERVAL_IN_GAME).min(WRITE_TIMEOUT).as_secs();
    vec![
        (
            "connections",
            format!(
                "{MAX_CONNECTIONS_PER_ADDRESS}, silent ones included; in total the process's limit \
                 on open files minus {RESERVED_DESCRIPTORS}"
            ),
        ),
        (
            "connection without a complete request: silent, partial headers, idle",
            format!("{} s", IDLE_TIMEOUT.as_secs()),
        ),
        ("request body", format!("{}, within {} s", size(MAX_BODY_BYTES), BODY_TIMEOUT.as_secs())),
        ("request headers", size(MAX_HEADER_BYTES)),
        (
            "client that does not read",
            format!(
                "{} s; a websocket {in_game} s in a game, {} s otherwise",
                STALL_TIMEOUT.as_secs(),
                WRITE_TIMEOUT.as_secs()
            ),
        ),
        (
            "backlog of a slow websocket",
            format!("{MAX_BACKLOG_MESSAGES} messages or {}", size(MAX_BACKLOG_BYTES)),
        ),
        ("requests, per account if logged in", REQUESTS.to_string()),
        (
            "websocket messages, per connection",
            format!(
                "{SOCKET_MESSAGES}, each up to {}; \
                 {MAX_WATCHED_GAMES} games, {MAX_FOLLOWED_TOURNAMENTS} tournaments, \
                 {MAX_CONCURRENT_COMMANDS} concurrent commands",
                size(MAX_MESSAGE_BYTES)
            ),
        ),
    ]
}

/// Limits on commands, sign-ups and logins.
fn rate_limit_rows() -> Vec<Row> {
    vec![
        ("commands at tables, per account", COMMANDS.to_string()),
        ("guests", GUESTS.to_string()),
        ("sign-ups", REGISTRATIONS.to_string()),
        (
            "logins",
            format!(
                "{LOGINS}; after {} wrong passwords for one name a delay that doubles up to {}, \
                 after {} from one address up to {}",
                NAME_THROTTLE.free_attempts,
                duration(NAME_THROTTLE.max_delay_ms),
                ADDRESS_THROTTLE.free_attempts,
                duration(ADDRESS_THROTTLE.max_delay_ms)
            ),
        ),
        (
            "new tokens and bots, per account",
            format!("{TOKENS_AND_BOTS}; {MAX_TOKENS} tokens and {MAX_BOTS} bots in total"),
        ),
    ]
}

/// Limits on what is stored for an account, and for the host.
fn account_rows() -> Vec<Row> {
    vec![
        ("open offers, per account", MAX_OPEN_OFFERS.to_string()),
        (
            "open games, per account",
            format!(
                "{MAX_OPEN_GAMES}, a bot {}; against the computer {MAX_COMPUTER_GAMES}, a guest \
                 {MAX_COMPUTER_GAMES_OF_GUEST}",
                grouped(MAX_OPEN_GAMES_OF_BOT as i64)
            ),
        ),
        ("exports", EXPORTS.to_string()),
        (
            "reports, per account",
            format!(
                "{REPORTS}; {MAX_OPEN_REPORTS_PER_ACCOUNT} open ones, {} from all accounts",
                grouped(MAX_OPEN_REPORTS)
            ),
        ),
        ("actions of a moderator", MODERATION.to_string()),
        (
            "training progress, per account",
            format!(
                "{TRAINING}, each up to {}; {} in total",
                size(MAX_TRAINING_PART_BYTES),
                size(MAX_TRAINING_BYTES)
            ),
        ),
        ("blocked players, per account", MAX_BLOCKS.to_string()),
        ("push devices, per account", MAX_DEVICES.to_string()),
        ("queued notifications, per account", MAX_QUEUED_NOTIFICATIONS.to_string()),
        (
            "notifications of challenges from one player to another",
            format!(
                "{MAX_CHALLENGE_NOTIFICATIONS_PER_DAY} per day, then one every {}",
                duration(CHALLENGE_NOTIFICATION_INTERVAL_MS)
            ),
        ),
        ("mail links requested or tried", MAIL_LINKS.to_string()),
        (
            "mails to confirm an address",
            format!("{MAX_CONFIRMATION_MAILS_PER_DAY} per day, per account and per address"),
        ),
        (
            "mails to reset a password, per account",
            format!(
                "{MAX_RESET_MAILS_PER_DAY} per day, then one every {}",
                duration(RESET_MAIL_INTERVAL_MS)
            ),
        ),
        (
            "conditional actions, per player and game",
            format!("{MAX_CONDITIONAL_PLIES} plies, {MAX_CONDITIONAL_DEPTH} deep"),
        ),
        ("holidays, per account", format!("{HOLIDAY_DAYS_PER_YEAR} days per calendar year")),
        (
            "tournaments that are not over, per organiser",
            MAX_OPEN_TOURNAMENTS_PER_ORGANISER.to_string(),
        ),
        (
            "chat of a tournament, per account",
            format!(
                "{TOURNAMENT_CHAT}; {MAX_CHAT_LINES_PER_ACCOUNT} lines, {} from all accounts",
                grouped(MAX_CHAT_LINES)
            ),
        ),
        (
            "the host",
            format!(
                "{} lines in the audit log, {} invitations, {} forbidden words",
                grouped(MAX_AUDIT_LOG_LINES),
                grouped(MAX_INVITATIONS),
                grouped(MAX_FORBIDDEN_WORDS as i64)
            ),
        ),
    ]
}

/// A number of bytes in KiB.
fn size(bytes: usize) -> String {
    format!("{} KiB", bytes / 1024)
}

/// Milliseconds in their largest whole unit.
fn duration(milliseconds: i64) -> String {
    match milliseconds {
        3_600_000 => "hour".into(),
        60_000 => "1 minute".into(),
        ms if ms % 60_000 == 0 => format!("{} minutes", ms / 60_000),
        ms => format!("{} s", ms / 1_000),
    }
}

/// A number with a space between thousands.
fn grouped(number: i64) -> String {
    match number {
        ..1_000 => number.to_string(),
        _ => format!("{} {:03}", number / 1_000, number % 1_000),
    }
}
