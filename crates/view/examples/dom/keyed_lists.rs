//! Lists whose items keep their nodes.

use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::{changed_nodes, find, html, is_focused, settled, show, text};

/// Shows a list of buttons with the given ids, which can be changed.
fn list(ids: &str) -> RwSignal<String> {
    let ids = RwSignal::new(ids.to_string());
    show(move || {
        let each = move || ids.with(|ids| ids.chars().collect());
        let item = |id: char| view! { <button id=id>{id}</button> };
        view! { <i></i> {keyed(each, |id| *id, item)} <u></u> }
    });
    ids
}

/// The buttons in the order in which they are shown.
fn buttons(ids: &str) -> Vec<Element> {
    ids.chars().map(|id| find(&format!("#{id}"))).collect()
}

pub(crate) async fn items_are_inserted_and_removed_in_order() {
    let ids = list("bd");
    for new in ["abcde", "ace", "", "e", "xey", "yx"] {
        ids.set(new.into());
        settled().await;
        assert_eq!(text(), new);
        assert!(html().starts_with("<i></i>") && html().ends_with("<u></u>"), "{}", html());
    }
}

pub(crate) async fn reordered_items_keep_their_nodes_and_their_state() {
    let ids = list("abcd");
    let before = buttons("abcd");
    before[0].set_attribute("data-state", "kept").expect("an attribute");
    for order in ["dcba", "bdac", "abcd"] {
        ids.set(order.into());
        settled().await;
        assert_eq!(text(), order);
        assert_eq!(buttons("abcd"), before, "in the order {order}");
    }
    assert_eq!(find("#a").get_attribute("data-state").as_deref(), Some("kept"));
}

pub(crate) async fn items_in_place_are_not_moved_and_keep_the_focus() {
    let ids = list("abc");
    find("#b").unchecked_into::<HtmlElement>().focus().expect("a button");
    assert_eq!(changed_nodes(|| ids.set("abc".into())).await, (0, 0), "nothing changes");
    assert_eq!(changed_nodes(|| ids.set("xabyc".into())).await, (2, 0), "only what is new");
    assert_eq!(changed_nodes(|| ids.set("bac".into())).await, (1, 3), "what is gone, and one item");
    assert!(is_focused("#b"));
}

pub(crate) async fn items_of_several_nodes_move_together() {
    let ids = RwSignal::new(vec![1, 2, 3]);
    let extra = RwSignal::new(false);
    show(move || {
        let item = move |id: i32| {
            view! { <b>{id}</b> {move || extra.get().then_some("+")} <i>{-id}</i> }
        };
        keyed(move || ids.get(), |id| *id, item)
    });
    assert_eq!(text(), "1-12-23-3");
    extra.set(true);
    ids.set(vec![3, 1, 2]);
    settled().await;
    assert_eq!(text(), "3+-31+-12+-2");
    extra.set(false);
    ids.set(vec![2, 3]);
    settled().await;
    assert_eq!(text(), "2-23-3");
}

pub(crate) async fn an_item_without_its_key_is_disposed_of() {
    let ids = RwSignal::new(vec!["a", "b"]);
    let log = RwSignal::new(Vec::new());
    show(move || {
        let item = move |id: &'static str| {
            log.update_untracked(|log| log.push(format!("{id} made")));
            on_cleanup(move || log.update_untracked(|log| log.push(format!("{id} gone"))));
            view! { <p>{id}</p> }
        };
        keyed(move || ids.get(), |id| *id, item)
    });
    assert_eq!(log.get(), ["b made", "a made"]);
    log.set(Vec::new());
    ids.set(vec!["b"]);
    settled().await;
    assert_eq!(log.get(), ["a gone"]);
    log.set(Vec::new());
    ids.set(vec!["a", "b"]);
    settled().await;
    assert_eq!(log.get(), ["a made"], "a key that returns is a new item");
}

pub(crate) async fn of_items_with_the_same_key_only_those_listed_are_shown() {
    let ids = list("aab");
    assert_eq!(text(), "aab");
    ids.set("ab".into());
    settled().await;
    assert_eq!(text(), "ab");
}
