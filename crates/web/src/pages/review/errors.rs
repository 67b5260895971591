//! Errors in a review, and the values of alternative actions.

use bosworth_engine::{Mark, PlyReview};
use bosworth_rules::{Action, Side};

use super::seen_by;
use crate::language::tr;

/// With fewer actions, only the solution would be left besides the error.
const MIN_EXERCISE_ACTIONS: usize = 3;

/// With fewer mistakes than this, inaccuracies are included in the exercises.
const FEW_MISTAKES: usize = 3;

/// An action that loses less than this against the best counts as equally good.
pub const GOOD_ENOUGH_LOSS: f64 = 0.02;

/// The minimum luck of a draw that is marked.
pub const MIN_MARKED_LUCK: f64 = 0.05;

/// The class of a mark, which is also the suffix of its message id.
pub fn key(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "inaccuracy",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    }
}

/// The name of a mark.
pub fn name(mark: Mark) -> String {
    tr(&format!("review-{}", key(mark)))
}

/// The errors of a side for exercises: mistakes and blunders, and inaccuracies if these are few.
/// Indices into the list of plies.
pub fn errors_of(plies: &[PlyReview], side: Side) -> Vec<usize> {
    let worse = |least: Mark| {
        let bad = move |ply: &PlyReview| {
            ply.side == side
                && ply.mark().is_some_and(|mark| mark >= least)
                && ply.decision.as_ref().is_some_and(|it| it.actions.len() >= MIN_EXERCISE_ACTIONS)
        };
        (0..plies.len()).filter(|&n| bad(&plies[n])).collect::<Vec<_>>()
    };
    let mistakes = worse(Mark::Mistake);
    if mistakes.len() < FEW_MISTAKES { worse(Mark::Inaccuracy) } else { mistakes }
}

/// The error that gave away most, of either side.
pub fn worst(plies: &[PlyReview]) -> Option<&PlyReview> {
    let loss = |ply: &&PlyReview| ply.loss().unwrap_or_default();
    plies.iter().filter(|ply| ply.mark().is_some()).max_by(|a, b| loss(a).total_cmp(&loss(b)))
}

/// The number of the next error of either side after a ply; after the last one, the first again.
pub fn next_error(plies: &[PlyReview], at: usize) -> Option<usize> {
    let errors = || plies.iter().filter(|ply| ply.mark().is_some()).map(|ply| ply.number);
    errors().find(|number| *number > at).or_else(|| errors().next())
}

/// The win chance of the side that acted, after an alternative action.
pub fn chance(ply: &PlyReview, action: Action) -> Option<f64> {
    let actions = &ply.decision.as_ref()?.actions;
    let (_, red) = actions.iter().find(|(known, _)| *known == action)?;
    Some(seen_by(ply.side, *red))
}

/// The loss of an action against the best; `None` if it was illegal.
pub fn loss(ply: &PlyReview, action: Action) -> Option<f64> {
    let decision = ply.decision.as_ref()?;
    if action == ply.ply.action() {
        return Some(decision.loss);
    }
    Some((chance(ply, decision.best)? - chance(ply, action)?).max(0.0))
}

#[cfg(test)]
pub(super) mod tests {
    use bosworth_engine::DecisionReview;

    use super::*;

    /// A ply of White or Red that drew a card, with three alternatives.
    pub(in super::super) fn ply(number: usize, side: Side, loss: f64) -> PlyReview {
        let action = |text: &str| text.parse::<Action>().expect("an action");
        let actions = vec![(action("N2"), 0.3), (action("E1"), 0.31), (action("+"), 0.5)];
        PlyReview {
            number,
            side,
            ply: "+W1".parse().expect("a ply"),
            before: 0.3,
            after: 0.3 + loss,
            margin: 0.0,
            forecast: None,
            decision: Some(DecisionReview {
                best: action("N2"),
                loss,
                exact: false,
                actions,
                rollout: Vec::new(),
            }),
            draw: None,
        }
    }

    #[test]
    fn inaccuracies_are_included_if_there_are_few_mistakes() {
        let losses = [0.06, 0.2, 0.01, 0.12];
        let mut plies: Vec<_> =
            losses.iter().enumerate().map(|(n, loss)| ply(n + 1, Side::White, *loss)).collect();
        assert_eq!(errors_of(&plies, Side::White), [0, 1, 3]);
        assert!(errors_of(&plies, Side::Red).is_empty());
        plies.push(ply(5, Side::White, 0.3));
        assert_eq!(
            errors_of(&plies, Side::White),
            [1, 3, 4],
            "with three mistakes, inaccuracies are excluded"
        );
    }

    #[test]
    fn the_way_leads_from_error_to_error_and_begins_again() {
        let losses = [0.0, 0.06, 0.0, 0.3, 0.1];
        let plies: Vec<_> =
            losses.iter().enumerate().map(|(n, loss)| ply(n + 1, Side::Red, *loss)).collect();
        assert_eq!(worst(&plies).map(|ply| ply.number), Some(4));
        let next = [0, 2, 3, 4, 5].map(|at| next_error(&plies, at));
        assert_eq!(next, [Some(2), Some(4), Some(4), Some(5), Some(2)]);
        assert_eq!((worst(&plies[..1]), next_error(&plies[..1], 0)), (None, None));
    }

    #[test]
    fn a_decision_with_a_single_alternative_is_no_exercise() {
        let mut plies: Vec<_> = (1..=4).map(|number| ply(number, Side::White, 0.2)).collect();
        if let Some(decision) = &mut plies[1].decision {
            decision.actions.remove(1);
        }
        assert_eq!(errors_of(&plies, Side::White), [0, 2, 3]);
    }

    #[test]
    fn alternatives_are_judged_from_the_perspective_of_the_acting_side() {
        let ply = ply(1, Side::White, 0.25);
        let loss = |text: &str| loss(&ply, text.parse().expect("an action"));
        assert_eq!(loss("N2"), Some(0.0));
        assert!(
            loss("E1").is_some_and(|loss| (loss - 0.01).abs() < 1e-9 && loss < GOOD_ENOUGH_LOSS)
        );
        assert_eq!(loss("+"), Some(0.25), "the loss of the played action is known");
        assert_eq!(loss("W3"), None);
    }
}
