//! Attributes, classes, styles and properties.

use bosworth_view::prelude::*;

use crate::{field, find, html, is_focused, settled, show};

pub(crate) async fn attributes_follow_their_signals() {
    let label = RwSignal::new(Some("one".to_string()));
    let disabled = RwSignal::new(false);
    show(move || view! { <button aria-label=label disabled=disabled>"press"</button> });
    assert_eq!(html(), "<button aria-label=\"one\">press</button>");
    label.set(Some("two".into()));
    disabled.set(true);
    settled().await;
    assert_eq!(html(), "<button aria-label=\"two\" disabled=\"\">press</button>");
    label.set(None);
    disabled.set(false);
    settled().await;
    assert_eq!(html(), "<button>press</button>");
}

pub(crate) async fn classes_and_styles_leave_others_alone() {
    let (kind, on, width) =
        (RwSignal::new("small round"), RwSignal::new(true), RwSignal::new(Some("2px")));
    show(move || {
        view! { <i class=move || kind.get() class:on=on style:width=move || width.get()></i> }
    });
    let icon = find("i");
    icon.class_list().add_1("added-by-hand").expect("a class");
    assert_eq!(icon.class_name(), "small round on added-by-hand");
    assert_eq!(icon.get_attribute("style").as_deref(), Some("width: 2px;"));
    kind.set("small square");
    on.set(false);
    width.set(None);
    settled().await;
    assert_eq!(icon.class_name(), "added-by-hand small square");
    assert_eq!(icon.get_attribute("style").as_deref(), Some(""));
}

pub(crate) async fn a_property_keeps_the_caret_of_what_the_user_types() {
    let text = RwSignal::new("rose".to_string());
    show(move || view! { <input prop:value=text/> });
    let input = field("input");
    assert_eq!(input.value(), "rose");
    input.set_value("primrose");
    input.set_selection_range(1, 1).expect("a field with text");
    // What a handler does: the signal gets the text that is already there.
    text.set("primrose".into());
    settled().await;
    assert_eq!(input.selection_start().ok().flatten(), Some(1), "the caret stays");
    input.set_value("what the user typed");
    text.set("primrose".into());
    settled().await;
    assert_eq!(input.value(), "primrose", "the same value again replaces what was typed");
}

pub(crate) async fn text_shown_again_keeps_the_field_its_value_and_its_focus() {
    let count = RwSignal::new(0);
    show(
        move || move || view! { <label class:odd={count.get() % 2 == 1}>{count.get()}<input/></label> },
    );
    let input = field("input");
    input.set_value("typed");
    input.focus().expect("a field");
    count.set(1);
    settled().await;
    assert_eq!(html(), "<label class=\"odd\">1<input></label>");
    assert_eq!(field("input"), input);
    assert_eq!(input.value(), "typed");
    assert!(is_focused("input"));
}
