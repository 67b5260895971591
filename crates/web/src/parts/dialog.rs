use bosworth_view::prelude::*;

use super::elements::button;
use crate::app::use_app;
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
    let app = use_app();
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
            // The rest of the page is covered, and silent to screen readers.
            {move || open.get().then(|| app.toast.get()).flatten().map(|(_, text)| view! {
                <p class="note" role="alert">{text}</p>
            })}
        </dialog>
    }
}

/// A dialog that asks before something is done. Its buttons are `ID-yes`, with the message `doing`,
/// and `ID-no`.
pub fn confirm_dialog(
    id: &'static str,
    open: RwSignal<bool>,
    title: String,
    text: Signal<String>,
    doing: &'static str,
    yes: impl Fn() + 'static,
) -> View {
    let yes = Callback::new(move |()| yes());
    confirm_dialog_erased(id, open, title, text, doing, yes)
}

fn confirm_dialog_erased(
    id: &'static str,
    open: RwSignal<bool>,
    title: String,
    text: Signal<String>,
    doing: &'static str,
    yes: Callback<()>,
) -> View {
    view! {
        <Dialog open title>
            <p>{move || text.get()}</p>
            <div class="buttons">
                {button(&format!("{id}-yes"), "primary", tr(doing), move || {
                    open.set(false);
                    yes.run(());
                })}
                {button(&format!("{id}-no"), "", tr("cancel"), move || open.set(false))}
            </div>
        </Dialog>
    }
}
