//! What happens when something is pressed.

use bosworth_engine::ReviewDepth;
use bosworth_rules::{Action, Side};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::exercise::Exercise;
use super::study::Study;
use super::verdict;
use crate::browser;

/// Something on the page was pressed: a button is known by its id.
pub fn click(study: Study, event: &MouseEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let button = target.and_then(|target| target.closest("button").ok().flatten());
    if let Some(id) = button.map(|button| button.id())
        && let Some(name) = id.strip_prefix("review-")
        && let Some(next) = press(study, name)
    {
        // The part may have been written anew, with another button in this place.
        let next = format!("#review-{next}");
        browser::after(0, move || browser::focus(&next));
    }
}

/// Does what a button is for, and says where the focus is then.
fn press(study: Study, name: &str) -> Option<&str> {
    let at = study.at.get_untracked();
    match name {
        "step-first" => study.go_to(0),
        "step-back" => study.go_to(at.saturating_sub(1)),
        "step-on" => study.go_to(at + 1),
        "step-last" => study.go_to(usize::MAX),
        "chance" => study.margin.set(false),
        "margin" => study.margin.set(true),
        "turn" => study.turned.update(|turned| *turned = !*turned),
        "save" => save(study),
        "verify" => verify(study),
        "stop" => {
            study.stop();
            study.app.say(study.progress());
            return Some("again");
        }
        "again" | "deeper" => {
            let deeper = name == "deeper";
            study.look(if deeper { ReviewDepth::Deep } else { ReviewDepth::Standard });
            return Some("stop");
        }
        "learn-red" => Exercise::begin(study, Side::Red),
        "learn-white" => Exercise::begin(study, Side::White),
        "draw" => study.attempt(Action::Draw),
        "solve" => {
            Exercise::solve(study);
            return Some("next");
        }
        "next" => Exercise::next(study),
        "leave" => {
            study.exercise.set(None);
            return Some("step-on");
        }
        _ => study.go_to(name.strip_prefix("go-")?.parse().ok()?),
    }
    // An exercise has taken the focus itself.
    (name != "next" && !name.starts_with("learn")).then_some(name)
}

/// Who wrote the comments of a saved review.
const ANNOTATOR: &str = concat!("Bosworth ", env!("CARGO_PKG_VERSION"));

fn save(study: Study) {
    let record = study.with_record(|record| {
        study.work.with_untracked(|work| work.review.annotate(record, ANNOTATOR))
    });
    browser::download(&format!("{}-review.rose", study.id()), &record.to_string());
}

fn verify(study: Study) {
    let found = study.with_record(verdict::of);
    let (Ok(text) | Err(text)) = &found;
    study.app.say(text.clone());
    study.work.update(|work| work.proof = Some(found));
}
