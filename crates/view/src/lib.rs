//! Signals and a renderer for pages that have to be small.
//!
//! A framework whose views are types compiles code for every distinct view, attribute and event
//! handler: three quarters of a page program. Here a view is a value. [`view!`] turns markup into a
//! static *template*, a string that one small interpreter builds elements from, and the values of
//! its *slots*: attributes, event handlers and children that are known only at run time. So a page
//! adds its texts, its slots and its closures to the program, and no renderer of its own.
//!
//! Read it in this order:
//!
//! - [`reactive`]: signals, memos and effects over one arena. A read inside of a computation
//!   subscribes it; a write marks what depends on it and schedules the effects, which run in a
//!   microtask. Whatever is created inside of an [`Owner`](reactive::Owner) is disposed of with it.
//! - [`View`], what is to be shown, and [`Slot`], the parts of a template that are not static.
//! - `dom`: mounting a view, and patching what is mounted when a reactive part of it runs again. A
//!   template is patched in place by another one of the same markup, so elements keep their focus
//!   and their animations.
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
pub use dom::mount_to_body;
pub use keyed::keyed;
pub use node_ref::NodeRef;
pub use slot::{IntoSlot, IntoValue, Slot, SlotValue, Slots};
pub use view::{Children, CollectView, IntoView, View};

/// What the macros expand to.
#[doc(hidden)]
pub mod expansion {
    use crate::View;

    pub use typed_builder::{self, TypedBuilder};

    /// The arguments of a component.
    pub trait Props {
        /// Takes them by name.
        type Builder;

        /// One without any.
        fn builder() -> Self::Builder;
    }

    /// Takes the arguments of a component, which is all that markup knows of it.
    pub fn builder_of<P: Props>(_: &impl Fn(P) -> View) -> P::Builder {
        P::builder()
    }
}

/// What a page needs.
pub mod prelude {
    pub use crate::reactive::{
        Callback, Effect, Memo, Owner, RwSignal, Signal, StoredValue, expect_context, on_cleanup,
        provide_context, untrack, use_context,
    };
    pub use crate::{
        Children, CollectView, IntoSlot, IntoView, NodeRef, View, component, keyed, view,
    };
}
