use std::ops::ControlFlow;

use anyhow::{Context, Result};
use bosworth_analysis::{Budget, StopSign, Timer};
use bosworth_engine::{AlphaBeta, Engine, Greedy, LadderPlayer, Level, RandomPlayer, Uct, Watch};
use bosworth_rules::{Action, Game};

/// Somebody who plays game after game. An error loses the game, and says why.
pub(crate) trait Contestant: Send {
    /// A new game begins. Whatever a player leaves to luck follows from the seed.
    fn begin(&mut self, seed: u64) -> Result<()>;

    /// Chooses in a game that goes on.
    fn choose(&mut self, game: &Game) -> Result<Action>;
}

/// The only action there is, which nobody needs to think about.
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

/// Which of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LadderKind {
    Random,
    Greedy,
    Uct,
    /// At most so many plies deep.
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
        let mut watch = Spender::new(self.budget, &self.stop);
        Ok(self.player.choose(game.position(), limits, &mut watch))
    }
}

/// The engine with one of its searches.
pub(crate) struct Looker {
    engine: Engine,
    budget: Budget,
    stop: StopSign,
}

impl Looker {
    /// The engine's own seed stays 0: others shake its values a little, and what is to be
    /// measured is the engine as it is. Different deals make games different enough.
    pub(crate) fn new(engine: Engine, budget: Budget, stop: StopSign) -> Self {
        Self { engine, budget, stop }
    }
}

impl Contestant for Looker {
    fn begin(&mut self, _: u64) -> Result<()> {
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Action> {
        if let Some(forced) = forced(game) {
            return Ok(forced);
        }
        let mut watch = Spender::new(Some(self.budget), &self.stop);
        let limits = self.budget.limits();
        let analysis = self.engine.analyse_watched(game.position(), limits, &mut watch);
        analysis.best().context("the engine found nothing to do")
    }
}

/// The engine as weak as people like it.
pub(crate) struct Leveled {
    level: Level,
    seed: u64,
}

impl Leveled {
    pub(crate) const fn new(level: Level) -> Self {
        Self { level, seed: 0 }
    }
}

impl Contestant for Leveled {
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
/// Nodes are watched here too, as the alpha-beta player knows only depths: it stops at the
/// first multiple of 512 nodes.
struct Spender {
    timer: Timer,
    nodes: Option<u64>,
}

impl Spender {
    fn new(budget: Option<Budget>, stop: &StopSign) -> Self {
        let timer = budget.map_or_else(|| Timer::new(None, stop), |budget| budget.timer(stop));
        Self { timer, nodes: budget.and_then(|budget| budget.limits().nodes) }
    }
}

impl Watch for Spender {
    fn keep_on(&mut self, nodes: u64) -> ControlFlow<()> {
        if self.nodes.is_some_and(|most| nodes >= most) {
            return ControlFlow::Break(());
        }
        self.timer.keep_on(nodes)
    }
}
