use core::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

pub(crate) const CYCLES: RangeInclusive<u8> = 1..=2;
pub(crate) const DIVISION_PLAYERS: RangeInclusive<u8> = 3..=32;
pub(crate) const SEASONS: RangeInclusive<u8> = 1..=50;
pub(crate) const SWISS_ROUNDS: RangeInclusive<u8> = 1..=30;
pub(crate) const ARENA_MINUTES: RangeInclusive<u16> = 5..=1440;
pub(crate) const COMPUTER_LEVELS: RangeInclusive<u8> = 1..=8;
pub(crate) const DEALS: RangeInclusive<u8> = 1..=50;

/// How a tournament is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventKind"))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TournamentFormat {
    /// Everyone plays everyone, by Berger tables.
    RoundRobin {
        /// How many times each pair meets: 1 or 2, the second time with the sides swapped.
        #[cfg_attr(feature = "schema", schemars(range(min = *CYCLES.start(), max = *CYCLES.end())))]
        cycles: u8,
        /// Whether rounds are played one by one or all at once.
        pace: Pace,
    },
    /// Round robins in divisions by strength, season by season: the top of each division is
    /// promoted, the bottom relegated.
    League {
        /// How many times each pair meets, as in a round robin.
        #[cfg_attr(feature = "schema", schemars(range(min = *CYCLES.start(), max = *CYCLES.end())))]
        cycles: u8,
        /// Whether rounds are played one by one or all at once.
        pace: Pace,
        /// The number of players in a division.
        #[cfg_attr(
            feature = "schema",
            schemars(range(min = *DIVISION_PLAYERS.start(), max = *DIVISION_PLAYERS.end()))
        )]
        division: u8,
        /// How many players of each division are promoted and relegated.
        moving: u8,
        /// The number of seasons.
        #[cfg_attr(
            feature = "schema",
            schemars(range(min = *SEASONS.start(), max = *SEASONS.end()))
        )]
        seasons: u8,
    },
    /// Everyone plays in each round, against an opponent on equal or similar points.
    Swiss {
        /// The number of rounds.
        #[cfg_attr(
            feature = "schema",
            schemars(range(min = *SWISS_ROUNDS.start(), max = *SWISS_ROUNDS.end()))
        )]
        rounds: u8,
    },
    /// Single elimination.
    Knockout,
    /// For a fixed time, free players are paired continuously.
    Arena {
        /// The duration in minutes.
        #[cfg_attr(
            feature = "schema",
            schemars(range(min = *ARENA_MINUTES.start(), max = *ARENA_MINUTES.end()))
        )]
        minutes: u16,
    },
    /// Everyone plays the same deals, hands and pile, against the same level of the computer.
    Field {
        /// The computer's level.
        #[cfg_attr(
            feature = "schema",
            schemars(range(min = *COMPUTER_LEVELS.start(), max = *COMPUTER_LEVELS.end()))
        )]
        level: u8,
        /// The number of deals; each is a round.
        #[cfg_attr(feature = "schema", schemars(range(min = *DEALS.start(), max = *DEALS.end())))]
        deals: u8,
        /// The time window of each deal, in minutes.
        #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
        minutes: u16,
    },
}

/// Whether a round waits for the previous one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// One round after another.
    #[default]
    Rounds,
    /// All rounds of a season start at once, for correspondence time controls.
    Together,
}

impl TournamentFormat {
    /// The maximum number of players. Swiss pairing is a matching over all players, which takes
    /// cubic time; the log of a round robin grows quadratically.
    pub fn max_players(self) -> u16 {
        match self {
            Self::RoundRobin { .. } => 64,
            Self::Swiss { .. } => 512,
            Self::League { .. } | Self::Knockout => 1024,
            Self::Arena { .. } | Self::Field { .. } => 4096,
        }
    }

    /// Whether players may enter after the start.
    pub fn allows_late_entry(self) -> bool {
        matches!(
            self,
            Self::Swiss { .. } | Self::Arena { .. } | Self::Field { .. } | Self::League { .. }
        )
    }

    /// Whether the announcement says until which round players may enter.
    pub fn has_late_rounds(self) -> bool {
        matches!(self, Self::Swiss { .. } | Self::Field { .. })
    }

    /// Whether [`Tournament::trf`](crate::Tournament::trf) can express it.
    pub fn has_trf(self) -> bool {
        matches!(self, Self::Swiss { .. } | Self::RoundRobin { .. })
    }

    /// The minimum number of players.
    pub fn min_players(self) -> usize {
        if matches!(self, Self::Field { .. }) { 1 } else { 2 }
    }

    /// How many times each pair meets in a season, and the pace; `None` unless everyone plays
    /// everyone.
    pub(crate) fn cycles(self) -> Option<(u8, Pace)> {
        match self {
            Self::RoundRobin { cycles, pace } | Self::League { cycles, pace, .. } => {
                Some((cycles, pace))
            }
            _ => None,
        }
    }
}
