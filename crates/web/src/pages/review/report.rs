//! What the engine says of one ply.

use bosworth_engine::{DrawLuck, PlyReview};
use bosworth_rules::Ply;
use leptos::prelude::*;

use super::study::{State, Study};
use super::{errors, hundred, note, seen_by, table};
use crate::language::{fill, texts, tr};
use crate::parts::{CardFace, sentence, turned};
use crate::settings::Bar as Kind;

/// The ply that led to the board.
pub fn view(study: Study) -> AnyView {
    let current = Memo::new(move |_| (study.at.get(), study.current()));
    let waiting = Memo::new(move |_| study.state() == State::Running);
    let content = move || {
        let (at, ply) = current.get();
        let last = study.last();
        let title = fill("review-at", &[("number", at.into()), ("all", last.into())]);
        let body = match ply {
            Some(ply) => findings(study, &ply),
            None if at == 0 => note(tr("review-start")),
            None if waiting.get() => note(tr("review-waiting")),
            None => note(tr("review-unseen")),
        };
        view! {
            <h2 id="review-ply">{title}</h2>
            <p class="done">{study.sentence(at)}</p>
            {body}
        }
    };
    view! { <section class="panel report" aria-labelledby="review-ply">{content}</section> }
        .into_any()
}

fn findings(study: Study, ply: &PlyReview) -> AnyView {
    let value = (ply.after, ply.margin);
    let says = |kind| sentence(kind, value, study.ruleset());
    view! {
        {judgement(study, ply)}
        <p class="note">{says(Kind::Chance)}" · "{says(Kind::Margin)}</p>
        {ply.draw.as_ref().map(|draw| cards(study, ply, draw))}
        {actions(study, ply)}
    }
    .into_any()
}

/// How good the choice was.
fn judgement(study: Study, ply: &PlyReview) -> AnyView {
    let mark = ply.mark();
    let loss = ply.loss().unwrap_or_default();
    let text = match (mark, ply.better()) {
        _ if ply.decision.is_none() => tr("review-forced"),
        (Some(mark), _) => fill(
            "review-lost",
            &[("mark", errors::name(mark).into()), ("loss", hundred(loss).into())],
        ),
        // What would be shown as nothing is nothing.
        (None, Some(_)) if loss >= 0.0005 => fill("review-good", &[("loss", hundred(loss).into())]),
        _ => tr("review-best"),
    };
    let better = mark.and(ply.better()).map(|better| {
        let wins = errors::chance(ply, better).unwrap_or_default();
        let action = study.action(ply, better);
        fill("review-better", &[("action", action.into()), ("wins", hundred(wins).into())])
    });
    let class = mark.map_or("good", errors::key);
    view! {
        <p class=format!("verdict {class}") id="review-verdict">
            {mark.map(|mark| view! { <b class="sign" aria-hidden="true">{mark.sign()}</b> })}
            {text}
        </p>
        {better.map(|better| view! { <p id="review-better">{better}</p> })}
    }
    .into_any()
}

/// Every action and what it was worth.
fn actions(study: Study, ply: &PlyReview) -> Option<AnyView> {
    let decision = ply.decision.as_ref()?;
    let done = ply.ply.action();
    let row = |(action, red): &(bosworth_rules::Action, f64)| {
        let name = study.action(ply, *action);
        let name = match () {
            () if *action == done => format!("{name} · {}", tr("review-done-here")),
            () if *action == decision.best => format!("{name} · {}", tr("review-best-here")),
            () => name,
        };
        let wins = hundred(seen_by(ply.side, *red));
        (*action == done, vec![name.into_any(), wins.into_any()])
    };
    let wins = fill("review-wins", &[("side", study.side(ply.side).into())]);
    let rows = decision.actions.iter().map(row).collect();
    let table = table("review-actions", vec![tr("hint-action"), wins], rows);
    Some(view! { <h3>{tr("review-actions")}</h3>{table} }.into_any())
}

/// What every card would have done, the best for whoever drew first.
fn cards(study: Study, ply: &PlyReview, draw: &DrawLuck) -> AnyView {
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
    let mut cards: Vec<_> =
        draw.cards.iter().map(|card| (card.card, seen_by(ply.side, card.win_chance))).collect();
    cards.sort_by(|a, b| b.1.total_cmp(&a.1));
    let before = study.game().positions()[ply.number - 1];
    let bottom = study.bottom();
    let faces: Vec<_> = cards
        .into_iter()
        .map(|(card, wins)| {
            let drawn = ply.ply == Ply::Draw(card);
            let mut label = texts().card(&before, ply.side, card);
            if drawn {
                label = format!("{label}, {}", tr("review-drawn"));
            }
            let title = label.clone();
            let direction = turned(before.direction(ply.side, card), bottom);
            view! {
                <li class:drawn=drawn title=title>
                    <span class="small-card"><CardFace card direction/></span>
                    <span class="unseen">{label}": "</span>{hundred(wins)}
                </li>
            }
        })
        .collect();
    view! {
        <h3>{tr("review-cards")}</h3>
        <p id="review-luck">{said}</p>
        <ol class="outcomes">{faces}</ol>
    }
    .into_any()
}
