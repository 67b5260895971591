//! The frame around all pages.

mod footer;
mod header;

use bosworth_view::prelude::*;

use self::footer::Footer;
use self::header::Header;
use crate::app::use_app;
use crate::browser;
use crate::chunk::Page;
use crate::language::tr;
use crate::online::inbox::use_inbox;
use crate::route::Route;

/// The header, the page, the footer, and the live regions.
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
        <Footer/>
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
        | Route::Tournament(id, _)
        | Route::Train(id)
        | Route::Moderation(id) => id.clone(),
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
        Route::Train(_) => "title-train",
        Route::Rules => "title-rules",
        Route::Book(_) => "title-book",
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
        Route::Moderation(_) => "title-moderation",
        Route::Missing => "title-missing",
    })
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
