//! The macros of `bosworth-view`.
//!
//! - `view!` compiles markup into a template and its slots; `bosworth_view::dom::template` has the
//!   instructions of templates.
//! - `#[component]` gives a function named arguments; markup calls it by its name.

mod component;
mod elements;
mod markup;

use proc_macro::TokenStream;

/// Compiles markup into a `View`.
///
/// ```text
/// view! {
///     <p class="note" class:new=move || new.get() id=id>"Text " {expression}</p>
///     <Component argument=value/>
/// }
/// ```
///
/// Attribute values and children are expressions; a closure is called again when the signals that
/// it reads change. `class:NAME` and `style:NAME` switch one class or style, `prop:NAME` sets a
/// property, `on:NAME` handles an event, `node_ref` takes a `NodeRef`. `tr("id")` as a child or an
/// attribute is looked up while the elements are made, by the function given to `set_messages`.
#[proc_macro]
pub fn view(markup: TokenStream) -> TokenStream {
    let expanded = markup::expand(markup.into()).unwrap_or_else(|error| {
        // In a block, because several errors are not one expression.
        let errors = error.to_compile_error();
        quote::quote!({ #errors })
    });
    expanded.into()
}

/// Defines a component: a function from named arguments to a view. Calling it does not subscribe
/// the caller to any signal.
///
/// An argument is required unless it is marked `#[prop(optional)]`; with `#[prop(into)]` it is
/// converted.
#[proc_macro_attribute]
pub fn component(_: TokenStream, function: TokenStream) -> TokenStream {
    component::expand(function.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}
