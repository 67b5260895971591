//! Code splitting: the code of a page is fetched when the page is first visited.
//!
//! The functions marked with `wasm_split` are split points. `xtask web` moves code reachable only
//! from them into WebAssembly modules of their own, which share the memory of the main one; code
//! shared by several of them becomes a chunk that is fetched with the first of them.

#![allow(
    clippy::unnecessary_wraps,
    reason = "a split point may fail: its module has to be fetched, which `wasm_split` adds"
)]

use bosworth_view::prelude::*;
use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::app::use_app;
use crate::browser;
use crate::language::{fetch_late, tr};
use crate::online::session::Session;
use crate::online::visitor::{Visitor, has_known_account};
use crate::pages::{
    Account, Analysis, ConfirmMail, Home, Leaderboard, Learn, Library, Lobby, NewPassword,
    NewTournament, OnlineTable, PersonPage, Play, Review, Rules, SeekPage, SettingsPage,
    TournamentPage, Tournaments, Unsubscribe,
};
use crate::route::Route;

/// A code chunk, fetched as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chunk {
    /// The initial chunk: the home page, and local games.
    Main,
    /// The lessons, the rules and the settings.
    Local,
    /// The library, review and analysis.
    Study,
    /// The online lobby, and offers.
    Lobby,
    /// Profiles, the leaderboard, the user's own account, and links in mails.
    People,
    /// The online table.
    Game,
    /// The list of tournaments and the form for a new one, with their own texts and styles.
    Tournaments,
    /// One tournament.
    Tournament,
}

/// A chunk that failed to load; the reason is in the browser's console.
#[derive(Debug)]
struct NotLoaded;

impl From<SplitLoaderError> for NotLoaded {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// Renders a page; `None` for the pages of other chunks.
type Draw = fn(Route) -> Option<View>;

/// A loaded chunk.
#[derive(Clone, Copy)]
struct Loaded {
    /// Sets up the context shared by its pages, before any of them is rendered. Idempotent.
    prepare: fn(),
    draw: Draw,
}

impl Chunk {
    fn of(route: &Route) -> Self {
        match route {
            Route::Home | Route::Play => Self::Main,
            Route::Learn(_) | Route::Rules | Route::Settings => Self::Local,
            Route::Library | Route::Review(_) | Route::Analysis(_) => Self::Study,
            Route::Lobby | Route::Seek(_) => Self::Lobby,
            Route::Person(_)
            | Route::Leaderboard
            | Route::Account
            | Route::ConfirmMail(_)
            | Route::Unsubscribe(_)
            | Route::Password(_) => Self::People,
            Route::Game(_) => Self::Game,
            Route::Tournaments | Route::NewTournament => Self::Tournaments,
            Route::Tournament(..) => Self::Tournament,
        }
    }

    /// The groups of messages that its pages use, in addition to the initial ones.
    fn texts(self) -> &'static [&'static str] {
        match self {
            Self::Main => &[],
            Self::Local | Self::Study => &["local"],
            Self::Lobby | Self::People | Self::Game => &["online"],
            Self::Tournaments | Self::Tournament => &["online", "events"],
        }
    }

    async fn fetch(self) -> Result<Loaded, NotLoaded> {
        // Requested in parallel with the code.
        let texts = fetch_late(self.texts());
        let loaded = self.fetch_code().await?;
        texts.await.map_err(|_| NotLoaded)?;
        Ok(loaded)
    }

    async fn fetch_code(self) -> Result<Loaded, NotLoaded> {
        Ok(match self {
            Self::Main => Loaded { prepare: || {}, draw: draw_main },
            Self::Local => local().await?,
            Self::Study => study().await?,
            Self::Lobby => lobby().await?,
            Self::People => people().await?,
            Self::Game => game().await?,
            Self::Tournaments | Self::Tournament => {
                let styles = JsFuture::from(add_tournament_styles());
                let code = if self == Self::Tournament {
                    tournament().await?
                } else {
                    tournaments().await?
                };
                styles.await.map_err(|_| NotLoaded)?;
                code
            }
        })
    }
}

#[wasm_bindgen]
extern "C" {
    /// Defined by the script in `index.html`.
    #[wasm_bindgen(js_name = addEventStyles)]
    fn add_tournament_styles() -> Promise;
}

#[wasm_split(local, fallible)]
fn local() -> Result<Loaded, SplitLoaderError> {
    // The settings page asks the server about notifications.
    let prepare = || {
        Visitor::provide();
    };
    Ok(Loaded { prepare, draw: draw_local })
}

#[wasm_split(study, fallible)]
fn study() -> Result<Loaded, SplitLoaderError> {
    Ok(Loaded { prepare: || {}, draw: draw_study })
}

#[wasm_split(lobby, fallible)]
fn lobby() -> Result<Loaded, SplitLoaderError> {
    Ok(Loaded { prepare: Session::prepare, draw: draw_lobby })
}

#[wasm_split(people, fallible)]
fn people() -> Result<Loaded, SplitLoaderError> {
    Ok(Loaded { prepare: Session::prepare, draw: draw_people })
}

#[wasm_split(game, fallible)]
fn game() -> Result<Loaded, SplitLoaderError> {
    Ok(Loaded { prepare: Session::prepare, draw: draw_game })
}

#[wasm_split(events, fallible)]
fn tournaments() -> Result<Loaded, SplitLoaderError> {
    Ok(Loaded { prepare: Session::prepare, draw: draw_tournaments })
}

#[wasm_split(event, fallible)]
fn tournament() -> Result<Loaded, SplitLoaderError> {
    Ok(Loaded { prepare: Session::prepare, draw: draw_tournament })
}

fn draw_main(route: Route) -> Option<View> {
    Some(match route {
        Route::Home => view! { <Home/> },
        Route::Play => view! { <Play/> },
        _ => return None,
    })
}

fn draw_local(route: Route) -> Option<View> {
    Some(match route {
        Route::Learn(lesson) => view! { <Learn lesson/> },
        Route::Rules => view! { <Rules/> },
        Route::Settings => view! { <SettingsPage/> },
        _ => return None,
    })
}

fn draw_study(route: Route) -> Option<View> {
    Some(match route {
        Route::Library => view! { <Library/> },
        Route::Review(id) => view! { <Review id/> },
        Route::Analysis(shared) => view! { <Analysis shared/> },
        _ => return None,
    })
}

fn draw_lobby(route: Route) -> Option<View> {
    Some(match route {
        Route::Lobby => view! { <Lobby/> },
        Route::Seek(id) => view! { <SeekPage id/> },
        _ => return None,
    })
}

fn draw_people(route: Route) -> Option<View> {
    Some(match route {
        Route::Person(name) => view! { <PersonPage name/> },
        Route::Leaderboard => view! { <Leaderboard/> },
        Route::Account => view! { <Account/> },
        Route::ConfirmMail(secret) => view! { <ConfirmMail secret/> },
        Route::Unsubscribe(token) => view! { <Unsubscribe token/> },
        Route::Password(secret) => view! { <NewPassword secret/> },
        _ => return None,
    })
}

fn draw_game(route: Route) -> Option<View> {
    match route {
        Route::Game(id) => Some(view! { <OnlineTable id/> }),
        _ => None,
    }
}

fn draw_tournaments(route: Route) -> Option<View> {
    Some(match route {
        Route::Tournaments => view! { <Tournaments/> },
        Route::NewTournament => view! { <NewTournament/> },
        _ => return None,
    })
}

fn draw_tournament(route: Route) -> Option<View> {
    match route {
        Route::Tournament(id, invitation) => Some(view! { <TournamentPage id invitation/> }),
        _ => None,
    }
}

/// The loaded chunks.
#[derive(Clone, Copy)]
pub(crate) struct Chunks {
    loaded: RwSignal<Vec<(Chunk, Loaded)>>,
    /// The reactive owner of the contexts of chunks; it lives as long as the app.
    root: StoredValue<Option<Owner>>,
}

impl Default for Chunks {
    fn default() -> Self {
        let main = Loaded { prepare: || {}, draw: draw_main };
        Self {
            loaded: RwSignal::new(vec![(Chunk::Main, main)]),
            root: StoredValue::new(Owner::current()),
        }
    }
}

/// The delay before the session code is fetched in the background, in milliseconds, so that the
/// first page loads undisturbed.
const SESSION_DELAY_MS: u32 = 1500;

impl Chunks {
    /// A chunk, once it is loaded.
    fn loaded(self, chunk: Chunk) -> Option<Loaded> {
        self.loaded.with_untracked(|loaded| {
            let found = loaded.iter().find(|(known, _)| *known == chunk);
            found.map(|(_, loaded)| *loaded)
        })
    }

    /// Whether a chunk is loaded.
    fn is_loaded(self, chunk: Chunk) -> bool {
        self.loaded.with(|loaded| loaded.iter().any(|(known, _)| *known == chunk))
    }

    /// Fetches a chunk, and sets up its context.
    async fn fetch(self, chunk: Chunk) -> Result<(), NotLoaded> {
        let part = chunk.fetch().await?;
        // The page may have been rebuilt meanwhile; the root never is.
        if let Some(owner) = self.root.try_get_value().flatten() {
            owner.with(part.prepare);
        }
        self.loaded.update(|loaded| loaded.push((chunk, part)));
        Ok(())
    }

    /// Connects a visitor with an account on the server, regardless of the page, so that they hear
    /// about their games.
    pub(crate) fn connect_known_visitor(self) {
        if has_known_account() {
            browser::after(SESSION_DELAY_MS, move || {
                spawn_local(async move { drop(self.fetch(Chunk::Lobby).await) });
            });
        }
    }
}

/// The page of the current route, or the splash screen while its code is being fetched.
#[component]
pub fn Page() -> View {
    let app = use_app();
    let chunks: Chunks = expect_context();
    let failed = RwSignal::new(None);
    let chunk = Memo::new(move |_| app.route.with(Chunk::of));
    // The current page is not rebuilt when the code of another page arrives.
    let is_here = Memo::new(move |_| chunks.is_loaded(chunk.get()));
    // The chunk whose retry failed: the server may have a newer version of the site, without the
    // old files.
    let in_vain = StoredValue::new(None);
    Effect::new(move |before: Option<()>| {
        let wanted = chunk.get();
        let failed_here = failed.get() == Some(wanted);
        if is_here.get() || failed_here {
            return;
        }
        let is_first = before.is_none();
        spawn_local(async move {
            if chunks.fetch(wanted).await.is_err() {
                failed.set(Some(wanted));
            } else if !is_first && chunk.try_get_untracked() == Some(wanted) {
                // At the time of navigation there was no heading to focus.
                browser::focus_later("#main h1");
            }
        });
    });
    let again = move |chunk| {
        if in_vain.get_value() == Some(chunk) {
            let _ = browser::window().location().reload();
        }
        in_vain.set_value(Some(chunk));
        failed.set(None);
    };
    move || {
        let route = app.route.get();
        let chunk = Chunk::of(&route);
        is_here.track();
        match chunks.loaded(chunk) {
            Some(part) => (part.draw)(route),
            None if failed.get() == Some(chunk) => Some(view! {
                <main class="page" id="main">
                    <h1 tabindex="-1">{tr("chunk-failed")}</h1>
                    <p>{tr("chunk-failed-why")}</p>
                    <p><button type="button" class="primary" on:click=move |_| again(chunk)>
                        {tr("load-again")}
                    </button></p>
                </main>
            }),
            None => Some(view! {
                <div class="splash" role="status">
                    <svg width="96" height="84" aria-hidden="true"><use href="#crown"/></svg>
                    <p>"Bosworth"</p>
                </div>
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::AnalysisLink;

    /// The script in `index.html` requests the code of the first page before the program runs.
    #[test]
    fn index_html_requests_the_chunk_of_every_route() {
        let page = include_str!("../public/index.html");
        let x = || "x".to_string();
        let routes = [
            Route::Home,
            Route::Play,
            Route::Review(x()),
            Route::Analysis(AnalysisLink::Nothing),
            Route::Learn(None),
            Route::Rules,
            Route::Library,
            Route::Settings,
            Route::Lobby,
            Route::Game(x()),
            Route::Seek(x()),
            Route::Person(x()),
            Route::Leaderboard,
            Route::Account,
            Route::ConfirmMail(x()),
            Route::Unsubscribe(x()),
            Route::Password(None),
            Route::Tournaments,
            Route::NewTournament,
            Route::Tournament(x(), None),
        ];
        for route in routes {
            let name = match Chunk::of(&route) {
                Chunk::Main => continue,
                Chunk::Local => "local",
                Chunk::Study => "study",
                Chunk::Lobby => "lobby",
                Chunk::People => "people",
                Chunk::Game => "game",
                Chunk::Tournaments => "events",
                Chunk::Tournament => "event",
            };
            let address = route.to_string();
            let word = address.trim_start_matches("#/").split('/').next().unwrap_or_default();
            assert!(page.contains(&format!(" {word}: \"{name}\",")), "{word} belongs to {name}");
        }
    }
}
