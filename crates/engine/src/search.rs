//! Looking ahead.

mod star;
mod tree;

use bosworth_rules::Position;

use crate::{Analysis, Evaluation, Limits, Watch};

pub(crate) use star::Star;
pub(crate) use tree::Tree;

/// A way to look ahead.
pub(crate) trait Searcher {
    /// Analyses a position whose game goes on.
    fn search<E: Evaluation + ?Sized, W: Watch + ?Sized>(
        &mut self,
        position: &Position,
        evaluation: &E,
        limits: Limits,
        watch: &mut W,
    ) -> Analysis;
}
