//! The root component, and the context shared by all pages.

use bosworth_rules::{Card, Side};
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::spawn_local;

use crate::chunk::Chunks;
use crate::clocked_table::ClockedTable;
use crate::frame::Frame;
use crate::language::{self, set_texts, tr};
use crate::online::inbox::Inbox;
use crate::online::visitor::known_label;
use crate::pages::{quick_game, start_local_game};
use crate::route::Route;
use crate::settings::{Animation, ColourTheme, SelectOption, Settings};
use crate::sound::{self, Sound};
use crate::{browser, crash, install, store, tabs};

/// The context shared by all pages.
#[derive(Clone, Copy)]
pub struct AppContext {
    /// The settings, stored on every change.
    pub settings: RwSignal<Settings>,
    /// The current page.
    pub route: RwSignal<Route>,
    /// The current local game.
    pub table: RwSignal<Option<ClockedTable>>,
    /// Whether the current local game is the first one, in which the actions are explained.
    pub guides: RwSignal<bool>,
    /// The card under the pointer or the focus, of either side: the board shows where it leads.
    pub pointed: RwSignal<Option<(Side, Card)>>,
    /// What a page draws on its board besides the scene, given the side at the bottom.
    pub overlay: RwSignal<Option<Callback<Side, View>>>,
    /// The same, below the roses' marks: whose each square will be.
    pub layer: RwSignal<Option<Callback<Side, View>>>,
    /// The text for screen readers (ARIA live regions), with a counter.
    pub(crate) said: RwSignal<(u32, String)>,
    /// The toast at the bottom of the page, with a counter, so that the same text shown again is a
    /// change.
    pub(crate) toast: RwSignal<Option<(u32, String)>>,
}

/// The shared context, for any component.
pub fn use_app() -> AppContext {
    expect_context()
}

impl AppContext {
    /// Announces a text to screen readers (an ARIA live region).
    pub fn say(self, text: impl Into<String>) {
        let text = text.into();
        self.said.update(|said| *said = (said.0.wrapping_add(1), text));
    }

    /// Shows a toast, and announces it.
    pub fn toast(self, text: impl Into<String>) {
        let text = text.into();
        self.say(text.clone());
        let number = self.said.with_untracked(|said| said.0);
        self.toast.set(Some((number, text)));
        browser::after(5000, move || {
            self.toast.update(|toast| {
                if toast.as_ref().is_some_and(|toast| toast.0 == number) {
                    *toast = None;
                }
            });
        });
    }

    /// Shows why an action was refused, with a sound.
    pub fn refuse(self, why: impl Into<String>) {
        self.sound(Sound::No);
        self.toast(why);
    }

    /// Plays a sound at the volume of the settings.
    pub fn sound(self, sound: Sound) {
        sound::play(sound, self.settings.with_untracked(|settings| settings.sound));
    }

    /// The duration of animations, in milliseconds.
    pub fn pace(self) -> u32 {
        let animation = self.settings.with_untracked(|settings| settings.animation);
        if browser::reduced_motion() { 0 } else { animation.milliseconds() }
    }
}

/// Mounts the app.
pub fn start() {
    crash::watch();
    install::watch();
    bosworth_view::set_messages(tr);
    bosworth_view::mount_to_body(root);
    serve_offline();
}

/// Registers the service worker, which caches the site for offline use.
fn serve_offline() {
    let navigator = browser::window().navigator();
    // Insecure contexts have no service worker.
    let has = js_sys::Reflect::has(&navigator, &"serviceWorker".into()).unwrap_or(false);
    if has {
        let _ = navigator.service_worker().register("sw.js");
    }
}

fn root() -> View {
    let app = AppContext {
        settings: RwSignal::new(store::settings().unwrap_or_default()),
        route: RwSignal::new(Route::parse(&browser::fragment())),
        table: RwSignal::new(store::current()),
        said: RwSignal::default(),
        toast: RwSignal::default(),
        guides: RwSignal::new(false),
        pointed: RwSignal::new(None),
        overlay: RwSignal::new(None),
        layer: RwSignal::new(None),
    };
    provide_context(app);
    provide_context(Inbox { visitor: RwSignal::new(known_label()), ..Inbox::default() });
    let chunks = Chunks::default();
    provide_context(chunks);
    chunks.connect_known_visitor();
    follow_address(app);
    tabs::follow(app);
    let language =
        Memo::new(move |_| app.settings.with(|settings| settings.language(&browser::languages())));
    Effect::new(move |_| {
        app.settings.with(|settings| {
            store::keep_settings(settings);
            let pace = if browser::reduced_motion() { Animation::Off } else { settings.animation };
            if let Some(root) = browser::document().document_element() {
                let _ = root.set_attribute("data-theme", settings.theme.key());
                let _ = root.set_attribute("data-animation", pace.key());
                let _ = root.set_attribute("lang", language.get().code());
            }
        });
    });
    let spoken = RwSignal::new(None);
    // The names of the sides depend on the theme.
    let voice = Memo::new(move |_| {
        (language.get(), app.settings.with(|settings| settings.theme == ColourTheme::Blue))
    });
    Effect::new(move |_| {
        let wanted = voice.get();
        spawn_local(async move {
            let fetched = language::fetch(wanted.0).await;
            if voice.get_untracked() != wanted {
                return;
            }
            match fetched {
                Ok(texts) => {
                    set_texts(if wanted.1 { texts.in_blue() } else { texts });
                    // What was said last was in the old language.
                    app.said.update(|said| said.1.clear());
                    app.toast.set(None);
                    begin_requested_game(app);
                    remove_shell();
                    let focused = browser::focused_id();
                    spoken.set(Some(wanted));
                    if let Some(id) = focused {
                        browser::focus_later(format!("#{id}"));
                    }
                }
                // When offline, keep the current language.
                Err(why) if spoken.get_untracked().is_some() => app.toast(why),
                Err(why) => crash::show(&why),
            }
        });
    });
    // A language change rebuilds all nodes; the content of fields is kept by the signals behind
    // them.
    let frames = move || spoken.get().into_iter().collect();
    keyed(frames, |voice| *voice, |_| view! { <Frame/> })
}

/// Starts the game that the user requested before the program was loaded.
fn begin_requested_game(app: AppContext) {
    const REQUESTED_GAME_ATTRIBUTE: &str = "data-quick";
    let Some(root) = browser::document().document_element() else { return };
    if root.has_attribute(REQUESTED_GAME_ATTRIBUTE) {
        let _ = root.remove_attribute(REQUESTED_GAME_ATTRIBUTE);
        start_local_game(app, quick_game(app));
        browser::go(&Route::Play);
        app.route.set(Route::Play);
    }
}

/// Removes the placeholder that the page shows while the program loads; the frame replaces it
/// before the next paint.
fn remove_shell() {
    if let Some(shell) = browser::document().get_element_by_id("shell") {
        shell.remove();
    }
}

/// Keeps the route in sync with the URL fragment, including the back button.
fn follow_address(app: AppContext) {
    let follow = Closure::<dyn FnMut()>::new(move || {
        let route = Route::parse(&browser::fragment());
        if app.route.with_untracked(|old| *old != route) {
            app.route.set(route);
            browser::window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    let _ = browser::window()
        .add_event_listener_with_callback("hashchange", follow.as_ref().unchecked_ref());
    follow.forget();
}
