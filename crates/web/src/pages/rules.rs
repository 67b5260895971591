use bosworth_rules::{Card, Position, Ruleset};
use leptos::prelude::*;

use super::learn::number;
use crate::browser;
use crate::language::tr;
use crate::parts::{Board, CardFace, Count};
use crate::route::Route;
use crate::scene::Scene;

/// The sections: the end of the names of their texts, `rules-NAME` for the title and
/// `rules-NAME-text` for what they say; the lesson about it; and pictures, of which those
/// without a `#` are cards.
const SECTIONS: [(&str, &str, &[&str]); 10] = [
    ("aim", "", &["#rose-red", "#crown", "#rose-white"]),
    ("start", "", &[]),
    ("turn", "rose", &[]),
    ("card", "move", &["NE2", "S1", "W3"]),
    ("hero", "hero", &["#shield-red", "#shield-white"]),
    ("draw", "draw", &[]),
    ("end", "blocked", &[]),
    ("score", "territory", &[]),
    ("ties", "tie", &[]),
    ("editions", "edition", &[]),
];

/// In which points the editions differ, and what each of them says.
const POINTS: [(&str, [&str; 3]); 6] = [
    ("cards", ["board", "board", "holder"]),
    ("first", ["red", "red", "lot"]),
    ("reshuffle", ["needed", "emptied", "needed"]),
    ("ending", ["both", "both", "either"]),
    ("ties", ["largest", "largest", "roses"]),
    ("colours", ["white", "white", "blue"]),
];

/// The game that is counted as an example: 5, 2, 2 and 1 against 8, 2 and 1.
const EXAMPLE: &str = "9/1rr6/9/2r1ww1r1/1rrr1www1/2r4ww/8w/1rr2ww2/7w1 h1 r - - 0 0 - classic";

/// The whole game in plain words.
#[component]
pub fn Rules() -> impl IntoView {
    let contents = SECTIONS.map(|(name, _, _)| {
        let go = move |_| {
            let place = format!("rules-{name}");
            if let Some(section) = browser::document().get_element_by_id(&place) {
                section.scroll_into_view();
            }
            browser::focus(&format!("#{place} h2"));
        };
        view! {
            <li><button type="button" class="button" id=format!("to-{name}") on:click=go>{tr(&format!("rules-{name}"))}</button></li>
        }
    });
    let sections = SECTIONS.map(|(name, lesson, pictures)| {
        let more = match name {
            "score" => score(),
            "editions" => editions(),
            _ => ().into_any(),
        };
        let lesson = (!lesson.is_empty()).then(|| {
            let href = Route::Learn(Some(number(lesson))).to_string();
            view! { <p><a href=href>{tr("rules-try")}" "{tr(&format!("learn-{lesson}"))}</a></p> }
        });
        let text = tr(&format!("rules-{name}-text"));
        let lines: Vec<_> = text.lines().map(|line| view! { <p>{line.to_string()}</p> }).collect();
        let pictures: Vec<_> = pictures.iter().map(|name| picture(name)).collect();
        view! {
            <section class="panel" id=format!("rules-{name}")>
                <h2 tabindex="-1">{tr(&format!("rules-{name}"))}</h2>
                <div class="pictures" aria-hidden="true">{pictures}</div>
                {lines}{more}{lesson}
            </section>
        }
    });
    view! {
        <main id="main" class="rules">
            <h1 tabindex="-1">{tr("title-rules")}</h1>
            <nav aria-label=tr("rules-contents")><ul class="contents">{contents}</ul></nav>
            {sections}
            <p class="note">{tr("rules-note")}</p>
        </main>
    }
}

fn picture(name: &'static str) -> AnyView {
    match name.parse::<Card>() {
        Ok(card) => view! {
            <span class="small-card"><CardFace card direction=card.direction/></span>
        }
        .into_any(),
        Err(_) => view! { <svg viewBox="0 0 44 44"><use href=name/></svg> }.into_any(),
    }
}

/// The table of points, and a count.
fn score() -> AnyView {
    let row = |id: &str, numbers: Vec<u32>| {
        let cells: Vec<_> = numbers.into_iter().map(|n| view! { <td>{n}</td> }).collect();
        view! { <tr><th scope="row">{tr(id)}</th>{cells}</tr> }
    };
    let rows: Vec<_> = [1..=10u32, 11..=20]
        .into_iter()
        .flat_map(|sizes| {
            let points = sizes.clone().map(|size| size * size).collect();
            [row("rules-size", sizes.collect()), row("rules-points", points)]
        })
        .collect();
    let example = EXAMPLE.parse::<Position>().ok().map(|position| {
        let mut scene = Scene::of(position, position.side());
        scene.areas = true;
        view! {
            <div class="example">
                <Board scene=Signal::stored(scene) on_square=|_| ()/>
                <div><h3>{tr("rules-example")}</h3><p>{tr("rules-example-text")}</p><Count position/></div>
            </div>
        }
    });
    view! {
        <table class="squares-table"><caption>{tr("rules-table")}</caption><tbody>{rows}</tbody></table>
        <p class="note">{tr("rules-beyond")}</p>
        {example}
    }
    .into_any()
}

/// In what the editions differ.
fn editions() -> AnyView {
    let names = Ruleset::PRESETS.map(|(name, _)| {
        view! { <th scope="col">{tr(&format!("setup-edition-{name}"))}</th> }
    });
    let rows = POINTS.map(|(point, values)| {
        let cells = values.map(|value| {
            let class = if value == values[0] { "" } else { "differs" };
            view! { <td class=class>{tr(&format!("point-{point}-{value}"))}</td> }
        });
        view! { <tr><th scope="row">{tr(&format!("point-{point}"))}</th>{cells}</tr> }
    });
    view! {
        <div class="wide-table" tabindex="0" role="region" aria-label=tr("rules-editions")>
            <table><thead><tr><td></td>{names}</tr></thead><tbody>{rows}</tbody></table>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::texts;

    #[test]
    fn the_table_of_editions_is_true() {
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
    fn the_example_counts_as_the_text_says() {
        let scores = EXAMPLE.parse::<Position>().expect("a position").scores();
        assert_eq!((scores.red.points, scores.white.points), (34, 69));
    }
}
