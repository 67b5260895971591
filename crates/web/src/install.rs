//! Installing the site as an app, if the browser offers it.

use std::cell::RefCell;

use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::Event;

use crate::browser;
use crate::language::tr;
use crate::parts::{button, group, paragraph, title};

thread_local! {
    /// The browser's `beforeinstallprompt` event, which can be used once.
    static OFFER: RefCell<Option<Event>> = const { RefCell::new(None) };
    /// Whether there is such an event.
    static OFFERED: RwSignal<bool> = RwSignal::everlasting(false);
}

fn take_offer(offer: Option<Event>) {
    OFFERED.with(|offered| offered.set(offer.is_some()));
    OFFER.set(offer);
}

/// Keeps the browser's offer for [`panel`], for as long as the program runs.
pub fn watch() {
    let offered = Closure::<dyn FnMut(Event)>::new(|event: Event| {
        // Otherwise some browsers show their own install bar.
        event.prevent_default();
        take_offer(Some(event));
    });
    let installed = Closure::<dyn FnMut(Event)>::new(|_| take_offer(None));
    for (name, heard) in [("beforeinstallprompt", offered), ("appinstalled", installed)] {
        let _ = browser::window()
            .add_event_listener_with_callback(name, heard.as_ref().unchecked_ref());
        heard.forget();
    }
}

/// Opens the browser's install dialog, which uses up the offer.
fn install() {
    let Some(offer) = OFFER.take() else { return };
    OFFERED.with(|offered| offered.set(false));
    let prompt = js_sys::Reflect::get(&offer, &"prompt".into());
    if let Some(prompt) = prompt.ok().and_then(|it| it.dyn_into::<js_sys::Function>().ok()) {
        // Browsers refuse this without a click; the refusal can be ignored.
        let _ = prompt.call0(&offer).map(browser::settle);
    }
}

/// How to install the app: a button if the browser offers it, instructions on iPhones and iPads,
/// otherwise nothing.
pub fn panel() -> View {
    let offered = OFFERED.with(|offered| *offered);
    let by_hand = needs_hand();
    let content = move || {
        let how = if offered.get() {
            button("install", "primary", tr("install-button"), install)
        } else if by_hand {
            paragraph("", "install-by-hand", tr("install-by-hand"))
        } else {
            return None;
        };
        let parts =
            vec![title("", tr("install-title")), paragraph("note", "", tr("install-note")), how];
        Some(group("panel install", parts))
    };
    view! { {content} }
}

/// Whether this is a browser on an iPhone or iPad, which never offers installation, rather than the
/// installed app. Only these browsers have the property.
fn needs_hand() -> bool {
    let standalone = js_sys::Reflect::get(&browser::window().navigator(), &"standalone".into());
    standalone.ok().as_ref().and_then(JsValue::as_bool) == Some(false)
}
