//! The online table, for players and spectators.

mod act;
mod announce;
mod chat;
mod conditional_line;
mod conditional_panel;
mod control;
mod end;
mod input;
mod next_game;
mod offers;
mod shuffle;
mod text_mode;
mod tools;

use bosworth_board::{Navigation, Scene};
use bosworth_protocol::{EndReason, GameId, Stage};
use bosworth_rules::{Game, Side};
use bosworth_view::prelude::*;
use serde::Deserialize;

use self::act::act;
use self::chat::chat;
use self::conditional_panel::conditional_panel;
use self::control::OnlineGameControl;
use self::end::{end, event_and_round};
use self::offers::{countdown, offers};
use self::shuffle::shuffle;
use self::tools::abort_dialog;
use super::connection::{connection, lost_line};
use super::labels::{clock_text, player_name, player_note, rated_text, ruleset_text};
use super::require_server::{lobby_button, require_server};
use super::widgets::{button, link_row, panel, player_link};
use crate::app::use_app;
use crate::board_input::{BoardInput, listen};
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::online::api;
use crate::online::session::use_session;
use crate::parts::{Board, Moves, Pile, Points, Seat, TextMode, keep_in_sight, sheet_close};
use crate::route::Route;

/// An online game.
#[component]
pub fn OnlineTable(
    /// The id of the game, as in the URL.
    id: String,
) -> View {
    let Ok(game) = id.parse::<GameId>() else {
        return view! { <main id="main" class="online narrow"><h1 tabindex="-1">{tr("title-game")}</h1>{missing()}</main> };
    };
    let control = OnlineGameControl::new(use_app(), use_session(), game);
    let known = Memo::new(move |_| control.with(|_| ()).is_some());
    let dealt = Memo::new(move |_| {
        control.with(|live| live.table.game().map(|game| *game.start())).flatten()
    });
    let session = control.session;
    // Rebuilt when a spectator logs in and turns out to be a player.
    let mine = Memo::new(move |_| control.my_side());
    view! {
        {move || match dealt.get() {
            Some(start) => {
                mine.track();
                untrack(|| board(control, start))
            }
            None => view! {
                <main id="main" class="online narrow">
                    <h1 tabindex="-1">{tr("title-game")}</h1>
                    {require_server(move || view! {
                        {connection(session)}
                        {move || if session.missing.get() {
                            missing()
                        } else if known.get() {
                            mine.track();
                            untrack(|| waiting(control))
                        } else {
                            view! { <p class="note" role="status">{tr("online-asking")}</p> }
                        }}
                    })}
                </main>
            },
        }}
    }
}

fn missing() -> View {
    view! {
        <section class="panel" id="game-missing" role="status">
            <p>{tr("game-missing")}</p>
            <div class="buttons">{lobby_button()}</div>
        </section>
    }
}

/// The table before the deal, waiting for both players to join.
fn waiting(control: OnlineGameControl) -> View {
    let side = move |side: Side| {
        let ready = Memo::new(move |_| {
            control.with(|live| live.table.nonce(side).is_some()).unwrap_or(false)
        });
        let name = control.with(|live| player_link(live.players.of(side)));
        view! {
            <li class="offer">
                <b>{name}</b>
                <span class="note">{move || tr(if ready.get() { "waiting-ready" } else { "waiting-not-yet" })}</span>
            </li>
        }
    };
    let over = Memo::new(move |_| control.stage() == Stage::Over);
    let mine = control.my_side().is_some();
    let aborting = RwSignal::new(false);
    view! {
        <section class="panel" id="waiting">
            <p class="lead" role="status">{move || if over.get() { control.result().join(" ") } else { tr("waiting-both") }}</p>
            <p>{game_about(control)}</p>
            <ul class="offer-list">{side(Side::Red)}{side(Side::White)}</ul>
            <p class="note" id="countdown">{move || countdown(control)}</p>
            {link_row(control.app, tr("title-game"), &Route::Game(control.id.to_string()))}
            <div class="buttons">
                {move || (mine && !over.get()).then(|| button("abort", "", tr(control.abort_words().0), move || aborting.set(true)))}
                {lobby_button()}
            </div>
        </section>
        {abort_dialog(control, aborting)}
        {shuffle(control)}
    }
}

/// The edition, the clock, whether the game is rated, and the handicap.
fn game_about(control: OnlineGameControl) -> String {
    let about = control.with(|live| {
        let opening = live.table.setup();
        let ruleset = ruleset_text(&opening.ruleset.to_string());
        let mut parts = vec![clock_text(opening.clock), ruleset, rated_text(opening.rated)];
        let given = opening.handicap;
        parts.extend(given.map(|given| texts().given_handicap(given, opening.ruleset)));
        parts.join(" · ")
    });
    about.unwrap_or_default()
}

/// The table with a game on it.
fn board(control: OnlineGameControl, start: bosworth_rules::Position) -> View {
    let app = control.app;
    listen(control);
    control.announce_state();
    let game = Memo::new(move |before: Option<&Game>| {
        let now = control.with(|live| live.table.game().cloned()).flatten();
        now.or_else(|| before.cloned()).unwrap_or_else(|| Game::new(start))
    });
    let scene = Memo::new(move |before: Option<&Scene>| {
        control.scene().or_else(|| before.cloned()).unwrap_or_else(|| Scene::new(start, Side::Red))
    });
    let press = Callback::new(move |press| control.press(press));
    let position = Memo::new(move |_| scene.with(|scene| scene.position));
    let bottom = Memo::new(move |_| scene.with(|scene| scene.bottom));
    let near = Memo::new(move |_| scene.with(|scene| scene.near));
    let over = Memo::new(move |_| control.stage() == Stage::Over);
    // While the territories are counted, nobody knows.
    let winner = Memo::new(move |_| {
        let winner = control.with(|live| live.table.winner()).flatten();
        winner.filter(|_| !control.counting.is_on())
    });
    let scored = Memo::new(move |_| {
        let ended = control.with(|live| live.table.ending().map(|ending| ending.reason)).flatten();
        ended == Some(EndReason::Played) && !control.counting.is_on()
    });
    let seat = move |top: bool| {
        let side = Memo::new(move |_| if top { !near.get() } else { near.get() });
        let name = Memo::new(move |_| {
            control.with(|live| player_name(live.players.of(side.get()))).unwrap_or_default()
        });
        let clock = Memo::new(move |_| control.clock_text(side.get()));
        let hurry = Memo::new(move |_| control.is_low(side.get()));
        view! {
            <Seat side scene name on_press=press clock hurry over winner more=move || presence(control, side)/>
        }
    };
    let words = Memo::new(move |_| app.settings.with(|settings| settings.words));
    view! {
        <main id="main" class="play online-play" class:in-words=move || words.get() class:imagined=move || control.is_planning()>
            <h1 class="unseen" tabindex="-1">{tr("title-game")}</h1>
            {lost_line(control.session)}
            <div class="stage">
                <div class="table">
                    {seat(true)}
                    <div class="board-row">
                        {move || control.is_planning().then(|| view! { <p class="ribbon">{tr("conditional-imagined")}</p> })}
                        <Board scene board=control.board on_press=press/>
                    </div>
                    {seat(false)}
                </div>
                <div class="rail">
                    {act(control, scene)}
                    <aside class="side">
                        {offers(control)}
                        {conditional_panel(control)}
                        {move || (over.get() && !control.counting.is_on()).then(|| untrack(|| end(control)))}
                        {move || words.get().then(|| view! {
                            <TextMode answer=Callback::new(move |text: String| control.answer(&text)) log=control.log/>
                        })}
                        {move || (!scored.get()).then(|| view! {
                            <Points position counted=Signal::derive(move || Some(scene.with(|scene| scene.tally)?.points))/>
                        })}
                        <section class="panel moves-panel" id="moves" popover="auto" aria-labelledby="moves-title"
                            on:toggle=|_| keep_in_sight(".moves")>
                            {sheet_close("moves")}
                            <h2 id="moves-title">{tr("moves-title")}</h2>
                            <Moves game at=Memo::new(move |_| control.ply()) on_go=move |ply| control.go_to(ply)/>
                            {steps(control)}
                        </section>
                        {chat(control)}
                        {about(control)}
                        <Pile position bottom/>
                        {shuffle(control)}
                    </aside>
                </div>
            </div>
        </main>
    }
}

/// A player's rating, and whether they are at the table. Being elsewhere on the site does not
/// count.
fn presence(control: OnlineGameControl, side: Memo<Side>) -> View {
    let here = Memo::new(move |_| {
        control.with(|live| live.table.is_connected(side.get())).unwrap_or(false)
    });
    let note = Memo::new(move |_| {
        control.with(|live| player_note(live.players.of(side.get()))).unwrap_or_default()
    });
    let holiday = Memo::new(move |_| {
        let now = control.now.get();
        control.with(|live| live.table.holiday(side.get(), now)).flatten()
    });
    let rest = move || {
        holiday.get().map(|until| {
            let until = browser::date_and_time(until as f64, texts().language().code());
            let text = fill("on-holiday", &[("until", until.into())]);
            view! { <span class="where on-holiday">{text}</span> }
        })
    };
    view! {
        <span class="presence" class:here=move || here.get()>
            <span class="dot" aria-hidden="true"></span>
            <span>{note}</span>
            {rest}
            <span class="where" class:unseen=move || here.get()>
                {move || tr(if here.get() { "presence-here" } else { "presence-away" })}
            </span>
        </span>
    }
}

/// The terms of the game, its players and the number of spectators.
fn about(control: OnlineGameControl) -> View {
    let watchers = move || {
        let count = control.with(|live| live.watchers).unwrap_or_default();
        (count > 0).then(|| fill("watchers", &[("count", count.into())]))
    };
    let sealed = Memo::new(move |_| control.with(|live| live.table.is_sealed()).unwrap_or(false));
    let players = Memo::new(move |_| control.with(|live| live.players.clone()));
    let names = move || {
        players.get().map(|players| {
            view! { {player_link(&players.red)}" – "{player_link(&players.white)} }
        })
    };
    let body = view! {
        <p>{names}</p>
        {tournament_line(control)}
        <p>{move || game_about(control)}</p>
        <p id="sealed">{move || sealed.get().then(|| tr("table-sealed"))}</p>
        <p id="watchers">{watchers}</p>
        {connection(control.session)}
    };
    panel("about", tr("about-title"), body)
}

/// The fields of a tournament that its tables show.
#[derive(Deserialize)]
struct NamedTournament {
    title: String,
}

/// The tournament of the game and the round, with a link.
fn tournament_line(control: OnlineGameControl) -> Option<View> {
    let (event, round) = untrack(|| event_and_round(control))?;
    let title = RwSignal::new(tr("title-event"));
    let address = Route::Tournament(event.clone(), None).to_string();
    Lifetime::new().spawn(async move {
        let path = format!("api/events/{}", api::part(&event));
        if let Ok(named) = api::get::<NamedTournament>(&path).await {
            title.set(named.title);
        }
    });
    let round = fill("table-round", &[("round", round.into())]);
    Some(view! {
        <p id="table-event"><a href=address>{move || title.get()}</a>" · "{round}</p>
    })
}

/// The navigation buttons.
fn steps(control: OnlineGameControl) -> View {
    let step = |id: &str, sign: &'static str, step: Navigation| {
        view! {
            <button type="button" class="button small" aria-label=tr(id) on:click=move |_| { control.go(step); }>{sign}</button>
        }
    };
    view! {
        <div class="steps" role="group" aria-label=tr("steps-label")>
            {step("step-first", "«", Navigation::First)}
            {step("step-back", "‹", Navigation::Back)}
            {step("step-on", "›", Navigation::Forward)}
            {step("step-last", "»", Navigation::Last)}
        </div>
    }
}
