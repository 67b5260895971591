//! Why actions are good or bad: sentences of the engine worker, with marks on the board.

use std::fmt::Write as _;

use bosworth_board::card_of;
use bosworth_reasons::BoardMark;
use bosworth_rules::{Action, Position, Side, Square};
use bosworth_texts::Fixed;
use bosworth_view::prelude::*;
use bosworth_web_engine::wire::{EngineRequest, EngineResponse, ExplainedFindings, ReasonFindings};

use crate::app::use_app;
use crate::browser;
use crate::engine::{self, Lane};
use crate::geometry::{centre, outline};
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::pages::action_name;
use crate::settings::ColourTheme;

/// The actions to explain: the first is compared with the second, all others with the first.
#[derive(Clone, PartialEq, Debug)]
pub struct ReasonsQuestion {
    /// The position in which they are chosen.
    pub position: Position,
    /// The actions.
    pub actions: Vec<Action>,
    /// The action that is still to be found: sentences about it are left out.
    pub hidden: Option<Action>,
}

/// What is marked before a sentence is pressed, pointed at or focused.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FirstMarks {
    /// The card of the first action, which is recommended.
    Action,
    /// What the first sentence is about.
    Sentence,
}

/// The sentences about some actions, once the worker of the lane has found them; those about the first
/// actions, as many as `open`, are not folded. Two open ones are compared with each other, so each has
/// only the sentences that are not said about the other. The board, which shows `displayed`, has the
/// marks of the sentence that is pressed, pointed at or focused.
pub fn reasons(
    page: Lifetime,
    lane: Lane,
    question: Memo<Option<ReasonsQuestion>>,
    displayed: Signal<Option<Position>>,
    open: usize,
    first: FirstMarks,
) -> View {
    let app = use_app();
    let found = RwSignal::new(Vec::<ExplainedFindings>::new());
    // The action and the sentence whose marks are shown.
    let shown = RwSignal::new(None);
    Effect::new(move |_| {
        found.set(Vec::new());
        shown.set(None);
        // A single action needs no reason.
        let Some(asked) = question.get().filter(|asked| asked.actions.len() > 1) else { return };
        let blue = app.settings.with_untracked(|settings| settings.theme == ColourTheme::Blue);
        let ask = EngineRequest::Explain {
            position: asked.position.to_string(),
            actions: asked.actions.iter().map(Action::to_string).collect(),
            language: texts().language().code().into(),
            blue,
        };
        engine::ask(page, lane, &ask, move |answer| match answer {
            EngineResponse::Explained(mut explained) => {
                if let Some(hidden) = asked.hidden {
                    hide(&mut explained, hidden, &asked.position);
                }
                if open > 1 {
                    for explained in explained.iter_mut().take(open) {
                        explained.reasons.retain(|reason| reason.is_own);
                    }
                }
                if first == FirstMarks::Sentence {
                    let place = explained.iter().position(|it| !it.reasons.is_empty());
                    shown.set(place.map(|action| (action, 0)));
                }
                if let Some(best) = explained.iter().find(|it| !it.reasons.is_empty()) {
                    let sentences: Vec<_> = best.reasons.iter().map(|it| &*it.text).collect();
                    app.say(sentences.join(" "));
                }
                found.set(explained);
            }
            EngineResponse::Failed(why) => {
                app.toast(fill("engine-failed", &[("why", why.into())]));
            }
            _ => {}
        });
    });
    let marks = Memo::new(move |_| {
        let Some((action, sentence)) = shown.get() else {
            let asked = question.get().filter(|_| first == FirstMarks::Action)?;
            let card = card_of(*asked.actions.first()?)?;
            return Some(vec![BoardMark::Card(asked.position.side(), card)]);
        };
        found.with(|found| {
            let reason = found.get(action)?.reasons.get(sentence)?;
            Some(reason.marks.iter().filter_map(|text| BoardMark::parse(text)).collect::<Vec<_>>())
        })
    });
    let draw = Callback::new(move |bottom| drawing(&marks.get().unwrap_or_default(), bottom));
    app.overlay.set(Some(draw));
    Effect::new(move |_| mark_cards(displayed.get(), &marks.get().unwrap_or_default()));
    on_cleanup(move || {
        app.overlay.set(None);
        mark_cards(None, &[]);
    });
    let list = move || {
        let all = found.get();
        let position =
            question.with_untracked(|asked| asked.as_ref().map(|asked| asked.position))?;
        let part = |(n, explained): (usize, ExplainedFindings)| {
            let action = explained.action.parse::<Action>().ok();
            let name = action.map(|action| action_name(action, &position)).unwrap_or_default();
            let sentences = explained.reasons.into_iter().enumerate();
            let sentences: Vec<_> =
                sentences.map(|(k, reason)| sentence(reason, (n, k), shown)).collect();
            view! { <h3>{name}</h3><ul class="reasons">{sentences}</ul> }
        };
        let numbered = all.into_iter().enumerate();
        let mut parts: Vec<_> =
            numbered.filter(|(_, explained)| !explained.reasons.is_empty()).map(part).collect();
        if parts.is_empty() {
            return None;
        }
        let folded = parts.split_off(open.min(parts.len()));
        let folded = (!folded.is_empty()).then(|| {
            view! { <details><summary>{tr("why-more")}</summary>{folded}</details> }
        });
        Some(view! { <div class="why"><h2>{tr("why-title")}</h2>{parts}{folded}</div> })
    };
    list.into_view()
}

/// Leaves out the sentences that give an action away.
fn hide(explained: &mut Vec<ExplainedFindings>, hidden: Action, position: &Position) {
    let target = card_of(hidden).and_then(|card| position.target(position.side(), card));
    let mut names = vec![texts().short_action(hidden)];
    names.extend(target.map(|target| target.to_string()));
    explained.retain(|it| it.action != hidden.to_string());
    for explained in explained {
        explained
            .reasons
            .retain(|reason| reason.is_own && !names.iter().any(|name| says(&reason.text, name)));
    }
}

/// Whether a text has a name that is not a part of a longer one: `NE I` is in neither `NE II` nor `NE I*`.
fn says(text: &str, name: &str) -> bool {
    let goes_on = |letter: char| letter.is_ascii_alphanumeric() || letter == '*';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(goes_on) && !text[at + name.len()..].starts_with(goes_on)
    })
}

/// Shows marks on the board and on the cards of a position, until the component being created is
/// disposed of.
pub fn show_marks(position: Position, marks: Vec<BoardMark>) {
    let app = use_app();
    let marks = StoredValue::new(marks);
    let draw = Callback::new(move |bottom| marks.with_value(|marks| drawing(marks, bottom)));
    app.overlay.set(Some(draw));
    Effect::new(move |_| marks.with_value(|marks| mark_cards(Some(position), marks)));
    on_cleanup(move || app.overlay.set(None));
}

fn sentence(
    reason: ReasonFindings,
    place: (usize, usize),
    shown: RwSignal<Option<(usize, usize)>>,
) -> View {
    let show = move || shown.set(Some(place));
    let points = texts().number(100.0 * reason.weight.abs(), 1);
    let is_price = reason.weight < 0.0;
    let points = format!("{}{points}", if is_price { '\u{2212}' } else { '+' });
    view! {
        <li><button type="button" aria-pressed=move || (shown.get() == Some(place)).to_string()
            on:click=move |_| show() on:focus=move |_| show() on:pointerenter=move |_| show()>
            <b class:price=is_price>{points}</b>" "{reason.text}</button></li>
    }
}

/// The marks as a drawing on the board.
fn drawing(marks: &[BoardMark], bottom: Side) -> View {
    let shape = |mark: &BoardMark| match mark {
        BoardMark::Arrow(from, to) => Some(arrow(*from, *to, bottom)),
        BoardMark::Outline(squares) => Some(outline(*squares, bottom, 4.0, 12.0)),
        BoardMark::Card(..) => None,
    };
    let paths: Vec<_> = marks.iter().filter_map(shape).collect();
    let halos: Vec<_> =
        paths.iter().map(|path| view! { <path d=path.clone() class="halo"/> }).collect();
    let lines: Vec<_> = paths.into_iter().map(|path| view! { <path d=path/> }).collect();
    view! { <g class="reason-marks">{halos}{lines}</g> }
}

/// The distance of the ends of an arrow from the centres of its squares, and the length of its barbs.
const ARROW_GAP: f64 = 16.0;
const BARB: f64 = 13.0;

/// An arrow between two squares as an SVG path.
fn arrow(from: Square, to: Square, bottom: Side) -> String {
    let ((x, y), (x2, y2)) = (centre(from, bottom), centre(to, bottom));
    let length = (x2 - x).hypot(y2 - y);
    let (right, down) = ((x2 - x) / length, (y2 - y) / length);
    let tip = (x2 - ARROW_GAP * right, y2 - ARROW_GAP * down);
    let mut path = String::new();
    let mut line = |a: (f64, f64), b: (f64, f64)| {
        let [x, y, x2, y2] = [a.0, a.1, b.0, b.1].map(|at| Fixed(at, 1));
        let _ = write!(path, "M{x} {y}L{x2} {y2}");
    };
    line((x + ARROW_GAP * right, y + ARROW_GAP * down), tip);
    for turn in [-1.0, 1.0] {
        let back = (right + turn * 0.6 * down, down - turn * 0.6 * right);
        line((tip.0 - BARB * back.0, tip.1 - BARB * back.1), tip);
    }
    path
}

/// Marks these cards in both hands, and no others.
fn mark_cards(position: Option<Position>, marks: &[BoardMark]) {
    for side in Side::ALL {
        for place in 0..Position::HAND {
            let id = format!("card-{}-{}", side.letter(), place + 1);
            let Some(card) = browser::document().get_element_by_id(&id) else { continue };
            let held = position.and_then(|it| it.hand(side).iter().nth(place as usize));
            let is_marked = held.is_some_and(|held| marks.contains(&BoardMark::Card(side, held)));
            if is_marked {
                let _ = card.set_attribute("data-marked", "");
            } else {
                let _ = card.remove_attribute("data-marked");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sentences_with_the_hidden_action_itself_are_hidden() {
        let text = "Spends SE\u{a0}I, which is worth more in hand than NE\u{a0}II.";
        let said = ["SE\u{a0}I", "NE\u{a0}II", "E\u{a0}I", "NE\u{a0}I", "NE\u{a0}II*", "+"];
        let said = said.map(|name| says(text, name));
        assert_eq!(said, [true, true, false, false, false, false]);
    }

    #[test]
    fn an_arrow_has_a_line_and_two_barbs() {
        let at = |name: &str| name.parse::<Square>().expect("a square");
        let path = arrow(at("e5"), at("e7"), Side::White);
        assert_eq!(path.matches('M').count(), 3);
        assert!(path.starts_with("M290.0 274.0L290.0 186.0"), "{path}");
    }
}
