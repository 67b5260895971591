use core::mem::take;
use std::sync::Mutex;

use bosworth_rules::{Next, Position};

use crate::eval::over;
use crate::search::{Searcher, Star, Tree};
use crate::{Analysis, Evaluation, HandMade, Limits, Network, Value, Watch};

/// A computer player: an evaluation and a way to look ahead.
///
/// ```
/// use bosworth_engine::{Engine, Limits};
/// use bosworth_rules::{Next, Position};
///
/// let start: Position =
///     "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".parse()?;
/// let analysis = Engine::default().analyse(&start, Limits::nodes(2_000));
/// let best = analysis.best().expect("the game goes on");
/// assert!(start.actions().contains(best));
/// assert!(analysis.value.win_chance() > 0.2);
/// # Ok::<(), bosworth_rules::ParsePositionError>(())
/// ```
pub struct Engine {
    evaluation: Box<dyn Evaluation + Send>,
    settings: Settings,
    /// The memory of the last search, kept so that the next one need not ask for it again.
    /// Nothing of what it found is used: every search starts from nothing.
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    tree: Option<Tree>,
    star: Option<Star>,
}

/// How an engine is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How it looks ahead.
    pub search: SearchKind,
    /// How much memory a search may take, in MiB.
    pub hash: usize,
    /// Engines with different seeds look at things a little differently; with the same seed
    /// they do the same.
    pub seed: u64,
    /// How it judges positions without looking ahead.
    pub judge: Judge,
}

/// The ways to judge positions without looking ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// The trained network that comes with the program.
    Network,
    /// The evaluation made by hand.
    HandMade,
}

/// The ways to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchKind {
    /// Full width with Star2 pruning.
    Star,
    /// A tree that grows where it matters.
    Tree,
}

impl Default for Settings {
    fn default() -> Self {
        Self { search: SearchKind::Tree, hash: 64, seed: 0, judge: Judge::Network }
    }
}

impl Engine {
    /// An engine with an evaluation that comes with the program.
    pub fn new(settings: Settings) -> Self {
        match settings.judge {
            Judge::Network => Self::with(Network::shipped(), settings),
            Judge::HandMade => Self::with(HandMade::new(), settings),
        }
    }

    /// An engine with an evaluation of one's own, whatever the settings say of it.
    pub fn with(evaluation: impl Evaluation + Send + 'static, settings: Settings) -> Self {
        Self { evaluation: Box::new(evaluation), settings, memory: Mutex::default() }
    }

    /// Analyses a position within limits.
    pub fn analyse(&self, position: &Position, limits: Limits) -> Analysis {
        self.analyse_watched(position, limits, &mut ())
    }

    /// Analyses a position by a tree and shows what that tree looked at at least so often, with
    /// its value for the side to act or to draw: for training, where such positions are worth as
    /// much as the ones that were played.
    pub fn analyse_and_show(
        &self,
        position: &Position,
        limits: Limits,
        least: u32,
        see: &mut dyn FnMut(&Next, Value),
    ) -> Analysis {
        let analysis = self.analyse(position, limits);
        if analysis.nodes > 0
            && !analysis.exact
            && let Ok(memory) = self.memory.lock()
            && let Some(tree) = &memory.tree
        {
            tree.show(position, least, see);
        }
        analysis
    }

    /// Analyses a position, tells a watcher how it goes and lets it stop the search.
    ///
    /// The watcher is no type parameter on purpose: the search is compiled once, in this crate.
    pub fn analyse_watched(
        &self,
        position: &Position,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Analysis {
        if let Some(value) = over(position) {
            return Analysis { value, exact: true, ..Analysis::default() };
        }
        let evaluation = &*self.evaluation;
        let Settings { search, hash, seed, .. } = self.settings;
        let bytes = hash.max(1) << 20;
        let star_bytes = if search == SearchKind::Star { bytes } else { SOLVE_BYTES };
        // A search that panicked leaves no harm behind: its memory is thrown away.
        let mut memory =
            self.memory.lock().map(|mut memory| take(&mut *memory)).unwrap_or_default();
        let cap = limits.nodes.map_or(SOLVE_NODES, |nodes| SOLVE_NODES.min(nodes / 2));
        let solvable = position.supply() <= SOLVED_BELOW && limits.depth.is_none() && cap > 0;
        let exact = solvable.then(|| {
            let star = memory.star.get_or_insert_with(|| Star::new(star_bytes));
            star.search(position, evaluation, Limits::nodes(cap), watch)
        });
        let limits = match &exact {
            Some(tried) => {
                Limits { nodes: limits.nodes.map(|nodes| nodes - tried.nodes), ..limits }
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

/// With so few roses left, it is tried to see everything to the end first.
const SOLVED_BELOW: u8 = 2;
/// How many nodes that may cost.
const SOLVE_NODES: u64 = 100_000;
/// How much memory that may take, if the engine searches in another way.
const SOLVE_BYTES: usize = 4 << 20;

impl Default for Engine {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}
