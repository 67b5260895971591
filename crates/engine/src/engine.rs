use core::mem::take;
use std::sync::Mutex;

use bosworth_rules::{Next, Position};

use crate::eval::over;
use crate::search::{Searcher, Star, Tree};
use crate::{Analysis, Evaluation, HandMade, Network, SearchLimits, Value, Watch};

/// A computer player: an evaluation and a search.
///
/// ```
/// use bosworth_engine::{Engine, SearchLimits};
/// use bosworth_rules::{Next, Position};
///
/// let start: Position =
///     "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".parse()?;
/// let analysis = Engine::default().analyse(&start, SearchLimits::nodes(2_000));
/// let best = analysis.best().expect("the game goes on");
/// assert!(start.actions().contains(best));
/// assert!(analysis.value.win_chance() > 0.2);
/// # Ok::<(), bosworth_rules::ParsePositionError>(())
/// ```
pub struct Engine {
    evaluation: Box<dyn Evaluation + Send>,
    settings: EngineSettings,
    /// The allocations of the last search, for reuse by the next. Only the memory is reused:
    /// every search starts from scratch, so that answers do not depend on earlier ones.
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    tree: Option<Tree>,
    star: Option<Star>,
}

/// How an engine is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// The search algorithm.
    pub search: SearchKind,
    /// The memory limit of a search, in MiB.
    pub hash: usize,
    /// Seeds other than 0 add a little noise to the evaluation, so that searches on several
    /// threads differ. The same seed gives the same answers.
    pub seed: u64,
    /// The static evaluation.
    pub judge: Judge,
}

/// The built-in static evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// The shipped network.
    Network,
    /// The hand-made evaluation.
    HandMade,
}

/// The search algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchKind {
    /// Full-width expectimax with Star2 pruning.
    Star,
    /// Best-first tree search with PUCT selection.
    Tree,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self { search: SearchKind::Tree, hash: 64, seed: 0, judge: Judge::Network }
    }
}

impl Engine {
    /// An engine with one of the built-in evaluations.
    pub fn new(settings: EngineSettings) -> Self {
        match settings.judge {
            Judge::Network => Self::with(Network::shipped(), settings),
            Judge::HandMade => Self::with(HandMade::new(), settings),
        }
    }

    /// An engine with a custom evaluation, which overrides [`EngineSettings::judge`].
    pub fn with(evaluation: impl Evaluation + Send + 'static, settings: EngineSettings) -> Self {
        Self { evaluation: Box::new(evaluation), settings, memory: Mutex::default() }
    }

    /// Analyses a position within limits.
    pub fn analyse(&self, position: &Position, limits: SearchLimits) -> Analysis {
        self.analyse_watched(position, limits, &mut ())
    }

    /// Analyses a position and shows every node of the search tree with at least `least` visits,
    /// with its value for the side to act or to draw. Meant for training, where these positions
    /// are as useful as those that were played.
    pub fn analyse_and_show(
        &self,
        position: &Position,
        limits: SearchLimits,
        least: u32,
        see: &mut dyn FnMut(&Next, Value),
    ) -> Analysis {
        let analysis = self.analyse(position, limits);
        if analysis.nodes > 0 && !analysis.exact {
            let memory = self.memory.lock();
            if let Some(tree) = memory.as_ref().ok().and_then(|memory| memory.tree.as_ref()) {
                tree.show(position, least, see);
            }
        }
        analysis
    }

    /// Analyses a position, reporting progress to a watcher that may stop the search.
    ///
    /// The watcher is a trait object rather than a type parameter so that the search is
    /// monomorphised once, in this crate.
    pub fn analyse_watched(
        &self,
        position: &Position,
        limits: SearchLimits,
        watch: &mut dyn Watch,
    ) -> Analysis {
        if let Some(value) = over(position) {
            return Analysis { value, exact: true, ..Analysis::default() };
        }
        let evaluation = &*self.evaluation;
        let EngineSettings { search, hash, seed, .. } = self.settings;
        let bytes = hash.max(1) << 20;
        let star_bytes = if search == SearchKind::Star { bytes } else { SOLVE_BYTES };
        // If a search panicked, the mutex is poisoned and its memory is dropped.
        let mut memory =
            self.memory.lock().map(|mut memory| take(&mut *memory)).unwrap_or_default();
        let cap = limits.nodes.map_or(SOLVE_NODES, |nodes| SOLVE_NODES.min(nodes / 2));
        let solvable = position.supply() <= SOLVED_BELOW && limits.depth.is_none() && cap > 0;
        let exact = solvable.then(|| {
            let star = memory.star.get_or_insert_with(|| Star::new(star_bytes));
            star.search(position, evaluation, SearchLimits::nodes(cap), watch)
        });
        let limits = match &exact {
            Some(tried) => {
                SearchLimits { nodes: limits.nodes.map(|nodes| nodes - tried.nodes), ..limits }
            }
            None => limits,
        };
        let analysis = match search {
            _ if exact.as_ref().is_some_and(|analysis| analysis.exact) => exact.unwrap_or_default(),
            SearchKind::Star => memory
                .star
                .get_or_insert_with(|| Star::new(star_bytes))
                .search(position, evaluation, limits, watch),
            SearchKind::Tree => memory
                .tree
                .get_or_insert_with(|| Tree::new(bytes, seed))
                .search(position, evaluation, limits, watch),
        };
        if let Ok(mut kept) = self.memory.lock() {
            *kept = memory;
        }
        analysis
    }
}

/// With at most this many roses left, an exhaustive search to the end is tried first.
const SOLVED_BELOW: u8 = 2;
/// The node limit of that attempt.
const SOLVE_NODES: u64 = 100_000;
/// The transposition table of that attempt, if the engine otherwise searches by a tree.
const SOLVE_BYTES: usize = 4 << 20;

impl Default for Engine {
    fn default() -> Self {
        Self::new(EngineSettings::default())
    }
}
