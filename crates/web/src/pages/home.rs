mod board;
mod quick_game;
mod training;
mod unfinished;

use bosworth_rules::{BySide, Ruleset};
use bosworth_view::prelude::*;

use self::board::HomeBoard;
pub use self::quick_game::quick_game;
use self::training::training_ways;
use self::unfinished::unfinished_games;
use super::play::{LocalGameOptions, start_local_game};
use crate::app::use_app;
use crate::browser;
use crate::clocked_table::Seat;
use crate::language::tr;
use crate::online::inbox::inbox_card;
use crate::route::{AnalysisLink, Route};

/// The home page: a board to start playing on, what awaits the visitor, unfinished games, the levels
/// of the computer, and links to everything else.
#[component]
pub fn Home() -> View {
    let app = use_app();
    let open =
        app.table.with_untracked(|table| table.as_ref().is_some_and(|table| !table.is_over()));
    let start = move |game: LocalGameOptions| {
        start_local_game(app, game);
        browser::go(&Route::Play);
    };
    let against = move |level: u8| {
        let seats = BySide { red: Seat::Person, white: Seat::Level(level) };
        move |_| {
            start(LocalGameOptions {
                ruleset: Ruleset::CLASSIC,
                seats,
                clock: None,
                handicap: None,
            });
        }
    };
    view! {
        <main id="main" class="home">
            <section class="welcome">
                <div class="welcome-words">
                    <h1 tabindex="-1">{tr("home-title")}</h1>
                    <p class="lead">{tr("home-lead")}</p>
                    <div class="buttons">
                        {open.then(|| view! { <a class="button primary" id="continue" href=Route::Play.to_string()>{tr("home-continue")}</a> })}
                        <button type="button" class="button" class:primary=!open id="quick" on:click=move |_| start(quick_game(app))>{tr("home-quick")}</button>
                        {(!open).then(|| view! { <a class="button" href=Route::Learn(Some(0)).to_string()>{tr("home-learn")}</a> })}
                    </div>
                </div>
                <HomeBoard/>
                <div class="welcome-more">
                    {inbox_card()}
                    {unfinished_games(app)}
                    <section class="levels-row" aria-labelledby="home-levels">
                        <h2 id="home-levels">{tr("home-levels")}</h2>
                        <div class="level-buttons">
                            {(1..=8u8).map(|level| view! {
                                <button type="button" class="level" on:click=against(level)>
                                    <b class="shield-number">{level}</b><span>{tr(&format!("level-{level}"))}</span>
                                </button>
                            }).collect_view()}
                        </div>
                    </section>
                    <nav class="ways" aria-label=tr("home-ways")>{training_ways()}{WAYS.map(way)}</nav>
                </div>
            </section>
        </main>
    }
}

/// A link of the home page: its page, its message id, and its icon as an SVG path. The first ones
/// say more about their page.
type Way = (Route, &'static str, WayIcon);

/// An icon as an SVG path in a 24 × 24 drawing.
type WayIcon = &'static str;

/// The pages that the home page describes.
const DESCRIBED_WAYS: [&str; 2] = ["way-online", "way-events"];

const WAYS: [Way; 8] = [
    (
        Route::Lobby,
        "way-online",
        "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18c-3-3-3-15 0-18",
    ),
    (
        Route::Tournaments,
        "way-events",
        "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3.5 5M17 6h3c0 3-1 5-3.5 5M12 14v4M8 20h8",
    ),
    (Route::Play, "way-play", "M5 3h14v18H5zM12 16V7M9.5 9.5L12 7l2.5 2.5M9.5 16h5"),
    (
        Route::Learn(None),
        "way-learn",
        "M3 6c3-2 7-1 9 1c2-2 6-3 9-1v13c-3-2-7-1-9 1c-2-2-6-3-9-1zM12 7v13",
    ),
    (Route::Analysis(AnalysisLink::Nothing), "way-analysis", "M4 19V5M4 19h16M7 15l4-5 3 3 5-7"),
    (Route::Library, "way-library", "M4 4h4v16H4zM10 4h4v16h-4zM16 5l3-1 4 15-3 1z"),
    (Route::Book(String::new()), "title-book", "M4 20h16M6 17V9M11 17V4M16 17v-6"),
    (Route::Rules, "way-rules", "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7"),
];

fn way((route, id, icon): Way) -> View {
    let about = DESCRIBED_WAYS.contains(&id).then(|| tr(&format!("{id}-about")));
    described_way(route, id, icon, about)
}

fn described_way(route: Route, id: &str, icon: WayIcon, about: Option<String>) -> View {
    view! {
        <a class="way" class:described=about.is_some() href=route.to_string()>
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=icon/></svg>
            <b>{tr(id)}</b>
            {about.map(|about| view! { <span>{about}</span> })}
        </a>
    }
}
