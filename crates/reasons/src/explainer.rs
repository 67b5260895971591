use bosworth_engine::Analysis;
use bosworth_rules::{Action, Next, Position};

use crate::account::{chance_of, idle_position};
use crate::crown::CrownFacts;
use crate::{Aspect, ChanceAccount, Fact, Reason, rose, supply};

/// The nodes that are searched for each position of an account.
const LINK_NODES: u64 = 1_500;
/// The nodes that are searched for each card of a draw, of which the mean counts.
const CARD_NODES: u64 = 300;

/// The maximum number of reasons for an action.
const MAX_REASONS: usize = 3;
/// A part of the win chance as small as this is not worth a sentence, unless it is a
/// `MIN_SHARE`th of the largest.
const MIN_WEIGHT: f64 = 0.01;
const MIN_SHARE: f64 = 4.0;
/// A part as small as this is nothing: it is the rounding of sums.
const NO_WEIGHT: f64 = 0.0005;

/// Explains actions of one position.
pub struct Explainer {
    position: Position,
    explained: Vec<(ChanceAccount, Option<CrownFacts>)>,
}

impl Explainer {
    /// Makes the accounts of some legal actions. `search` analyses a position with that many nodes.
    pub fn new(
        position: &Position,
        actions: &[Action],
        mut search: impl FnMut(&Position, u64) -> Analysis,
    ) -> Self {
        let mut explained = Vec::new();
        let side = position.side();
        // With one action only, there is nothing to explain.
        let idle = idle_position(position).filter(|_| position.actions().len() > 1);
        if let Some(idle) = idle {
            let waited = search(&idle, LINK_NODES);
            let chance = chance_of(side, &idle, &waited);
            for &action in actions {
                // The search after an action also knows the reply that it fears.
                let mut feared = if action == Action::Draw { waited.best() } else { None };
                let next = match position.act(action) {
                    Ok(Next::Position(next)) => Some(next),
                    _ => None,
                };
                let nodes = if action == Action::Draw { CARD_NODES } else { LINK_NODES };
                let mut watched = |link: &Position| {
                    let analysis = search(link, nodes);
                    if Some(*link) == next {
                        feared = analysis.best();
                    }
                    analysis
                };
                if let Some(account) = ChanceAccount::of(position, action, chance, &mut watched) {
                    let crown = CrownFacts::of(position, action, feared);
                    explained.push((account, crown));
                }
            }
        }
        Self { position: *position, explained }
    }

    /// The accounts, in the order of the actions.
    pub fn accounts(&self) -> impl Iterator<Item = &ChanceAccount> {
        self.explained.iter().map(|(account, _)| account)
    }

    fn of(&self, action: Action) -> Option<&(ChanceAccount, Option<CrownFacts>)> {
        self.explained.iter().find(|(account, _)| account.action == action)
    }

    /// By how much an action is better than another in each aspect, the largest difference first. The
    /// sum is the difference of their win chances.
    pub fn differences(&self, action: Action, other: Action) -> Vec<(Aspect, f64)> {
        let (Some((own, _)), Some((others, _))) = (self.of(action), self.of(other)) else {
            return Vec::new();
        };
        let ends = |account: &ChanceAccount| account.part(Aspect::End) != 0.0;
        let has = |account: &ChanceAccount, aspect: Aspect| {
            account.parts.iter().any(|(other, _)| *other == aspect)
        };
        if [own, others].into_iter().any(|it| ends(it) || has(it, Aspect::End)) {
            return vec![(Aspect::End, own.after - others.after)];
        }
        // If the rose could not be told from the crown in one of them, it is not in the other.
        let merged =
            [own, others].into_iter().any(|it| has(it, Aspect::Crown) && !has(it, Aspect::Rose));
        let mut found = Vec::new();
        for aspect in Aspect::ALL {
            let part = |account: &ChanceAccount| match aspect {
                Aspect::Rose if merged => 0.0,
                Aspect::Crown if merged => account.part(Aspect::Crown) + account.part(Aspect::Rose),
                _ => account.part(aspect),
            };
            if has(own, aspect) || has(others, aspect) {
                found.push((aspect, part(own) - part(others)));
            }
        }
        found.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        found
    }

    /// Why an action is better or worse than another one: at most three reasons, the most important
    /// first. Empty if there is nothing to say.
    pub fn reasons(&self, action: Action, other: Action) -> Vec<Reason> {
        let differences = self.differences(action, other);
        let largest = differences.first().map_or(0.0, |(_, weight)| weight.abs());
        let least = MIN_WEIGHT.min(largest / MIN_SHARE).max(NO_WEIGHT);
        let mut first = Vec::new();
        let mut more = Vec::new();
        for (aspect, weight) in differences.into_iter().filter(|(_, weight)| weight.abs() >= least)
        {
            let facts = self.facts(aspect, weight > 0.0, action, other);
            let mut reasons = facts.into_iter().map(|(is_own, fact)| {
                let (about, other) = if is_own { (action, other) } else { (other, action) };
                Reason { about, other, is_own, aspect, weight, fact }
            });
            first.extend(reasons.next());
            // A rose may do several things. Other aspects say the same in several ways.
            more.extend(reasons.filter(|it| it.is_own && it.aspect == Aspect::Rose));
        }
        first.truncate(MAX_REASONS);
        let room = MAX_REASONS - first.len();
        let top = first.first().map(|reason| reason.aspect);
        first.extend(more.into_iter().filter(|it| Some(it.aspect) == top).take(room.min(1)));
        first
    }

    /// The facts for which an action is better or worse than another in an aspect, the best first,
    /// each with whether it is about that action: what can be seen on the board, then mere numbers,
    /// and either first of the action that causes most of the difference.
    fn facts(
        &self,
        aspect: Aspect,
        good: bool,
        action: Action,
        other: Action,
    ) -> Vec<(bool, Fact)> {
        let (Some((own, _)), Some((others, _))) = (self.of(action), self.of(other)) else {
            return Vec::new();
        };
        let cause = own.part(aspect) + others.part(aspect);
        // What a card or a hero is worth can be said of either.
        let own_first = matches!(aspect, Aspect::Card | Aspect::Hero) || (cause >= 0.0) == good;
        let own = self.facts_about(aspect, good, action, other);
        let others = self.facts_about(aspect, !good, other, action);
        let mut found = Vec::new();
        for (own, others) in own.into_iter().zip(others) {
            let own = own.into_iter().map(|fact| (true, fact));
            let others = others.into_iter().map(|fact| (false, fact));
            if own_first {
                found.extend(own.chain(others));
            } else {
                found.extend(others.chain(own));
            }
        }
        found
    }

    /// What speaks for or against an action, compared with another: what can be seen on the board, and
    /// mere numbers.
    fn facts_about(
        &self,
        aspect: Aspect,
        good: bool,
        action: Action,
        other: Action,
    ) -> [Vec<Fact>; 2] {
        let position = &self.position;
        match aspect {
            Aspect::End => [ends(position, action).into_iter().collect(), Vec::new()],
            Aspect::Rose if good => {
                let (lone, seen) =
                    rose::good(position, action, other).into_iter().partition(is_lone);
                [seen, lone]
            }
            Aspect::Rose => {
                // Compared with a draw, which places none.
                let harmful = rose::target(position, action).filter(|_| other == Action::Draw);
                let harmful = harmful.map(Fact::HarmfulRose);
                [rose::bad(position, action, other), harmful.into_iter().collect()]
            }
            Aspect::Crown => {
                let [seen, mut counted] = match (self.of(action), self.of(other)) {
                    (Some((_, Some(own))), Some((_, Some(others)))) if good => own.good(others),
                    (Some((_, Some(own))), Some((_, Some(others)))) => {
                        own.bad(position.side(), others)
                    }
                    _ => Default::default(),
                };
                let [at, than] = [action, other]
                    .map(|action| rose::target(position, action).unwrap_or(position.crown()));
                counted.extend(good.then_some(Fact::CrownPlace { at, than }));
                [seen, counted]
            }
            Aspect::Card => {
                let crown = self.of(action).and_then(|(_, crown)| crown.as_ref());
                let mut seen = crown.filter(|_| good).map(CrownFacts::of_draw).unwrap_or_default();
                let is_draw = action == Action::Draw && good;
                seen.extend(is_draw.then(|| supply::good(position, action, other)).flatten());
                let cards = card_fact(position, good, action, other);
                [seen, cards.into_iter().collect()]
            }
            Aspect::Hero => {
                [hero_fact(position, good, action, other).into_iter().collect(), Vec::new()]
            }
        }
    }
}

fn is_lone(fact: &Fact) -> bool {
    matches!(fact, Fact::Rose(effect) if effect.joins.is_empty() && effect.cut.is_none())
}

/// How an action ends the game.
fn ends(position: &Position, action: Action) -> Option<Fact> {
    let Ok(Next::Position(next)) = position.act(action) else { return None };
    let outcome = next.outcome()?;
    let points = outcome.scores.map(|score| score.points);
    Some(Fact::Ends { winner: outcome.winner(), points })
}

fn card_fact(position: &Position, good: bool, action: Action, other: Action) -> Option<Fact> {
    let hand = position.hand(position.side()).len();
    let card = |action: Action| match action {
        Action::Play(card) | Action::Hero(card) => Some(card),
        Action::Draw | Action::Pass => None,
    };
    let left = |action: Action| if action == Action::Draw { hand + 1 } else { hand - 1 };
    match (card(action), card(other)) {
        (Some(spent), Some(kept)) if good => Some(Fact::KeepsCard { card: kept, than: spent }),
        (Some(spent), Some(kept)) => Some(Fact::SpendsCard { card: spent, than: kept }),
        (None, None) => None,
        _ => {
            let (cards, other) = (left(action), left(other));
            let is_filled = action == Action::Draw && cards == Position::HAND;
            if (cards > other) == good {
                Some(Fact::HandSize { cards, other })
            } else {
                (is_filled && !good).then_some(Fact::FillsHand)
            }
        }
    }
}

fn hero_fact(position: &Position, good: bool, action: Action, other: Action) -> Option<Fact> {
    let heroes = position.heroes(position.side());
    match (action, other) {
        (Action::Hero(_), Action::Hero(_)) => None,
        (Action::Hero(_), _) if !good => Some(Fact::SpendsHero(heroes - 1)),
        (_, Action::Hero(_)) if good => Some(Fact::KeepsHero(heroes)),
        _ => None,
    }
}
