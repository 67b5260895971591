use bosworth_engine::PlyReview;
use bosworth_rules::{Action, Side};
use leptos::prelude::*;

use super::study::{State, Study};
use super::{button, errors, hundred, note, primary};
use crate::language::{fill, tr};

/// An error of a side that is to be mended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exercise {
    /// Whose errors.
    pub side: Side,
    /// Which of them, from 0.
    pub number: usize,
    /// What was tried last.
    pub tried: Option<Action>,
    /// Whether the solution is shown.
    pub shown: bool,
}

impl Exercise {
    fn first(side: Side) -> Self {
        Self { side, number: 0, tried: None, shown: false }
    }

    /// The ply that was an error.
    pub fn ply(self, study: Study) -> Option<PlyReview> {
        study.work.with(|work| {
            let plies = &work.review.plies;
            let error = *errors::of(plies, self.side).get(self.number)?;
            plies.get(error).cloned()
        })
    }

    /// Whether the last attempt was good, or the solution is known.
    pub fn is_solved(self, ply: &PlyReview) -> bool {
        let loss = self.tried.and_then(|tried| errors::loss(ply, tried));
        self.shown || loss.is_some_and(|loss| loss < errors::GOOD)
    }

    /// What to say of the attempt, and its class.
    pub fn judgement(self, study: Study, ply: &PlyReview) -> (&'static str, String) {
        let values = |id: &str, action: Action| {
            let (chance, loss) = (errors::chance(ply, action), errors::loss(ply, action));
            fill(
                id,
                &[
                    ("action", study.action(ply, action).into()),
                    ("wins", hundred(chance.unwrap_or_default()).into()),
                    ("loss", hundred(loss.unwrap_or_default()).into()),
                ],
            )
        };
        let best = ply.decision.as_ref().map(|decision| decision.best);
        match (self.tried, best) {
            (_, Some(best)) if self.shown => ("good", values("review-solution", best)),
            (Some(tried), _) if self.is_solved(ply) => ("good", values("review-right", tried)),
            (Some(tried), _) if tried == ply.ply.action() => ("bad", tr("review-same")),
            (Some(tried), _) => ("bad", values("review-wrong", tried)),
            (None, _) => ("", tr("review-find")),
        }
    }
}

/// Whose errors to learn from.
pub fn choice(study: Study) -> AnyView {
    let offer = move |side: Side, id: &'static str| {
        let count = study.work.with(|work| errors::of(&work.review.plies, side).len());
        let label =
            fill("review-errors", &[("side", study.name(side).into()), ("count", count.into())]);
        if count == 0 {
            return note(label);
        }
        primary(id, label, move || {
            study.exercise.set(Some(Exercise::first(side)));
            announce(study);
        })
    };
    view! {
        <section class="panel" aria-labelledby="review-learn">
            <h2 id="review-learn">{tr("review-learn")}</h2>
            <p>{tr("review-learn-about")}</p>
            {move || if study.state() == State::Running {
                note(tr("review-later"))
            } else {
                view! {
                    <div class="buttons">
                        {offer(Side::Red, "review-learn-red")}
                        {offer(Side::White, "review-learn-white")}
                    </div>
                }.into_any()
            }}
        </section>
    }
    .into_any()
}

/// What went wrong, in a sentence.
fn task(study: Study, ply: &PlyReview) -> String {
    fill(
        "review-task",
        &[
            ("said", study.sentence(ply.number).into()),
            ("loss", hundred(ply.loss().unwrap_or_default()).into()),
        ],
    )
}

/// Tells a new exercise, and brings it into sight.
fn announce(study: Study) {
    let exercise = study.exercise.get_untracked();
    let ply = exercise.and_then(|exercise| untrack(|| exercise.ply(study)));
    if let Some(ply) = ply {
        study.app.say(format!("{} {}", task(study, &ply), tr("review-find")));
        crate::browser::window().scroll_to_with_x_and_y(0.0, 0.0);
        crate::browser::after(0, || crate::browser::focus("#review-exercise"));
    }
}

/// The exercise beside the board.
pub fn view(study: Study, exercise: Exercise) -> AnyView {
    let Some(ply) = untrack(|| exercise.ply(study)) else { return ().into_any() };
    let count =
        study.work.with_untracked(|work| errors::of(&work.review.plies, exercise.side).len());
    let title =
        fill("review-exercise", &[("number", (exercise.number + 1).into()), ("all", count.into())]);
    let (class, said) = exercise.judgement(study, &ply);
    let solved = exercise.is_solved(&ply);
    let can_draw = errors::chance(&ply, Action::Draw).is_some() && !solved;
    let next = move || {
        let next = Exercise { number: exercise.number + 1, ..Exercise::first(exercise.side) };
        let more = next.number < count;
        study.exercise.set(more.then_some(next));
        if more {
            announce(study);
        } else {
            study.app.notice(tr("review-learned"));
        }
    };
    let next_button = if solved {
        primary("review-next", tr("review-next"), next)
    } else {
        button("review-next", tr("review-skip"), next)
    };
    view! {
        <div class="panel exercise">
            <h2 id="review-exercise" tabindex="-1">{title}</h2>
            <p>{task(study, &ply)}</p>
            <p class=format!("verdict {class}") id="review-judgement">{said}</p>
            <div class="buttons">
                {can_draw.then(|| button("review-draw", tr("action-draw"), move || study.attempt(Action::Draw)))}
                {(!solved).then(|| button("review-solve", tr("review-solve"), move || {
                    study.exercise.set(Some(Exercise { shown: true, ..exercise }));
                    study.app.say(Exercise { shown: true, ..exercise }.judgement(study, &ply).1);
                }))}
                {next_button}
                {button("review-leave", tr("review-leave"), move || study.exercise.set(None))}
            </div>
        </div>
    }
    .into_any()
}
