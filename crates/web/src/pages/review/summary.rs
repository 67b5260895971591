//! The performance of both sides, and the decomposition of the result into luck and skill.

use bosworth_engine::{Balance, Level, Mark, Summary};
use bosworth_rules::Side;
use bosworth_view::prelude::*;

use super::control::ReviewControl;
use super::progress::ReviewState;
use super::{errors, hundred};
use crate::language::{fill, texts, tr};
use crate::pages::play::signed;
use crate::parts::{button, paragraph, table};

/// The summary, once the engine has stopped.
pub fn view(control: ReviewControl) -> Vec<View> {
    if control.state() == ReviewState::Running {
        return Vec::new();
    }
    let known = control.progress.with(|progress| {
        let review = &progress.review;
        let sides = Side::ALL.map(|side| review.summary(side));
        (!review.plies.is_empty()).then(|| (sides, review.balance(), review.finished))
    });
    let Some((sides, balance, finished)) = known else {
        return vec![paragraph("note", "review-summary", tr("review-nothing"))];
    };
    vec![
        folded("review-summary", "review-players", players(control, &sides, finished)),
        folded("review-sum", "review-balance", sum(control, &balance, finished)),
    ]
}

fn folded(id: &'static str, title: &str, content: View) -> View {
    view! { <details id=id><summary>{tr(title)}</summary>{content}</details> }
}

fn players(control: ReviewControl, sides: &[Summary], finished: bool) -> View {
    // Each measure is explained where it stands.
    let row = |id: &str, cell: &dyn Fn(&Summary) -> View| {
        let about = tr(&format!("{id}-about"));
        let name = view! { {tr(id)}<small>{about}</small> };
        let mut cells = vec![name];
        cells.extend(sides.iter().map(cell));
        (false, cells)
    };
    let words = |id: &str, cell: &dyn Fn(&Summary) -> String| {
        row(id, &|side: &Summary| cell(side).into_view())
    };
    let swing = |side: &Summary| match side.swing {
        None => "–".into_view(),
        Some(swing) => {
            let (change, number) = (signed(swing.change * 100.0), swing.number);
            let values = [("change", change.into()), ("number", number.into())];
            let label = fill("review-swing-at", &values);
            button(&format!("review-go-{number}"), "", label, move || control.go_to(number))
        }
    };
    let accuracy = |side: &Summary| texts().percent(side.accuracy(), 1);
    let result = if finished { "review-result" } else { "review-result-open" };
    let level = |side: &Summary| {
        let level = Level::of_mean_loss(side.mean_loss()).number();
        fill("seat-level", &[("level", level.into())])
    };
    let mut rows = vec![words("review-accuracy", &accuracy), words("review-like", &level)];
    for (n, mark) in Mark::ALL.into_iter().enumerate() {
        let id = format!("review-{}", errors::key(mark));
        rows.push(words(&id, &|side| format!("{} {mark}", side.marks[n])));
    }
    rows.push(words("review-given", &|side| hundred(side.loss)));
    rows.push(words("review-luck", &|side| signed(side.luck * 100.0)));
    rows.push(row("review-swing", &swing));
    rows.push(words(result, &|side| hundred(side.result)));
    rows.push(words("review-adjusted", &|side| hundred(side.luck_adjusted)));
    let heads = vec![tr("review-measure"), control.name(Side::Red), control.name(Side::White)];
    table(tr("review-players"), heads, rows)
}

/// `result − start = deal luck + luck + skill + revision`, in numbers and words.
fn sum(control: ReviewControl, balance: &Balance, finished: bool) -> View {
    let sides = Side::ALL.map(|side| control.side(side));
    let values = [("red", (&sides[0]).into()), ("white", (&sides[1]).into())];
    let row = |(n, (part, tenths)): (usize, (&str, i64))| {
        let id = match (n, finished) {
            (5, true) => "review-sum".into(),
            (5, false) => "review-sum-open".into(),
            _ => format!("review-sum-{part}"),
        };
        let about = fill(&format!("{id}-about"), &values);
        let name = view! { {fill(&id, &values)}<small>{about}</small> };
        let number = tenths as f64 / 10.0;
        let whole = n == 0 || n == 5;
        let number = if whole { texts().number(number, 1) } else { signed(number) };
        (n == 5, vec![name, number.into_view()])
    };
    let parts = ["start", "deal", "luck", "skill", "revision", ""];
    let rows = parts.into_iter().zip(tenths(balance)).enumerate().map(row).collect();
    let heads = vec![tr("review-part"), control.wins_label(Side::Red)];
    table(tr("review-balance"), heads, rows)
}

/// The terms in tenths of a percent: start, deal, draws, skill, revision, result.
///
/// The revision is the remainder and absorbs the rounding errors, so that the terms add up.
fn tenths(balance: &Balance) -> [i64; 6] {
    let round = |part: f64| (part * 1000.0).round() as i64;
    let [start, deal, luck, skill, result] =
        [balance.start, balance.deal_luck, balance.luck, balance.skill, balance.result].map(round);
    [start, deal, luck, skill, result - start - deal - luck - skill, result]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_displayed_numbers_add_up() {
        let balance = Balance {
            start: 0.52,
            result: 0.0,
            deal_luck: 0.00049,
            luck: -0.0394,
            skill: -0.4726,
            revision: -0.00849,
        };
        let shown = tenths(&balance);
        assert_eq!(shown, [520, 0, -39, -473, -8, 0]);
        assert_eq!(shown[..5].iter().sum::<i64>(), shown[5]);
    }
}
