mod board;
mod quick_game;
mod unfinished;

use bosworth_rules::{BySide, Ruleset};
use bosworth_view::prelude::*;

use self::board::HomeBoard;
pub use self::quick_game::quick_game;
use self::unfinished::unfinished_games;
use super::play::{LocalGameOptions, start_local_game};
use crate::app::use_app;
use crate::browser;
use crate::clocked_table::Seat;
use crate::language::tr;
use crate::online::inbox::inbox_card;
use crate::route::{AnalysisLink, Route};

/// The home page: a board to start playing on, unfinished games, and links to everything else.
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
        move |_| start(LocalGameOptions { ruleset: Ruleset::CLASSIC, seats, clock: None })
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
                        <a class="button" href=Route::Learn(Some(0)).to_string()>{tr("home-learn")}</a>
                    </div>
                    {unfinished_games(app)}
                </div>
                <HomeBoard/>
            </section>
            {inbox_card()}
            <section class="levels-row" aria-labelledby="home-levels">
                <h2 id="home-levels">{tr("home-levels")}</h2>
                <div class="level-buttons">
                    {(1..=8u8).map(|level| view! {
                        <button type="button" class="level" on:click=against(level)>
                            <b>{level}</b><span>{tr(&format!("level-{level}"))}</span>
                        </button>
                    }).collect_view()}
                </div>
            </section>
            <nav class="ways" aria-label=tr("home-ways")>
                {[
                    (Route::Play, "way-play"),
                    (Route::Lobby, "way-online"),
                    (Route::Tournaments, "way-events"),
                    (Route::Learn(None), "way-learn"),
                    (Route::Analysis(AnalysisLink::Nothing), "way-analysis"),
                    (Route::Library, "way-library"),
                    (Route::Rules, "way-rules"),
                    (Route::Settings, "way-settings"),
                ].map(|(route, id)| view! {
                    <a class="way" href=route.to_string()>
                        <b>{tr(id)}</b>
                        <span>{tr(&format!("{id}-about"))}</span>
                    </a>
                })}
            </nav>
            <p class="note">{tr("home-note")}</p>
        </main>
    }
}
