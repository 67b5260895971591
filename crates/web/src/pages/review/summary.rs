//! How both sides did, and where the result came from.

use bosworth_engine::{Balance, Mark, Summary};
use bosworth_rules::Side;
use leptos::prelude::*;

use super::html::{button, element, escape, paragraph, table, title};
use super::study::{State, Study};
use super::{errors, hundred};
use crate::language::{fill, texts, tr};
use crate::pages::play::signed;

/// Both sides and the whole, as soon as the engine is at rest.
pub fn html(study: Study) -> String {
    if study.state() == State::Running {
        return String::new();
    }
    let mut both = title("review-players", &tr("review-players"));
    for line in study.standing() {
        both += &element("p", "class=standing", &escape(&line));
    }
    let known = study.work.with(|work| {
        let review = &work.review;
        let sides = Side::ALL.map(|side| review.summary(side));
        (!review.plies.is_empty()).then(|| (sides, review.balance(), review.finished))
    });
    let Some((sides, balance, finished)) = known else {
        both += &paragraph("note", "review-nothing", &tr("review-nothing"));
        return element("section", "class=panel id=review-summary", &both);
    };
    both += &players(study, &sides, finished);
    element("section", "class=panel id=review-summary", &both)
        + &element("section", "class=panel id=review-sum", &sum(study, &balance, finished))
}

fn players(study: Study, sides: &[Summary], finished: bool) -> String {
    let row = |name: &str, cell: &dyn Fn(&Summary) -> String| {
        (false, [escape(name)].into_iter().chain(sides.iter().map(cell)).collect::<Vec<_>>())
    };
    let swing = |side: &Summary| match side.swing {
        None => "–".into(),
        Some(swing) => {
            let change = signed(swing.change * 100.0);
            let values = [("change", change.into()), ("number", swing.number.into())];
            button(&format!("review-go-{}", swing.number), &fill("review-swing-at", &values))
        }
    };
    let accuracy = |side: &Summary| texts().number(side.accuracy(), 1) + "\u{a0}%";
    let result = tr(if finished { "review-result" } else { "review-result-open" });
    let mut rows = vec![row(&tr("review-accuracy"), &accuracy)];
    for (n, mark) in Mark::ALL.into_iter().enumerate() {
        let name = format!("{} {mark}", errors::name(mark));
        rows.push(row(&name, &|side| side.marks[n].to_string()));
    }
    rows.push(row(&tr("review-given"), &|side| hundred(side.loss)));
    rows.push(row(&tr("review-luck"), &|side| signed(side.luck * 100.0)));
    rows.push(row(&tr("review-swing"), &swing));
    rows.push(row(&result, &|side| hundred(side.result)));
    rows.push(row(&tr("review-adjusted"), &|side| hundred(side.luck_adjusted)));
    let heads = [tr("review-measure"), study.name(Side::Red), study.name(Side::White)];
    table(&tr("review-players"), &heads, &rows)
        + &paragraph("note", "review-note", &tr("review-players-note"))
}

/// `result − start = deal luck + luck + skill + revision`, in numbers and words.
fn sum(study: Study, balance: &Balance, finished: bool) -> String {
    let sides = Side::ALL.map(|side| study.side(side));
    let values = [("red", (&sides[0]).into()), ("white", (&sides[1]).into())];
    let mut rows: Vec<_> = ["start", "deal", "luck", "skill", "revision", ""]
        .into_iter()
        .zip(tenths(balance))
        .enumerate()
        .map(|(n, (part, tenths))| {
            let id = match (n, finished) {
                (5, true) => "review-sum".into(),
                (5, false) => "review-sum-open".into(),
                _ => format!("review-sum-{part}"),
            };
            let about = escape(&fill(&format!("{id}-about"), &values));
            let name = escape(&fill(&id, &values)) + &element("small", "", &about);
            let number = tenths as f64 / 10.0;
            let whole = n == 0 || n == 5;
            (n == 5, vec![name, if whole { texts().number(number, 1) } else { signed(number) }])
        })
        .collect();
    rows.truncate(6);
    let name = tr("review-balance");
    title("review-balance", &name)
        + &table(&name, &[tr("review-part"), study.wins(Side::Red)], &rows)
}

/// The parts in tenths of a game out of a hundred: start, deal, draws, skill, revision, result.
///
/// The revision is what is left, so it takes what rounding leaves as well: the numbers add up.
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
    fn the_numbers_that_are_shown_add_up() {
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
