//! Signals and a renderer for pages that must be small.
//!
//! A framework whose views are types compiles code for every distinct view, attribute and event
//! handler: three quarters of the program of a page. Here a view is a value. [`view!`] turns markup
//! into a static *template*, a string that one small interpreter builds elements from, and the
//! values of its *slots*: attributes, event handlers and children that are known only at run time.
//! So a page adds its texts, slots and closures to the program, but no rendering code.
//!
//! Suggested reading order:
//!
//! - [`reactive`]: signals, memos and effects over one arena. A read inside a computation
//!   subscribes it; a write marks its dependents and schedules the effects, which run in a
//!   microtask. Everything created inside an [`Owner`](reactive::Owner) is disposed of with it.
//! - [`View`], the description of what to show, and [`Slot`], the dynamic parts of a template.
//! - `dom`: mounting a view, and patching it when a reactive part runs again. A template is
//!   patched in place if the markup is the same, so elements keep their focus and their animations.
//!
//! ```
//! use bosworth_view::prelude::*;
//!
//! #[component]
//! fn Counter(#[prop(into)] label: String) -> View {
//!     let count = RwSignal::new(0);
//!     view! {
//!         <button type="button" class:used=move || count.get() != 0
//!             on:click=move |_| count.update(|count| *count += 1)>
//!             {label} ": " {move || count.get()}
//!         </button>
//!     }
//! }
//!
//! let page = view! { <main><Counter label="Roses"/></main> };
//! assert!(matches!(page, View::Template(..)));
//! ```

mod call;
mod dom;
pub mod event;
mod keyed;
mod node_ref;
pub mod reactive;
mod slot;
mod view;

pub use bosworth_view_macro::{component, view};
pub use call::CallMut;
pub use dom::{mount_to_body, set_messages};
pub use keyed::keyed;
pub use node_ref::NodeRef;
pub use slot::{IntoSlot, IntoValue, Slot, SlotValue, Slots};
pub use view::{Children, CollectView, IntoView, View};

/// Items that the macros expand to.
#[doc(hidden)]
pub mod expansion {
    use crate::View;

    pub use typed_builder::{self, TypedBuilder};

    /// The arguments of a component.
    pub trait Props {
        /// The builder, with one method per argument.
        type Builder;

        /// Creates an empty builder.
        fn builder() -> Self::Builder;
    }

    /// Returns the builder for the arguments of a component; markup knows only the component.
    pub fn builder_of<P: Props>(_: &impl Fn(P) -> View) -> P::Builder {
        P::builder()
    }
}

/// The items that pages use.
pub mod prelude {
    pub use crate::reactive::{
        Callback, Effect, Memo, Owner, RwSignal, Signal, StoredValue, expect_context, on_cleanup,
        provide_context, untrack, use_context,
    };
    pub use crate::{
        Children, CollectView, IntoSlot, IntoView, NodeRef, View, component, keyed, view,
    };
}
