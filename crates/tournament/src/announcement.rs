use core::fmt;

use bosworth_rules::Ruleset;
use serde::{Deserialize, Serialize};

use crate::format::{
    ARENA_MINUTES, COMPUTER_LEVELS, CYCLES, DEALS, DIVISION_PLAYERS, SEASONS, SWISS_ROUNDS,
};
use crate::{PlayerId, Series, TieBreak, TournamentFormat, TournamentId, text_serde};

/// The maximum length of a title, in characters.
pub const MAX_TITLE_CHARS: usize = 80;
/// The maximum length of a description, in characters.
pub const MAX_ABOUT_CHARS: usize = 2_000;
/// The maximum break between rounds, in milliseconds.
pub const MAX_REST_MS: i64 = 31 * 86_400_000;

/// What is fixed when a tournament is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventOpening"))]
pub struct Announcement {
    /// The tournament's id.
    #[serde(rename = "event")]
    pub id: TournamentId,
    /// The organiser.
    pub organiser: PlayerId,
    /// The title, one line.
    pub title: String,
    /// The description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The format.
    #[serde(rename = "kind")]
    pub format: TournamentFormat,
    /// The number of games in a pairing.
    #[serde(default)]
    pub series: Series,
    /// Which parts of the deal are shared between games.
    #[serde(default)]
    pub deal: DealSharing,
    /// The ruleset, time control and rating of its games.
    pub terms: GameTerms,
    /// The start time, in milliseconds since 1970.
    pub starts: i64,
    /// The break between rounds, in milliseconds.
    #[serde(default)]
    pub rest: i64,
    /// The number of seats; further entrants are on the waiting list until the start.
    pub seats: u16,
    /// Who may enter.
    #[serde(default)]
    pub limits: Eligibility,
    /// The last round in which players may still enter; each missed round counts half a point.
    #[serde(default)]
    pub late: u8,
    /// The tie-breaks, in order.
    pub ties: Vec<TieBreak>,
}

/// Which parts of the deal are shared between games of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventDeal"))]
#[serde(rename_all = "lowercase")]
pub enum DealSharing {
    /// None: each game has its own deal.
    #[default]
    Fresh,
    /// The two games of a pairing have the same hands, with the sides swapped, but separate piles.
    Hands,
    /// Teams of two: both tables of a pairing have the same hands and pile, with the sides swapped.
    Teams,
}

/// The ruleset, time control and rating of a tournament's games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventTerms"))]
pub struct GameTerms {
    /// The ruleset.
    #[serde(with = "text_serde")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub ruleset: Ruleset,
    /// The time control as text; nothing in this crate depends on it.
    pub clock: String,
    /// Whether the games are rated.
    pub rated: bool,
}

/// Who may enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventLimits"))]
#[serde(default)]
pub struct Eligibility {
    /// The minimum rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<i32>,
    /// The maximum rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    /// Whether guests may enter.
    pub guests: bool,
    /// Whether bots may enter.
    pub bots: bool,
    /// Whether a password is required; it is not in the log.
    pub invited: bool,
}

impl Default for Eligibility {
    fn default() -> Self {
        Self { from: None, to: None, guests: true, bots: false, invited: false }
    }
}

/// Why an announcement is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidAnnouncement {
    /// The title is empty or too long, or the description is too long, or either has control
    /// characters.
    Text,
    /// A number of the format is out of range.
    Format,
    /// The format does not support this series.
    Series,
    /// Shared deals need pairings of two games.
    Deal,
    /// Too many seats for this format, or too few.
    Seats,
    /// A tie-break is listed twice.
    Ties,
    /// The break is negative or longer than a month.
    Rest,
}

impl fmt::Display for InvalidAnnouncement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => {
                "the title must have 1 to 80 characters, and the description at most 2000"
            }
            Self::Format => "a number is out of range for this format",
            Self::Series => "this format has one game per pairing",
            Self::Deal => "shared deals need two games per pairing",
            Self::Seats => {
                "the number of seats must be at least two and within the limit of the format"
            }
            Self::Ties => "each tie-break can be used only once",
            Self::Rest => "the break between rounds must be at most 31 days",
        })
    }
}

impl core::error::Error for InvalidAnnouncement {}

impl Announcement {
    /// A tournament with default settings, for examples and tests.
    pub fn example(format: TournamentFormat) -> Self {
        Self {
            id: TournamentId::from_random(1485),
            organiser: PlayerId(0),
            title: "Bosworth Open".into(),
            about: String::new(),
            format,
            series: Series::One,
            deal: DealSharing::Fresh,
            terms: GameTerms { ruleset: Ruleset::CLASSIC, clock: "5+3".into(), rated: false },
            starts: 0,
            rest: 0,
            seats: format.max_players(),
            limits: Eligibility::default(),
            late: 0,
            ties: TieBreak::usual(format),
        }
    }

    /// Validates the announcement.
    pub fn check(&self) -> Result<(), InvalidAnnouncement> {
        if !is_title(&self.title) || !is_about(&self.about) {
            return Err(InvalidAnnouncement::Text);
        }
        let fits = match self.format {
            TournamentFormat::RoundRobin { cycles, .. } => CYCLES.contains(&cycles),
            TournamentFormat::League { cycles, division, moving, seasons, .. } => {
                CYCLES.contains(&cycles)
                    && DIVISION_PLAYERS.contains(&division)
                    && moving <= division / 2
                    && SEASONS.contains(&seasons)
            }
            TournamentFormat::Swiss { rounds } => SWISS_ROUNDS.contains(&rounds),
            TournamentFormat::Knockout => true,
            TournamentFormat::Arena { minutes } => ARENA_MINUTES.contains(&minutes),
            TournamentFormat::Field { level, deals, minutes } => {
                COMPUTER_LEVELS.contains(&level) && DEALS.contains(&deals) && minutes > 0
            }
        };
        if !fits {
            return Err(InvalidAnnouncement::Format);
        }
        let single =
            matches!(self.format, TournamentFormat::Arena { .. } | TournamentFormat::Field { .. });
        let known = !matches!(self.series, Series::BestOf(games) if ![3, 5, 7].contains(&games));
        if single && self.series != Series::One || !known {
            return Err(InvalidAnnouncement::Series);
        }
        if self.deal != DealSharing::Fresh && self.series != Series::Two {
            return Err(InvalidAnnouncement::Deal);
        }
        if !(2..=self.format.max_players()).contains(&self.seats) {
            return Err(InvalidAnnouncement::Seats);
        }
        let twice = |(at, tie): (usize, &TieBreak)| self.ties[..at].contains(tie);
        if self.ties.iter().enumerate().any(twice) {
            return Err(InvalidAnnouncement::Ties);
        }
        if !(0..=MAX_REST_MS).contains(&self.rest) {
            return Err(InvalidAnnouncement::Rest);
        }
        Ok(())
    }
}

pub(crate) fn is_title(title: &str) -> bool {
    !title.trim().is_empty()
        && title.chars().count() <= MAX_TITLE_CHARS
        && !title.chars().any(char::is_control)
}

pub(crate) fn is_about(about: &str) -> bool {
    about.chars().count() <= MAX_ABOUT_CHARS && !about.chars().any(|c| c.is_control() && c != '\n')
}
