use bosworth_view::event::{self, KeyboardEvent, PointerEvent};
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;

use crate::app::use_app;
use crate::browser;
use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::online::inbox::{NextRound, use_inbox};
use crate::online::time::countdown_text;
use crate::online::visitor_label::VisitorLabel;
use crate::route::{AnalysisLink, Route};

/// The brand, the menu, what awaits the visitor, and who they are. In a narrow window the menu is
/// behind a button, and has the visitor's own pages, too (`styles/1-base.css`).
#[component]
pub(super) fn Header() -> View {
    let app = use_app();
    let inbox = use_inbox();
    let open = RwSignal::new(false);
    // The way back closes the menu, too.
    Effect::new(move |_| {
        app.route.track();
        open.set(false);
    });
    // So do a press outside it and Escape.
    event::on_window("pointerdown", move |event: PointerEvent| {
        let inside = event
            .target()
            .and_then(|at| at.dyn_into::<web_sys::Element>().ok())
            .is_some_and(|at| at.closest(".menu, .menu-button").is_ok_and(|at| at.is_some()));
        if !inside {
            open.set(false);
        }
    });
    event::on_window("keydown", move |event: KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            open.set(false);
            browser::focus(".menu-button");
        }
    });
    let link = move |route: Route, class: &'static str, content: View| {
        let address = route.to_string();
        let here = move || {
            app.route.with(|now| match &route {
                Route::Lobby => {
                    now.is_online()
                        && !now.is_tournament()
                        && !matches!(
                            now,
                            Route::Account
                                | Route::Leaderboard
                                | Route::Person(_)
                                | Route::Moderation(_)
                        )
                }
                Route::Tournaments => now.is_tournament(),
                Route::Person(_) => *now == route,
                _ => core::mem::discriminant(now) == core::mem::discriminant(&route),
            })
        };
        view! {
            <a href=address class=class aria-current=move || here().then_some("page")
                on:click=move |_| open.set(false)>{content}</a>
        }
    };
    let page = move |route: Route, id: &'static str| link(route, "", tr(id).into_view());
    let has_server = browser::site_has_server();
    let visitor = move |class: &'static str| {
        move || {
            inbox.visitor.with(|visitor| match visitor {
                Some(visitor) => {
                    let page = Route::Person(visitor.name.clone());
                    Some(link(page, class, name_and_rating(visitor)))
                }
                None if has_server => {
                    Some(link(Route::Account, class, tr("menu-login").into_view()))
                }
                None => None,
            })
        }
    };
    let moderates = Memo::new(move |_| {
        inbox.visitor.with(|visitor| visitor.as_ref().is_some_and(|v| v.moderates))
    });
    let is_known = Memo::new(move |_| inbox.visitor.with(Option::is_some));
    view! {
        <header class="top">
            <a class="brand" href="#/" aria-label=tr("brand-label")>
                <svg width="34" height="30" aria-hidden="true"><use href="#crown"/></svg>
                <b>"Bosworth"</b>
            </a>
            <button class="menu-button" type="button" aria-expanded=move || open.get().to_string()
                aria-controls="menu" on:click=move |_| open.update(|open| *open = !*open)>{tr("menu")}</button>
            <nav id="menu" class="menu" class:open=move || open.get() aria-label=tr("menu-label")>
                {visitor("menu-own")}
                {page(Route::Play, "menu-play")}
                {page(Route::Lobby, "menu-online")}
                {page(Route::Tournaments, "menu-events")}
                {page(Route::Leaderboard, "title-leaders")}
                {page(Route::Learn(None), "menu-learn")}
                {page(Route::Train(String::new()), "menu-train")}
                {page(Route::Analysis(AnalysisLink::Nothing), "menu-analysis")}
                {page(Route::Library, "menu-library")}
                {page(Route::Rules, "menu-rules")}
                {move || is_known.get().then(|| link(Route::Account, "menu-own", tr("title-account").into_view()))}
                {page(Route::Settings, "menu-settings")}
            </nav>
            <div class="awaits">
                {next_round()}
                {waiting()}
                {move || moderates.get().then(|| link(Route::Moderation(String::new()), "moderate", view! {
                    <span aria-hidden="true">"⚑"</span><span class="awaits-words">{tr("title-moderation")}</span>
                }))}
            </div>
            {visitor("me")}
        </header>
    }
}

fn name_and_rating(visitor: &VisitorLabel) -> View {
    view! { <b>{visitor.name.clone()}</b>{visitor.rating.map(|rating| view! { <span>{rating}</span> })} }
}

/// The link to the most urgent item that awaits the visitor, with the number of items.
fn waiting() -> View {
    let inbox = use_inbox();
    let words = Memo::new(move |_| inbox.words());
    let sign = move || match inbox.count() {
        0 => "…".to_string(),
        count => count.to_string(),
    };
    view! {
        {move || words.get().map(|words| view! {
            <a class="waits" id="waits" href=move || inbox.most_urgent().to_string() title=words.clone()>
                <span class="badge" class:quiet=move || inbox.count() == 0 aria-hidden="true">{sign}</span>
                <span class="awaits-words">{words.clone()}</span>
            </a>
        })}
    }
}

/// The countdown to the next step of the visitor's tournament.
fn next_round() -> View {
    let inbox = use_inbox();
    let now = RwSignal::new(browser::now());
    let life = Lifetime::new();
    let is_planned = Memo::new(move |_| inbox.next_round.with(Option::is_some));
    Effect::new(move |_| {
        if is_planned.get() {
            now.set(browser::now());
            life.every(1000, move || now.set(browser::now()));
        }
    });
    let link = move |round: NextRound| {
        let left = move || countdown_text(round.at - now.get());
        view! {
            <a class="next-round" id="next-round" href=Route::Tournament(round.event.to_string(), None).to_string() title=round.title>
                <span class="awaits-words">{tr(round.step.message_id())}</span>" "<b role="timer">{left}</b>
            </a>
        }
    };
    let is_ahead = Memo::new(move |_| {
        inbox.next_round.with(|round| round.as_ref().is_some_and(|round| round.at > now.get()))
    });
    view! { {move || is_ahead.get().then(|| inbox.next_round.get().map(link))} }
}
