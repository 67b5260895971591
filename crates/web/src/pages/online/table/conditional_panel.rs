use bosworth_board::facing;
use bosworth_view::prelude::*;

use super::conditional_line::{ConditionalLine, asked_draw, line_words};
use super::control::OnlineGameControl;
use crate::language::{fill, texts, tr};
use crate::pages::online::widgets::{button, panel};
use crate::parts::{CardFace, turned};

/// The panel of conditional actions in correspondence games: the stored lines, and the one being
/// edited.
pub fn conditional_panel(control: OnlineGameControl) -> View {
    control.follow_plans();
    let shown = Memo::new(move |_| control.can_plan());
    let planning = Memo::new(move |_| control.is_planning());
    let body = move || {
        let edit = if planning.get() { making(control) } else { begin(control) };
        view! {
            <p class="note">{tr("conditional-note")}</p>
            {lines(control)}
            {edit}
        }
    };
    view! { {move || shown.get().then(|| panel("conditional", tr("conditional-title"), body()))} }
}

fn lines(control: OnlineGameControl) -> View {
    let row = move |(place, line): (usize, String)| {
        let words = line_words(&line);
        let label = fill("conditional-remove", &[("line", words.clone().into())]);
        view! {
            <li class="offer">
                <span class="conditional-line">{words}</span>
                <button type="button" class="button small" aria-label=label title=tr("conditional-remove-short")
                    on:click=move |_| control.remove_line(place)>"×"</button>
            </li>
        }
    };
    view! {
        <ul class="offer-list" id="conditional-lines">
            {move || control.plans.lines.get().into_iter().enumerate().map(row).collect_view()}
        </ul>
    }
}

fn begin(control: OnlineGameControl) -> View {
    button("conditional-new", "", tr("conditional-new"), move || control.start_planning())
}

/// The line being edited, its next step, and its commands.
fn making(control: OnlineGameControl) -> View {
    let line = control.plans.line;
    let words = move || {
        let text = line.with(|line| line.as_ref().map(ConditionalLine::text)).unwrap_or_default();
        if text.is_empty() { String::new() } else { line_words(&text) }
    };
    let complete = Memo::new(move |_| control.can_save_line());
    let begun = Memo::new(move |_| {
        line.with(|line| line.as_ref().is_some_and(|line| *line != ConditionalLine::default()))
            || control.plans.drawing.get()
    });
    view! {
        <p class="conditional-line" id="conditional-making" role="status"><b>{words}</b></p>
        <p>{move || control.planning_words()}</p>
        {move || match asked_draw(control) {
            Some(_) => cards(control),
            None => choices(control),
        }}
        <div class="buttons">
            {move || complete.get().then(|| {
                button("conditional-save", "primary", tr("conditional-save"), move || control.save_line())
            })}
            {move || begun.get().then(|| {
                button("conditional-back", "", tr("conditional-back"), move || control.unplan())
            })}
            {button("conditional-cancel", "", tr("cancel"), move || control.stop_planning())}
        </div>
    }
}

/// The legal actions as a list, as an alternative to the board.
fn choices(control: OnlineGameControl) -> View {
    let Some(game) = control.planned_game().filter(|_| control.can_extend_line()) else {
        return View::Empty;
    };
    let position = *game.position();
    let choice = |action| {
        let label = crate::pages::play::action_name(action, &position);
        view! {
            <button type="button" class="button small" aria-label=label.clone() title=label
                on:click=move |_| control.plan(action)>{texts().short_action(action)}</button>
        }
    };
    view! {
        <div class="conditional-choices" role="group" aria-label=tr("conditional-choices")>
            {position.actions().iter().map(choice).collect_view()}
        </div>
    }
}

/// The cards that the opponent might draw.
fn cards(control: OnlineGameControl) -> View {
    let Some((game, side)) = asked_draw(control) else { return View::Empty };
    let position = *game.position();
    let turned_board = control.board.with(bosworth_board::Board::is_turned);
    let bottom = facing(position.ruleset(), control.near(), turned_board);
    let pile = if position.pile().is_empty() { position.discard() } else { position.pile() };
    let card = move |card| {
        let direction = turned(position.direction(side, card), bottom);
        let label = texts().card(&position, side, card);
        view! {
            <button type="button" class="small-card" id=format!("conditional-{card}") aria-label=label.clone() title=label
                on:click=move |_| control.plan_draw(card)><CardFace card direction/></button>
        }
    };
    view! {
        <div role="group" aria-label=tr("an-which-card")>
            <p>{tr("an-which-card")}</p>
            <div class="small-cards">{pile.iter().map(card).collect_view()}</div>
        </div>
    }
}
