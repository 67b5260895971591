//! The frame around all pages.

use bosworth_view::prelude::*;

use crate::app::use_app;
use crate::browser;
use crate::chunk::Page;
use crate::language::{texts, tr};
use crate::online::inbox::use_inbox;
use crate::route::{AnalysisLink, Route};

/// The header, the page, and the live regions.
#[component]
pub fn Frame() -> View {
    let app = use_app();
    // Navigation updates title and focus, as a full page load does.
    let inbox = use_inbox();
    let mark = Memo::new(move |_| inbox.mark());
    Effect::new(move |_| {
        let title = app.route.with(title);
        browser::document().set_title(&format!("{}{title} · Bosworth", mark.get()));
    });
    let total = Memo::new(move |_| inbox.total());
    Effect::new(move |_| browser::set_app_badge(total.get()));
    Effect::new(move |before: Option<(String, String)>| {
        let page = app.route.with(|route| (title(route), subject(route)));
        if before.is_some_and(|before| before != page) {
            browser::focus("main h1");
        }
        page
    });
    view! {
        <a class="skip" href="#main" on:click=move |event| {
            event.prevent_default();
            browser::focus("main h1");
        }>{tr("skip")}</a>
        <Header/>
        <Page/>
        <Voice/>
    }
}

/// The subject of a page, which distinguishes pages with the same title.
fn subject(route: &Route) -> String {
    match route {
        Route::Person(id)
        | Route::Game(id)
        | Route::Seek(id)
        | Route::Review(id)
        | Route::Tournament(id, _) => id.clone(),
        _ => String::new(),
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
        Route::Lobby => "title-online",
        Route::Game(_) => "title-game",
        Route::Seek(_) => "title-seek",
        Route::Tournaments => "title-events",
        Route::NewTournament => "title-new-event",
        Route::Tournament(..) => "title-event",
        Route::Person(_) => "title-person",
        Route::Leaderboard => "title-leaders",
        Route::Account => "title-account",
        Route::ConfirmMail(_) | Route::Unsubscribe(_) => "title-mail",
        Route::Password(_) => "title-password",
    })
}

#[component]
fn Header() -> View {
    let app = use_app();
    let open = RwSignal::new(false);
    let inbox = use_inbox();
    let link = move |route: Route, id: &'static str| {
        let is_lobby = route == Route::Lobby;
        let here = {
            let route = route.clone();
            move || {
                app.route.with(|now| match route {
                    Route::Lobby => now.is_online() && !now.is_tournament(),
                    Route::Tournaments => now.is_tournament(),
                    _ => core::mem::discriminant(now) == core::mem::discriminant(&route),
                })
            }
        };
        view! {
            <a href=route.to_string() aria-current=move || here().then_some("page")
                on:click=move |_| open.set(false)>{tr(id)}{is_lobby.then(|| inbox.badge())}</a>
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
                {tr("menu")}{inbox.badge()}
            </button>
            <nav id="menu" class="menu" class:open=move || open.get() aria-label=tr("menu-label")>
                {link(Route::Play, "menu-play")}
                {link(Route::Lobby, "menu-online")}
                {link(Route::Tournaments, "menu-events")}
                {link(Route::Learn(None), "menu-learn")}
                {link(Route::Analysis(AnalysisLink::Nothing), "menu-analysis")}
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
                            })>{language.code().to_ascii_uppercase()}</button>
                    }
                })}
            </div>
        </header>
    }
}

/// The ARIA live regions, and the toast.
#[component]
fn Voice() -> View {
    let app = use_app();
    // Two live regions alternate, so that a repeated text is announced again.
    let part = move |odd: u32| {
        move || app.said.with(|said| if said.0 % 2 == odd { said.1.clone() } else { String::new() })
    };
    view! {
        <div class="unseen" role="status" aria-live="polite" id="voice">
            <p>{part(0)}</p>
            <p>{part(1)}</p>
        </div>
        {move || app.toast.get().map(|(_, text)| view! {
            <aside class="notice" aria-label=tr("notice-label")><p>{text}</p>
                <button type="button" aria-label=tr("close") on:click=move |_| app.toast.set(None)>"×"</button>
            </aside>
        })}
    }
}
