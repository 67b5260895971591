//! How both sides did, and where the result came from.

use bosworth_engine::{Mark, Summary};
use bosworth_rules::Side;
use leptos::prelude::*;

use super::study::Study;
use super::{errors, hundred, note, table};
use crate::language::{fill, texts, tr};
use crate::pages::play::signed;

/// Both sides and the whole.
pub fn view(study: Study) -> AnyView {
    let has = study.work.with(|work| !work.review.plies.is_empty());
    let standing: Vec<_> =
        study.standing().into_iter().map(|line| view! { <p class="standing">{line}</p> }).collect();
    view! {
        <section class="panel" id="review-summary" aria-labelledby="review-players">
            <h2 id="review-players">{tr("review-players")}</h2>
            {standing}
            {if has { players(study) } else { note(tr("review-nothing")) }}
        </section>
        {has.then(|| balance(study))}
    }
    .into_any()
}

fn players(study: Study) -> AnyView {
    let sides = study.work.with(|work| Side::ALL.map(|side| work.review.summary(side)));
    let finished = study.work.with(|work| work.review.finished);
    let row = |name: String, cell: &dyn Fn(&Summary) -> AnyView| {
        let cells = [name.into_any()].into_iter().chain(sides.iter().map(cell));
        (false, cells.collect())
    };
    let text = |name: &str, cell: &dyn Fn(&Summary) -> String| {
        row(tr(name), &|side| cell(side).into_any())
    };
    let result = if finished { "review-result" } else { "review-result-open" };
    let mut rows = vec![text("review-accuracy", &|side| percent(side.accuracy()))];
    for (n, mark) in Mark::ALL.into_iter().enumerate() {
        let name = format!("{} {}", errors::name(mark), mark.sign());
        rows.push(row(name, &|side| side.marks[n].to_string().into_any()));
    }
    rows.extend([
        text("review-given", &|side| hundred(side.loss)),
        text("review-luck", &|side| signed(side.luck * 100.0)),
        row(tr("review-swing"), &|side| match side.swing {
            None => "–".into_any(),
            Some(swing) => {
                let label = fill(
                    "review-swing-at",
                    &[
                        ("change", signed(swing.change * 100.0).into()),
                        ("number", swing.number.into()),
                    ],
                );
                view! {
                    <button type="button" class="button small swing" on:click=move |_| study.go_to(swing.number)>{label}</button>
                }
                .into_any()
            }
        }),
        text(result, &|side| hundred(side.result)),
        text("review-adjusted", &|side| hundred(side.luck_adjusted)),
    ]);
    let heads = vec![tr("review-measure"), study.name(Side::Red), study.name(Side::White)];
    view! {
        {table("review-players", heads, rows)}
        <p class="note">{tr("review-players-note")}</p>
    }
    .into_any()
}

fn percent(number: f64) -> String {
    format!("{}\u{a0}%", texts().number(number, 1))
}

/// `result − start = deal luck + luck + skill + revision`, in numbers and words.
fn balance(study: Study) -> AnyView {
    let (balance, finished) = study.work.with(|work| (work.review.balance(), work.review.finished));
    let sides = [("red", study.side(Side::Red).into()), ("white", study.side(Side::White).into())];
    let result = if finished { "review-sum" } else { "review-sum-open" };
    let rows = [
        ("review-sum-start", hundred(balance.start), false),
        ("review-sum-deal", signed(balance.deal_luck * 100.0), false),
        ("review-sum-luck", signed(balance.luck * 100.0), false),
        ("review-sum-skill", signed(balance.skill * 100.0), false),
        ("review-sum-revision", signed(balance.revision * 100.0), false),
        (result, hundred(balance.result), true),
    ];
    let rows = rows.into_iter().map(|(id, number, out)| {
        let about = fill(&format!("{id}-about"), &sides);
        let name = view! { {fill(id, &sides)}<small>{about}</small> }.into_any();
        (out, vec![name, number.into_any()])
    });
    let heads =
        vec![tr("review-part"), fill("review-wins", &[("side", study.side(Side::Red).into())])];
    view! {
        <section class="panel" aria-labelledby="review-balance">
            <h2 id="review-balance">{tr("review-balance")}</h2>
            {table("review-balance", heads, rows.collect())}
        </section>
    }
    .into_any()
}
