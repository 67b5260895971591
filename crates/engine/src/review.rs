//! Game review: how much was luck, how much was skill.
//!
//! V is Red's win chance, a draw counting as half, as estimated by a frozen engine. The change of
//! V over each ply is decomposed into three terms that always add up:
//!
//! - **skill**: the loss of the side that acted, the value of the best action less that of its
//!   own. Both come from the same search or, where that search hardly visited the action that
//!   was played, from a separate search after each. Never negative: nobody plays better than
//!   best. A forced ply is no decision.
//! - **luck**: of a draw, the value after the card less the mean over all cards that might have
//!   come up. All of them are searched with equal effort, so luck has expectation zero.
//! - **revision**: the residual, because a search one ply later sees more than the one before. It
//!   is small if the engine is good. Programs that hide it charge it to somebody's luck or skill.
//!
//! Before the first ply there is the luck of the deal. The identity is exact:
//!
//! ```text
//! result − start = deal luck + luck + skill + revision
//! ```
//!
//! where `start` is the expected result before the cards are dealt.
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

/// The review of a game, or of its plies so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// Red's expected result before the deal, or the value of the first position if the game did
    /// not begin with a deal.
    pub start: f64,
    /// Red's win chance in the first position.
    pub first: f64,
    /// The plies reviewed so far.
    pub plies: Vec<PlyReview>,
    /// Whether the last of these plies ended the game.
    pub finished: bool,
}

impl Review {
    /// Reviews a whole game. A [`Reviewer`] does the same step by step.
    pub fn of(game: &Game, engine: &Engine, limits: Limits) -> Self {
        let mut reviewer = Reviewer::new(game, engine, limits);
        while reviewer.step().is_some() {}
        reviewer.review
    }

    /// Red's result: 1, ½ or 0 if the game is finished, else Red's win chance.
    pub fn result(&self) -> f64 {
        self.plies.last().map_or(self.first, |ply| ply.after)
    }

    /// Where the result came from.
    pub fn balance(&self) -> Balance {
        Balance::of(self)
    }

    /// The performance of one side.
    pub fn summary(&self, side: Side) -> Summary {
        Summary::of(self, side)
    }
}

/// How much effort goes into a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A position of the game: up to the full limits.
    Full,
    /// A position after one of the cards of a draw: a [part](Effort::CARD_PART) of it, because
    /// there are ten of them on average and only their differences count.
    Card,
}

impl Effort {
    /// The search after a card gets one in this many of the full nodes.
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

/// With fewer nodes, a search does not examine every action.
const LEAST_NODES: u64 = 16;

/// Reviews a game ply by ply, so that progress can be shown and the review stopped at any time.
///
/// Each position of the game is searched once; the result serves both as the value after one
/// ply and as the analysis of the next decision.
pub struct Reviewer<'a, W = fn(Effort)> {
    game: &'a Game,
    engine: &'a Engine,
    limits: Limits,
    watch: W,
    /// The analysis of the current position; `None` before the first step.
    now: Option<Analysis>,
    review: Review,
}

impl<'a> Reviewer<'a> {
    /// A deterministic reviewer: with a node limit, the same game gives the same review.
    pub fn new(game: &'a Game, engine: &'a Engine, limits: Limits) -> Self {
        Self::watched(game, engine, limits, |_| ())
    }
}

impl<'a, W, T> Reviewer<'a, W>
where
    W: FnMut(Effort) -> T,
    T: Watch,
{
    /// A reviewer whose searches are watched, and so may be stopped by a clock.
    pub fn watched(game: &'a Game, engine: &'a Engine, limits: Limits, watch: W) -> Self {
        let review =
            Review { start: 0.5, first: 0.5, plies: Vec::new(), finished: game.start().is_over() };
        Self { game, engine, limits, watch, now: None, review }
    }

    /// The review so far.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// The review, consuming the reviewer.
    pub fn into_review(self) -> Review {
        self.review
    }

    /// Reviews the next ply; `None` when all are done.
    ///
    /// The first call also evaluates the first position, even if the game has no plies.
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

    /// Analyses the first position.
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

    /// The luck of the ply, if it was a draw.
    fn draw(&mut self, from: &Position, ply: Ply) -> Option<DrawLuck> {
        let Ply::Draw(drawn) = ply else { return None };
        let Ok(Next::Draw(pending)) = from.act(Action::Draw) else { return None };
        Some(DrawLuck::new(drawn, self.cards(&pending)))
    }

    /// Red's win chance after an action, from separate searches of its successors.
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

/// Yields a copy of each ply's review.
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

/// The decision of the side to act; `None` if the action was forced.
fn decision(position: &Position, played: Action, analysis: &Analysis) -> Option<Decision> {
    if position.actions().len() < 2 {
        return None;
    }
    // A search without results counts as if all actions were equal.
    let best = analysis.best().unwrap_or(played);
    let own = analysis.value_of(played).unwrap_or(analysis.value);
    let loss = analysis.value_of(best).unwrap_or(own).win_chance() - own.win_chance();
    let worth = |line: &Line| (line.action(), reds(position, line.value).win_chance());
    let actions = analysis.lines.iter().map(worth).collect();
    // The search may prefer an action to one with a higher value but few visits. Playing the
    // latter is not held against the player.
    Some(Decision { best, loss: loss.max(0.0), actions })
}

/// Whether the loss is too rough an estimate and needs separate searches.
///
/// A search spends few visits on bad actions, and stops as soon as it has proven a win, so large
/// losses and those next to a proven win are rough. Small differences are estimated better within
/// one search than across two, whose errors are independent.
fn is_rough(decision: &Decision, played: Action, analysis: &Analysis) -> bool {
    decision.best != played && (decision.loss >= SECOND_LOOK || analysis.exact)
}

/// The smallest loss that is searched again.
const SECOND_LOOK: f64 = 0.025;

/// Converts a value for the side to act to Red's point of view.
fn reds(position: &Position, value: Value) -> Value {
    match position.side() {
        Side::Red => value,
        Side::White => -value,
    }
}

/// Whether a first position was dealt; otherwise there is no luck of the deal.
fn is_dealt(position: &Position) -> bool {
    Side::ALL.into_iter().all(|side| position.roses(side).is_empty())
}

/// Red's expected result over all deals.
fn mean_of_deals(start: &Position) -> f64 {
    let first_mover = first_mover_constant(start.ruleset());
    match start.side() {
        Side::Red => first_mover,
        Side::White => 1.0 - first_mover,
    }
}

/// The win chance of the side that acts first, averaged over all deals.
///
/// Measured as the mean of V itself, so that the luck of the deal has expectation zero. With
/// another evaluation it should be measured again; an error in it biases the luck of the deal,
/// but the identity still holds.
pub const fn first_mover_constant(ruleset: Ruleset) -> f64 {
    match ruleset.ending {
        Ending::BothBlocked => FIRST_MOVER_BOTH_BLOCKED,
        Ending::EitherBlocked => FIRST_MOVER_EITHER_BLOCKED,
    }
}

/// The first mover's win chance where both sides must be blocked.
///
/// Hand-made evaluation, `classic`: 0.519 ± 0.002 (400 deals at 2 000 nodes), 0.520 ± 0.003
/// (100 deals at 20 000 nodes).
pub const FIRST_MOVER_BOTH_BLOCKED: f64 = 0.52;

/// The first mover's win chance where one blocked side ends the game.
///
/// Hand-made evaluation, `kingofroses`: 0.545 ± 0.011 (400 deals at 2 000 nodes), 0.557 ± 0.020
/// (100 deals at 20 000 nodes).
pub const FIRST_MOVER_EITHER_BLOCKED: f64 = 0.55;
