//! Pairings. All of them follow from the log, and every tie is broken by it.

mod arena;
mod contender;
mod knockout;
mod matching;
mod swiss;
mod table;

pub(crate) use arena::arena;
pub(crate) use knockout::{bracket_order, knockout, winner};
pub(crate) use swiss::swiss;
pub(crate) use table::{divide, promote, table_round, table_rounds};

use crate::{PlayerId, SeatedPair, Tournament};

/// The pairs of a round, board by board, and who has a bye.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Paired {
    pub(crate) pairs: Vec<SeatedPair>,
    pub(crate) byes: Vec<PlayerId>,
}

/// Everybody against the computer.
pub(crate) fn field(event: &Tournament) -> Paired {
    let pairs = event.playing().map(|entrant| SeatedPair { red: entrant.player, white: None });
    Paired { pairs: pairs.collect(), byes: Vec::new() }
}
