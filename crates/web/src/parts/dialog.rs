use bosworth_view::prelude::*;

use crate::language::tr;

/// A modal dialog, closed with Escape or its button.
#[component]
pub fn Dialog(
    /// Whether it is open.
    open: RwSignal<bool>,
    /// Its title.
    title: String,
    /// Its content.
    children: Children,
) -> View {
    let node = NodeRef::<web_sys::HtmlDialogElement>::new();
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            if open.get() && !dialog.open() {
                let _ = dialog.show_modal();
            } else if !open.get() && dialog.open() {
                dialog.close();
            }
        }
    });
    view! {
        <dialog node_ref=node aria-label=title.clone() on:close=move |_| open.set(false)>
            <div class="dialog-head">
                <h2>{title.clone()}</h2>
                <button type="button" class="quiet" aria-label=tr("close") on:click=move |_| open.set(false)>"×"</button>
            </div>
            {move || open.get().then(|| children.view())}
        </dialog>
    }
}
