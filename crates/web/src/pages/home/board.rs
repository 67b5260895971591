//! The board of the home page. It shows the current game, or a new one that starts with the
//! visitor's first action.

use bosworth_board::{Board as BoardState, Confirmation, Press, Reply, Scene, facing, last_move};
use bosworth_rules::{Action, BySide, Ruleset, Side};
use bosworth_view::prelude::*;

use super::quick_game::{level, quick_game};
use crate::app::use_app;
use crate::board_input::refusal_text;
use crate::browser;
use crate::clocked_table::{ClockedTable, Seat};
use crate::language::{fill, texts, tr};
use crate::pages::play::{LocalGameOptions, deal, make_current, seat_name};
use crate::parts::{Board, Seat as SeatView};
use crate::route::Route;

/// The board, with the player's hand.
#[component]
pub fn HomeBoard() -> View {
    let app = use_app();
    let current = app.table.with_untracked(|table| {
        table.as_ref().filter(|table| !table.is_over()).map(|table| {
            let side = person(table);
            let last = last_move(table.game(), table.game().plies().len());
            let name = seat_name(table.seats, side, table.position().ruleset());
            (*table.position(), side, last, name, turn(table))
        })
    });
    // Dealt now, stored only if it is played.
    let fresh = StoredValue::new(current.is_none().then(|| {
        let seats = BySide { red: Seat::Person, white: Seat::Level(level(quick_game(app))) };
        deal(LocalGameOptions { ruleset: Ruleset::CLASSIC, seats, clock: None, handicap: None })
    }));
    let dealt = fresh.with_value(|table| table.as_ref().map(|table| *table.position()));
    let begun = current.is_some();
    let (position, near, last, name, label) = match (current, dealt) {
        (Some(current), _) => current,
        (None, Some(dealt)) => (dealt, Side::Red, None, tr("seat-you"), tr("home-first")),
        (None, None) => return View::Empty,
    };
    let board = RwSignal::new(BoardState::default());
    let scene = Memo::new(move |_| {
        let board = board.get();
        let mut scene =
            Scene { near, last, ..board.scene(position, facing(position.ruleset(), near, false)) };
        if !begun {
            scene.offer(&board, false);
        }
        scene
    });
    let play = move |action: Action| {
        let table = fresh.try_update_value(Option::take).flatten();
        if let Some(mut table) = table
            && table.act(action).is_ok()
        {
            make_current(app, table);
        }
        browser::go(&Route::Play);
    };
    let press = Callback::new(move |press: Press| {
        if begun {
            browser::go(&Route::Play);
            return;
        }
        let scene = scene.get_untracked();
        let reply = board.try_update(|board| board.press(press, &scene, Confirmation::NONE));
        match reply {
            Some(Reply::Act(action)) => play(action),
            Some(Reply::Refuse(why)) => app.refuse(refusal_text(why, &position)),
            _ => {}
        }
    });
    view! {
        <section class="invitation" aria-label=tr(if begun { "home-continue" } else { "home-board" })>
            <Board scene board on_press=press/>
            <SeatView side=Signal::stored(near) scene name=Signal::stored(name) on_press=press/>
            <p class="note">{label}</p>
        </section>
    }
}

/// The side of the person; Red if both sides are people.
fn person(table: &ClockedTable) -> Side {
    match (table.seats.red, table.seats.white) {
        (Seat::Level(_), Seat::Person) => Side::White,
        _ => Side::Red,
    }
}

/// Whose turn it is.
fn turn(table: &ClockedTable) -> String {
    let position = table.position();
    let seats = (table.seats[position.side()], table.seats[!position.side()]);
    if let (Seat::Person, Seat::Level(_)) = seats {
        return tr("games-yours");
    }
    let side = texts().side(position.side(), position.ruleset());
    fill("to-act", &[("side", side.into())])
}
