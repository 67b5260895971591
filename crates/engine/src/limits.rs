use core::ops::ControlFlow;

use crate::Analysis;

/// When a search stops. Without a limit it runs until its watcher stops it, its memory is full
/// or the position is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum depth in plies.
    pub depth: Option<u32>,
}

impl SearchLimits {
    /// Limits the nodes only.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), depth: None }
    }

    /// Limits the depth only.
    pub const fn depth(depth: u32) -> Self {
        Self { nodes: None, depth: Some(depth) }
    }
}

/// An observer of a search, which is polled regularly and may stop it.
pub trait Watch {
    /// Called every few hundred nodes. Must be cheap.
    fn keep_on(&mut self, nodes: u64) -> ControlFlow<()>;

    /// The share of the time limit that is spent, from 0 to 1; 0 if there is none.
    fn time_spent(&self) -> f32 {
        0.0
    }

    /// Called when there are new results.
    fn report(&mut self, analysis: &Analysis) {
        let _ = analysis;
    }
}

/// Never stops the search.
impl Watch for () {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
