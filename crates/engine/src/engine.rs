use core::mem::take;
use std::sync::Mutex;

use bosworth_rules::{Next, Position};

use crate::eval::over;
use crate::search::{Searcher, Star, Tree};
use crate::solver::{Patience, exact_analysis, forecast, insert_solved, is_near_the_end};
use crate::{
    Analysis, Evaluation, Forecast, HandMade, Network, SearchLimits, Solver, Value, Watch,
};

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
    solver: Option<Solver>,
}

/// How an engine is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// The search algorithm.
    pub search: SearchKind,
    /// The memory limit of a search, in MiB. Near the end, the solver takes half as much besides.
    pub hash: usize,
    /// Seeds other than 0 add a little noise to the evaluation, so that searches on several
    /// threads differ. The same seed gives the same answers.
    pub seed: u64,
    /// The static evaluation.
    pub judge: Judge,
    /// Whether positions near the end are given to the [`Solver`] first.
    pub solve: bool,
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
        Self { search: SearchKind::Tree, hash: 64, seed: 0, judge: Judge::Network, solve: true }
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
        // If a search panicked, the mutex is poisoned and its memory is dropped.
        let mut memory =
            self.memory.lock().map(|mut memory| take(&mut *memory)).unwrap_or_default();
        let analysis = if is_near_the_end(position) && limits.depth.is_none() && self.settings.solve
        {
            self.solve_or_search(&mut memory, position, limits, watch)
        } else {
            self.search(&mut memory, position, &*self.evaluation, limits, watch)
        };
        if let Ok(mut kept) = self.memory.lock() {
            *kept = memory;
        }
        analysis
    }

    /// Searches with the algorithm of the settings.
    fn search(
        &self,
        memory: &mut Memory,
        position: &Position,
        evaluation: &dyn Evaluation,
        limits: SearchLimits,
        watch: &mut dyn Watch,
    ) -> Analysis {
        let bytes = self.bytes();
        let mut analysis = match self.settings.search {
            SearchKind::Star => memory.star.get_or_insert_with(|| Star::new(bytes)).search(
                position,
                &*self.evaluation,
                limits,
                watch,
            ),
            SearchKind::Tree => memory
                .tree
                .get_or_insert_with(|| Tree::new(bytes, self.settings.seed))
                .search(position, evaluation, limits, watch),
        };
        // A search calls nothing exact but proven results.
        analysis.forecast = Forecast::of_results(position, &analysis.lines);
        analysis
    }

    fn bytes(&self) -> usize {
        self.settings.hash.max(1) << 20
    }

    /// Near the end: a short search, which estimates margins; then the solver, with a part of the
    /// budget; then, if that did not suffice, a search with the rest.
    fn solve_or_search(
        &self,
        memory: &mut Memory,
        position: &Position,
        limits: SearchLimits,
        watch: &mut dyn Watch,
    ) -> Analysis {
        let short = limits
            .nodes
            .map_or(SHORT_SEARCH_NODES, |nodes| (nodes / 8).clamp(2, SHORT_SEARCH_NODES));
        let evaluation = &*self.evaluation;
        let first = self.search(memory, position, evaluation, SearchLimits::nodes(short), watch);
        watch.report(&first);
        let cap = limits.nodes.map_or(MAX_SOLVER_NODES, |nodes| nodes / 2 * SOLVER_NODES_PER_NODE);
        let mut solver = memory.solver.take().unwrap_or_else(|| Solver::new(self.bytes() / 2));
        solver.clear();
        let mut patience = Patience { watch, nodes: first.nodes };
        let solution = solver.solve(position, SearchLimits::nodes(cap), &mut patience);
        let nodes = first.nodes + solution.nodes.div_ceil(SOLVER_NODES_PER_NODE);
        let analysis = if solution.complete {
            let mut solved = exact_analysis(position, &solution, &first, &mut solver);
            solved.nodes = nodes;
            solved.forecast = forecast(position, &solved, &mut solver);
            solved
        } else {
            // Out of time: the short search has to do.
            let mut searched = if watch.keep_on(nodes).is_break() {
                first
            } else {
                let left = limits.nodes.map(|all| all.saturating_sub(nodes).max(2));
                let limits = SearchLimits { nodes: left, ..limits };
                let mut searched = self.search(memory, position, evaluation, limits, watch);
                searched.nodes += nodes;
                searched
            };
            insert_solved(&mut searched, &solution);
            let known = searched.forecast;
            searched.forecast = known.or_else(|| Forecast::of(position, &searched.lines));
            searched
        };
        memory.solver = Some(solver);
        analysis
    }
}

/// The maximum length of the search before the solver.
const SHORT_SEARCH_NODES: u64 = 400;
/// The node limit of the solver if there is none on the whole search: half a second's work.
const MAX_SOLVER_NODES: u64 = 2_000_000;
/// A node of the solver evaluates nothing: it takes less than a thirtieth of the time of another
/// node, and counts as that.
pub(crate) const SOLVER_NODES_PER_NODE: u64 = 32;

impl Default for Engine {
    fn default() -> Self {
        Self::new(EngineSettings::default())
    }
}
