//! The crash report: a small note that can be dismissed.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::Element;

use crate::browser;
use crate::language::{texts, tr};

/// Installs the panic hook, which shows a note.
pub(crate) fn watch() {
    std::panic::set_hook(Box::new(|panic| show(&panic.to_string())));
}

/// Reports the crash, and that no games are lost. Uses plain DOM calls, because signals and views
/// may be broken.
pub(crate) fn show(why: &str) {
    web_sys::console::error_1(&why.into());
    let document = browser::document();
    if document.get_element_by_id("crash").is_some() {
        return;
    }
    let _ = panel(&document, why);
}

fn panel(document: &web_sys::Document, why: &str) -> Option<()> {
    let panel = document.create_element("div").ok()?;
    panel.set_id("crash");
    panel.set_class_name("crash");
    panel.set_attribute("role", "alert").ok()?;
    let text = document.create_element("p").ok()?;
    text.set_text_content(Some(&word("crash", "Something went wrong. Your games are safe.")));
    panel.append_child(&text).ok()?;
    button(document, &panel, &word("load-again", "Reload"), || {
        let _ = browser::window().location().reload();
    })?;
    let details = format!("Bosworth {}\n{why}", env!("CARGO_PKG_VERSION"));
    button(document, &panel, &word("copy-details", "Copy details"), move || {
        browser::copy(&details, |_| ());
    })?;
    let gone = panel.clone();
    button(document, &panel, &word("close", "Close"), move || gone.remove())?;
    document.body()?.append_child(&panel).ok()?;
    Some(())
}

fn button(
    document: &web_sys::Document,
    panel: &Element,
    label: &str,
    press: impl FnMut() + 'static,
) -> Option<()> {
    let button = document.create_element("button").ok()?;
    button.set_attribute("type", "button").ok()?;
    button.set_class_name("button");
    button.set_text_content(Some(label));
    let press = Closure::<dyn FnMut()>::new(press);
    button.add_event_listener_with_callback("click", press.as_ref().unchecked_ref()).ok()?;
    press.forget();
    panel.append_child(&button).ok()?;
    Some(())
}

/// A message, or its English fallback if the messages have not been loaded.
fn word(id: &str, english: &str) -> String {
    if texts().has(id) { tr(id) } else { english.into() }
}
