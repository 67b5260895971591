use std::ops::ControlFlow;

use anyhow::{Context, Result};
use bosworth_analysis::{Budget, StopSign, Timer};
use bosworth_engine::{AlphaBeta, Engine, Greedy, LadderPlayer, Level, RandomPlayer, Uct, Watch};
use bosworth_rules::{Action, Game};

/// A player of a match. An error forfeits the game.
pub(crate) trait Contestant: Send {
    /// Starts a new game. The seed determines the player's random choices.
    fn begin(&mut self, seed: u64) -> Result<()>;

    /// Chooses an action in a game in progress.
    fn choose(&mut self, game: &Game) -> Result<Action>;
}

/// The only legal action, if there is just one.
fn forced(game: &Game) -> Option<Action> {
    let mut actions = game.position().actions().iter();
    let first = actions.next()?;
    actions.next().is_none().then_some(first)
}

/// A frozen player of known strength.
pub(crate) struct Ladder {
    kind: LadderKind,
    budget: Option<Budget>,
    stop: StopSign,
    player: Box<dyn LadderPlayer + Send>,
}

/// The kind of frozen player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LadderKind {
    Random,
    Greedy,
    Uct,
    /// Alpha-beta, to at most this depth in plies.
    AlphaBeta(u32),
}

impl Ladder {
    pub(crate) fn new(kind: LadderKind, budget: Option<Budget>, stop: StopSign) -> Self {
        Self { kind, budget, stop, player: player(kind, 0) }
    }
}

fn player(kind: LadderKind, seed: u64) -> Box<dyn LadderPlayer + Send> {
    match kind {
        LadderKind::Random => Box::new(RandomPlayer::new(seed)),
        LadderKind::Greedy => Box::new(Greedy),
        LadderKind::Uct => Box::new(Uct::new(seed)),
        LadderKind::AlphaBeta(depth) => Box::new(AlphaBeta::new(depth)),
    }
}

impl Contestant for Ladder {
    fn begin(&mut self, seed: u64) -> Result<()> {
        self.player = player(self.kind, seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Action> {
        if let Some(forced) = forced(game) {
            return Ok(forced);
        }
        let limits = self.budget.map(Budget::limits).unwrap_or_default();
        let mut watch = BudgetStop::new(self.budget, &self.stop);
        Ok(self.player.choose(game.position(), limits, &mut watch))
    }
}

/// The engine with one of its searches.
pub(crate) struct EnginePlayer {
    engine: Engine,
    budget: Budget,
    stop: StopSign,
}

impl EnginePlayer {
    /// The engine's own seed stays 0: others add noise to its values, and the match should measure
    /// the plain engine. The deals make games different enough.
    pub(crate) fn new(engine: Engine, budget: Budget, stop: StopSign) -> Self {
        Self { engine, budget, stop }
    }
}

impl Contestant for EnginePlayer {
    fn begin(&mut self, _: u64) -> Result<()> {
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Action> {
        if let Some(forced) = forced(game) {
            return Ok(forced);
        }
        let mut watch = BudgetStop::new(Some(self.budget), &self.stop);
        let limits = self.budget.limits();
        let analysis = self.engine.analyse_watched(game.position(), limits, &mut watch);
        analysis.best().context("the engine found nothing to do")
    }
}

/// The engine at one of its weaker levels.
pub(crate) struct LevelPlayer {
    level: Level,
    seed: u64,
}

impl LevelPlayer {
    pub(crate) const fn new(level: Level) -> Self {
        Self { level, seed: 0 }
    }
}

impl Contestant for LevelPlayer {
    fn begin(&mut self, seed: u64) -> Result<()> {
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Action> {
        Ok(self.level.choose(game.position(), self.seed))
    }
}

/// Stops a search when its budget is spent or the match is decided.
///
/// It counts nodes as well, since the alpha-beta player only knows depths: that one stops at the
/// first multiple of 512 nodes.
struct BudgetStop {
    timer: Timer,
    nodes: Option<u64>,
}

impl BudgetStop {
    fn new(budget: Option<Budget>, stop: &StopSign) -> Self {
        let timer = budget.map_or_else(|| Timer::new(None, stop), |budget| budget.timer(stop));
        Self { timer, nodes: budget.and_then(|budget| budget.limits().nodes) }
    }
}

impl Watch for BudgetStop {
    fn keep_on(&mut self, nodes: u64) -> ControlFlow<()> {
        if self.nodes.is_some_and(|most| nodes >= most) {
            return ControlFlow::Break(());
        }
        self.timer.keep_on(nodes)
    }

    fn time_spent(&self) -> f32 {
        self.timer.time_spent()
    }
}
