//! What was luck and what was skill in a game that was played.
//!
//! V is the win chance of Red, a draw counted as half, as a frozen engine sees it. Every ply
//! changes it, for three reasons that always add up to the change:
//!
//! - **skill**: the side that acted did not do the best. What it lost is the value of the best
//!   action less the value of its own, both from the same search or, where that search hardly
//!   looked at its own, from a search after each. Never a gain: nobody plays better than best.
//!   A ply without another choice is no decision.
//! - **luck**: a card came up. It is the value after that card less the mean over all cards
//!   the pile could have given, all of them searched alike, so that luck is fair: over every
//!   card that might have come up it adds up to nothing.
//! - **revision**: what is left, because a search one ply on sees more than the one before. It
//!   is small if the engine is good. Programs that hide it book it as somebody's luck or fault.
//!
//! Before the first ply there is the luck of the deal. So, to the last digit,
//!
//! ```text
//! result − start = deal luck + luck + skill + revision
//! ```
//!
//! where the start is what the first mover has on average, before the cards are dealt.
//!
//! ```
//! use bosworth_engine::{Engine, Limits, Review};
//! use bosworth_rules::Record;
//!
//! let record: Record = r#"[Deal "NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1"]
//!
//! 1. NE2 SW3 2. +N1 *"#.parse()?;
//! let review = Review::of(&record.replay()?, &Engine::default(), Limits::nodes(100));
//! assert_eq!(review.plies.len(), 3);
//! assert!(review.plies[0].loss().unwrap() >= 0.0);
//! assert_eq!(review.plies[2].draw.as_ref().unwrap().cards.len(), 14);
//! assert!(review.balance().error().abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ply;
mod summary;

use bosworth_rules::{Action, Card, Ending, Game, Next, PendingDraw, Ply, Position, Ruleset, Side};

use crate::{Analysis, Engine, Limits, Line, Value, Watch};

pub use ply::{CardChance, Decision, DrawLuck, Mark, PlyReview};
pub use summary::{ACCURACY_DECAY, Balance, Summary, Swing};

/// A game that was looked through, or as much of it as has been done.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// What Red has on average before the deal, or the value of the first position where the
    /// game did not begin with a deal.
    pub start: f64,
    /// The win chance of Red in the first position.
    pub first: f64,
    /// Ply by ply.
    pub plies: Vec<PlyReview>,
    /// Whether the last position of these plies is the end of the game.
    pub finished: bool,
}

impl Review {
    /// Looks a whole game through. A [`Reviewer`] does the same step by step.
    pub fn of(game: &Game, engine: &Engine, limits: Limits) -> Self {
        let mut reviewer = Reviewer::new(game, engine, limits);
        while reviewer.step().is_some() {}
        reviewer.review
    }

    /// What Red has at the end: 1, ½ or 0 if the game is finished, else the win chance.
    pub fn result(&self) -> f64 {
        self.plies.last().map_or(self.first, |ply| ply.after)
    }

    /// Where the result came from.
    pub fn balance(&self) -> Balance {
        Balance::of(self)
    }

    /// How one side did.
    pub fn summary(&self, side: Side) -> Summary {
        Summary::of(self, side)
    }
}

/// How hard a position is to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A position of the game: all that the limits allow.
    Full,
    /// A position after one of the cards of a draw: a [part](Effort::CARD_PART) of it, because
    /// there are ten of them on average and only their differences count.
    Card,
}

impl Effort {
    /// A card gets one part in so many.
    pub const CARD_PART: u64 = 10;

    /// The limits of a search, given those of a full one.
    fn limits(self, full: Limits) -> Limits {
        match self {
            Self::Full => full,
            Self::Card => {
                let nodes = full.nodes.map(|nodes| (nodes / Self::CARD_PART).max(LEAST_NODES));
                Limits { nodes, ..full }
            }
        }
    }
}

/// Fewer nodes than this do not even see every action of the position.
const LEAST_NODES: u64 = 16;

/// Looks a game through, ply by ply, so that it can be shown and stopped at any time.
///
/// Each position of the game is searched once: as what one ply led to, and as where the next
/// one was chosen.
pub struct Reviewer<'a, W = fn(Effort)> {
    game: &'a Game,
    engine: &'a Engine,
    limits: Limits,
    watch: W,
    /// The search of the last position that was reached; none before the first step.
    now: Option<Analysis>,
    review: Review,
}

impl<'a> Reviewer<'a> {
    /// A reviewer that searches each position within the same limits: the same game gives the
    /// same review.
    pub fn new(game: &'a Game, engine: &'a Engine, limits: Limits) -> Self {
        Self::watched(game, engine, limits, |_| ())
    }
}

impl<'a, W, T> Reviewer<'a, W>
where
    W: FnMut(Effort) -> T,
    T: Watch,
{
    /// A reviewer whose every search is watched, and so may be stopped by a clock.
    pub fn watched(game: &'a Game, engine: &'a Engine, limits: Limits, watch: W) -> Self {
        let review =
            Review { start: 0.5, first: 0.5, plies: Vec::new(), finished: game.start().is_over() };
        Self { game, engine, limits, watch, now: None, review }
    }

    /// What is done so far.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// What was done.
    pub fn into_review(self) -> Review {
        self.review
    }

    /// Reviews the next ply; none when all are done.
    ///
    /// A game without plies has a first position all the same: it is valued here too.
    pub fn step(&mut self) -> Option<&PlyReview> {
        let before = match self.now.take() {
            Some(analysis) => analysis,
            None => self.begin(),
        };
        let index = self.review.plies.len();
        let Some(&ply) = self.game.plies().get(index) else {
            self.now = Some(before);
            return None;
        };
        let (from, to) = (&self.game.positions()[index], &self.game.positions()[index + 1]);
        let after = self.analyse(to, Effort::Full);
        let after_chance = reds(to, after.value).win_chance();
        let draw = self.draw(from, ply);
        let mut decision = decision(from, ply.action(), &before);
        if let Some(decision) = &mut decision
            && is_rough(decision, ply.action(), &before)
        {
            let own = draw.as_ref().map_or(after_chance, |draw| draw.mean);
            let best = self.chance_after(from, decision.best).unwrap_or(own);
            decision.loss = ply::seen_by(from.side(), best - own).max(0.0);
        }
        let review = PlyReview {
            number: index + 1,
            side: from.side(),
            ply,
            before: reds(from, before.value).win_chance(),
            after: after_chance,
            margin: f64::from(reds(to, after.value).margin),
            decision,
            draw,
        };
        self.now = Some(after);
        self.review.finished = to.is_over();
        self.review.plies.push(review);
        self.review.plies.last()
    }

    /// Values the first position.
    fn begin(&mut self) -> Analysis {
        let start = self.game.start();
        let analysis = self.analyse(start, Effort::Full);
        let first = reds(start, analysis.value).win_chance();
        self.review.first = first;
        self.review.start = if is_dealt(start) { mean_of_deals(start) } else { first };
        analysis
    }

    fn analyse(&mut self, position: &Position, effort: Effort) -> Analysis {
        let limits = effort.limits(self.limits);
        self.engine.analyse_watched(position, limits, &mut (self.watch)(effort))
    }

    /// What every card would have done, if the ply was a draw.
    fn draw(&mut self, from: &Position, ply: Ply) -> Option<DrawLuck> {
        let Ply::Draw(drawn) = ply else { return None };
        let Ok(Next::Draw(pending)) = from.act(Action::Draw) else { return None };
        Some(DrawLuck::new(drawn, self.cards(&pending)))
    }

    /// The win chance of Red after an action, from searches of what it leads to.
    fn chance_after(&mut self, from: &Position, action: Action) -> Option<f64> {
        match from.act(action).ok()? {
            Next::Position(next) => {
                let value = self.analyse(&next, Effort::Full).value;
                Some(reds(&next, value).win_chance())
            }
            Next::Draw(pending) => Some(ply::mean(&self.cards(&pending))),
        }
    }

    fn cards(&mut self, pending: &PendingDraw) -> Vec<CardChance> {
        pending.outcomes().iter().filter_map(|card| self.card(pending, card)).collect()
    }

    fn card(&mut self, pending: &PendingDraw, card: Card) -> Option<CardChance> {
        let next = pending.resolve(card).ok()?;
        let value = self.analyse(&next, Effort::Card).value;
        Some(CardChance { card, win_chance: reds(&next, value).win_chance() })
    }
}

/// Gives a copy of each ply's review as it is done.
impl<W, T> Iterator for Reviewer<'_, W>
where
    W: FnMut(Effort) -> T,
    T: Watch,
{
    type Item = PlyReview;

    fn next(&mut self) -> Option<PlyReview> {
        self.step().cloned()
    }
}

/// What the side to act gave away; none if it had no choice.
fn decision(position: &Position, played: Action, analysis: &Analysis) -> Option<Decision> {
    if position.actions().len() < 2 {
        return None;
    }
    // A search too short to look at anything thinks that all actions are equal.
    let best = analysis.best().unwrap_or(played);
    let own = analysis.value_of(played).unwrap_or(analysis.value);
    let loss = analysis.value_of(best).unwrap_or(own).win_chance() - own.win_chance();
    let worth = |line: &Line| (line.action(), reds(position, line.value).win_chance());
    let actions = analysis.lines.iter().map(worth).collect();
    // The search may trust an action more than one with a higher but hardly examined value.
    // Whoever plays that one is not blamed for it.
    Some(Decision { best, loss: loss.max(0.0), actions })
}

/// Whether a search of the position is no sure judge of the action that was done.
///
/// A search spends little on what looks bad, and ends as soon as it has found a sure win, so
/// both large losses and those beside a sure win are rough. Small differences are better judged
/// by one search than by two.
fn is_rough(decision: &Decision, played: Action, analysis: &Analysis) -> bool {
    decision.best != played && (decision.loss >= SECOND_LOOK || analysis.exact)
}

/// A loss from which on it is looked at again.
const SECOND_LOOK: f64 = 0.025;

/// A value for the side to act, seen by Red.
fn reds(position: &Position, value: Value) -> Value {
    match position.side() {
        Side::Red => value,
        Side::White => -value,
    }
}

/// Whether a position is one that dealing leads to: other first positions owe nothing to luck.
fn is_dealt(position: &Position) -> bool {
    Side::ALL.into_iter().all(|side| position.roses(side).is_empty())
}

/// What Red has on average over all deals.
fn mean_of_deals(start: &Position) -> f64 {
    let first_mover = first_mover_constant(start.ruleset());
    match start.side() {
        Side::Red => first_mover,
        Side::White => 1.0 - first_mover,
    }
}

/// The win chance of the side that begins, on average over all deals.
///
/// Measured as the mean of V itself, so that the luck of the deal is nothing on average. An
/// engine with another evaluation may want it measured again; a constant that is off by a
/// little moves that little from the deal to the other terms and harms no sum.
pub const fn first_mover_constant(ruleset: Ruleset) -> f64 {
    match ruleset.ending {
        Ending::BothBlocked => FIRST_MOVER_BOTH_BLOCKED,
        Ending::EitherBlocked => FIRST_MOVER_EITHER_BLOCKED,
    }
}

/// The first mover's constant where both sides must be blocked.
///
/// Hand-made evaluation, `classic`: 0.519 ± 0.002 (400 deals at 2 000 nodes), 0.520 ± 0.003
/// (100 deals at 20 000 nodes).
pub const FIRST_MOVER_BOTH_BLOCKED: f64 = 0.52;

/// The first mover's constant where one blocked side ends the game.
///
/// Hand-made evaluation, `kingofroses`: 0.545 ± 0.011 (400 deals at 2 000 nodes), 0.557 ± 0.020
/// (100 deals at 20 000 nodes).
pub const FIRST_MOVER_EITHER_BLOCKED: f64 = 0.55;
