use bosworth_board::{Board as BoardState, Scene};
use bosworth_rules::{Position, Ruleset, Side};
use bosworth_view::prelude::*;

use super::learn::number;
use crate::browser;
use crate::language::tr;
use crate::parts::{Board, ScoreBreakdown, button, group, headline, paragraph, subtitle, title};
use crate::route::Route;

/// The sections: the suffix of their message ids, `rules-NAME` for the title and `rules-NAME-text`
/// for the body; the related lesson; and illustrations, of which those with a space are cards: the
/// rotation of the sword, and the numeral.
const SECTIONS: [(&str, &str, &[&str]); 10] = [
    ("aim", "", &["#rose-red", "#crown", "#rose-white"]),
    ("start", "", &[]),
    ("turn", "rose", &[]),
    ("card", "move", &["-45 II", "90 I", "180 III"]),
    ("hero", "hero", &["#shield-red", "#shield-white"]),
    ("draw", "draw", &[]),
    ("end", "blocked", &[]),
    ("score", "territory", &[]),
    ("ties", "tie", &[]),
    ("editions", "edition", &[]),
];

/// The index of the section about scoring; the example follows it.
const SCORE: usize = 7;

/// The rules in which the editions differ, with the value of each edition.
const POINTS: [(&str, [&str; 3]); 6] = [
    ("cards", ["board", "board", "holder"]),
    ("first", ["red", "red", "lot"]),
    ("reshuffle", ["needed", "emptied", "needed"]),
    ("ending", ["both", "both", "either"]),
    ("ties", ["largest", "largest", "roses"]),
    ("colours", ["white", "white", "blue"]),
];

/// The worked example of scoring: 5, 2, 2 and 1 against 8, 2 and 1.
const EXAMPLE: &str = "9/1rr6/9/2r1ww1r1/1rrr1www1/2r4ww/8w/1rr2ww2/7w1 h1 r - - 0 0 - classic";

/// The rules in plain words, with a worked example of scoring.
#[component]
pub fn Rules() -> View {
    let contents: Vec<_> = SECTIONS.iter().map(|(name, ..)| entry(name)).collect();
    let (before, after) = SECTIONS.split_at(SCORE + 1);
    let before: Vec<_> = before.iter().map(section).collect();
    let after: Vec<_> = after.iter().map(section).collect();
    view! {
        <main id="main" class="rules">
            {headline(tr("title-rules"))}
            <nav aria-label=tr("rules-contents")><ul class="contents">{contents}</ul></nav>
            {before}
            {example()}
            {after}
            {paragraph("note", "", tr("rules-note"))}
            {book()}
        </main>
    }
}

/// A link to the book for hosts and programmers, if the site was built with it.
fn book() -> Option<View> {
    let link = browser::document().query_selector("link[rel=help]").ok().flatten()?;
    let address = link.get_attribute("href")?;
    let text = tr("rules-book");
    Some(view! { <p><a id="book" href=address rel="external">{text}</a></p> })
}

/// An entry of the table of contents, which scrolls its section into view.
fn entry(name: &'static str) -> View {
    let go = move || {
        let place = format!("rules-{name}");
        if let Some(section) = browser::document().get_element_by_id(&place) {
            section.scroll_into_view();
        }
        browser::focus(&format!("#{place} h2"));
    };
    view! { <li>{button(&format!("to-{name}"), "", tr(&format!("rules-{name}")), go)}</li> }
}

/// The worked example, on the board and in numbers.
fn example() -> Option<View> {
    let position: Position = EXAMPLE.parse().ok()?;
    let board = RwSignal::new(BoardState::default());
    let scene = Signal::derive(move || Scene {
        areas: true,
        ..board.with(|board| board.scene(position, Side::White))
    });
    let board = view! { <Board scene board/> };
    let count = view! { <ScoreBreakdown position/> };
    Some(group("panel example", vec![board, group("", vec![count])]))
}

fn section((name, lesson, pictures): &(&'static str, &'static str, &[&'static str])) -> View {
    let pictures: Vec<_> = pictures
        .iter()
        .map(|picture| match picture.split_once(' ') {
            None => view! { <svg viewBox="0 0 44 44"><use href=*picture/></svg> },
            Some((turn, numeral)) => card(turn, numeral),
        })
        .collect();
    let text = tr(&format!("rules-{name}-text"));
    let mut parts: Vec<_> = text.lines().map(|line| paragraph("", "", line.into())).collect();
    match *name {
        "score" => parts.extend(score()),
        "editions" => parts.push(editions()),
        _ => {}
    }
    if !lesson.is_empty() {
        let address = Route::Learn(Some(number(lesson))).to_string();
        let label = format!("{} {}", tr("rules-try"), tr(&format!("learn-{lesson}")));
        parts.push(view! { <p><a href=address>{label}</a></p> });
    }
    view! {
        <section class="panel" id=format!("rules-{name}")>
            {title("", tr(&format!("rules-{name}")))}
            <div class="pictures" aria-hidden="true">{pictures}</div>
            {parts}
        </section>
    }
}

/// The drawing of a card: the rotation of the sword, and the numeral.
fn card(turn: &'static str, numeral: &'static str) -> View {
    view! {
        <span class="small-card"><svg class="face" viewBox="0 0 62 86">
            <use href="#compass" x="9" y="14" width="44" height="44"/>
            <use href="#sword" x="9" y="14" width="44" height="44" transform=format!("rotate({turn} 31 36)")/>
            <text x="31" y="77" class="numeral">{numeral}</text>
        </svg></span>
    }
}

/// The table of points, and the introduction of the example.
fn score() -> Vec<View> {
    let row = |(first, id, power): (u32, &str, u32)| {
        let numbers: Vec<_> = (first..first + 10)
            .map(|size| view! { <td>{size.pow(power).to_string()}</td> })
            .collect();
        view! { <tr><th scope="row">{tr(id)}</th>{numbers}</tr> }
    };
    let rows = [1, 11]
        .into_iter()
        .flat_map(|first| [(first, "rules-size", 1), (first, "rules-points", 2)].map(row));
    let table = view! {
        <table class="squares-table"><caption>{tr("rules-table")}</caption><tbody>{rows.collect::<Vec<_>>()}</tbody></table>
    };
    vec![
        table,
        paragraph("note", "", tr("rules-beyond")),
        subtitle(tr("rules-example")),
        paragraph("", "", tr("rules-example-text")),
    ]
}

/// The table of editions.
fn editions() -> View {
    let heads = Ruleset::PRESETS
        .map(|(name, _)| view! { <th scope="col">{tr(&format!("setup-edition-{name}"))}</th> });
    let row = |(point, values): (&str, [&str; 3])| {
        let cells = values.map(|value| {
            let text = tr(&format!("point-{point}-{value}"));
            view! { <td class:differs={value != values[0]}>{text}</td> }
        });
        view! { <tr><th scope="row">{tr(&format!("point-{point}"))}</th>{cells}</tr> }
    };
    let rows: Vec<_> = POINTS.into_iter().map(row).collect();
    view! {
        <div class="wide-table" tabindex="0" role="region" aria-label=tr("rules-editions")>
            <table><tbody><tr><td></td>{heads}</tr>{rows}</tbody></table>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::texts;

    #[test]
    fn the_table_of_editions_matches_the_rulesets() {
        for (n, (name, ruleset)) in Ruleset::PRESETS.into_iter().enumerate() {
            let points = POINTS.map(|(point, values)| format!("{point}={}", values[n]));
            let text = format!("classic:{}", points.join(","));
            assert_eq!(text.parse(), Ok(ruleset), "{name}");
        }
    }

    #[test]
    fn every_section_has_its_texts() {
        for (name, lesson, _) in SECTIONS {
            assert!(texts().has(&format!("rules-{name}")), "{name}");
            assert!(texts().has(&format!("rules-{name}-text")), "{name}");
            assert!(lesson.is_empty() || texts().has(&format!("learn-{lesson}")), "{lesson}");
        }
        for (point, values) in POINTS {
            assert!(values.iter().all(|value| texts().has(&format!("point-{point}-{value}"))));
        }
    }

    #[test]
    fn the_example_scores_as_the_text_says() {
        let scores = EXAMPLE.parse::<Position>().expect("a position").scores();
        assert_eq!((scores.red.points, scores.white.points), (34, 69));
    }
}
