use serde::{Deserialize, Serialize};

use crate::TournamentRefusal;

/// A person's relation to a tournament: whether they take part, whether they may enter, and why
/// not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EntryStatus {
    /// They may enter, with the password and a teammate where these are asked for.
    Open {
        /// Whether they would enter the waiting list.
        waits: bool,
        /// Whether they have been in the tournament before.
        again: bool,
    },
    /// They may not enter.
    Refused(TournamentRefusal),
    /// They have proposed a team, and their teammate has not answered.
    Proposed,
    /// They take part.
    Entered,
    /// They are on the waiting list.
    Waiting {
        /// Their place, from 1.
        place: u16,
    },
    /// They have been knocked out.
    Eliminated,
    /// The tournament is over.
    Over,
}

impl Default for EntryStatus {
    /// Older servers do not say.
    fn default() -> Self {
        Self::Open { waits: false, again: false }
    }
}
