//! The games stored in this browser, and those of the visitor's account on the server.

mod control;
mod date;
mod export;
mod import;
mod list;
mod online;
mod open;
mod row;
mod search;
pub(super) mod thumbnail;

use bosworth_view::event::{self, Event, on_window};
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use self::control::LibraryControl;
use self::list::LibraryFilter;
pub(super) use self::open::open_game;
use self::row::row;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::parts::{Select, button, link_button};
use crate::route::Route;
use crate::store;

/// The maximum size of an imported file, in bytes: far more than a browser can store.
const MAX_FILE_BYTES: f64 = 50e6;

/// More rows are rendered once the end of the list is this close to the viewport, in pixels.
const RENDER_AHEAD_PX: f64 = 800.0;

/// The library: search, open, export, import and delete games.
#[component]
pub fn Library() -> View {
    let control = LibraryControl::new();
    render_ahead(control);
    view! {
        <main id="main" class="setup library">
            <h1 tabindex="-1">{tr("title-library")}</h1>
            <p class="note">{tr("library-note")}</p>
            {head(control)}
            {move || selection(control)}
            {news(control)}
            <p role="status" id="library-count">{move || (!control.is_empty()).then(|| count(control))}</p>
            <ul class="games">
                {keyed(
                    move || control.found.get().into_iter().take(control.limit.get()).collect(),
                    |game| (game.entry.id.clone(), game.is_local, game.entry.saved.version),
                    move |game| row(control, &game),
                )}
            </ul>
            {move || more(control)}
            {move || control.is_empty().then(nothing)}
        </main>
    }
}

/// In place of the list while there is no game.
fn nothing() -> View {
    view! {
        <section class="panel waiting library-none" id="library-none">
            <svg class="waiting-art" viewBox="0 0 220 120" aria-hidden="true">
                <use href="#rose-red" x="6" y="38" width="76" height="76"/>
                <use href="#rose-white" x="138" y="38" width="76" height="76"/>
                <use href="#crown" x="68" y="12" width="84" height="74"/>
            </svg>
            <p class="lead">{tr("library-none")}</p>
            <p class="note">{tr("library-none-note")}</p>
            <div class="buttons">
                {link_button("", "primary", tr("home-quick"), Route::Play.to_string())}
                {link_button("", "", tr("title-learn"), Route::Learn(None).to_string())}
            </div>
        </section>
    }
}

/// The search, and the commands for all games.
fn head(control: LibraryControl) -> View {
    let load = move |event: Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        if file.size() > MAX_FILE_BYTES {
            control.report.set(vec![tr("library-too-large")]);
        } else {
            let read = control.page.bind_once(move |text: Option<String>| match text {
                Some(text) => control.import(&text),
                None => control.report.set(vec![tr("an-fault-unreadable")]),
            });
            browser::read_file(&file, read);
        }
        // Allow the same file to be selected again.
        input.set_value("");
    };
    let search = move |event| {
        control.wanted.set(event::value(&event));
    };
    let place = Callback::new(move |place: LibraryFilter| control.place.set(place));
    let places = control.account().map(|_| {
        view! { <Select name="library-place" value=control.place.into() on_change=place/> }
    });
    let select = move || {
        control.selecting.update(|selecting| *selecting = !*selecting);
        control.selected.update(std::collections::BTreeSet::clear);
    };
    view! {
        <div class="library-head" class:bare=move || control.is_empty()>
            <label class="field"><span>{tr("library-search")}</span>
                <input type="search" id="library-search" placeholder=tr("library-search-hint") on:input=search/></label>
            {places}
            <label class="button file"><input type="file" id="library-load" accept=".rose,text/plain" on:change=load/>{tr("library-load")}</label>
            {button("library-save", "", tr("library-save-all"), move || control.save_all())}
            {button("library-select", "", tr("library-select"), select)}
        </div>
    }
}

/// The commands for the selected games.
fn selection(control: LibraryControl) -> Option<View> {
    if !control.selecting.get() {
        return None;
    }
    let chosen = control.selected.with(std::collections::BTreeSet::len);
    let counted = |id: &str, count: usize| fill(id, &[("count", count.into())]);
    let deletable = control.deletable().len();
    let delete = move || control.delete(&untrack(|| control.deletable()));
    Some(view! {
        <div class="panel library-selection" role="group" aria-label=tr("library-select")>
            {button("library-select-all", "", counted("library-select-all", control.selectable().len()), move || control.select_all())}
            {(deletable > 0).then(|| button("library-delete", "danger", counted("library-delete", deletable), delete))}
            {(chosen > 0).then(|| button("library-save-some", "", counted("library-save-some", chosen), move || control.save_selected()))}
            {button("library-select-end", "", tr("cancel"), move || control.selecting.set(false))}
        </div>
    })
}

/// The progress and the result of an import or an export, the last deletion, and why the server's
/// games are missing.
fn news(control: LibraryControl) -> View {
    let deleted = move || {
        let count = control.removed.with(Vec::len);
        (count > 0).then(|| {
            view! {
                <div class="panel library-news">
                    <p>{fill("library-deleted", &[("count", count.into())])}</p>
                    {button("library-undo", "", tr("library-undo"), move || control.undo())}
                </div>
            }
        })
    };
    let report = move || {
        let sentences = control.report.get();
        (!sentences.is_empty()).then(|| {
            let close = move || control.report.set(Vec::new());
            view! {
                <div class="panel library-news" id="library-report">
                    <div>{sentences.into_iter().map(|text| view! { <p>{text}</p> }).collect_view()}</div>
                    {button("library-report-close", "", tr("close"), close)}
                </div>
            }
        })
    };
    let progress = move || {
        control.progress.get().map(|(done, total)| {
            let text = fill("library-progress", &[("done", done.into()), ("total", total.into())]);
            view! { <p class="panel">{text}</p> }
        })
    };
    let saving = move || {
        control.saving.get().then(|| {
            let count = control.online.games.with(Vec::len);
            let text = fill("library-saving", &[("count", count.into())]);
            view! { <p class="panel" id="library-saving">{text}</p> }
        })
    };
    let fault = move || {
        if !control.report.with(Vec::is_empty) {
            return None;
        }
        let why = control.online.fault.get()?;
        let text = fill("library-online-fault", &[("why", why.into())]);
        Some(view! { <p class="note" id="library-online-fault">{text}</p> })
    };
    view! { <div role="status">{progress}{saving}{report}{deleted}{fault}</div> }
}

/// The number of games, and how full the store is.
fn count(control: LibraryControl) -> String {
    let count = fill("library-count", &[("count", control.found.with(Vec::len).into())]);
    control.local.track();
    let used = store::used();
    if used * 10 < store::STORAGE_CAPACITY {
        return count;
    }
    let megabytes = |size: usize| texts().number(size as f64 / 1e6, 1);
    let used =
        [("used", megabytes(used).into()), ("room", megabytes(store::STORAGE_CAPACITY).into())];
    format!("{count} · {}", fill("library-used", &used))
}

/// The buttons below the list.
fn more(control: LibraryControl) -> Option<View> {
    let left = control.found.with(Vec::len).saturating_sub(control.limit.get());
    if left > 0 {
        let text = fill("library-more", &[("count", left.into())]);
        return Some(button("library-more", "", text, move || control.show_more()));
    }
    let account = control.account()?;
    let online = control.online;
    if online.is_complete.get() || online.games.with(Vec::is_empty) {
        return None;
    }
    let load = move || control.online.load_more(&account);
    Some(button("library-more-online", "", tr("library-more-online"), load))
}

/// Renders more rows before the end of the list scrolls into view.
fn render_ahead(control: LibraryControl) {
    let near = control.page.bind(move |_: Event| {
        let button = browser::document().get_element_by_id("library-more");
        let height = browser::window().inner_height().ok().and_then(|height| height.as_f64());
        if let (Some(button), Some(height)) = (button, height)
            && button.get_bounding_client_rect().top() < height + RENDER_AHEAD_PX
        {
            control.show_more();
        }
    });
    on_window("scroll", near);
}
