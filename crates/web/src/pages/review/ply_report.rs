//! The engine's comment on one ply, and what it is based on.

use bosworth_engine::{DrawLuck, PlyReview};
use bosworth_rules::{Action, Ply};
use bosworth_view::prelude::*;

use super::control::ReviewControl;
use super::progress::ReviewState;
use super::{errors, hundred, seen_by};
use crate::language::{fill, tr};
use crate::parts::{
    button, card_outcomes, evaluation_text, group, paragraph, subtitle, table, title,
};
use crate::settings::BarKind;

/// The comment on the last ply; before the first one, on the whole game. It stays with the board.
pub fn comment(control: ReviewControl) -> Vec<View> {
    let at = control.at.get();
    let mut parts = match control.current() {
        Some(ply) => {
            let mut parts = vec![paragraph("done", "review-done", control.sentence(at))];
            parts.extend(judgement(control, &ply));
            let says = |kind, known| {
                evaluation_text(kind, (ply.after, ply.margin, known), control.ruleset())
            };
            let (chance, margin) =
                (says(BarKind::Chance, ply.forecast), says(BarKind::Margin, None));
            parts.push(paragraph("note", "review-value", format!("{chance} · {margin}")));
            parts
        }
        None if at == 0 => whole_game(control),
        None => {
            let running = control.state() == ReviewState::Running;
            let id = if running { "review-waiting" } else { "review-unseen" };
            vec![
                paragraph("done", "review-done", control.sentence(at)),
                paragraph("note", "review-verdict", tr(id)),
            ]
        }
    };
    let heading = if at == 0 { tr("review-overview") } else { control.ply_label(at) };
    let head = vec![title("review-ply", heading), next_error(control, at).into_view()];
    parts.insert(0, group("comment-head", head));
    parts
}

/// The button that leads to the next error, or from the overview to the costliest one.
fn next_error(control: ReviewControl, at: usize) -> Option<View> {
    if at == 0 {
        let number = costliest_error(control)?.number;
        let show = move || control.go_to(number);
        return Some(button("review-show-worst", "primary small", tr("review-show"), show));
    }
    let next = control.progress.with(|progress| errors::next_error(&progress.review.plies, at));
    let next = next.filter(|next| *next != at)?;
    let go = move || control.go_to(next);
    Some(button("review-next-error", "small", tr("review-next-error"), go))
}

/// The error that gave away most, once the whole game is reviewed.
fn costliest_error(control: ReviewControl) -> Option<PlyReview> {
    let is_done = control.state() == ReviewState::Done;
    let worst = control.progress.with(|progress| errors::worst(&progress.review.plies).cloned());
    worst.filter(|_| is_done)
}

/// The result, and the costliest error.
fn whole_game(control: ReviewControl) -> Vec<View> {
    let standing = control.standing().join(" ");
    let verdict = match costliest_error(control) {
        Some(ply) => {
            let values = [
                ("name", control.name(ply.side).into()),
                ("number", ply.number.into()),
                ("loss", hundred(ply.loss().unwrap_or_default()).into()),
            ];
            paragraph("verdict", "review-verdict", fill("review-worst", &values))
        }
        None if control.state() == ReviewState::Done => {
            paragraph("verdict good", "review-verdict", tr("review-no-errors"))
        }
        None => paragraph("note", "review-verdict", tr("review-start")),
    };
    vec![paragraph("done", "review-done", standing), verdict]
}

/// All actions and cards that were possible, with their values, folded. Empty in an exercise, where
/// it would be a spoiler.
pub fn alternatives(control: ReviewControl) -> Vec<View> {
    if control.exercise.with(Option::is_some) {
        return Vec::new();
    }
    let Some(ply) = control.current() else { return Vec::new() };
    let mut parts = Vec::new();
    if let Some(draw) = &ply.draw {
        parts.extend(cards(control, &ply, draw));
    }
    parts.extend(actions(control, &ply));
    if parts.is_empty() {
        return parts;
    }
    let summary = fill("review-alternatives", &[("number", ply.number.into())]);
    vec![view! {
        <details id="review-alternatives">
            <summary>{summary}</summary>
            <p class="note">{tr("review-hundred-note")}</p>
            {parts}
        </details>
    }]
}

/// The judgement of the decision.
fn judgement(control: ReviewControl, ply: &PlyReview) -> Vec<View> {
    let loss = ply.loss().unwrap_or_default();
    let values = [("loss", hundred(loss).into())];
    let Some(mark) = ply.mark() else {
        let text = match ply.better() {
            _ if ply.decision.is_none() => tr("review-forced"),
            // A loss that rounds to zero counts as none.
            Some(_) if loss >= 0.0005 => fill("review-good", &values),
            _ => tr("review-best"),
        };
        return vec![paragraph("verdict good", "review-verdict", text)];
    };
    let mut said = fill("review-lost", &[("mark", errors::name(mark).into()), values[0].clone()]);
    if ply.decision.as_ref().is_some_and(|decision| decision.exact) {
        said = format!("{said} ({})", tr("exact"));
    }
    let class = format!("verdict {}", errors::key(mark));
    let better = ply.better().map(|better| {
        let wins = errors::chance(ply, better).unwrap_or_default();
        let action = control.action(ply, better);
        fill("review-better", &[("action", action.into()), ("wins", hundred(wins).into())])
    });
    vec![
        paragraph(&class, "review-verdict", format!("{mark} {said}")),
        paragraph("", "review-better", better.unwrap_or_default()),
    ]
}

/// All actions with their values.
fn actions(control: ReviewControl, ply: &PlyReview) -> Vec<View> {
    let Some(decision) = &ply.decision else { return Vec::new() };
    let done = ply.ply.action();
    let row = |(action, red): &(Action, f64)| {
        let mut name = control.action(ply, *action);
        for (is, id) in [(done, "review-done-here"), (decision.best, "review-best-here")] {
            if *action == is {
                name = format!("{name} · {}", tr(id));
            }
        }
        let wins = hundred(seen_by(ply.side, *red));
        (*action == done, vec![name.into_view(), wins.into_view()])
    };
    let heads = vec![tr("hint-action"), control.wins_label(ply.side)];
    let rows = decision.actions.iter().map(row).collect();
    let name = tr("review-actions");
    vec![subtitle(name.clone()), table(name, heads, rows)]
}

/// The values of all cards, sorted from the perspective of the side that drew.
fn cards(control: ReviewControl, ply: &PlyReview, draw: &DrawLuck) -> Vec<View> {
    let luck = ply.luck().unwrap_or_default();
    let id = match () {
        () if luck >= 0.0005 => "review-luck-good",
        () if luck <= -0.0005 => "review-luck-bad",
        () => "review-luck-none",
    };
    let said = fill(
        id,
        &[
            ("side", control.side(ply.side).into()),
            ("luck", hundred(luck.abs()).into()),
            ("mean", hundred(seen_by(ply.side, draw.mean)).into()),
        ],
    );
    let cards: Vec<_> =
        draw.cards.iter().map(|it| (it.card, seen_by(ply.side, it.win_chance))).collect();
    let drawn = match ply.ply {
        Ply::Draw(card) => Some(card),
        _ => None,
    };
    let before = control.with_game(|game| game.positions()[ply.number - 1]);
    vec![
        subtitle(tr("review-cards")),
        paragraph("", "review-luck", said),
        card_outcomes(&before, control.bottom(), cards, drawn),
    ]
}
