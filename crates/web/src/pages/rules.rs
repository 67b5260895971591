use bosworth_rules::{Position, Ruleset};
use leptos::prelude::*;

use super::learn::{group, number, page, written};
use crate::browser;
use crate::language::tr;
use crate::parts::{Board, Count};
use crate::scene::Scene;

/// The sections: the suffix of their message ids, `rules-NAME` for the title and
/// `rules-NAME-text` for the body; the lesson about it; and illustrations, of which those with a
/// space are cards: the rotation of the sword, and the numeral.
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

/// The index of the section about points: the example comes after it.
const SCORE: usize = 7;

/// The points in which the editions differ, with the value of each edition.
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

/// The rules page. It is static, so it is rendered to HTML directly; the worked example is in the
/// middle of it.
#[component]
pub fn Rules() -> impl IntoView {
    let go = Callback::new(move |id: String| {
        let Some(name) = id.strip_prefix("to-") else { return };
        let place = format!("rules-{name}");
        if let Some(section) = browser::document().get_element_by_id(&place) {
            section.scroll_into_view();
        }
        browser::focus(&format!("#{place} h2"));
    });
    let example = EXAMPLE.parse::<Position>().ok().map(|position| {
        let mut scene = Scene::of(position, position.side());
        scene.areas = true;
        let scene = Signal::derive(move || scene.clone());
        let board = view! { <Board scene on_square=|_| ()/> }.into_any();
        let count = view! { <Count position/> }.into_any();
        group("panel example", vec![board, group("", vec![count])])
    });
    let mut parts = vec![written("", Signal::derive(head))];
    parts.extend(example);
    parts.push(written(
        "",
        Signal::derive(|| {
            sections(SCORE + 1..SECTIONS.len())
                + &format!("<p class=\"note\">{}</p>", tr("rules-note"))
        }),
    ));
    page("rules", parts, go)
}

/// The title, the table of contents and everything up to the points.
fn head() -> String {
    let mut html = format!(
        "<h1 tabindex=\"-1\">{}</h1><nav aria-label=\"{}\"><ul class=\"contents\">",
        tr("title-rules"),
        tr("rules-contents")
    );
    for (name, ..) in SECTIONS {
        html += &format!(
            "<li><button type=\"button\" class=\"button\" id=\"to-{name}\">{}</button></li>",
            tr(&format!("rules-{name}"))
        );
    }
    html += "</ul></nav>";
    html + &sections(0..SCORE + 1)
}

fn sections(which: core::ops::Range<usize>) -> String {
    let mut html = String::new();
    for (name, lesson, pictures) in &SECTIONS[which] {
        let title = tr(&format!("rules-{name}"));
        html += &format!(
            "<section class=\"panel\" id=\"rules-{name}\"><h2 tabindex=\"-1\">{title}</h2>\
             <div class=\"pictures\" aria-hidden=\"true\">"
        );
        for picture in *pictures {
            html += &match picture.split_once(' ') {
                None => format!("<svg viewBox=\"0 0 44 44\"><use href=\"{picture}\"/></svg>"),
                Some((turn, numeral)) => card(turn, numeral),
            };
        }
        html += "</div>";
        for line in tr(&format!("rules-{name}-text")).lines() {
            html += &format!("<p>{line}</p>");
        }
        match *name {
            "score" => score(&mut html),
            "editions" => editions(&mut html),
            _ => {}
        }
        if !lesson.is_empty() {
            html += &format!(
                "<p><a href=\"#/learn/{}\">{} {}</a></p>",
                number(lesson),
                tr("rules-try"),
                tr(&format!("learn-{lesson}"))
            );
        }
        html += "</section>";
    }
    html
}

/// A card as drawn at the table.
fn card(turn: &str, numeral: &str) -> String {
    let place = "x=\"9\" y=\"14\" width=\"44\" height=\"44\"";
    format!(
        "<span class=\"small-card\"><svg class=\"face\" viewBox=\"0 0 62 86\">\
         <use href=\"#compass\" {place}/>\
         <use href=\"#sword\" {place} transform=\"rotate({turn} 31 36)\"/>\
         <text x=\"31\" y=\"77\" class=\"numeral\">{numeral}</text></svg></span>"
    )
}

/// The table of points.
fn score(html: &mut String) {
    *html += &format!("<table class=\"squares-table\"><caption>{}</caption>", tr("rules-table"));
    for first in [1, 11] {
        for (id, power) in [("rules-size", 1), ("rules-points", 2)] {
            *html += &format!("<tr><th scope=\"row\">{}</th>", tr(id));
            for size in first..first + 10 {
                *html += &format!("<td>{}</td>", i32::pow(size, power));
            }
        }
    }
    *html += &format!("</table><p class=\"note\">{}</p>", tr("rules-beyond"));
    *html += &format!("<h3>{}</h3><p>{}</p>", tr("rules-example"), tr("rules-example-text"));
}

/// The table of editions.
fn editions(html: &mut String) {
    *html += &format!(
        "<div class=\"wide-table\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\
         <table><tr><td></td>",
        tr("rules-editions")
    );
    for (name, _) in Ruleset::PRESETS {
        *html += &format!("<th scope=\"col\">{}</th>", tr(&format!("setup-edition-{name}")));
    }
    for (point, values) in POINTS {
        *html += &format!("<tr><th scope=\"row\">{}</th>", tr(&format!("point-{point}")));
        for value in values {
            let class = if value == values[0] { "" } else { "differs" };
            let text = tr(&format!("point-{point}-{value}"));
            *html += &format!("<td class=\"{class}\">{text}</td>");
        }
    }
    *html += "</table></div>";
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
    fn no_message_contains_html() {
        for language in ["en", "de", "fr"] {
            for page in ["learn", "rules", "play"] {
                let file = format!("{}/locales/{language}/{page}.ftl", env!("CARGO_MANIFEST_DIR"));
                let source = std::fs::read_to_string(&file).expect("a readable file");
                // The arrow of a Fluent selector is not part of the message.
                let source = source.replace("->", "");
                assert!(!source.contains(['<', '>', '&', '"']), "{file}");
            }
        }
    }

    #[test]
    fn the_example_scores_as_the_text_says() {
        let scores = EXAMPLE.parse::<Position>().expect("a position").scores();
        assert_eq!((scores.red.points, scores.white.points), (34, 69));
    }
}
