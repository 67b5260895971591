use bosworth_board::Scene;
use bosworth_rules::{Action, Game, Side};
use bosworth_view::prelude::*;

use super::control::SolveControl;
use super::daily_results::{results, share};
use super::exercise::points_text;
use super::solve_state::SolveState;
use crate::engine::Lane;
use crate::language::{fill, texts, tr};
use crate::pages::action_name;
use crate::parts::{
    FirstMarks, Moves, ReasonsQuestion, card_outcomes, live, paragraph, reasons, subtitle, table,
    title,
};

/// Why the attempt is good or bad; and after the answer, how it goes on and what the others cost.
pub fn aftermath(control: SolveControl, scene: Memo<Scene>) -> View {
    let question = Memo::new(move |_| {
        control.with(|state| {
            let best = state.exercise.best();
            let second = state.exercise.answers.get(1).map(|answer| answer.action);
            let mistaken = state.tried.iter().rev().copied().find(|tried| *tried != best);
            let other = mistaken.or(second.filter(|_| !state.is_open()))?;
            Some(ReasonsQuestion {
                position: state.exercise.position,
                actions: vec![best, other],
                hidden: state.is_open().then_some(best),
            })
        })?
    });
    let displayed = Signal::derive(move || Some(scene.with(|scene| scene.position)));
    let why = reasons(control.page, Lane::Study, question, displayed, 1, FirstMarks::Sentence);
    let is_solved = Memo::new(move |_| {
        control.with(SolveState::is_open) == Some(false) && control.game_on.with(Option::is_none)
    });
    let after = move || is_solved.get().then(|| untrack(|| answer_panel(control)));
    view! {
        <div class="panel why-panel">{why}</div>
        {after}
    }
}

/// The line or the cards, and all actions with what they cost.
fn answer_panel(control: SolveControl) -> View {
    let Some(first) = control.with(|state| state.game.clone()) else { return View::Empty };
    let game = Memo::new(move |before: Option<&Game>| {
        let game = control.with(|state| state.game.clone());
        game.or_else(|| before.cloned()).unwrap_or_else(|| first.clone())
    });
    let has_line = Memo::new(move |_| control.with(|state| !state.game.plies().is_empty()));
    let line = move || {
        let is_open = control.continuation.with(|it| it.is_open);
        if has_line.get() == Some(true) {
            let moves = view! { <Moves game at=control.at on_go=move |ply| control.go_to(ply)/> };
            return vec![title("train-line", tr("train-line")), moves];
        }
        is_open
            .then(|| paragraph("note", "train-thinking", tr("hint-thinking")))
            .into_iter()
            .collect()
    };
    view! {
        <div class="panel answer">
            {results(control)}
            {line}
            {live("", move || cards(control))}
            {live("", move || actions(control))}
        </div>
    }
}

/// What each card of the draw brings.
fn cards(control: SolveControl) -> Vec<View> {
    let continuation = control.continuation.get();
    let Some(position) = control.with(|state| state.exercise.position) else { return Vec::new() };
    if continuation.cards.is_empty() {
        return Vec::new();
    }
    let side = position.side();
    let seen = |red: f64| if side == Side::Red { red } else { 1.0 - red };
    let cards: Vec<_> = continuation.cards.iter().map(|(card, red)| (*card, seen(*red))).collect();
    let mean = texts().number(100.0 * seen(continuation.mean), 0);
    let bottom = bosworth_board::facing(position.ruleset(), side, false);
    vec![
        title("train-cards", tr("train-cards")),
        paragraph("", "", fill("train-cards-mean", &[("wins", mean.into())])),
        card_outcomes(&position, bottom, cards, None),
    ]
}

/// All actions with what they cost; those that were tried are marked.
fn actions(control: SolveControl) -> Vec<View> {
    let daily = control.daily.get().filter(|view| !view.actions.is_empty());
    let parts = control.with(|state| {
        let exercise = &state.exercise;
        let is_tried = |action: Action| state.tried.contains(&action);
        let rows = exercise.answers.iter().map(|answer| {
            let name = action_name(answer.action, &exercise.position);
            let cost = match answer.loss() {
                loss if loss > 0.0 => format!("\u{2212}{}", points_text(loss)),
                _ => tr("train-best"),
            };
            let mut cells = vec![name.into_view(), cost.into_view()];
            let chosen = daily.as_ref().and_then(|view| share(view, answer.action));
            cells.extend(chosen.map(IntoView::into_view));
            (is_tried(answer.action), cells)
        });
        let rows = rows.collect();
        let mut heads = vec![tr("hint-action"), tr("train-cost")];
        heads.extend(daily.is_some().then(|| tr("train-chosen")));
        let name = tr("train-actions");
        vec![subtitle(name.clone()), table(name, heads, rows)]
    });
    parts.unwrap_or_default()
}
