use serde::{Deserialize, Serialize};

/// How an event is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TournamentFormat {
    /// Everybody meets everybody, by Berger's tables.
    RoundRobin {
        /// How often each pair meets, 1 or 2; the second time with the sides swapped.
        cycles: u8,
        /// Whether all rounds begin together.
        pace: Pace,
    },
    /// Round robins in divisions by strength, season by season: the first of a division go up, the
    /// last go down.
    League {
        /// As in a round robin.
        cycles: u8,
        /// As in a round robin.
        pace: Pace,
        /// How many players make a division.
        division: u8,
        /// How many of each division go up and down.
        moving: u8,
        /// How many seasons are played.
        seasons: u8,
    },
    /// Everybody plays in each round, against somebody with as many points.
    Swiss {
        /// How many rounds.
        rounds: u8,
    },
    /// Whoever loses is out.
    Knockout,
    /// For a while, whoever is free is paired.
    Arena {
        /// How long, in minutes.
        minutes: u16,
    },
    /// Everybody plays the same deals, hands and pile, against the same level of the computer.
    Field {
        /// The level, from 1 to 8.
        level: u8,
        /// How many deals; each is a round.
        deals: u8,
        /// The time window of a deal, in minutes.
        minutes: u16,
    },
}

/// Whether a round waits for the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Round by round.
    #[default]
    Rounds,
    /// All rounds of a season begin together: for clocks with days for an action.
    Together,
}

impl TournamentFormat {
    /// The most that may take part. A Swiss round is one matching of everybody, which grows with
    /// the cube; the log of a round robin grows with the square.
    pub fn most(self) -> u16 {
        match self {
            Self::RoundRobin { .. } => 64,
            Self::Swiss { .. } => 512,
            Self::League { .. } | Self::Knockout => 1024,
            Self::Arena { .. } | Self::Field { .. } => 4096,
        }
    }

    /// Whether entries after the start make sense.
    pub fn is_open(self) -> bool {
        matches!(
            self,
            Self::Swiss { .. } | Self::Arena { .. } | Self::Field { .. } | Self::League { .. }
        )
    }

    /// The fewest that it takes.
    pub fn fewest(self) -> usize {
        if matches!(self, Self::Field { .. }) { 1 } else { 2 }
    }

    /// How often a pair meets in a season, and at which pace; none unless everybody meets
    /// everybody.
    pub(crate) fn cycles(self) -> Option<(u8, Pace)> {
        match self {
            Self::RoundRobin { cycles, pace } | Self::League { cycles, pace, .. } => {
                Some((cycles, pace))
            }
            _ => None,
        }
    }
}
