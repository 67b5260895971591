use core::fmt;

use bosworth_rules::Ruleset;
use serde::{Deserialize, Serialize};

use crate::{PlayerId, Series, TieBreak, TournamentFormat, TournamentId, text};

/// What is fixed when an event is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    /// Its id.
    pub event: TournamentId,
    /// Who organises it, and may do what organisers do.
    pub organiser: PlayerId,
    /// Its name, one line.
    pub title: String,
    /// What people should know.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// How it is played.
    pub kind: TournamentFormat,
    /// How many games decide a pairing.
    #[serde(default)]
    pub series: Series,
    /// What games have of the deal in common.
    #[serde(default)]
    pub deal: DealSharing,
    /// What the games are played by.
    pub terms: GameTerms,
    /// When it begins, in milliseconds since 1970.
    pub starts: i64,
    /// The break between rounds, in milliseconds.
    #[serde(default)]
    pub rest: i64,
    /// How many may take part; who comes after that waits for a seat until the start.
    pub seats: u16,
    /// Who may take part.
    #[serde(default)]
    pub limits: Eligibility,
    /// Until which round one may still enter; what was missed counts a half each.
    #[serde(default)]
    pub late: u8,
    /// What decides between equal points, in this order.
    pub ties: Vec<TieBreak>,
}

/// What the games of an event have of the deal in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DealSharing {
    /// Nothing: each game has its own.
    #[default]
    Fresh,
    /// The two games of a pairing have the same hands, with the sides swapped, and a pile each.
    Hands,
    /// Teams of two: the same hands and pile at both tables of a pairing, with the sides swapped.
    Teams,
}

/// What games are played by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameTerms {
    /// The ruleset.
    #[serde(with = "text")]
    pub ruleset: Ruleset,
    /// The time control as the tables write it; nothing here depends on it.
    pub clock: String,
    /// Whether ratings change.
    pub rated: bool,
}

/// Who may take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Eligibility {
    /// The lowest rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<i32>,
    /// The highest rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    /// Whether guests may.
    pub guests: bool,
    /// Whether bots may.
    pub bots: bool,
    /// Whether a password is asked for; it is not in the log.
    pub invited: bool,
}

impl Default for Eligibility {
    fn default() -> Self {
        Self { from: None, to: None, guests: true, bots: false, invited: false }
    }
}

/// Why there cannot be such an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidAnnouncement {
    /// The title is empty or too long, or the description is too long, or either has control
    /// characters.
    Text,
    /// A number of the kind is out of range.
    Kind,
    /// This kind has no such series.
    Series,
    /// A duplicate deal needs pairings of two games.
    Deal,
    /// Too many seats for this kind, or too few.
    Seats,
    /// A tie-break is listed twice.
    Ties,
    /// The break is negative or longer than a month.
    Rest,
}

impl fmt::Display for InvalidAnnouncement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "an event has a title of 1 to 80 letters and a description of up to 2000",
            Self::Kind => "a number is out of range for this kind of event",
            Self::Series => "this kind of event has one game a pairing",
            Self::Deal => "duplicate deals need two games a pairing",
            Self::Seats => "there must be at least two seats, and not too many for the kind",
            Self::Ties => "each tie-break can be used once",
            Self::Rest => "the break between rounds is at most a month",
        })
    }
}

impl core::error::Error for InvalidAnnouncement {}

impl Announcement {
    /// An event with the usual settings, for examples and tests.
    pub fn example(kind: TournamentFormat) -> Self {
        Self {
            event: TournamentId::from_random(1485),
            organiser: PlayerId(0),
            title: "Bosworth Open".into(),
            about: String::new(),
            kind,
            series: Series::One,
            deal: DealSharing::Fresh,
            terms: GameTerms { ruleset: Ruleset::CLASSIC, clock: "5+3".into(), rated: false },
            starts: 0,
            rest: 0,
            seats: kind.most(),
            limits: Eligibility::default(),
            late: 0,
            ties: TieBreak::usual(kind),
        }
    }

    /// Checks that there can be such an event.
    pub fn check(&self) -> Result<(), InvalidAnnouncement> {
        if !is_title(&self.title) || !is_about(&self.about) {
            return Err(InvalidAnnouncement::Text);
        }
        let fits = match self.kind {
            TournamentFormat::RoundRobin { cycles, .. } => (1..=2).contains(&cycles),
            TournamentFormat::League { cycles, division, moving, seasons, .. } => {
                (1..=2).contains(&cycles)
                    && (3..=32).contains(&division)
                    && moving <= division / 2
                    && (1..=50).contains(&seasons)
            }
            TournamentFormat::Swiss { rounds } => (1..=30).contains(&rounds),
            TournamentFormat::Knockout => true,
            TournamentFormat::Arena { minutes } => (5..=1440).contains(&minutes),
            TournamentFormat::Field { level, deals, minutes } => {
                (1..=8).contains(&level) && (1..=50).contains(&deals) && minutes > 0
            }
        };
        if !fits {
            return Err(InvalidAnnouncement::Kind);
        }
        let single =
            matches!(self.kind, TournamentFormat::Arena { .. } | TournamentFormat::Field { .. });
        let known = !matches!(self.series, Series::BestOf(games) if ![3, 5, 7].contains(&games));
        if single && self.series != Series::One || !known {
            return Err(InvalidAnnouncement::Series);
        }
        if self.deal != DealSharing::Fresh && self.series != Series::Two {
            return Err(InvalidAnnouncement::Deal);
        }
        if !(2..=self.kind.most()).contains(&self.seats) {
            return Err(InvalidAnnouncement::Seats);
        }
        let twice = |(at, tie): (usize, &TieBreak)| self.ties[..at].contains(tie);
        if self.ties.iter().enumerate().any(twice) {
            return Err(InvalidAnnouncement::Ties);
        }
        if !(0..=31 * 86_400_000).contains(&self.rest) {
            return Err(InvalidAnnouncement::Rest);
        }
        Ok(())
    }
}

pub(crate) fn is_title(title: &str) -> bool {
    !title.trim().is_empty() && title.chars().count() <= 80 && !title.chars().any(char::is_control)
}

pub(crate) fn is_about(about: &str) -> bool {
    about.chars().count() <= 2000 && !about.chars().any(|c| c.is_control() && c != '\n')
}
