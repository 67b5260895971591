//! Pairings, all deterministic functions of the log.

mod arena;
mod contender;
mod knockout;
mod matching;
mod round_robin;
mod swiss;

pub(crate) use arena::arena;
pub(crate) use knockout::{bracket_order, knockout, winner};
pub(crate) use round_robin::{divide, promote, round_robin_round, round_robin_rounds};
pub(crate) use swiss::swiss;

use crate::{PlayerId, SeatedPair, Tournament};

/// The pairs of a round, board by board, and the byes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Paired {
    pub(crate) pairs: Vec<SeatedPair>,
    pub(crate) byes: Vec<PlayerId>,
}

/// Pairs everyone with the computer.
pub(crate) fn field(tournament: &Tournament) -> Paired {
    let pairs = tournament.playing().map(|entrant| SeatedPair { red: entrant.player, white: None });
    Paired { pairs: pairs.collect(), byes: Vec::new() }
}
