//! The ideas of a puzzle, from what the rules say about its best action and its best alternative.

use bosworth_engine::{Engine, SearchLimits};
use bosworth_puzzles::{Answer, Tag, Tags};
use bosworth_reasons::{Explainer, Fact, Reason};
use bosworth_rules::{Action, Next, Position, Score};

use super::judge::Judgement;
use super::source::ends;

/// The nodes of an explanation, as a part of what it takes for a reader.
const NODE_SHARE: u64 = 3;
/// A reason with less weight is not an idea, in win chance and as a part of the weightiest.
const MIN_WEIGHT: f64 = 0.02;
const MIN_SHARE: f64 = 0.3;
/// With so few roses left, the end is near.
const LAST_ROSES: u8 = 5;
/// An action sacrifices if another one would bring this many more points at once.
const SACRIFICE: i32 = 8;
/// Exact chances that differ by less are equal: they are sums in different orders.
const ROUNDING: f64 = 1e-9;

/// The ideas of a puzzle that reasons name, and whether it is exact.
pub(super) fn reasoned(engine: &Engine, position: &Position, judgement: &Judgement) -> Tags {
    let ((best, chance), (second, next_chance)) = (judgement.best(), judgement.second());
    let search = |at: &Position, nodes: u64| {
        engine.analyse(at, SearchLimits::nodes((nodes / NODE_SHARE).max(2)))
    };
    let explainer = Explainer::new(position, &[best, second], search);
    let reasons = explainer.reasons(best, second);
    let largest = reasons.iter().map(|reason| reason.weight).fold(0.0, f64::max);
    let least = MIN_WEIGHT.max(largest * MIN_SHARE);
    let weighty = reasons.iter().filter(|reason| reason.weight >= least);
    let mut tags: Tags = weighty.filter_map(idea).collect();
    let wins = |chance: f64| chance > 100.0 - ROUNDING;
    if judgement.exact && wins(chance) && !wins(next_chance) {
        tags.insert(Tag::Exact);
    }
    tags
}

/// The ideas that can be seen from the position and from what the actions cost, the best first.
pub(super) fn seen(position: &Position, answers: &[Answer]) -> Tags {
    let best = answers[0].action;
    let ideas = [
        (Tag::Hero, matches!(best, Action::Hero(_))),
        (Tag::DrawOrPlay, is_draw_or_play(answers)),
        (Tag::Sacrifice, sacrifices(position, best)),
        (Tag::LastRose, position.supply() <= LAST_ROSES),
        (Tag::EndNow, ends(position, best)),
    ];
    ideas.into_iter().filter(|(_, holds)| *holds).map(|(tag, _)| tag).collect()
}

/// The tags that [`seen`] decides about.
pub(super) const SEEN: [Tag; 5] =
    [Tag::Hero, Tag::DrawOrPlay, Tag::Sacrifice, Tag::LastRose, Tag::EndNow];

/// Whether the best action draws, or plays and drawing is the only other one to think about: all
/// others cost at least twice as much.
fn is_draw_or_play(answers: &[Answer]) -> bool {
    let draws = |place: usize| answers[place].action == Action::Draw;
    draws(0) || draws(1) && answers[2..].iter().all(|it| it.loss() >= 2.0 * answers[1].loss())
}

/// What a reason for the best action, compared with another, is an idea of.
fn idea(reason: &Reason) -> Option<Tag> {
    if reason.weight < MIN_WEIGHT {
        return None;
    }
    match (&reason.fact, reason.is_own) {
        (Fact::Rose(effect), true) => {
            let cuts = effect.cut.as_ref().is_some_and(|cut| cut.rest.len() > 1);
            match () {
                () if cuts => Some(Tag::Cut),
                () if effect.joins.len() > 1 => Some(Tag::Join),
                () => None,
            }
        }
        (Fact::Denies(_), true) | (Fact::Reply(..) | Fact::ReplyEnds(..), false) => {
            Some(Tag::Block)
        }
        (
            Fact::NoReply { .. } | Fact::HeroReplies(_) | Fact::LoneReplies(_) | Fact::OneReply(_),
            true,
        )
        | (
            Fact::ReplyCount { .. }
            | Fact::Stuck(_)
            | Fact::Freed(_)
            | Fact::ReplyPoints { .. }
            | Fact::Tempo { .. },
            _,
        ) => Some(Tag::Tempo),
        (
            Fact::KeepsCard { .. }
            | Fact::SpendsCard { .. }
            | Fact::FollowUps { .. }
            | Fact::FillsHand,
            _,
        ) => Some(Tag::Hand),
        _ => None,
    }
}

/// Whether an action plays a card although another one brings many points more at once.
fn sacrifices(position: &Position, best: Action) -> bool {
    let own = gain(position, best);
    let others = position.actions().iter().filter_map(|action| gain(position, action));
    best != Action::Draw
        && own.is_some_and(|own| others.max().is_some_and(|most| most - own >= SACRIFICE))
}

/// The points that an action wins at once, over what the opponent has; of a draw, none.
fn gain(position: &Position, action: Action) -> Option<i32> {
    let side = position.side();
    let lead = |at: &Position| {
        let points = |side| Score::of(at.roses(side)).points as i32;
        points(side) - points(!side)
    };
    match position.act(action).ok()? {
        Next::Position(next) => Some(lead(&next) - lead(position)),
        Next::Draw(_) => Some(0),
    }
}

/// The ideas that make a puzzle worth solving even if a beginner would find its answer. The others say
/// when it comes about, or what kind of action is best.
pub(super) const NAMED: [Tag; 9] = [
    Tag::Hero,
    Tag::Block,
    Tag::Join,
    Tag::Cut,
    Tag::Tempo,
    Tag::Hand,
    Tag::Sacrifice,
    Tag::EndNow,
    Tag::Exact,
];
