//! The games stored in this browser, and those of the visitor's account at the server.

mod date;
mod export;
mod import;
mod list;
mod online;
mod open;
mod row;
mod search;
mod shelf;
pub(super) mod thumbnail;

use bosworth_view::event::{self, Event, on_window};
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use self::list::Origin;
pub(super) use self::open::open_game;
use self::row::row;
use self::shelf::Shelf;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::parts::{Select, button};
use crate::store;

/// The maximum size of an imported file, in bytes. Far more than a browser stores.
const MOST_BYTES: f64 = 50e6;

/// More games are drawn when the end of the list is this close, in pixels.
const AHEAD: f64 = 800.0;

/// The library: search, open, export, import and delete games.
#[component]
pub fn Library() -> View {
    let shelf = Shelf::new();
    draw_ahead(shelf);
    view! {
        <main id="main" class="setup library">
            <h1 tabindex="-1">{tr("title-library")}</h1>
            <p class="note">{tr("library-note")}</p>
            {head(shelf)}
            {move || selection(shelf)}
            {news(shelf)}
            <p role="status" id="library-count">{move || count(shelf)}</p>
            <ul class="games">
                {keyed(
                    move || shelf.found.get().into_iter().take(shelf.limit.get()).collect(),
                    |game| (game.entry.id.clone(), game.is_local, game.entry.saved.version),
                    move |game| row(shelf, &game),
                )}
            </ul>
            {move || more(shelf)}
            {move || shelf.local.with(Vec::is_empty).then(|| view! {
                <p><a class="button primary" href="#/play">{tr("home-quick")}</a></p>
            })}
        </main>
    }
}

/// The search, and what concerns all games.
fn head(shelf: Shelf) -> View {
    let load = move |event: Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        if file.size() > MOST_BYTES {
            shelf.report.set(vec![tr("library-too-large")]);
        } else {
            let read = shelf.page.bind_once(move |text: Option<String>| match text {
                Some(text) => shelf.import(&text),
                None => shelf.report.set(vec![tr("an-fault-unreadable")]),
            });
            browser::read_file(&file, read);
        }
        // Allow the same file to be selected again.
        input.set_value("");
    };
    let search = move |event| {
        shelf.wanted.set(event::value(&event));
    };
    let place = Callback::new(move |place: Origin| shelf.place.set(place));
    let places = shelf.account().map(|_| {
        view! { <Select name="library-place" value=shelf.place.into() on_change=place/> }
    });
    let select = move || {
        shelf.selecting.update(|selecting| *selecting = !*selecting);
        shelf.selected.update(std::collections::BTreeSet::clear);
    };
    view! {
        <div class="library-head">
            <label class="field"><span>{tr("library-search")}</span>
                <input type="search" id="library-search" placeholder=tr("library-search-hint") on:input=search/></label>
            {places}
            <label class="button file"><input type="file" id="library-load" accept=".rose,text/plain" on:change=load/>{tr("library-load")}</label>
            {button("library-save", "", tr("library-save-all"), move || shelf.save_all())}
            {button("library-select", "", tr("library-select"), select)}
        </div>
    }
}

/// What can be done with several games.
fn selection(shelf: Shelf) -> Option<View> {
    if !shelf.selecting.get() {
        return None;
    }
    let chosen = shelf.selected.with(std::collections::BTreeSet::len);
    let counted = |id: &str, count: usize| fill(id, &[("count", count.into())]);
    let delete = move || shelf.delete(&shelf.selected.get_untracked());
    Some(view! {
        <div class="panel library-selection" role="group" aria-label=tr("library-select")>
            {button("library-select-all", "", counted("library-select-all", shelf.selectable().len()), move || shelf.select_all())}
            {(chosen > 0).then(|| button("library-delete", "primary", counted("library-delete", chosen), delete))}
            {(chosen > 0).then(|| button("library-save-some", "", counted("library-save-some", chosen), move || shelf.save_all()))}
            {button("library-select-end", "", tr("cancel"), move || shelf.selecting.set(false))}
        </div>
    })
}

/// What became of an import, what was deleted, and why the server's games are missing.
fn news(shelf: Shelf) -> View {
    let deleted = move || {
        let count = shelf.removed.with(Vec::len);
        (count > 0).then(|| {
            view! {
                <div class="panel library-news">
                    <p>{fill("library-deleted", &[("count", count.into())])}</p>
                    {button("library-undo", "", tr("library-undo"), move || shelf.undo())}
                </div>
            }
        })
    };
    let report = move || {
        let sentences = shelf.report.get();
        (!sentences.is_empty()).then(|| {
            let close = move || shelf.report.set(Vec::new());
            view! {
                <div class="panel library-news" id="library-report">
                    <div>{sentences.into_iter().map(|text| view! { <p>{text}</p> }).collect_view()}</div>
                    {button("library-report-close", "", tr("close"), close)}
                </div>
            }
        })
    };
    let progress = move || {
        shelf.progress.get().map(|(done, total)| {
            let text = fill("library-progress", &[("done", done.into()), ("total", total.into())]);
            view! { <p class="panel">{text}</p> }
        })
    };
    let fault = move || {
        let why = shelf.online.fault.get()?;
        let text = fill("library-online-fault", &[("why", why.into())]);
        Some(view! { <p class="note" id="library-online-fault">{text}</p> })
    };
    view! { <div role="status">{progress}{report}{deleted}{fault}</div> }
}

/// How many games there are, and how full the store is.
fn count(shelf: Shelf) -> String {
    let count = fill("library-count", &[("count", shelf.found.with(Vec::len).into())]);
    shelf.local.track();
    let used = store::used();
    if used * 10 < store::ROOM {
        return count;
    }
    let megabytes = |size: usize| texts().number(size as f64 / 1e6, 1);
    let used = [("used", megabytes(used).into()), ("room", megabytes(store::ROOM).into())];
    format!("{count} · {}", fill("library-used", &used))
}

/// The buttons below the list.
fn more(shelf: Shelf) -> Option<View> {
    let left = shelf.found.with(Vec::len).saturating_sub(shelf.limit.get());
    if left > 0 {
        let text = fill("library-more", &[("count", left.into())]);
        return Some(button("library-more", "", text, move || shelf.show_more()));
    }
    let account = shelf.account().filter(|_| shelf.online.more.get())?;
    let load = move || shelf.online.load_more(&account);
    Some(button("library-more-online", "", tr("library-more-online"), load))
}

/// Draws more games before the end of the list scrolls into view.
fn draw_ahead(shelf: Shelf) {
    let near = shelf.page.bind(move |_: Event| {
        let button = browser::document().get_element_by_id("library-more");
        let height = browser::window().inner_height().ok().and_then(|height| height.as_f64());
        if let (Some(button), Some(height)) = (button, height)
            && button.get_bounding_client_rect().top() < height + AHEAD
        {
            shelf.show_more();
        }
    });
    on_window("scroll", near);
}
