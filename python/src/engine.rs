//! The engine: analyses, levels, rollouts, reviews, and static evaluations in batches.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bosworth_engine::{
    Analysis, Engine, EngineSettings, Evaluation, HandMade, Judge, Level, Network, Rollout,
    RolloutSettings, SearchKind, SearchLimits, Watch,
};
use bosworth_rules::{Action, Position, Verdict};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::game::PyGame;
use crate::observation::read_positions;
use crate::position::PyPosition;
use crate::review::{PyReview, review};
use crate::text::refused;
use crate::whole::{AnyWhole, Whole};

/// A computer player. It sees positions only, so it cannot know the order of a pile. With a limit on nodes,
/// the same position and seed give the same answer on every machine. Threads may share an engine.
///
/// >>> from bosworth import Engine, Position
/// >>> start = Position("9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic")
/// >>> analysis = Engine().analyse(start, nodes=2_000)
/// >>> analysis.best in start.actions(), 0.2 < analysis.win_chance < 0.8
/// (True, True)
#[pyclass(name = "Engine", module = "bosworth", frozen)]
pub(crate) struct PyEngine {
    engine: Engine,
    settings: EngineSettings,
}

/// The largest memory of a search, in MiB.
const MAX_HASH_MIB: usize = 16_384;
/// The nodes of a search without a limit.
const DEFAULT_NODES: u64 = 10_000;
/// How often a search asks Python whether Ctrl-C was pressed.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

#[pymethods]
impl PyEngine {
    /// An engine. `search` is "tree" or "star", `evaluation` is "network" or "hand"; `hash` is the
    /// memory of a search in MiB. Seeds other than 0 add a little noise.
    #[new]
    #[pyo3(signature = (*, hash = AnyWhole::from(64), seed = Whole(0), search = "tree", evaluation = "network"))]
    fn new(hash: AnyWhole, seed: Whole<u64>, search: &str, evaluation: &str) -> PyResult<Self> {
        let size = hash.get().filter(|size| (1..=MAX_HASH_MIB).contains(size));
        let size = size
            .ok_or_else(|| refused(format_args!("hash is 1 to {MAX_HASH_MIB} MiB, not {hash}")))?;
        let search = match search {
            "tree" => SearchKind::Tree,
            "star" => SearchKind::Star,
            _ => return Err(refused(format_args!("search is tree or star, not {search:?}"))),
        };
        let settings = EngineSettings {
            search,
            hash: size,
            seed: seed.0,
            judge: read_judge(evaluation)?,
            ..EngineSettings::default()
        };
        Ok(Self { engine: Engine::new(settings), settings })
    }

    /// Searches a position: up to a number of nodes, a depth in plies or a time, whichever comes
    /// first; 10 000 nodes if nothing is said.
    #[pyo3(signature = (position, *, nodes = None, depth = None, seconds = None))]
    fn analyse(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        nodes: Option<Whole<u64>>,
        depth: Option<Whole<u32>>,
        seconds: Option<f64>,
    ) -> PyResult<PyAnalysis> {
        let position = position.get().0;
        let limits = read_limits(nodes, depth, seconds)?;
        let mut patience = Patience::new(seconds)?;
        let analysis = py.detach(|| self.engine.analyse_watched(&position, limits, &mut patience));
        patience.finish()?;
        Ok(PyAnalysis(analysis))
    }

    /// The best action of a position, found within the same limits as in `analyse`.
    #[pyo3(signature = (position, *, nodes = None, depth = None, seconds = None))]
    fn best(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        nodes: Option<Whole<u64>>,
        depth: Option<Whole<u32>>,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        let analysis = self.analyse(py, position, nodes, depth, seconds)?;
        analysis.best().ok_or_else(game_over)
    }

    /// Plays many games on from each action, with the same piles for all and the luck of the draws
    /// taken off. Ends when the 95 % intervals reach at most `precision` from their values, after
    /// `games` games for an action, or when the time is up. Returns the actions, the best first.
    #[pyo3(signature = (position, *, games = Whole(1024), precision = 0.005, seconds = None, seed = Whole(1)))]
    fn rollout(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        games: Whole<u32>,
        precision: f64,
        seconds: Option<f64>,
        seed: Whole<u64>,
    ) -> PyResult<Vec<PyRolloutLine>> {
        let position = position.get().0;
        let (Whole(games), Whole(seed)) = (games, seed);
        let settings = RolloutSettings { games, precision, seed, ..RolloutSettings::default() };
        let mut patience = Patience::new(seconds)?;
        let rollout = py.detach(|| self.roll_out(&position, settings, &mut patience));
        patience.finish()?;
        Ok(rollout.actions().into_iter().map(PyRolloutLine::from).collect())
    }

    /// Reviews a game: what each decision cost, and how lucky each draw was. `depth` is "standard"
    /// or "deep", as in every program of Bosworth; `nodes` for each position replaces it.
    #[pyo3(signature = (game, *, depth = "standard", nodes = None))]
    fn review(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        depth: &str,
        nodes: Option<Whole<u64>>,
    ) -> PyResult<PyReview> {
        let game = game.try_borrow()?.0.clone();
        let depth: bosworth_engine::ReviewDepth = depth.parse().map_err(refused)?;
        let limits = nodes.map_or(depth.limits(), |nodes| SearchLimits::nodes(nodes.0));
        py.detach(|| review(&game, &self.engine, limits))
    }

    fn __repr__(&self) -> String {
        let EngineSettings { search, hash, seed, judge, .. } = self.settings;
        let search = match search {
            SearchKind::Tree => "tree",
            SearchKind::Star => "star",
        };
        let evaluation = match judge {
            Judge::Network => "network",
            Judge::HandMade => "hand",
        };
        format!("Engine(hash={hash}, seed={seed}, search='{search}', evaluation='{evaluation}')")
    }
}

impl PyEngine {
    /// Rolls a position out on this thread, until enough is known.
    fn roll_out(
        &self,
        position: &Position,
        settings: RolloutSettings,
        patience: &mut Patience,
    ) -> Rollout {
        let first = SearchLimits::nodes(DEFAULT_NODES);
        let searched = self.engine.analyse_watched(position, first, patience);
        let mut rollout = Rollout::new(position, &searched, settings);
        loop {
            let round = rollout.round();
            let mut values = Vec::with_capacity(round.len());
            for &game in &round {
                if patience.keep_on(0).is_break() {
                    break;
                }
                values.push(rollout.play(&self.engine, game));
            }
            rollout.add(&round, &values);
            if round.is_empty() || values.len() < round.len() {
                return rollout;
            }
        }
    }
}

fn game_over() -> PyErr {
    refused(bosworth_rules::IllegalAction::GameOver)
}

fn read_judge(evaluation: &str) -> PyResult<Judge> {
    match evaluation {
        "network" => Ok(Judge::Network),
        "hand" => Ok(Judge::HandMade),
        _ => Err(refused(format_args!("evaluation is network or hand, not {evaluation:?}"))),
    }
}

fn read_limits(
    nodes: Option<Whole<u64>>,
    depth: Option<Whole<u32>>,
    seconds: Option<f64>,
) -> PyResult<SearchLimits> {
    let (nodes, depth) = (nodes.map(|it| it.0), depth.map(|it| it.0));
    if nodes == Some(0) || depth == Some(0) {
        return Err(refused("nodes and depth are at least 1"));
    }
    let unlimited = nodes.is_none() && depth.is_none() && seconds.is_none();
    let nodes = if unlimited { Some(DEFAULT_NODES) } else { nodes };
    Ok(SearchLimits { nodes, depth })
}

/// Ends a search when its time is up or when Ctrl-C is pressed.
pub(crate) struct Patience {
    start: Instant,
    time: Option<Duration>,
    next_check: Instant,
    interrupted: Option<PyErr>,
}

impl Patience {
    pub(crate) fn new(seconds: Option<f64>) -> PyResult<Self> {
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| refused("seconds is a number that is not negative"))?;
        let start = Instant::now();
        Ok(Self { start, time, next_check: start + SIGNAL_INTERVAL, interrupted: None })
    }

    /// The exception that ended the search, if any.
    pub(crate) fn finish(self) -> PyResult<()> {
        self.interrupted.map_or(Ok(()), Err)
    }
}

impl Watch for Patience {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        let now = Instant::now();
        if now >= self.next_check && self.interrupted.is_none() {
            self.next_check = now + SIGNAL_INTERVAL;
            self.interrupted = Python::attach(|py| py.check_signals()).err();
        }
        let late = self.time.is_some_and(|time| now.duration_since(self.start) >= time);
        if late || self.interrupted.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn time_spent(&self) -> f32 {
        let spent = |time: Duration| self.start.elapsed().as_secs_f32() / time.as_secs_f32();
        self.time.map_or(0.0, |time| spent(time).clamp(0.0, 1.0))
    }
}

/// The result of a search. Win chances are those of the side to act, from 0 to 1, a draw counting as
/// half.
#[pyclass(name = "Analysis", module = "bosworth", frozen)]
pub(crate) struct PyAnalysis(Analysis);

#[pymethods]
impl PyAnalysis {
    /// The best action, or None when the game is over.
    #[getter]
    fn best(&self) -> Option<String> {
        self.0.best().map(|action| action.to_string())
    }

    /// The win chance of the side to act.
    #[getter]
    fn win_chance(&self) -> f64 {
        self.0.win_chance()
    }

    /// The expected margin of the side to act, in points.
    #[getter]
    fn margin(&self) -> f32 {
        self.0.value.margin
    }

    /// Every legal action, the best first.
    #[getter]
    fn lines(&self) -> Vec<PyLine> {
        let line = |line: &bosworth_engine::PrincipalVariation| PyLine {
            actions: line.actions.iter().map(|action| action.to_string()).collect(),
            win_chance: line.win_chance(),
            margin: line.value.margin,
            exact: line.exact.is_some(),
            nodes: line.nodes,
        };
        self.0.lines.iter().map(line).collect()
    }

    /// The depth in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// The number of nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// Whether all win chances are exact.
    #[getter]
    fn exact(&self) -> bool {
        self.0.exact
    }

    fn __repr__(&self) -> String {
        let best = self.best().map_or("None".into(), |best| format!("'{best}'"));
        let Analysis { nodes, exact, .. } = self.0;
        let exact = if exact { "True" } else { "False" };
        format!(
            "Analysis(best={best}, win_chance={:.4}, nodes={nodes}, exact={exact})",
            self.win_chance()
        )
    }
}

/// An action and its expected continuation.
#[pyclass(name = "Line", module = "bosworth", frozen, get_all)]
pub(crate) struct PyLine {
    /// The action and what is expected after it, up to the next draw.
    actions: Vec<String>,
    /// The win chance after the action, for the side to act.
    win_chance: f64,
    /// The expected margin in points.
    margin: f32,
    /// Whether the win chance is exact.
    exact: bool,
    /// The part of the search that was spent on it.
    nodes: u64,
}

#[pymethods]
impl PyLine {
    /// The action.
    #[getter]
    fn action(&self) -> Option<&str> {
        self.actions.first().map(String::as_str)
    }

    fn __repr__(&self) -> String {
        format!("Line('{}', win_chance={:.4})", self.actions.join(" "), self.win_chance)
    }
}

/// What rollouts say about an action.
#[pyclass(name = "RolloutLine", module = "bosworth", frozen, get_all)]
pub(crate) struct PyRolloutLine {
    /// The action.
    action: String,
    /// The win chance after it.
    win_chance: f64,
    /// The lower bound of the 95 % confidence interval.
    low: f64,
    /// The upper bound.
    high: f64,
    /// The number of games.
    games: u32,
    /// Whether the win chance is exact; then no games are played.
    exact: bool,
}

impl From<bosworth_engine::RolloutAction> for PyRolloutLine {
    fn from(line: bosworth_engine::RolloutAction) -> Self {
        Self {
            action: line.action.to_string(),
            win_chance: line.win,
            low: line.low,
            high: line.high,
            games: line.games,
            exact: line.exact,
        }
    }
}

#[pymethods]
impl PyRolloutLine {
    fn __repr__(&self) -> String {
        let Self { action, win_chance, low, high, games, .. } = self;
        format!("RolloutLine('{action}', {win_chance:.4} in [{low:.4}, {high:.4}], games={games})")
    }
}

/// A playing strength, from 1, a child's first game, to 8, the engine's full strength.
///
/// >>> from bosworth import Level, Position
/// >>> start = Position.deal(1485)
/// >>> Level(3).choose(start) in start.actions()
/// True
#[pyclass(name = "Level", module = "bosworth", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyLevel(Level);

#[pymethods]
impl PyLevel {
    #[new]
    fn new(level: AnyWhole) -> PyResult<Self> {
        let known = level.get().and_then(Level::new);
        known.map(Self).ok_or_else(|| refused(format_args!("a level is 1 to 8, not {level}")))
    }

    /// The number of the level.
    #[getter]
    fn number(&self) -> u8 {
        self.0.number()
    }

    /// Chooses an action. `game` seeds the faults of the level: the same position may be misjudged
    /// differently in another game.
    #[pyo3(signature = (position, game = Whole(0)))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        game: Whole<u64>,
    ) -> PyResult<String> {
        let position = position.get().0;
        if position.is_over() {
            return Err(game_over());
        }
        let action: Action = py.detach(|| self.0.choose(&position, game.0));
        Ok(action.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (u8,)) {
        (py.get_type::<Self>(), (self.number(),))
    }

    fn __repr__(&self) -> String {
        format!("Level({})", self.0.number())
    }
}

/// The win chances and margins that an evaluation gives, one of each for each position.
type Evaluated<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>);

/// Evaluates many positions without searching. Returns two arrays, the win chances of the sides to act (a
/// draw counting as half) and their expected margins in points. A finished game has its result.
///
/// >>> from bosworth import Position, evaluate
/// >>> win_chances, margins = evaluate([Position.deal(seed) for seed in range(3)])
/// >>> win_chances.shape, win_chances.dtype
/// ((3,), dtype('float32'))
#[pyfunction]
#[pyo3(signature = (positions, *, evaluation = "network"))]
pub(crate) fn evaluate<'py>(
    positions: &Bound<'py, PyAny>,
    evaluation: &str,
) -> PyResult<Evaluated<'py>> {
    let py = positions.py();
    let judge = read_judge(evaluation)?;
    let positions = read_positions(positions)?;
    let (win_chances, margins) = py.detach(|| match judge {
        Judge::Network => values(&Network::shipped(), &positions),
        Judge::HandMade => values(&HandMade::new(), &positions),
    });
    Ok((PyArray1::from_vec(py, win_chances), PyArray1::from_vec(py, margins)))
}

fn values(evaluation: &impl Evaluation, positions: &[Position]) -> (Vec<f32>, Vec<f32>) {
    let value = |position: &Position| {
        if position.is_over() {
            return final_value(position);
        }
        let value = evaluation.evaluate(position);
        (0.5 + 0.5 * value.win, value.margin)
    };
    positions.iter().map(value).unzip()
}

/// The result of a finished game for the side to act, and its margin.
fn final_value(position: &Position) -> (f32, f32) {
    let (side, scores) = (position.side(), position.scores());
    let win = match Verdict::of(scores, position.ruleset()).winner() {
        Some(winner) => f32::from(u8::from(winner == side)),
        None => 0.5,
    };
    (win, scores[side].points as f32 - scores[!side].points as f32)
}
