//! The bounds of what clients send: the server checks them, and the API document states them.

use core::ops::RangeInclusive;

/// The length of an account name, in characters.
pub const ACCOUNT_NAME_CHARS: RangeInclusive<usize> = 3..=20;
/// What an account name consists of, besides its length, in ranges that every regular expression
/// knows: a few letters in them are refused nevertheless. Accents may be characters of their own.
pub const ACCOUNT_NAME_PATTERN: &str = concat!(
    "^[A-Za-zÀ-ÖØ-öø-ʯḀ-ỿ\u{2c60}-\u{2c7f}\u{a722}-\u{a7ff}\u{ab66}-\u{ab67}]",
    "[A-Za-zÀ-ÖØ-öø-ʯḀ-ỿ\u{2c60}-\u{2c7f}\u{a722}-\u{a7ff}\u{ab66}-\u{ab67}\u{300}-\u{36f}0-9_-]*",
    "[A-Za-zÀ-ÖØ-öø-ʯḀ-ỿ\u{2c60}-\u{2c7f}\u{a722}-\u{a7ff}\u{ab66}-\u{ab67}\u{300}-\u{36f}0-9]$"
);
/// The length of a password, in characters.
pub const PASSWORD_CHARS: RangeInclusive<usize> = 8..=256;
/// The maximum length of a mail address, in bytes (RFC 5321).
pub const MAX_MAIL_ADDRESS_BYTES: usize = 254;
/// The length of a token's name, in characters.
pub const TOKEN_NAME_CHARS: RangeInclusive<usize> = 1..=60;
/// The maximum length of a report, in characters.
pub const MAX_REPORT_CHARS: usize = 500;
/// The maximum length of the host's announcement, in characters.
pub const MAX_ANNOUNCEMENT_CHARS: usize = 300;
/// The maximum length of the reason for an action of a moderator, in characters.
pub const MAX_REASON_CHARS: usize = 300;
/// The rating of a new player.
pub const INITIAL_RATING: f64 = 1500.0;
/// How many accounts an invitation can register.
pub const INVITATION_USES: RangeInclusive<u32> = 1..=1_000;
/// How long an invitation is valid, in days.
pub const INVITATION_DAYS: RangeInclusive<u32> = 1..=365;
/// Holidays of an account, in days per calendar year.
pub const HOLIDAY_DAYS_PER_YEAR: i64 = 28;
/// What the text form of an offered handicap looks like: each part at most once.
pub const OFFERED_HANDICAP_PATTERN: &str = concat!(
    "^(owner|opponent):(heroes=[0-3]|cards=[2-4]|roses=[1-4]|second)",
    "(,(heroes=[0-3]|cards=[2-4]|roses=[1-4]|second))*$"
);
/// What the text form of a ruleset looks like: an edition, and the points in which it differs.
pub const RULESET_PATTERN: &str = concat!(
    "^(classic|brettspielnetz|kingofroses)",
    "(:(cards=(board|holder)|first=(red|lot)|reshuffle=(needed|emptied)|ending=(both|either)",
    "|ties=(largest|roses)|colours=(white|blue))",
    "(,(cards=(board|holder)|first=(red|lot)|reshuffle=(needed|emptied)|ending=(both|either)",
    "|ties=(largest|roses)|colours=(white|blue)))*)?$"
);
