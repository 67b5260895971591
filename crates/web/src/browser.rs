//! Wrappers for browser APIs: time, randomness, storage, files, location.

use bosworth_fair::Secret;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_futures::spawn_local;
use web_sys::{
    Blob, BlobPropertyBag, Document, HtmlAnchorElement, HtmlElement, ScrollIntoViewOptions,
    ScrollLogicalPosition, Storage, Window,
};

/// The global window.
pub fn window() -> Window {
    let Some(window) = web_sys::window() else { unreachable!("not in a web worker") };
    window
}

/// The document.
pub fn document() -> Document {
    let Some(document) = window().document() else { unreachable!("a window has a document") };
    document
}

/// Whether a server comes with this site. The page of a site for static hosts says that none does.
pub fn site_has_server() -> bool {
    document().document_element().is_some_and(|root| root.has_attribute("data-server"))
}

/// A text in lower case. The browser has the tables of all scripts, so the program needs none.
pub fn lower_case(text: &str) -> String {
    if cfg!(target_arch = "wasm32") {
        js_sys::JsString::from(text).to_lower_case().into()
    } else {
        text.to_lowercase()
    }
}

/// The wall-clock time, in milliseconds since the Unix epoch.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// A date in the format of records: `2026.11.15`.
pub fn date(milliseconds: f64) -> String {
    let date = js_sys::Date::new(&milliseconds.into());
    format!("{}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// The locale for dates in a language: the browser's, with its region, if it has the language.
pub fn locale(language: &str) -> String {
    locale_among(language, languages())
}

fn locale_among(language: &str, browser: Vec<String>) -> String {
    let is_regional = |locale: &String| locale.split('-').next() == Some(language);
    browser.into_iter().find(is_regional).unwrap_or_else(|| language.into())
}

/// A date in the format of a language.
pub fn day(milliseconds: f64, language: &str) -> String {
    formatted(milliseconds, language, &[("dateStyle", "medium")])
}

/// A UTC date in the format of a language.
pub fn utc_day(milliseconds: f64, language: &str) -> String {
    formatted(milliseconds, language, &[("dateStyle", "medium"), ("timeZone", "UTC")])
}

/// A date and time in the format of a language.
pub fn date_and_time(milliseconds: f64, language: &str) -> String {
    formatted(milliseconds, language, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

fn formatted(milliseconds: f64, language: &str, styles: &[(&str, &str)]) -> String {
    let date = js_sys::Date::new(&milliseconds.into());
    let options = js_sys::Object::new();
    for (name, value) in styles {
        let _ = js_sys::Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    date.to_locale_string(&locale(language), &options).into()
}

/// Formats dates in the notations of a language. The formatters are created once, because a long
/// list has thousands of dates.
#[derive(Debug)]
pub struct DateFormats([js_sys::Function; 2]);

impl DateFormats {
    /// Creates the formatters for a language.
    pub fn new(language: &str) -> Self {
        let languages = js_sys::Array::of1(&locale(language).into());
        // 16.11.2026 and 16. November 2026
        Self(["numeric", "long"].map(|month| {
            let options = js_sys::Object::new();
            for (name, value) in [("year", "numeric"), ("month", month), ("day", "numeric")] {
                let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
            }
            js_sys::Intl::DateTimeFormat::new(&languages, &options).format()
        }))
    }

    /// Formats a date in every notation.
    pub fn of(&self, milliseconds: f64) -> Vec<String> {
        let formatted = self.0.iter().filter_map(|format| {
            format.call1(&JsValue::UNDEFINED, &milliseconds.into()).ok()?.as_string()
        });
        formatted.chain([date(milliseconds)]).collect()
    }
}

/// Cryptographically secure random bytes.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    let filled =
        window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    assert!(filled.is_ok(), "no secure source of randomness");
    bytes
}

/// A secret for a new shuffle.
pub fn secret() -> Secret {
    Secret::new(random())
}

/// The browser's preferred languages, in order.
pub fn languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|code| code.as_string()).collect()
}

/// The local storage of this site, unless the browser blocks it.
pub fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// The URL of a content-hashed asset, which the page declares in a `link`.
pub fn asset(name: &str) -> String {
    let link = document().get_element_by_id(&format!("asset-{name}"));
    link.and_then(|link| link.get_attribute("href")).unwrap_or_default()
}

/// The fragment of the URL, with its `#`.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// The URL of the page without its fragment.
pub fn address() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split('#').next().unwrap_or_default().into()
}

/// Navigates to another page of the app.
pub fn go(route: &crate::route::Route) {
    let _ = window().location().set_hash(&route.to_string());
}

/// Goes to another site.
pub fn leave(url: &str) {
    let _ = window().location().set_href(url);
}

/// The text that [`mark_history_entry`] stored with the current history entry.
pub fn history_entry_mark() -> Option<String> {
    window().history().and_then(|history| history.state()).ok()?.as_string()
}

/// Stores a text with the current history entry, which has it again after a reload and when the user
/// comes back.
pub fn mark_history_entry(mark: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state(&JsValue::from_str(mark), "");
    }
}

/// The base URL of the site, with a trailing slash.
pub fn folder() -> String {
    let address = address();
    address.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default()
}

/// Whether the page is hidden.
pub fn is_hidden() -> bool {
    document().visibility_state() == web_sys::VisibilityState::Hidden
}

/// Opens the device's share sheet with a link; returns whether the browser has one.
pub fn share(title: &str, link: &str) -> bool {
    share_parts(&[("title", title), ("url", link)])
}

/// Opens the device's share sheet with a text; returns whether the browser has one.
pub fn share_text(text: &str) -> bool {
    share_parts(&[("text", text)])
}

fn share_parts(parts: &[(&str, &str)]) -> bool {
    let navigator = window().navigator();
    let share = js_sys::Reflect::get(&navigator, &"share".into());
    let Some(share) = share.ok().and_then(|share| share.dyn_into::<js_sys::Function>().ok()) else {
        return false;
    };
    let what = js_sys::Object::new();
    for (name, value) in parts {
        let _ = js_sys::Reflect::set(&what, &(*name).into(), &(*value).into());
    }
    let shared = share.call1(&navigator, &what);
    // Closing the sheet rejects the promise, which is not an error.
    shared.map(settle).is_ok()
}

/// Shows a number on the icon of the installed app, or none if it is 0. Does nothing if the browser
/// does not support badges.
pub fn set_app_badge(count: usize) {
    let navigator = window().navigator();
    let name = if count == 0 { "clearAppBadge" } else { "setAppBadge" };
    let set = js_sys::Reflect::get(&navigator, &name.into());
    if let Some(set) = set.ok().and_then(|set| set.dyn_into::<js_sys::Function>().ok()) {
        let _ = set.call1(&navigator, &(count as u32).into()).map(settle);
    }
}

/// Ignores the outcome of a promise, so that a rejection is not reported as an uncaught error.
pub fn settle(promise: JsValue) {
    if let Ok(promise) = promise.dyn_into::<js_sys::Promise>() {
        spawn_local(async move { drop(JsFuture::from(promise).await) });
    }
}

/// Whether [`share`] is supported.
pub fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}

/// Whether the user prefers reduced motion.
pub fn reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Whether the primary pointing device is a finger.
pub fn is_touch() -> bool {
    matches("(pointer: coarse)")
}

fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Copies a text to the clipboard, then calls `done` with whether it worked.
pub fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let navigator = window().navigator();
    // Insecure contexts have no clipboard.
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into());
    if clipboard.is_ok_and(|clipboard| clipboard.is_undefined()) {
        return done(false);
    }
    let promise = navigator.clipboard().write_text(text);
    wasm_bindgen_futures::spawn_local(async move {
        done(wasm_bindgen_futures::JsFuture::from(promise).await.is_ok());
    });
}

/// Downloads a text file.
pub fn download(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let options = BlobPropertyBag::new();
    options.set_type("text/plain;charset=utf-8");
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options);
    let _ = blob.and_then(|blob| save_file(name, &blob));
}

/// Downloads a file.
pub fn save_file(name: &str, content: &Blob) -> Result<(), JsValue> {
    let url = web_sys::Url::create_object_url_with_blob(content)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    web_sys::Url::revoke_object_url(&url)
}

/// Reads a file that the user has selected.
pub fn read_file(file: &web_sys::File, done: impl FnOnce(Option<String>) + 'static) {
    let promise = file.text();
    wasm_bindgen_futures::spawn_local(async move {
        let text = wasm_bindgen_futures::JsFuture::from(promise).await;
        done(text.ok().and_then(|text| text.as_string()));
    });
}

/// Calls a function after a delay, regardless of the page shown by then. Callbacks of a page use
/// its [`Lifetime`](crate::lifetime::Lifetime) instead.
pub fn after(milliseconds: u32, call: impl FnOnce() + 'static) {
    after_erased(milliseconds, Box::new(call));
}

fn after_erased(milliseconds: u32, call: Box<dyn FnOnce()>) {
    let call = Closure::once_into_js(call);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(
        call.unchecked_ref(),
        milliseconds as i32,
    );
}

/// Focuses the first element that matches a selector, after pending changes have been rendered.
pub fn focus_later(selector: impl Into<String>) {
    let selector = selector.into();
    after(0, move || focus(&selector));
}

/// Focuses the first element that matches a selector, after pending changes have been rendered, with
/// the page scrolled to its top.
pub fn focus_at_top_later(selector: &'static str) {
    after(0, move || {
        focus(selector);
        if let Some(main) = document().get_element_by_id("main") {
            main.set_scroll_top(0);
        }
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
}

/// The id of the focused element.
pub fn focused_id() -> Option<String> {
    document().active_element().map(|element| element.id()).filter(|id| !id.is_empty())
}

/// Scrolls an element into view, after pending changes have been rendered.
pub fn reveal_later(selector: &'static str) {
    after(0, move || {
        if let Ok(Some(element)) = document().query_selector(selector) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Focuses the first element that matches a selector.
pub fn focus(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector)
        && let Ok(element) = element.dyn_into::<HtmlElement>()
    {
        let _ = element.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_the_region_of_the_browser_if_it_has_the_language() {
        let browser = || ["fr".to_string(), "en-GB".into(), "en".into()].to_vec();
        let locale = |language| locale_among(language, browser());
        assert_eq!([locale("en"), locale("fr"), locale("de")], ["en-GB", "fr", "de"]);
    }
}
