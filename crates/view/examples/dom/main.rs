//! Tests of the renderer in a real browser. `cargo xtask view` compiles them into a page, and
//! `e2e/tests/renderer.rs` runs each in a fresh copy of that page.

mod attributes;
mod events;
mod keyed_lists;
mod live_parts;
mod templates;

use std::cell::Cell;
use std::rc::Rc;

use bosworth_view::{IntoView, mount_to_body};
use js_sys::{Array, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Document, Element, HtmlElement, HtmlInputElement, MutationObserver, MutationObserverInit,
    MutationRecord,
};

/// Lists the tests. One that is not listed is dead code, which is a warning.
macro_rules! tests {
    ($($module:ident { $($name:ident),+ $(,)? })+) => {
        /// The names of all tests.
        #[wasm_bindgen]
        pub fn names() -> Vec<String> {
            vec![$($(stringify!($name).into()),+),+]
        }

        /// Runs a test.
        #[wasm_bindgen]
        pub async fn run(name: String) {
            match name.as_str() {
                $($(stringify!($name) => $module::$name().await,)+)+
                _ => panic!("unknown test {name}"),
            }
        }
    };
}

tests! {
    templates {
        a_template_becomes_elements_texts_and_attributes,
        messages_are_looked_up_while_elements_are_made,
        elements_inside_an_svg_are_of_svg,
        a_component_shows_its_children,
    }
    attributes {
        attributes_follow_their_signals,
        classes_and_styles_leave_others_alone,
        a_property_keeps_the_caret_of_what_the_user_types,
        text_shown_again_keeps_the_field_its_value_and_its_focus,
    }
    events {
        a_handler_is_called_and_can_be_replaced,
        a_removed_element_no_longer_calls_its_handler,
        a_node_ref_holds_the_element,
        events_of_the_window_end_with_their_part,
    }
    live_parts {
        a_part_is_inserted_and_removed_between_its_siblings,
        other_markup_replaces_the_nodes_in_place,
        a_list_grows_and_shrinks_at_its_end,
        parts_of_parts_run_on_their_own,
        a_replaced_part_runs_no_longer,
        lists_in_lists_keep_their_order,
    }
    keyed_lists {
        items_are_inserted_and_removed_in_order,
        reordered_items_keep_their_nodes_and_their_state,
        items_in_place_are_not_moved_and_keep_the_focus,
        items_of_several_nodes_move_together,
        an_item_without_its_key_is_disposed_of,
        of_items_with_the_same_key_only_those_listed_are_shown,
    }
}

#[wasm_bindgen]
extern "C" {
    /// Ends the test with a failure.
    #[wasm_bindgen(js_name = reportPanic)]
    fn report_panic(message: &str);
}

/// Called once when the page is loaded.
fn main() {
    std::panic::set_hook(Box::new(|panic| report_panic(&panic.to_string())));
    // The parser puts the line ends after the body into it.
    body().set_inner_html("");
}

/// Shows a view, in the body and for the rest of the test.
fn show<V: IntoView>(view: impl FnOnce() -> V) {
    mount_to_body(view);
}

/// Waits until the page shows what has changed: effects run in a microtask.
async fn settled() {
    let _ = JsFuture::from(Promise::<JsValue>::resolve(&JsValue::NULL)).await;
}

fn document() -> Document {
    web_sys::window().and_then(|window| window.document()).expect("a page")
}

fn body() -> HtmlElement {
    document().body().expect("a body")
}

/// What is shown, without the comments that mark places.
fn html() -> String {
    body().inner_html().replace("<!---->", "")
}

/// The text that is shown.
fn text() -> String {
    body().text_content().unwrap_or_default()
}

/// The first element that matches.
fn find(css: &str) -> Element {
    let found = body().query_selector(css).expect("a valid selector");
    found.unwrap_or_else(|| panic!("there is no {css} in {}", html()))
}

fn field(css: &str) -> HtmlInputElement {
    find(css).unchecked_into()
}

/// Whether the element that matches has the focus.
fn is_focused(css: &str) -> bool {
    document().active_element() == Some(find(css))
}

/// Calls a function, waits, and returns how many nodes were added to the page meanwhile, and how many
/// removed from it. A node that is moved counts as both.
async fn changed_nodes(change: impl FnOnce()) -> (u32, u32) {
    let counts = Rc::new(Cell::new((0, 0)));
    let counted = Rc::clone(&counts);
    let count = Closure::<dyn FnMut(Array)>::new(move |records: Array| {
        for record in records.iter() {
            let record: MutationRecord = record.unchecked_into();
            let (added, removed) = counted.get();
            let added = added + record.added_nodes().length();
            counted.set((added, removed + record.removed_nodes().length()));
        }
    });
    let observer = MutationObserver::new(count.as_ref().unchecked_ref()).expect("an observer");
    let all = MutationObserverInit::new();
    all.set_child_list(true);
    all.set_subtree(true);
    observer.observe_with_options(&body(), &all).expect("a valid target");
    change();
    settled().await;
    // The observer is called in a microtask of its own.
    settled().await;
    observer.disconnect();
    counts.get()
}
