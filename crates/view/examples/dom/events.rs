//! Event handlers and references to elements.

use bosworth_view::event::on_window;
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement};

use crate::{find, html, settled, show};

fn click(css: &str) {
    find(css).unchecked_into::<HtmlElement>().click();
}

pub(crate) async fn a_handler_is_called_and_can_be_replaced() {
    let (count, heard) = (RwSignal::new(0), RwSignal::new(Vec::new()));
    show(move || {
        move || {
            let made_at = count.get();
            view! {
                <button on:click=move |_| heard.update(|all| all.push(made_at))>{made_at}</button>
            }
        }
    });
    let button = find("button");
    click("button");
    count.set(1);
    settled().await;
    click("button");
    assert_eq!(heard.get(), [0, 1], "only the handler of the latest run is called");
    assert_eq!(find("button"), button, "the element stays");
}

pub(crate) async fn a_removed_element_no_longer_calls_its_handler() {
    let (shown, clicks) = (RwSignal::new(true), RwSignal::new(0));
    show(move || {
        move || {
            let add = move |_| clicks.update(|clicks| *clicks += 1);
            shown.get().then(|| view! { <button on:click=add>"press"</button> })
        }
    });
    let button: HtmlElement = find("button").unchecked_into();
    button.click();
    shown.set(false);
    settled().await;
    assert_eq!(html(), "");
    button.click();
    assert_eq!(clicks.get(), 1);
}

pub(crate) async fn a_node_ref_holds_the_element() {
    let count = RwSignal::new(0);
    let element = NodeRef::<HtmlElement>::new();
    let seen = RwSignal::new(0);
    Effect::new(move |_| {
        if element.get().is_some() {
            seen.update(|seen| *seen += 1);
        }
    });
    show(move || move || view! { <p node_ref=element>{count.get()}</p> });
    settled().await;
    assert_eq!(element.get_untracked().map(Into::into), Some(find("p")));
    assert_eq!(seen.get(), 1, "an effect hears of the element");
    count.set(1);
    settled().await;
    assert_eq!(element.get_untracked().map(Into::into), Some(find("p")));
}

pub(crate) async fn events_of_the_window_end_with_their_part() {
    let (listens, heard) = (RwSignal::new(true), RwSignal::new(0));
    show(move || {
        move || {
            if listens.get() {
                on_window("ping", move |_: Event| heard.update(|heard| *heard += 1));
            }
        }
    });
    let ping = || {
        let event = Event::new("ping").expect("an event");
        let window = web_sys::window().expect("a window");
        window.dispatch_event(&event).expect("an event that can be dispatched");
    };
    ping();
    listens.set(false);
    settled().await;
    ping();
    assert_eq!(heard.get(), 1);
}
