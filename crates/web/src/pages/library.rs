//! The games stored in this browser.

mod list;
pub(super) mod thumbnail;

use bosworth_rules::Record;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use self::list::{Listed, file_of, matches};
use crate::app::{App, use_app};
use crate::browser;
use crate::language::{fill, tr};
use crate::parts::Dialog;
use crate::route::{Route, Shared};
use crate::store::{self, StoredGame};
use crate::table::{ClockedTable, Saved, Seat};

/// The maximum number of games imported from one file.
const MOST_GAMES: usize = 1000;
/// The maximum size of an imported file.
const MOST_BYTES: f64 = 4e6;

/// The library: search, open, export and import games.
#[component]
pub fn Library() -> impl IntoView {
    let app = use_app();
    let games = RwSignal::new(listed());
    let wanted = RwSignal::new(String::new());
    let forgetting = RwSignal::new(None::<String>);
    let asking = RwSignal::new(false);
    let shown = Memo::new(move |_| {
        wanted.with(|wanted| {
            games.with(|games| {
                games.iter().filter(|game| matches(game, wanted)).cloned().collect::<Vec<_>>()
            })
        })
    });
    let save_all = move |_| {
        let entries = store::games();
        browser::download(
            "bosworth.rose",
            &file_of(entries.iter().map(|entry| &*entry.saved.record)),
        );
    };
    let load = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        input.set_value("");
        if file.size() > MOST_BYTES {
            app.notice(tr("library-too-large"));
            return;
        }
        browser::read_file(&file, move |text| {
            take_in(app, &text.unwrap_or_default());
            games.set(listed());
        });
    };
    let forget = move |_| {
        if let Some(id) = forgetting.get_untracked() {
            store::forget_game(&id);
            if app.table.with_untracked(|table| table.as_ref().is_some_and(|table| table.id == id))
            {
                app.table.set(None);
            }
            games.set(listed());
            app.notice(tr("library-forgotten"));
        }
        asking.set(false);
    };
    let row = move |game: Listed| {
        let id = game.id.clone();
        let open = {
            let id = game.id.clone();
            move |_| open_game(app, &id)
        };
        let save = {
            let id = game.id.clone();
            move |_| {
                if let Some(entry) = store::game(&id) {
                    browser::download(&format!("{id}.rose"), &entry.saved.record);
                }
            }
        };
        view! {
            <li class="panel game">
                <div class="game-what">
                    <b>{game.players.clone()}</b>
                    <span class="note">{game.about.clone()}</span>
                </div>
                <b class="game-score">{game.score.clone()}</b>
                <div class="buttons">
                    {game.open.then(|| view! { <button type="button" class="button primary" on:click=open>{tr("library-go-on")}</button> })}
                    <a class="button" href=Route::Review(game.id.clone()).to_string()>{tr("end-review")}</a>
                    <a class="button" href=Route::Analysis(Shared::Stored(game.id.clone())).to_string()>{tr("to-analysis")}</a>
                    <button type="button" class="button" on:click=save>{tr("end-save")}</button>
                    <button type="button" class="button" on:click=move |_| {
                        forgetting.set(Some(id.clone()));
                        asking.set(true);
                    }>{tr("library-forget")}</button>
                </div>
            </li>
        }
        .into_any()
    };
    view! {
        <main id="main" class="setup">
            <h1 tabindex="-1">{tr("title-library")}</h1>
            <p class="note">{tr("library-note")}</p>
            <div class="library-head">
                <label class="field"><span>{tr("library-search")}</span>
                    <input type="search" id="library-search" placeholder=tr("library-search-hint")
                        on:input=move |event| wanted.set(event_target_value(&event))/></label>
                <label class="button file"><input type="file" id="library-load" accept=".rose,text/plain" on:change=load/>{tr("library-load")}</label>
                <button type="button" class="button" id="library-save" on:click=save_all>{tr("library-save-all")}</button>
            </div>
            <p role="status">{move || fill("library-count", &[("count", shown.get().len().into())])}</p>
            <ul class="games">{move || shown.get().into_iter().map(row).collect_view()}</ul>
            {move || games.with(Vec::is_empty).then(|| view! {
                <p><a class="button primary" href="#/play">{tr("home-quick")}</a></p>
            })}
            <Dialog open=asking title=tr("library-forget-title")>
                <p>{tr("library-forget-text")}</p>
                <div class="buttons">
                    <button type="button" class="button primary" id="library-forget-yes" on:click=forget>{tr("library-forget")}</button>
                    <button type="button" class="button" on:click=move |_| asking.set(false)>{tr("cancel")}</button>
                </div>
            </Dialog>
        </main>
    }
}

fn listed() -> Vec<Listed> {
    store::games().iter().map(Listed::of).collect()
}

/// Makes a stored game the current one.
pub(super) fn open_game(app: App, id: &str) {
    match store::game(id).map(|entry| ClockedTable::restore(id, &entry.saved)) {
        Some(Ok(table)) => {
            app.table.set(Some(table));
            store::keep_current(id);
            browser::go(&Route::Play);
        }
        Some(Err(why)) => app.notice(fill("library-broken", &[("why", why.into())])),
        None => app.notice(tr("library-gone")),
    }
}

/// Imports the games of a file, reporting what cannot be parsed.
fn take_in(app: App, text: &str) {
    let (mut kept, mut fault) = (0u32, None);
    for record in Record::read_all(text).take(MOST_GAMES) {
        let record = match record.map_err(|error| error.to_string()) {
            Ok(record) => record,
            Err(error) => {
                fault.get_or_insert(error);
                continue;
            }
        };
        if let Err(error) = record.replay() {
            fault.get_or_insert(error.to_string());
            continue;
        }
        let now = browser::now() + f64::from(kept);
        let saved = Saved {
            record: record.to_string(),
            seats: (Seat::Person, Seat::Person),
            clock: None,
            lost: None,
            started: now,
            updated: now,
        };
        let id = store::new_id();
        // A game with a proof of its shuffle keeps the id that the proof commits to.
        let named = record.tag("Game").filter(|name| store::game(name).is_none());
        let entry = StoredGame { id: named.unwrap_or(&id).into(), saved };
        if !store::keep_game(&entry.id, &entry.saved) {
            fault = Some(tr("store-full"));
            break;
        }
        kept += 1;
    }
    let mut said = fill("library-loaded", &[("count", kept.into())]);
    if let Some(fault) = fault {
        said = format!("{said} {}", fill("library-fault", &[("why", fault.into())]));
    }
    app.notice(said);
}
