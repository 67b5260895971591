//! How a single ply is judged.

use bosworth_rules::{Action, Card, Game, Next, PendingDraw, Ply, Position, Side};

use super::ply::{SECOND_LOOK, mean, seen_by};
use super::{CardChance, DecisionReview, DrawLuck, Effort, PlyReview};
use crate::{Analysis, PrincipalVariation};

/// Searches positions for a review.
pub(crate) type Search<'s> = &'s mut dyn FnMut(&Position, Effort) -> Analysis;

impl PlyReview {
    /// Judges a ply of a game, given the searches of the positions before and after it. `search`
    /// analyses any other position that is needed.
    ///
    /// # Panics
    /// If the game has no ply of this index.
    pub fn of(
        game: &Game,
        index: usize,
        before: &Analysis,
        after: &Analysis,
        search: &mut dyn FnMut(&Position, Effort) -> Analysis,
    ) -> Self {
        let ply = game.plies()[index];
        let (from, to) = (&game.positions()[index], &game.positions()[index + 1]);
        let after_chance = reds_chance(to, after.win_chance());
        let draw = luck_of_draw(from, ply, search);
        let mut decision = decision(from, ply.action(), before);
        let rough = decision.as_mut().filter(|it| is_rough(it, ply.action(), before));
        if let Some(decision) = rough {
            let own = draw.as_ref().map_or(after_chance, |draw| draw.mean);
            let best = chance_after(from, decision.best, search).unwrap_or(own);
            decision.loss = seen_by(from.side(), best - own).max(0.0);
        }
        Self {
            number: index + 1,
            side: from.side(),
            ply,
            before: reds_chance(from, before.win_chance()),
            after: after_chance,
            margin: seen_by(to.side(), after.value.margin.into()),
            forecast: after.forecast,
            decision,
            draw,
        }
    }
}

/// Red's win chance, given that of the side to act.
pub(super) fn reds_chance(position: &Position, win_chance: f64) -> f64 {
    match position.side() {
        Side::Red => win_chance,
        Side::White => 1.0 - win_chance,
    }
}

/// The luck of the ply, if it was a draw.
pub(crate) fn luck_of_draw(from: &Position, ply: Ply, search: Search<'_>) -> Option<DrawLuck> {
    let Ply::Draw(drawn) = ply else { return None };
    let Ok(Next::Draw(pending)) = from.act(Action::Draw) else { return None };
    Some(DrawLuck::new(drawn, cards(&pending, search)))
}

/// Red's win chance after an action, from separate searches of its successors.
fn chance_after(from: &Position, action: Action, search: Search<'_>) -> Option<f64> {
    match from.act(action).ok()? {
        Next::Position(next) => Some(reds_chance(&next, search(&next, Effort::Full).win_chance())),
        Next::Draw(pending) => Some(mean(&cards(&pending, search))),
    }
}

fn cards(pending: &PendingDraw, search: Search<'_>) -> Vec<CardChance> {
    pending.outcomes().iter().filter_map(|card| chance_of(pending, card, search)).collect()
}

fn chance_of(pending: &PendingDraw, card: Card, search: Search<'_>) -> Option<CardChance> {
    let next = pending.resolve(card).ok()?;
    let win_chance = reds_chance(&next, search(&next, Effort::Card).win_chance());
    Some(CardChance { card, win_chance })
}

/// The decision of the side to act; `None` if the action was forced.
fn decision(position: &Position, played: Action, analysis: &Analysis) -> Option<DecisionReview> {
    if position.actions().len() < 2 {
        return None;
    }
    // A search without results counts as if all actions were equal.
    let best = analysis.best().unwrap_or(played);
    let own = analysis.win_chance_of(played).unwrap_or(analysis.win_chance());
    let loss = analysis.win_chance_of(best).unwrap_or(own) - own;
    let chance =
        |line: &PrincipalVariation| (line.action(), reds_chance(position, line.win_chance()));
    let actions = analysis.lines.iter().map(chance).collect();
    // That no action is better than the best one is known if there is a forecast.
    let exact = analysis.forecast.is_some()
        && [best, played].into_iter().all(|action| is_exact(action, analysis));
    // The search may prefer an action to one with a higher value but few visits. Playing the
    // latter is not held against the player.
    Some(DecisionReview { best, loss: loss.max(0.0), exact, actions, rollout: Vec::new() })
}

/// Whether the loss is too rough an estimate and needs separate searches.
///
/// A search spends few visits on bad actions, and stops as soon as it has proven a win, so large
/// losses and those next to a proven value are rough. Small differences are estimated better within
/// one search than across two, whose errors are independent. Between exact values there is nothing
/// to estimate.
fn is_rough(decision: &DecisionReview, played: Action, analysis: &Analysis) -> bool {
    match (is_exact(decision.best, analysis), is_exact(played, analysis)) {
        _ if decision.best == played => false,
        (true, true) => false,
        (false, false) => decision.loss >= SECOND_LOOK,
        _ => true,
    }
}

/// Whether the win chance of an action is known exactly.
fn is_exact(action: Action, analysis: &Analysis) -> bool {
    let mut lines = analysis.lines.iter();
    lines.any(|line| line.action() == action && line.exact.is_some())
}
