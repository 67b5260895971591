//! What the rules say about where an action leaves the crown.

use bosworth_rules::{Action, Cards, Next, Position, Side, Square};

use crate::account::idle_position;
use crate::{Fact, Landing, OpponentWait, RoseEffect, TempoGain};

/// More cards are counted, not named.
const MAX_NAMED_CARDS: u32 = 3;
/// From how many points on the best reply is clearly worse than another.
const CLEARLY_FEWER: u32 = 3;

/// What can be played from where an action leaves the crown.
pub(crate) struct CrownFacts {
    /// What the opponent can play, most points first.
    replies: Vec<(Landing, RoseEffect)>,
    /// Whether it can draw.
    draws: bool,
    /// The replies that end the game and win it for the opponent.
    losing: Vec<Landing>,
    /// Of the cards that the opponent may then draw, those that it could play, and how many may come.
    /// Not known after a draw.
    rescue: Option<(Cards, u32)>,
    /// Why the opponent may play no card, and what the side can play next if it does not, most points
    /// first. Not known after a draw.
    threats: Option<(OpponentWait, Vec<(Landing, RoseEffect)>)>,
    /// The first of these that ends the game and wins it.
    end_threat: Option<Landing>,
    /// The cards that it could play next if the crown stayed; not known after a draw.
    follow_ups: Option<Cards>,
    /// What may be drawn. Only after a draw.
    drawn: Option<DrawnCards>,
    /// The reply that the search prefers, if it plays a card.
    feared: Option<Action>,
}

/// The cards that may be drawn.
struct DrawnCards {
    /// How many.
    all: u32,
    /// Those that could be played where the crown stands.
    playable: Cards,
    /// Those of them whose rose would join territories.
    joining: Cards,
    /// Where the crown stands.
    crown: Square,
}

impl CrownFacts {
    /// After a legal action that does not end the game; `None` if it may do so, or if it is a pass.
    pub(crate) fn of(position: &Position, action: Action, feared: Option<Action>) -> Option<Self> {
        let side = position.side();
        let mut drawn = None;
        let after = match position.act(action).ok()? {
            Next::Position(_) if action == Action::Pass => return None,
            Next::Position(next) => next,
            Next::Draw(pending) => {
                if pending.each().any(|(_, next)| next.is_over()) {
                    return None;
                }
                let outcomes = pending.outcomes();
                let joins = |(_, effect): &(Landing, RoseEffect)| effect.joins.len() > 1;
                let joining = landings(position, side, outcomes).into_iter().filter(joins);
                drawn = Some(DrawnCards {
                    all: outcomes.len(),
                    playable: playable(position, side, outcomes),
                    joining: joining.map(|(landing, _)| landing.card).collect(),
                    crown: position.crown(),
                });
                idle_position(position)?
            }
        };
        if after.is_over() {
            return None;
        }
        let replies = landings(&after, !side, after.hand(!side));
        let losing = replies.iter().map(|(landing, _)| *landing).filter(|landing| {
            // After a draw, what ends the game may depend on the card.
            (drawn.is_none() || after.supply() == 1) && wins(&after, *landing)
        });
        let losing = losing.collect();
        let next = landings(&after, side, after.hand(side));
        let follow_ups = next.iter().map(|(landing, _)| landing.card).collect();
        let wait = wait(&after).filter(|_| drawn.is_none());
        let end_threat = next.iter().map(|(landing, _)| *landing).find(|landing| {
            let waited = idle_position(&after).filter(|_| wait.is_some() && after.supply() == 1);
            waited.is_some_and(|waited| wins(&waited, *landing))
        });
        Some(Self {
            draws: after.actions().draw,
            rescue: rescue(&after).filter(|_| drawn.is_none() && replies.is_empty()),
            losing,
            threats: wait.map(|wait| (wait, next)),
            end_threat,
            follow_ups: drawn.is_none().then_some(follow_ups),
            drawn,
            feared,
            replies,
        })
    }

    /// The most points that a reply brings.
    fn most(&self) -> u32 {
        self.replies.first().map_or(0, |(_, effect)| effect.points())
    }

    fn cards(&self) -> Cards {
        self.replies.iter().map(|(landing, _)| landing.card).collect()
    }

    fn most_threatened(&self) -> u32 {
        let first = self.threats.as_ref().and_then(|(_, threats)| threats.first());
        first.map_or(0, |(_, effect)| effect.points())
    }

    /// Whether all replies take a hero.
    fn takes_heroes(&self) -> bool {
        self.replies.iter().all(|(landing, _)| landing.hero)
    }

    fn is_lone(&self) -> bool {
        let mut replies = self.replies.iter();
        replies.all(|(landing, effect)| !landing.hero && effect.joins.is_empty())
    }

    /// What speaks for this place of the crown, compared with that after another action: at first
    /// what can be seen on the board, then mere numbers.
    pub(crate) fn good(&self, other: &Self) -> [Vec<Fact>; 2] {
        let (mut seen, mut counted) = (Vec::new(), Vec::new());
        let wait = self.threats.as_ref().map(|(wait, _)| *wait);
        let end_threat = self.end_threat.filter(|_| other.end_threat.is_none());
        seen.extend(end_threat.zip(wait).map(|(landing, wait)| Fact::EndThreat(landing, wait)));
        let threat = self.threat(other);
        // Which says that there is no reply, too.
        let (forced, free): (Vec<_>, Vec<_>) = threat
            .into_iter()
            .partition(|it| !matches!(it, Fact::Threat(_, _, OpponentWait::MayDraw)));
        seen.extend(forced);
        match &self.replies[..] {
            [] if !other.replies.is_empty() => {
                seen.push(Fact::NoReply { draws: self.draws, rescue: self.rescue });
            }
            [] => {}
            _ if self.takes_heroes() && !other.takes_heroes() => {
                seen.push(Fact::HeroReplies(self.cards()));
            }
            _ if self.is_lone() && !other.is_lone() => seen.push(Fact::LoneReplies(self.cards())),
            [(landing, _)] if other.replies.len() > 1 => seen.push(Fact::OneReply(*landing)),
            _ => {}
        }
        seen.extend(free);
        if !self.replies.is_empty() && self.most() + CLEARLY_FEWER <= other.most() {
            seen.push(Fact::ReplyPoints { most: self.most(), other: other.most() });
        }
        if self.replies.len() < other.replies.len() {
            counted.push(self.fewer_replies(other));
        }
        let follow_ups = self.follow_ups.zip(other.follow_ups);
        if let Some((cards, other)) = follow_ups.filter(|(own, other)| own.len() > other.len()) {
            counted.push(Fact::FollowUps { cards, other });
        }
        [seen, counted]
    }

    /// What speaks against it.
    pub(crate) fn bad(&self, side: Side, other: &Self) -> [Vec<Fact>; 2] {
        let (mut seen, mut counted) = (Vec::new(), Vec::new());
        if let (Some(landing), true) = (self.losing.first(), other.losing.is_empty()) {
            seen.push(Fact::ReplyEnds(*landing, Some(!side)));
        }
        let feared = self.replies.iter().find(|(landing, _)| Some(landing.action()) == self.feared);
        let is_worse = |(_, effect): &&(Landing, RoseEffect)| effect.points() > other.most();
        // Of several that bring more than any reply to the other action, the one that the search
        // prefers.
        let worse = feared.filter(is_worse).or(self.replies.first().filter(is_worse));
        if let Some((landing, effect)) = worse.or(feared) {
            let is_plain = effect.joins.is_empty() && effect.cut.is_none();
            let facts = if worse.is_some() && !is_plain { &mut seen } else { &mut counted };
            if worse.is_some() || !is_plain {
                facts.push(Fact::Reply(*landing, effect.clone()));
            }
        }
        if self.replies.len() > other.replies.len() {
            let freed = self.cards() - other.cards();
            let is_all =
                (other.cards() - self.cards()).is_empty() && freed.len() <= MAX_NAMED_CARDS;
            counted.push(if is_all {
                Fact::Freed(freed)
            } else {
                Fact::ReplyCount { cards: self.cards(), other: other.cards() }
            });
        }
        let follow_ups = self.follow_ups.zip(other.follow_ups);
        if let Some((cards, other)) = follow_ups.filter(|(own, other)| own.len() < other.len()) {
            counted.push(Fact::FollowUps { cards, other });
        }
        [seen, counted]
    }

    /// The best threat, if it joins or cuts and brings more than those of another action.
    fn threat(&self, other: &Self) -> Option<Fact> {
        let (wait, threats) = self.threats.as_ref()?;
        let (landing, effect) = threats.first()?;
        let is_worth_it = (effect.joins.len() > 1 || effect.cut.is_some())
            && effect.points() > other.most_threatened();
        is_worth_it.then(|| Fact::Threat(*landing, effect.clone(), *wait))
    }

    /// That the opponent can play fewer cards than after another action: which ones it cannot, if they
    /// are all and few.
    fn fewer_replies(&self, other: &Self) -> Fact {
        let stuck = other.cards() - self.cards();
        let is_all = (self.cards() - other.cards()).is_empty();
        if is_all && stuck.len() <= MAX_NAMED_CARDS && !self.replies.is_empty() {
            Fact::Stuck(stuck)
        } else {
            Fact::ReplyCount { cards: self.cards(), other: other.cards() }
        }
    }

    /// What speaks for a draw: what may come, and that the opponent has to act from here.
    pub(crate) fn of_draw(&self) -> Vec<Fact> {
        let Some(DrawnCards { all, playable, joining, crown }) = self.drawn else {
            return Vec::new();
        };
        let mut found = Vec::new();
        if self.replies.is_empty() {
            found.push(Fact::Drawable { cards: playable, all });
        } else if self.draws {
            // It can wait as well.
            found.extend(self.takes_heroes().then(|| Fact::HeroReplies(self.cards())));
            found.extend(self.is_lone().then(|| Fact::LoneReplies(self.cards())));
        } else {
            let gain = match () {
                () if self.takes_heroes() => TempoGain::HeroesOnly,
                () if self.is_lone() => TempoGain::NewTerritories,
                () => TempoGain::FullHand,
            };
            found.push(Fact::Tempo { crown, gain });
        }
        if self.draws && !joining.is_empty() {
            found.push(Fact::DrawnJoins { cards: joining, all });
        }
        found
    }
}

impl Landing {
    /// The action that plays the card.
    pub fn action(self) -> Action {
        if self.hero { Action::Hero(self.card) } else { Action::Play(self.card) }
    }
}

/// The cards that a side could play from where the crown stands, and what their roses would do, most
/// points first.
fn landings(position: &Position, side: Side, cards: Cards) -> Vec<(Landing, RoseEffect)> {
    let (own, theirs) = (position.roses(side), position.roses(!side));
    let mut found = Vec::new();
    for card in playable(position, side, cards) {
        let Some(to) = position.target(side, card) else { continue };
        let landing = Landing { card, hero: theirs.contains(to), from: position.crown(), to };
        let effect = RoseEffect::of(own, theirs, to);
        let place =
            found.partition_point(|(_, it): &(_, RoseEffect)| it.points() >= effect.points());
        found.insert(place, (landing, effect));
    }
    found
}

/// Those of some cards that a side could play from where the crown stands, with or without a hero.
fn playable(position: &Position, side: Side, cards: Cards) -> Cards {
    let (own, theirs) = (position.roses(side), position.roses(!side));
    let is_free = |card: &bosworth_rules::Card| {
        let Some(to) = position.target(side, *card) else { return false };
        !own.contains(to) && (!theirs.contains(to) || position.heroes(side) > 0)
    };
    cards.iter().filter(is_free).collect()
}

/// Whether a play of the side to act ends the game and wins it.
fn wins(position: &Position, landing: Landing) -> bool {
    let Ok(Next::Position(next)) = position.act(landing.action()) else { return false };
    next.outcome().is_some_and(|outcome| outcome.winner() == Some(position.side()))
}

/// Why the side to act may play no card; `None` if it has to, or if the game may end then.
fn wait(position: &Position) -> Option<OpponentWait> {
    let actions = position.actions();
    if !actions.draw {
        let passed = position.act(Action::Pass).ok()?;
        return matches!(passed, Next::Position(next) if !next.is_over())
            .then_some(OpponentWait::MustPass);
    }
    let Ok(Next::Draw(pending)) = position.act(Action::Draw) else { return None };
    let is_forced = actions.len() == 1;
    let wait = if is_forced { OpponentWait::MustDraw } else { OpponentWait::MayDraw };
    pending.each().all(|(_, next)| !next.is_over()).then_some(wait)
}

/// Of the cards that the side to act may draw, those that it could play from where the crown stands, and
/// how many may come.
fn rescue(position: &Position) -> Option<(Cards, u32)> {
    let Ok(Next::Draw(pending)) = position.act(Action::Draw) else { return None };
    let outcomes = pending.outcomes();
    Some((playable(position, position.side(), outcomes), outcomes.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What speaks for an action and against it, compared with another.
    fn facts(text: &str, action: &str, other: &str, feared: Option<&str>) -> [Vec<Fact>; 2] {
        let position: Position = text.parse().expect("a position");
        let [action, other] = [action, other].map(|it| it.parse().expect("an action"));
        let feared = feared.map(|it| it.parse().expect("an action"));
        let own = CrownFacts::of(&position, action, feared).expect("the game is not over");
        let others = CrownFacts::of(&position, other, None).expect("the game is not over");
        [own.good(&others), own.bad(position.side(), &others)]
            .map(|[seen, counted]| seen.into_iter().chain(counted).collect())
    }

    #[test]
    fn at_the_edge_the_opponent_may_have_no_reply() {
        let text = "9/4r4/9/9/9/9/9/9/9 e8 r N1,S1 N2,N3 4 4 - classic";
        let [good, _] = facts(text, "N1", "S1", None);
        assert!(matches!(good[0], Fact::NoReply { draws: true, rescue: Some(_) }), "{good:?}");
        let [good, bad] = facts(text, "S1", "N1", None);
        assert!(good.iter().all(|fact| matches!(fact, Fact::FollowUps { .. })), "{good:?}");
        assert!(matches!(&bad[0], Fact::Reply(landing, _) if landing.to.to_string() == "e9"));
    }

    #[test]
    fn a_reply_that_joins_is_named() {
        let text = "9/4w4/9/4w4/4r4/9/9/9/9 e5 r E1,W1,S1 N3,NW2 4 4 - classic";
        let [_, bad] = facts(text, "S1", "W1", None);
        let Fact::Reply(landing, effect) = &bad[0] else { panic!("{bad:?}") };
        assert_eq!((landing.to.to_string().as_str(), effect.joins.len()), ("e7", 2));
    }

    #[test]
    fn a_reply_that_places_the_last_rose_and_wins_is_named() {
        let rows = "wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww";
        let text = format!("{rows}/rrrrr4/9/9/9 e4 r E1,N1 E2 4 4 - classic");
        let [_, bad] = facts(&text, "E1", "N1*", None);
        let Fact::ReplyEnds(landing, Some(Side::White)) = &bad[0] else { panic!("{bad:?}") };
        assert_eq!(landing.to.to_string(), "h4");
    }
}
