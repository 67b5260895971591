use core::ops::ControlFlow;

use crate::Analysis;

/// When a search is to stop. Without any limit it goes on until its watcher stops it, its
/// memory is full or all is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// After so many nodes.
    pub nodes: Option<u64>,
    /// After so many plies.
    pub depth: Option<u32>,
}

impl Limits {
    /// Only so many nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), depth: None }
    }

    /// Only so many plies.
    pub const fn depth(depth: u32) -> Self {
        Self { nodes: None, depth: Some(depth) }
    }
}

/// Whoever watches a search: is told the state of affairs now and then, and may stop it.
pub trait Watch {
    /// Called every few hundred nodes. Must be cheap.
    fn keep_on(&mut self, nodes: u64) -> ControlFlow<()>;

    /// Called when there is something new to say.
    fn report(&mut self, analysis: &Analysis) {
        let _ = analysis;
    }
}

/// Nobody watches.
impl Watch for () {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
