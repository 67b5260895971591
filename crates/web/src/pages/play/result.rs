//! The result of a game and what follows it. This code comes later than the game.

use bosworth_texts::ResultForReader;
use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use super::end::{winner, with_ending};
use super::new_game::{LocalGameOptions, start_local_game};
use super::record::record;
use crate::clocked_table::{ClockedTable, Loss};
use crate::language::{fill, texts, tr};
use crate::pages::learn::advice;
use crate::parts::{
    ScoreBreakdown, SharedGame, button, decision, link_button, result as result_of, share_button,
};
use crate::picture::PictureText;
use crate::route::{AnalysisLink, Route};

/// The end of a game in place of the action button: the count, then the result and what follows.
pub fn finale(control: LocalGameControl) -> View {
    let counting = control.with(|table| control.counting.view(table.position())).flatten();
    if let Some(counting) = counting {
        return counting;
    }
    control.with(|table| result(control, table)).into_view()
}

fn result(control: LocalGameControl, table: &ClockedTable) -> View {
    let ruleset = table.position().ruleset();
    let (seats, clock) = (table.seats, table.clock.map(|clock| (clock.minutes, clock.increment)));
    // The same player gives it on the other side.
    let handicap = table.handicap().map(|given| given.handicap.given_by(!given.by));
    let rematch = move || {
        let seats = seats.swapped();
        let options = LocalGameOptions { ruleset, seats, clock, handicap };
        start_local_game(control.app, options);
    };
    let review = Route::Review(table.id.clone()).to_string();
    let shared = move || {
        untrack(|| {
            control.with(|table| {
                let record = record(table).to_string();
                let page = Route::Analysis(AnalysisLink::Game(record.clone(), None));
                SharedGame { picture: picture_text(table), page, record }
            })
        })
    };
    let lost = table.lost.map(|loss| lost_text(table, loss));
    view! {
        {with_ending(table, |ending| result_of(table.position(), ending, lost.into_iter().collect()))}
        <div class="act-buttons">
            {button("rematch", "primary wide", tr("finale-again"), rematch)}
            {link_button("review", "", tr("end-review"), review)}
            {share_button(control.app, shared)}
        </div>
    }
}

/// What the picture of the board says: the sides instead of "you".
fn picture_text(table: &ClockedTable) -> PictureText {
    let (position, winner) = (table.position(), winner(table));
    let name = winner.map(|side| texts().side(side, position.ruleset())).unwrap_or_default();
    let played = table.lost.is_none();
    PictureText::new(position, ResultForReader { winner, name: &name, reader: None, played })
}

/// How the points were counted, and the advice after one of the first games.
pub fn end(control: LocalGameControl) -> View {
    let panel = move || {
        let counting = control.counting.is_on();
        control.with(|table| (!counting).then(|| end_panel(table)))
    };
    panel.into_view()
}

fn end_panel(table: &ClockedTable) -> View {
    let position = *table.position();
    view! {
        <section class="panel end" aria-labelledby="end-title">
            <ScoreBreakdown position scored=true/>
            {advice(table)}
        </section>
    }
}

/// Why a game ended early.
fn lost_text(table: &ClockedTable, loss: Loss) -> String {
    let is_reader = with_ending(table, |ending| ending.reader == Some(loss.side()));
    let id = match (loss.is_time(), is_reader) {
        (true, true) => "end-time-you",
        (true, false) => "end-time",
        (false, true) => "end-resigned-you",
        (false, false) => "end-resigned",
    };
    let side = texts().side(loss.side(), table.position().ruleset());
    fill(id, &[("side", side.into())])
}

/// Why the game is over, and what decided.
pub fn reasons(table: &ClockedTable) -> Vec<String> {
    let position = table.position();
    match table.lost {
        Some(loss) => vec![lost_text(table, loss)],
        None => texts().standing(position).into_iter().chain(decision(position)).collect(),
    }
}
