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

mod annotate;
mod deal;
mod depth;
mod judge;
mod ply;
mod summary;

use bosworth_rules::{Game, Position, Side};

use self::deal::mean_of_deals;
use self::judge::reds;
use crate::{Analysis, Engine, Limits, Watch};

pub use deal::{FIRST_MOVER_BOTH_BLOCKED, FIRST_MOVER_EITHER_BLOCKED, first_mover_constant};
pub use depth::{ParseReviewDepthError, ReviewDepth};
pub use ply::{CardChance, DecisionReview, DrawLuck, Mark, PlyReview};
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

    /// A review of which no ply is done yet, given the search of the first position. As long as
    /// nobody has searched it, Red's chances are even.
    pub fn begin(game: &Game, first: Option<&Analysis>) -> Self {
        let start = game.start();
        let first = first.map_or(0.5, |analysis| reds(start, analysis.value).win_chance());
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
    pub fn limits(self, full: Limits) -> Limits {
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
/// one was chosen. `bosworth-analysis` does the same on several threads.
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
        Self { game, engine, limits, watch, now: None, review: Review::begin(game, None) }
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
