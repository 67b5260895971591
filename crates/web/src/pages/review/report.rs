//! What the engine says of one ply.

use bosworth_engine::{DrawLuck, PlyReview};
use bosworth_rules::{Card, Ply};
use leptos::prelude::*;

use super::html::{element, escape, paragraph, table, title};
use super::study::{State, Study};
use super::{errors, hundred, seen_by};
use crate::language::{fill, texts, tr};
use crate::parts::{sentence, turned};
use crate::settings::Bar as Kind;

/// The ply that led to the board; nothing in an exercise, which it would give away.
pub fn html(study: Study) -> String {
    if study.exercise.with(Option::is_some) {
        return String::new();
    }
    let at = study.at.get();
    let body = if let Some(ply) = study.current() {
        findings(study, &ply)
    } else {
        let running = study.state() == State::Running;
        let id = match at {
            0 => "review-start",
            _ if running => "review-waiting",
            _ => "review-unseen",
        };
        paragraph("note", "review-verdict", &tr(id))
    };
    title("review-ply", &study.place(at))
        + &paragraph("done", "review-done", &study.sentence(at))
        + &body
}

fn findings(study: Study, ply: &PlyReview) -> String {
    let says = |kind| sentence(kind, (ply.after, ply.margin), study.ruleset());
    let value = format!("{} · {}", says(Kind::Chance), says(Kind::Margin));
    let draw = ply.draw.as_ref().map(|draw| cards(study, ply, draw));
    judgement(study, ply)
        + &paragraph("note", "review-value", &value)
        + &draw.unwrap_or_default()
        + &actions(study, ply).unwrap_or_default()
}

/// How good the choice was.
fn judgement(study: Study, ply: &PlyReview) -> String {
    let loss = ply.loss().unwrap_or_default();
    let values = [("loss", hundred(loss).into())];
    let Some(mark) = ply.mark() else {
        let text = match ply.better() {
            _ if ply.decision.is_none() => tr("review-forced"),
            // What would be shown as nothing is nothing.
            Some(_) if loss >= 0.0005 => fill("review-good", &values),
            _ => tr("review-best"),
        };
        return paragraph("verdict good", "review-verdict", &text);
    };
    let said = fill("review-lost", &[("mark", errors::name(mark).into()), values[0].clone()]);
    let class = format!("verdict {}", errors::key(mark));
    let better = ply.better().map(|better| {
        let wins = errors::chance(ply, better).unwrap_or_default();
        let action = study.action(ply, better);
        fill("review-better", &[("action", action.into()), ("wins", hundred(wins).into())])
    });
    paragraph(&class, "review-verdict", &format!("{mark} {said}"))
        + &paragraph("", "review-better", &better.unwrap_or_default())
}

/// Every action and what it was worth.
fn actions(study: Study, ply: &PlyReview) -> Option<String> {
    let decision = ply.decision.as_ref()?;
    let done = ply.ply.action();
    let row = |(action, red): &(bosworth_rules::Action, f64)| {
        let mut name = study.action(ply, *action);
        for (is, id) in [(done, "review-done-here"), (decision.best, "review-best-here")] {
            if *action == is {
                name = format!("{name} · {}", tr(id));
            }
        }
        (*action == done, vec![escape(&name), hundred(seen_by(ply.side, *red))])
    };
    let heads = [tr("hint-action"), study.wins(ply.side)];
    let rows: Vec<_> = decision.actions.iter().map(row).collect();
    let name = tr("review-actions");
    Some(element("h3", "", &escape(&name)) + &table(&name, &heads, &rows))
}

/// What every card would have done, the best for whoever drew first.
fn cards(study: Study, ply: &PlyReview, draw: &DrawLuck) -> String {
    let luck = ply.luck().unwrap_or_default();
    let id = match () {
        () if luck >= 0.0005 => "review-luck-good",
        () if luck <= -0.0005 => "review-luck-bad",
        () => "review-luck-none",
    };
    let said = fill(
        id,
        &[
            ("side", study.side(ply.side).into()),
            ("luck", hundred(luck.abs()).into()),
            ("mean", hundred(seen_by(ply.side, draw.mean)).into()),
        ],
    );
    let mut cards: Vec<(Card, f64)> = Vec::new();
    for card in &draw.cards {
        let wins = seen_by(ply.side, card.win_chance);
        let place = cards.partition_point(|(_, other)| *other >= wins);
        cards.insert(place, (card.card, wins));
    }
    let faces: String = cards.iter().map(|(card, wins)| face(study, ply, *card, *wins)).collect();
    element("h3", "", &escape(&tr("review-cards")))
        + &paragraph("", "review-luck", &said)
        + &element("ol", "class=outcomes", &faces)
}

fn face(study: Study, ply: &PlyReview, card: Card, wins: f64) -> String {
    let (mut name, direction) = study.with_game(|game| {
        let before = &game.positions()[ply.number - 1];
        (texts().card(before, ply.side, card), before.direction(ply.side, card))
    });
    let drawn = ply.ply == Ply::Draw(card);
    if drawn {
        name = format!("{name}, {}", tr("review-drawn"));
    }
    let turn = turned(direction, study.bottom()) as i32 * 45 - 90;
    let place = "x=9 y=14 width=44 height=44";
    let drawing = format!(
        "<use href=#compass {place} /><use href=#sword {place} transform=\"rotate({turn} 31 36)\"/>\
         <text x=31 y=77 class=numeral>{}</text>",
        card.steps.numeral()
    );
    let drawing = element("svg", "class=face viewBox=\"0 0 62 86\" aria-hidden=true", &drawing);
    let content = element("span", "class=small-card", &drawing)
        + &element("span", "class=unseen", &escape(&format!("{name}: ")))
        + &hundred(wins);
    let attributes =
        format!("class=\"{}\" title=\"{}\"", if drawn { "drawn" } else { "" }, escape(&name));
    element("li", &attributes, &content)
}
