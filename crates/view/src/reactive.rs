//! Signals, memos and effects.

mod callback;
mod effect;
mod graph;
mod owner;
mod signal;
mod stored;
mod value;

pub use callback::Callback;
pub use effect::{Effect, flush};
pub use owner::{Owner, expect_context, on_cleanup, provide_context, untrack, use_context};
pub use signal::{Memo, RwSignal, Signal};
pub use stored::StoredValue;

pub(crate) use effect::{EffectName, RenderEffect};

#[cfg(test)]
mod tests;
