//! Search algorithms.

mod star;
mod tree;

use bosworth_rules::Position;

use crate::{Analysis, Evaluation, SearchLimits, Watch};

pub(crate) use star::Star;
pub(crate) use tree::Tree;

/// A search algorithm.
pub(crate) trait Searcher {
    /// Analyses a position that is not the end of its game.
    fn search<E: Evaluation + ?Sized, W: Watch + ?Sized>(
        &mut self,
        position: &Position,
        evaluation: &E,
        limits: SearchLimits,
        watch: &mut W,
    ) -> Analysis;
}
