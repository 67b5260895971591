//! The frame around all pages, and what they share.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

use crate::browser;
use crate::language::{Sources, speak, texts, tr};
use crate::route::{Program, Route, Shared};
use crate::settings::{Animation, Choice, Settings};
use crate::sound::{self, Sound};
use crate::store;
use crate::table::Table;

/// What all pages share.
#[derive(Clone, Copy)]
pub struct App {
    /// How things look and sound; kept as soon as they change.
    pub settings: RwSignal<Settings>,
    /// The page.
    pub route: RwSignal<Route>,
    /// The game on the table.
    pub table: RwSignal<Option<Table>>,
    /// What is said to those who do not see.
    said: RwSignal<(u32, String)>,
    /// What is shown for a moment at the foot of the page.
    notice: RwSignal<Option<(u32, String)>>,
}

/// What all pages share, from inside of any part.
pub fn use_app() -> App {
    expect_context()
}

impl App {
    /// Says something to those who do not see.
    pub fn say(self, text: impl Into<String>) {
        let text = text.into();
        self.said.update(|said| *said = (said.0.wrapping_add(1), text));
    }

    /// Shows something for a moment, and says it.
    pub fn notice(self, text: impl Into<String>) {
        let text = text.into();
        self.say(text.clone());
        let number = self.said.with_untracked(|said| said.0);
        self.notice.set(Some((number, text)));
        browser::after(5000, move || {
            self.notice.update(|notice| {
                if notice.as_ref().is_some_and(|notice| notice.0 == number) {
                    *notice = None;
                }
            });
        });
    }

    /// Shows why something is not done, and lets it be heard.
    pub fn refuse(self, why: impl Into<String>) {
        self.sound(Sound::No);
        self.notice(why);
    }

    /// Lets a sound be heard, as loud as the settings say.
    pub fn sound(self, sound: Sound) {
        sound::play(sound, self.settings.with_untracked(|settings| settings.sound));
    }

    /// How long a movement takes.
    pub fn pace(self) -> u32 {
        let animation = self.settings.with_untracked(|settings| settings.animation);
        if browser::reduced_motion() { 0 } else { animation.milliseconds() }
    }
}

/// A program with some of the pages.
///
/// There are several, so that people who want to play wait for less: each shows its own
/// pages, and calls another one for the rest. All can be in one window; what they share is in
/// the store.
#[derive(Clone, Copy)]
pub struct Part {
    /// Which one.
    pub program: Program,
    /// What it says.
    pub texts: Sources,
    /// Makes what its pages share, once.
    pub prepare: fn(),
    /// The game on the table, for programs that have one.
    pub table: fn() -> Option<Table>,
    /// A page, if it is one of this program's.
    pub page: fn(&Route) -> Option<AnyView>,
}

/// Starts a program.
pub fn start(part: Part) {
    std::panic::set_hook(Box::new(|panic| broken(&panic.to_string())));
    leptos::mount::mount_to_body(move || view! { <Root part/> });
    serve_offline();
}

/// Starts another program, once.
fn call(asset: &str) {
    let document = browser::document();
    let id = format!("program-{asset}");
    if document.get_element_by_id(&id).is_some() {
        return;
    }
    if let (Ok(script), Some(head)) = (document.create_element("script"), document.head()) {
        script.set_id(&id);
        let _ = script.set_attribute("type", "module");
        let _ = script.set_attribute("src", &browser::asset(asset));
        let _ = head.append_child(&script);
    }
}

/// Shows or hides what people see while a program is loaded.
fn splash(shown: bool) {
    if let Some(splash) = browser::document().get_element_by_id("splash") {
        let _ = if shown {
            splash.remove_attribute("hidden")
        } else {
            splash.set_attribute("hidden", "")
        };
    }
}

/// Tells people that the program broke, and that nothing is lost.
fn broken(why: &str) {
    web_sys::console::error_1(&why.into());
    let document = browser::document();
    let Ok(panel) = document.create_element("div") else { return };
    panel.set_class_name("broken");
    let _ = panel.set_attribute("role", "alert");
    let text = format!(
        "Something in the program broke. Your games are kept; please load the page again. — \
         Etwas im Programm ist zerbrochen. Deine Partien sind gespeichert; bitte lade die Seite \
         neu. — Quelque chose s’est cassé. Vos parties sont gardées ; rechargez la page.\n\n{why}"
    );
    panel.set_text_content(Some(&text));
    if let Some(body) = document.body() {
        let _ = body.append_child(&panel);
    }
}

/// Lets the browser keep the site for times without a network.
fn serve_offline() {
    let navigator = browser::window().navigator();
    // Pages that are not from a safe place have no service worker.
    let has = js_sys::Reflect::has(&navigator, &"serviceWorker".into()).unwrap_or(false);
    if has {
        let _ = navigator.service_worker().register("sw.js");
    }
}

#[component]
fn Root(part: Part) -> impl IntoView {
    let app = App {
        settings: RwSignal::new(store::settings()),
        route: RwSignal::new(Route::parse(&browser::fragment())),
        table: RwSignal::new((part.table)()),
        said: RwSignal::default(),
        notice: RwSignal::default(),
    };
    provide_context(app);
    (part.prepare)();
    follow_address(app);
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
    let wanted = Memo::new(move |_| app.route.with(Route::program));
    let mine = Memo::new(move |_| wanted.get() == part.program);
    Effect::new(move |before: Option<bool>| {
        let mine = mine.get();
        splash(false);
        if mine && before == Some(false) {
            // Another program may have changed what is in the store.
            app.settings.set(store::settings());
            app.table.set((part.table)());
        }
        if !mine {
            let other = wanted.get_untracked().name();
            let loaded = browser::document().get_element_by_id(&format!("program-{other}"));
            splash(loaded.is_none());
            call(other);
        }
        mine
    });
    // The whole page is made anew in another language.
    move || {
        speak(language.get(), part.texts);
        mine.get().then(|| view! { <Frame part/> })
    }
}

/// Shows the page that the address names, also when people go back.
fn follow_address(app: App) {
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

#[component]
fn Frame(part: Part) -> impl IntoView {
    let app = use_app();
    // Title and focus follow the page, as they do when a browser loads one.
    Effect::new(move |before: Option<String>| {
        let title = app.route.with(title);
        browser::document().set_title(&format!("{title} · Bosworth"));
        if before.is_some_and(|before| before != title) {
            browser::focus("main h1");
        }
        title
    });
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            browser::focus("main h1");
        }>{tr("skip")}</a>
        <Header/>
        {move || app.route.with(part.page)}
        <Voice/>
    }
}

fn title(route: &Route) -> String {
    tr(match route {
        Route::Home => "title-home",
        Route::Play => "title-play",
        Route::Review(_) => "title-review",
        Route::Analysis(_) => "title-analysis",
        Route::Learn(_) => "title-learn",
        Route::Rules => "title-rules",
        Route::Library => "title-library",
        Route::Settings => "title-settings",
        Route::Online => "title-online",
        Route::Game(_) => "title-game",
        Route::Seek(_) => "title-seek",
        Route::Person(_) => "title-person",
        Route::Leaders => "title-leaders",
        Route::Account => "title-account",
    })
}

#[component]
fn Header() -> impl IntoView {
    let app = use_app();
    let open = RwSignal::new(false);
    let link = move |route: Route, id: &'static str| {
        let here = {
            let route = route.clone();
            move || {
                app.route.with(|now| match route.program() {
                    Program::Online => {
                        matches!(now.program(), Program::Online | Program::Table)
                    }
                    _ => core::mem::discriminant(now) == core::mem::discriminant(&route),
                })
            }
        };
        view! {
            <a href=route.to_string() aria-current=move || here().then_some("page")
                on:click=move |_| open.set(false)>{tr(id)}</a>
        }
    };
    view! {
        <header class="top">
            <a class="brand" href="#/" aria-label=tr("brand-label")>
                <svg width="34" height="30" aria-hidden="true"><use href="#crown"/></svg>
                <b>"Bosworth"</b>
            </a>
            <button class="menu-button" type="button" aria-expanded=move || open.get().to_string()
                aria-controls="menu" on:click=move |_| open.update(|open| *open = !*open)>
                {tr("menu")}
            </button>
            <nav id="menu" class="menu" class:open=move || open.get() aria-label=tr("menu-label")>
                {link(Route::Play, "menu-play")}
                {link(Route::Online, "menu-online")}
                {link(Route::Learn(None), "menu-learn")}
                {link(Route::Analysis(Shared::Nothing), "menu-analysis")}
                {link(Route::Library, "menu-library")}
                {link(Route::Rules, "menu-rules")}
                {link(Route::Settings, "menu-settings")}
            </nav>
            <div class="languages" role="group" aria-label=tr("language-label")>
                {bosworth_texts::Language::ALL.map(|language| {
                    let now = texts().language() == language;
                    view! {
                        <button type="button" lang=language.code() title=language.name()
                            aria-pressed=now.to_string()
                            on:click=move |_| app.settings.update(|settings| {
                                settings.language = Some(language.code().into());
                            })>{language.code().to_uppercase()}</button>
                    }
                })}
            </div>
        </header>
    }
}

/// What is said and what is shown for a moment.
#[component]
fn Voice() -> impl IntoView {
    let app = use_app();
    // Two places take turns, so that the same words twice are heard twice.
    let part = move |odd: u32| {
        move || app.said.with(|said| if said.0 % 2 == odd { said.1.clone() } else { String::new() })
    };
    view! {
        <div class="unseen" role="status" aria-live="polite" id="voice">
            <p>{part(0)}</p>
            <p>{part(1)}</p>
        </div>
        {move || app.notice.get().map(|(_, text)| view! {
            <div class="notice"><p>{text}</p>
                <button type="button" aria-label=tr("close") on:click=move |_| app.notice.set(None)>"×"</button>
            </div>
        })}
    }
}
