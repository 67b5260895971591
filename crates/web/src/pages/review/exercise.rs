use bosworth_engine::PlyReview;
use bosworth_rules::{Action, Side};
use bosworth_view::prelude::*;

use super::control::ReviewControl;
use super::progress::ReviewState;
use super::{errors, hundred};
use crate::browser;
use crate::language::{fill, tr};
use crate::parts::{button, group, paragraph, title};

/// An exercise: find a better action than an error of a side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exercise {
    /// The side whose errors are practised.
    pub side: Side,
    /// The index of the error, from 0.
    pub number: usize,
    /// The last attempt.
    pub tried: Option<Action>,
    /// Whether the solution is shown.
    pub shown: bool,
}

impl Exercise {
    /// Starts with the first error of a side.
    pub fn begin(control: ReviewControl, side: Side) {
        Self { side, number: 0, tried: None, shown: false }.show(control);
    }

    /// Continues with the next error, or ends after the last one.
    pub fn next(control: ReviewControl) {
        let Some(now) = control.exercise.get_untracked() else { return };
        let next = Self { number: now.number + 1, tried: None, shown: false, ..now };
        if next.number < untrack(|| control.exercise_count(now.side)) {
            next.show(control);
        } else {
            control.exercise.set(None);
            control.app.toast(tr("review-learned"));
        }
    }

    /// Shows the solution.
    pub fn solve(control: ReviewControl) {
        let Some(now) = control.exercise.get_untracked() else { return };
        let solved = Self { shown: true, ..now };
        control.exercise.set(Some(solved));
        if let Some(ply) = untrack(|| solved.ply(control)) {
            control.app.say(solved.judgement(control, &ply).1);
        }
    }

    /// Opens the exercise, announces it and moves the focus to it.
    fn show(self, control: ReviewControl) {
        control.exercise.set(Some(self));
        if let Some(ply) = untrack(|| self.ply(control)) {
            // After the exercise, the engine's report on the error is shown.
            control.board.update(|board| board.stay_at(ply.number));
            control.app.say(format!("{} {}", Self::task(control, &ply), tr("review-find")));
            browser::focus_at_top_later("#review-exercise");
        }
    }

    /// The description of the error.
    fn task(control: ReviewControl, ply: &PlyReview) -> String {
        let loss = hundred(ply.loss().unwrap_or_default());
        let said = control.sentence(ply.number);
        fill("review-task", &[("said", said.into()), ("loss", loss.into())])
    }

    /// The ply of the error.
    pub fn ply(self, control: ReviewControl) -> Option<PlyReview> {
        control.progress.with(|progress| {
            let plies = &progress.review.plies;
            let error = *errors::errors_of(plies, self.side).get(self.number)?;
            plies.get(error).cloned()
        })
    }

    /// Whether the last attempt was good, or the solution is shown.
    pub fn is_solved(self, ply: &PlyReview) -> bool {
        let loss = self.tried.and_then(|tried| errors::loss(ply, tried));
        self.shown || loss.is_some_and(|loss| loss < errors::GOOD_ENOUGH_LOSS)
    }

    /// What the last attempt is worth.
    fn verdict(self, ply: &PlyReview) -> Verdict {
        let best = ply.decision.as_ref().map(|decision| decision.best);
        match (self.tried, best) {
            (_, Some(best)) if self.shown => Verdict::Solution(best),
            (Some(tried), _) if self.is_solved(ply) => Verdict::Right(tried),
            (Some(tried), _) if tried == ply.ply.action() => Verdict::SameAsPlayed,
            (Some(tried), _) => Verdict::Wrong(tried),
            (None, _) => Verdict::NotTried,
        }
    }

    /// The class and the text of the feedback on the attempt.
    pub fn judgement(self, control: ReviewControl, ply: &PlyReview) -> (&'static str, String) {
        let values = |id: &str, action: Action| {
            let (chance, loss) = (errors::chance(ply, action), errors::loss(ply, action));
            fill(
                id,
                &[
                    ("action", control.action(ply, action).into()),
                    ("wins", hundred(chance.unwrap_or_default()).into()),
                    ("loss", hundred(loss.unwrap_or_default()).into()),
                ],
            )
        };
        match self.verdict(ply) {
            Verdict::Solution(best) => ("verdict good", values("review-solution", best)),
            Verdict::Right(tried) => ("verdict good", values("review-right", tried)),
            Verdict::SameAsPlayed => ("verdict bad", tr("review-same")),
            Verdict::Wrong(tried) => ("verdict bad", values("review-wrong", tried)),
            Verdict::NotTried => ("verdict", tr("review-find")),
        }
    }
}

/// What an attempt at an exercise is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Verdict {
    /// The solution was asked for.
    Solution(Action),
    /// As good as the best action.
    Right(Action),
    /// The error itself.
    SameAsPlayed,
    /// Another error.
    Wrong(Action),
    /// There was no attempt yet.
    NotTried,
}

/// The selector of the side whose errors are practised.
pub fn choice(control: ReviewControl) -> Vec<View> {
    let offer = |side: Side, id: &str| {
        let count = control.exercise_count(side);
        let values = [("side", control.name(side).into()), ("count", count.into())];
        let label = fill("review-errors", &values);
        if count > 0 {
            button(id, "", label, move || Exercise::begin(control, side))
        } else {
            paragraph("note", id, label)
        }
    };
    let choice = if control.state() == ReviewState::Running {
        paragraph("note", "review-later", tr("review-later"))
    } else {
        let sides =
            vec![offer(Side::Red, "review-learn-red"), offer(Side::White, "review-learn-white")];
        group("buttons", sides)
    };
    vec![
        title("review-learn", tr("review-learn")),
        paragraph("", "review-learn-about", tr("review-learn-about")),
        choice,
    ]
}

/// The exercise panel.
pub fn view(control: ReviewControl, exercise: Exercise) -> Vec<View> {
    let Some(ply) = exercise.ply(control) else { return Vec::new() };
    let number = exercise.number + 1;
    let values = [("number", number.into()), ("all", control.exercise_count(exercise.side).into())];
    let (class, said) = exercise.judgement(control, &ply);
    let next = move || Exercise::next(control);
    let solve = move || {
        Exercise::solve(control);
        browser::focus_later("#review-next");
    };
    let leave = move || {
        control.exercise.set(None);
        browser::focus_later("#review-step-on");
    };
    let mut buttons = Vec::new();
    if exercise.is_solved(&ply) {
        buttons.push(button("review-next", "primary", tr("review-next"), next));
    } else {
        if errors::chance(&ply, Action::Draw).is_some() {
            let draw = move || control.attempt(Action::Draw);
            buttons.push(button("review-draw", "", tr("action-draw"), draw));
        }
        buttons.push(button("review-solve", "", tr("review-solve"), solve));
        buttons.push(button("review-next", "", tr("review-skip"), next));
    }
    buttons.push(button("review-leave", "", tr("review-leave"), leave));
    let content = vec![
        title("review-exercise", fill("review-exercise", &values)),
        paragraph("", "review-task", Exercise::task(control, &ply)),
        paragraph(class, "review-judgement", said),
        group("buttons", buttons),
    ];
    vec![view! { <section class="panel exercise">{content}</section> }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_is_worth_what_it_loses_against_the_best_action() {
        let ply = errors::tests::ply(1, Side::White, 0.25);
        let action = |text: &str| text.parse::<Action>().expect("an action");
        let tried = |tried: Option<&str>, shown| {
            let tried = tried.map(action);
            Exercise { side: Side::White, number: 0, tried, shown }.verdict(&ply)
        };
        assert_eq!(tried(None, false), Verdict::NotTried);
        assert_eq!(tried(Some("N2"), false), Verdict::Right(action("N2")));
        assert_eq!(tried(Some("E1"), false), Verdict::Right(action("E1")), "almost as good");
        assert_eq!(tried(Some("+"), false), Verdict::SameAsPlayed);
        assert_eq!(tried(Some("W3"), false), Verdict::Wrong(action("W3")));
        assert_eq!(tried(Some("+"), true), Verdict::Solution(action("N2")), "once it is shown");
    }
}
