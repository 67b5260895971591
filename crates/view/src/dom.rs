//! Mounting views.

mod mounted;
mod template;

use web_sys::{Document, Node};

use self::mounted::Mounted;
pub use self::template::set_messages;
use crate::reactive::Owner;
use crate::view::{IntoView, View};

/// Appends a view to the page's body, for as long as the program runs.
pub fn mount_to_body<V: IntoView>(make: impl FnOnce() -> V) {
    let owner = Owner::new();
    let view: View = owner.with(|| make().into_view());
    if let Some(body) = document().body() {
        let mounted = owner.with(|| Mounted::new(view, &body, None));
        core::mem::forget(mounted);
    }
}

fn document() -> Document {
    let document = web_sys::window().and_then(|window| window.document());
    let Some(document) = document else { unreachable!("pages have a document") };
    document
}

/// Inserts a node before another one, or at the end.
fn insert(node: &Node, parent: &Node, before: Option<&Node>) {
    let _ = parent.insert_before(node, before);
}

/// Removes a node from the page.
fn remove(node: &Node) {
    if let Some(parent) = node.parent_node() {
        let _ = parent.remove_child(node);
    }
}
