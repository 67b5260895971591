//! Side effects of signal changes.

use core::cell::RefCell;
use std::rc::Rc;

pub(crate) use super::graph::EffectName;
pub use super::graph::flush;
use super::graph::{self, EffectPhase, Id, NodeKind};
use crate::call::CallMut;

/// A side effect owned by the current owner. It runs in the next microtask, and again in a
/// microtask after any signal it read has changed, once the page is up to date.
#[derive(Clone, Copy, Debug)]
pub struct Effect;

impl Effect {
    /// Creates an effect. The function receives its previous result. An effect may write what it
    /// reads as long as it settles; a cycle of effects panics in [`flush`].
    #[allow(clippy::new_ret_no_self, reason = "effects have no handle")]
    pub fn new<T: 'static>(mut run: impl FnMut(Option<T>) -> T + 'static) {
        let name = EffectName::of(&run);
        let mut before = None;
        graph::wait(insert(
            EffectPhase::User,
            name,
            Rc::new(RefCell::new(move |_| {
                before = Some(run(before.take()));
                None
            })),
        ));
    }
}

fn insert(turn: EffectPhase, name: EffectName, compute: graph::Compute) -> Id {
    graph::insert(NodeKind::Effect(compute, turn, name), None)
}

/// An effect that updates the page. It runs immediately, then before any [`Effect`] when signals
/// change, until it is dropped.
#[derive(Debug)]
pub(crate) struct RenderEffect(Id);

impl RenderEffect {
    pub(crate) fn new(name: EffectName, mut run: Box<dyn CallMut<(), ()>>) -> Self {
        let compute = Rc::new(RefCell::new(move |_| {
            run.call_mut(());
            None
        }));
        let id = insert(EffectPhase::Render, name, compute);
        graph::refresh(id);
        Self(id)
    }
}

impl Drop for RenderEffect {
    fn drop(&mut self) {
        graph::dispose(self.0);
    }
}
