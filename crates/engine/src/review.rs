//! Game review: how much was luck, how much was skill.
//!
//! V is Red's win chance, a draw counting as half, as estimated by a frozen engine. The change of
//! V over each ply is decomposed into three terms that always add up:
//!
//! - **skill**: the loss of the side that acted, the value of the best action less that of its
//!   own. Both come from the same search or, where that search hardly visited the action that
//!   was played, from a separate search after each. Never negative: nobody plays better than
//!   best. A forced ply is not a decision.
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
//! use bosworth_engine::{Engine, SearchLimits, Review};
//! use bosworth_rules::Record;
//!
//! let record: Record = r#"[Deal "NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1"]
//!
//! 1. NE2 SW3 2. +N1 *"#.parse()?;
//! let review = Review::of(&record.replay()?, &Engine::default(), SearchLimits::nodes(100));
//! assert_eq!(review.plies.len(), 3);
//! assert!(review.plies[0].loss().unwrap() >= 0.0);
//! assert_eq!(review.plies[2].draw.as_ref().unwrap().cards.len(), 14);
//! assert!(review.balance().error().abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod deal;
mod depth;
mod judge;
mod ply;
mod summary;

use bosworth_rules::{Game, Position, Side};

use self::deal::mean_of_deals;
pub(crate) use self::judge::luck_of_draw;
use self::judge::reds_chance;
use crate::{Analysis, Engine, SearchLimits, Watch};

pub use deal::{FIRST_MOVER_BOTH_BLOCKED, FIRST_MOVER_EITHER_BLOCKED, first_mover_constant};
pub use depth::{ParseReviewDepthError, ReviewDepth};
pub use ply::{CardChance, DecisionReview, DrawLuck, Mark, PlyReview};
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
    pub fn of(game: &Game, engine: &Engine, limits: SearchLimits) -> Self {
        let mut reviewer = Reviewer::new(game, engine, limits);
        while reviewer.step().is_some() {}
        reviewer.review
    }

    /// A review of which no ply is done yet, given the search of the first position. As long as
    /// nobody has searched it, Red's chances are even.
    pub fn begin(game: &Game, first: Option<&Analysis>) -> Self {
        let start = game.start();
        let first = first.map_or(0.5, |analysis| reds_chance(start, analysis.win_chance()));
        Self {
            start: mean_of_deals(start).unwrap_or(first),
            first,
            plies: Vec::new(),
            finished: start.is_over(),
        }
    }

    /// Adds the next ply.
    pub fn push(&mut self, game: &Game, ply: PlyReview) {
        self.finished = game.positions()[ply.number].is_over();
        self.plies.push(ply);
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
    pub fn limits(self, full: SearchLimits) -> SearchLimits {
        match self {
            Self::Full => full,
            Self::Card => {
                let nodes = full.nodes.map(|nodes| (nodes / Self::CARD_PART).max(MIN_NODES));
                SearchLimits { nodes, ..full }
            }
        }
    }
}

/// With fewer nodes, a search does not examine every action.
const MIN_NODES: u64 = 16;

/// Reviews a game ply by ply, so that progress can be shown and the review stopped at any time.
///
/// Each position of the game is searched once: as what one ply led to, and as where the next
/// one was chosen. `bosworth-analysis` does the same on several threads.
pub struct Reviewer<'a, W = fn(Effort)> {
    game: &'a Game,
    engine: &'a Engine,
    limits: SearchLimits,
    watch: W,
    /// The analysis of the current position; `None` before the first step.
    now: Option<Analysis>,
    review: Review,
}

impl<'a> Reviewer<'a> {
    /// A deterministic reviewer: with a node limit, the same game gives the same review.
    pub fn new(game: &'a Game, engine: &'a Engine, limits: SearchLimits) -> Self {
        Self::watched(game, engine, limits, |_| ())
    }
}

impl<'a, W, T> Reviewer<'a, W>
where
    W: FnMut(Effort) -> T,
    T: Watch,
{
    /// A reviewer whose searches are watched, and so may be stopped by a clock.
    pub fn watched(game: &'a Game, engine: &'a Engine, limits: SearchLimits, watch: W) -> Self {
        Self { game, engine, limits, watch, now: None, review: Review::begin(game, None) }
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
        let Self { game, engine, limits, watch, now, review } = self;
        let mut search = |position: &Position, effort: Effort| {
            engine.analyse_watched(position, effort.limits(*limits), &mut watch(effort))
        };
        let before = now.take().unwrap_or_else(|| {
            let first = search(game.start(), Effort::Full);
            *review = Review::begin(game, Some(&first));
            first
        });
        let index = review.plies.len();
        let Some(next) = game.positions().get(index + 1) else {
            *now = Some(before);
            return None;
        };
        let after = search(next, Effort::Full);
        let ply = PlyReview::of(game, index, &before, &after, &mut search);
        *now = Some(after);
        review.push(game, ply);
        review.plies.last()
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
