//! Code splitting: the code of a page is fetched when the page is first visited.
//!
//! The table [`chunks!`] says which pages a chunk has and what it needs. Its functions marked with
//! `wasm_split` are split points: `xtask web` moves code reachable only from them into WebAssembly
//! modules of their own, which share the memory of the main one; code shared by several of them
//! becomes a chunk that is fetched with the first of them. Without the feature `split` all code is in
//! the main module.

#![allow(
    clippy::unnecessary_wraps,
    reason = "a split point may fail: its module has to be fetched, which `wasm_split` adds"
)]

use bosworth_view::prelude::*;
use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_futures::spawn_local;
#[cfg(feature = "split")]
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::app::use_app;
use crate::browser;
use crate::language::{fetch_late, tr};
use crate::lifetime::Lifetime;
use crate::online::session::Session;
use crate::online::visitor::{Visitor, has_known_account};
use crate::pages::{
    Account, Analysis, Article, Book, ConfirmMail, Course, Home, LateParts, Leaderboard, Learn,
    Library, Lobby, ModerationPage, NewPassword, NewTournament, OnlineTable, PersonPage, Play,
    Review, Rules, SeekPage, SettingsPage, TournamentPage, Tournaments, Train, Training,
    TrainingParts, Unsubscribe, is_of_course, missing,
};
use crate::route::Route;

/// A chunk that failed to load; the reason is in the browser's console.
#[derive(Debug)]
struct NotLoaded;

#[cfg(feature = "split")]
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

/// Defines the chunks, each with the name of its module, the groups of messages and styles that its
/// pages use in addition to the initial ones, what sets up the context that they share, and the pages.
/// A route without a page does not compile.
macro_rules! chunks {
    (
        $(#[$about_main:meta])*
        $main:ident { $($main_route:pat => $main_page:expr,)+ }
        $(
            $(#[$about:meta])*
            $chunk:ident = $module:ident(groups: $groups:expr, prepare: $prepare:expr) {
                $($route:pat $(if $place:expr)? => $page:expr,)+
            }
        )+
    ) => {
        /// A code chunk, fetched as a whole.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Chunk {
            $(#[$about_main])*
            $main,
            $($(#[$about])* $chunk,)+
        }

        impl Chunk {
            #[allow(unused_variables, clippy::match_same_arms, reason = "the pages use them")]
            fn of(route: &Route) -> Self {
                match route {
                    $($main_route => Self::$main,)+
                    $($($route $(if $place)? => Self::$chunk,)+)+
                }
            }

            /// The name of its module.
            #[cfg(test)]
            fn name(self) -> Option<&'static str> {
                match self {
                    Self::$main => None,
                    $(Self::$chunk => Some(stringify!($module)),)+
                }
            }

            #[cfg(test)]
            fn route_count() -> usize {
                let all = [$(stringify!($main_route),)+ $($(stringify!($route),)+)+];
                all.len()
            }

            fn groups(self) -> &'static [&'static str] {
                match self {
                    Self::$main => &[],
                    $(Self::$chunk => &$groups,)+
                }
            }

            async fn fetch_code(self) -> Result<Loaded, NotLoaded> {
                Ok(match self {
                    Self::$main => MAIN,
                    $(Self::$chunk => $module().await?,)+
                })
            }
        }

        const MAIN: Loaded = {
            fn draw(route: Route) -> Option<View> {
                Some(match route {
                    $($main_route => $main_page,)+
                    _ => return None,
                })
            }
            Loaded { prepare: || {}, draw }
        };

        $(
            split_point! {
                $module {
                    fn draw(route: Route) -> Option<View> {
                        Some(match route {
                            $($route $(if $place)? => $page,)+
                            _ => return None,
                        })
                    }
                    Loaded { prepare: $prepare, draw }
                }
            }
        )+
    };
}

#[cfg(feature = "split")]
macro_rules! split_point {
    ($module:ident $loaded:block) => {
        #[wasm_split($module, fallible)]
        fn $module() -> Result<Loaded, SplitLoaderError> {
            Ok($loaded)
        }
    };
}

#[cfg(not(feature = "split"))]
macro_rules! split_point {
    ($module:ident $loaded:block) => {
        async fn $module() -> Result<Loaded, NotLoaded> {
            Ok($loaded)
        }
    };
}

/// The settings page asks the server about notifications.
fn prepare_local() {
    Visitor::provide();
    provide_context(Article::default());
    let chunks: Chunks = expect_context();
    chunks.late_parts.set(Some(LateParts::all()));
}

fn prepare_train() {
    Training::provide();
}

/// Progress is kept with the visitor's account.
fn prepare_course() {
    TrainingParts::provide(Training::provide(), Visitor::provide());
}

chunks! {
    /// The initial chunk: the home page, and local games.
    Main {
        Route::Home => view! { <Home/> },
        Route::Play => view! { <Play/> },
    }
    /// The lessons, the rules, the book of the game and the settings.
    Local = local(groups: ["local", "handicap"], prepare: prepare_local) {
        Route::Learn(lesson) => view! { <Learn lesson/> },
        Route::Rules => view! { <Rules/> },
        Route::Book(section) => view! { <Book section/> },
        Route::Settings => view! { <SettingsPage/> },
        Route::Missing => missing(),
    }
    /// The library.
    Games = library(groups: ["local"], prepare: || {}) {
        Route::Library => view! { <Library/> },
    }
    /// Review and analysis.
    Study = study(groups: ["local"], prepare: || {}) {
        Route::Review(id) => view! { <Review id/> },
        Route::Analysis(shared) => view! { <Analysis shared/> },
    }
    /// The road and the runs, and what exercises need after the first answer.
    Course = course(groups: ["local", "train"], prepare: prepare_course) {
        Route::Train(place) if is_of_course(place.as_str()) => view! { <Course place/> },
    }
    /// Training.
    Train = train(groups: ["train"], prepare: prepare_train) {
        Route::Train(place) => view! { <Train place/> },
    }
    /// The online lobby, and offers.
    Lobby = lobby(groups: ["online", "handicap"], prepare: Session::prepare) {
        Route::Lobby => view! { <Lobby/> },
        Route::Seek(id) => view! { <SeekPage id/> },
    }
    /// Profiles, the leaderboard, the user's own account, and links in mails.
    People = people(groups: ["online", "people"], prepare: Session::prepare) {
        Route::Person(name) => view! { <PersonPage name/> },
        Route::Leaderboard => view! { <Leaderboard/> },
        Route::Account => view! { <Account/> },
        Route::ConfirmMail(secret) => view! { <ConfirmMail secret/> },
        Route::Unsubscribe(token) => view! { <Unsubscribe token/> },
        Route::Password(secret) => view! { <NewPassword secret/> },
    }
    /// The page of moderators.
    Moderation = moderation(groups: ["online", "moderation"], prepare: Session::prepare) {
        Route::Moderation(place) => view! { <ModerationPage place/> },
    }
    /// The online table.
    Game = game(groups: ["online", "table", "handicap"], prepare: Session::prepare) {
        Route::Game(id) => view! { <OnlineTable id/> },
    }
    /// The list of tournaments, and the form for a new one.
    Tournaments = events(groups: ["online", "events", "announce"], prepare: Session::prepare) {
        Route::Tournaments => view! { <Tournaments/> },
        Route::NewTournament => view! { <NewTournament/> },
    }
    /// One tournament.
    Tournament = event(groups: ["online", "events"], prepare: Session::prepare) {
        Route::Tournament(id, invitation) => view! { <TournamentPage id invitation/> },
    }
}

impl Chunk {
    async fn fetch(self) -> Result<Loaded, NotLoaded> {
        // Requested in parallel with the code.
        let texts = fetch_late(self.groups());
        let styles: Vec<_> = self.groups().iter().map(|group| add_styles(group)).collect();
        let loaded = self.fetch_code().await?;
        for style in styles {
            JsFuture::from(style).await.map_err(|_| NotLoaded)?;
        }
        texts.await.map_err(|_| NotLoaded)?;
        Ok(loaded)
    }
}

#[wasm_bindgen]
extern "C" {
    /// Defined by the script in `index.html`.
    #[wasm_bindgen(js_name = addStyles)]
    fn add_styles(group: &str) -> Promise;
}

/// The loaded chunks.
#[derive(Clone, Copy)]
pub(crate) struct Chunks {
    loaded: RwSignal<Vec<(Chunk, Loaded)>>,
    late_parts: RwSignal<Option<LateParts>>,
    /// The reactive owner of the contexts of chunks; it lives as long as the app.
    root: StoredValue<Option<Owner>>,
}

impl Default for Chunks {
    fn default() -> Self {
        Self {
            loaded: RwSignal::new(vec![(Chunk::Main, MAIN)]),
            late_parts: RwSignal::new(None),
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

    /// The parts of the page of a game that come later, once they are here.
    pub(crate) fn late_parts(self) -> RwSignal<Option<LateParts>> {
        self.late_parts
    }

    /// Fetches the code and the texts of the lessons and of [`LateParts`], unless they are here.
    /// Returns whether they are.
    pub(crate) async fn fetch_lessons(self) -> bool {
        self.loaded(Chunk::Local).is_some() || self.fetch(Chunk::Local).await.is_ok()
    }

    /// Fetches the code of [`TrainingParts`], unless it is here. Returns whether it is.
    pub(crate) async fn fetch_course(self) -> bool {
        self.loaded(Chunk::Course).is_some() || self.fetch(Chunk::Course).await.is_ok()
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
            None if failed.get() == Some(chunk) => Some(not_loaded(move || again(chunk))),
            None => Some(splash()),
        }
    }
}

/// In place of a page whose code is being fetched.
fn splash() -> View {
    view! {
        <div class="splash" role="status">
            <svg width="96" height="84" aria-hidden="true"><use href="#crown"/></svg>
            <p>"Bosworth"</p>
        </div>
    }
}

/// In place of a page whose code could not be fetched.
fn not_loaded(again: impl Fn() + 'static) -> View {
    view! {
        <main class="page" id="main">
            <h1 tabindex="-1">{tr("chunk-failed")}</h1>
            <p>{tr("chunk-failed-why")}</p>
            <p><button type="button" class="primary" on:click=move |_| again()>{tr("load-again")}</button></p>
        </main>
    }
}

/// The form for a new game, once its code is here.
pub(crate) fn setup(choosing: RwSignal<bool>) -> View {
    let chunks: Chunks = expect_context();
    late_view(Chunk::Local, move || Some((chunks.late_parts.get()?.setup)(choosing)))
}

/// A part of the training that needs [`TrainingParts`].
pub(crate) fn with_course(view: impl Fn() -> Option<View> + 'static) -> View {
    late_view(Chunk::Course, view)
}

/// A view whose code comes with another chunk.
fn late_view(chunk: Chunk, view: impl Fn() -> Option<View> + 'static) -> View {
    let chunks: Chunks = expect_context();
    let page = Lifetime::new();
    let is_here = RwSignal::new(None);
    page.spawn(async move {
        let was_here = chunks.loaded(chunk).is_some();
        is_here.set(Some(was_here || chunks.fetch(chunk).await.is_ok()));
        if !was_here {
            browser::focus_later("#main h1");
        }
    });
    let reload = || drop(browser::window().location().reload());
    let view = move || match is_here.get() {
        Some(true) => view(),
        Some(false) => Some(not_loaded(reload)),
        None => Some(splash()),
    };
    view.into_view()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::AnalysisLink;

    /// The script in `index.html` requests what the first page needs before the program runs.
    #[test]
    fn index_html_requests_the_chunk_and_the_groups_of_every_route() {
        let page = include_str!("../public/index.html");
        let (_, groups) = page.split_once("const groups = {").expect("the groups");
        let x = || "x".to_string();
        let routes = [
            Route::Home,
            Route::Play,
            Route::Review(x()),
            Route::Analysis(AnalysisLink::Nothing),
            Route::Learn(None),
            Route::Train("road".into()),
            Route::Train(x()),
            Route::Rules,
            Route::Book(x()),
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
            Route::Moderation(x()),
            Route::Tournaments,
            Route::NewTournament,
            Route::Tournament(x(), None),
            Route::Missing,
        ];
        assert_eq!(routes.len(), Chunk::route_count(), "a sample of every route");
        for route in routes {
            let chunk = Chunk::of(&route);
            let Some(name) = chunk.name() else { continue };
            let address = route.to_string();
            let whole = address.trim_start_matches("#/");
            let word = whole.split('/').next().unwrap_or_default();
            let is_listed = page.contains(&format!(" {word}: \"{name}\","))
                || page.contains(&format!(" \"{whole}\": \"{name}\","));
            assert!(is_listed, "{whole} belongs to {name}");
            let listed =
                groups.split_once(&format!(" {name}: [")).map_or("\"online\"", |(_, rest)| {
                    rest.split_once(']').expect("the end of a list").0
                });
            let groups = chunk.groups().iter().map(|group| format!("\"{group}\""));
            assert_eq!(listed, groups.collect::<Vec<_>>().join(", "), "the groups of {name}");
        }
    }

    #[test]
    fn a_chunk_draws_the_pages_of_its_routes_only() {
        assert_eq!(Chunk::of(&Route::Home), Chunk::Main);
        assert!((MAIN.draw)(Route::Rules).is_none());
    }
}
