//! Many games at once.

use bosworth_engine::Random;
use bosworth_rules::{Card, Choice, Next, PendingDraw, Position, Ruleset, Side};
use numpy::{
    Element, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::observation::{self, SIZE};
use crate::position::{PyPosition, deal};
use crate::text::{
    ACTION_COUNT, DRAW_NUMBER, PASS_NUMBER, action_bits, action_of, read_ruleset, refused,
};
use crate::whole::{AnyWhole, Whole};

/// Many games, stepped in one call into arrays of the caller's, without the interpreter's lock.
///
/// In every game the side to act acts; a draw gets its card at once, from a generator of the game's own. A game that
/// ends is replaced by a new one in the same step, so that a step always leaves positions in which
/// somebody can act. The same seed gives the same games for the same actions, however many there are.
///
/// >>> import numpy as np
/// >>> from bosworth import ACTIONS, OBSERVATION_SIZE
/// >>> from bosworth.vector import VectorEnv
/// >>> n = 4
/// >>> env = VectorEnv(n, seed=1)
/// >>> masks = np.zeros((n, len(ACTIONS)), bool)
/// >>> observations = np.zeros((n, OBSERVATION_SIZE), np.uint8)
/// >>> rewards, dones = np.zeros(n, np.float32), np.zeros(n, bool)
/// >>> env.observe(observations, masks)
/// >>> actions = np.zeros(n, np.int64)
/// >>> for _ in range(100):
/// ...     env.random_actions(actions)
/// ...     env.step(actions, rewards, dones, observations, masks)
/// >>> env.games > 0, bool(masks.any(axis=1).all())
/// (True, True)
#[pyclass(name = "VectorEnv", module = "bosworth.vector")]
pub(crate) struct PyVectorEnv {
    ruleset: Ruleset,
    tables: Vec<VectorTable>,
    /// The generator of random actions.
    chooser: Random,
    /// The number of games that have ended.
    games: u64,
}

/// A game among many.
struct VectorTable {
    position: Position,
    /// The legal actions, as bits.
    legal: u32,
    random: Random,
}

impl VectorTable {
    fn new(seed: u64, number: u64, ruleset: Ruleset) -> Self {
        let mut random = Random::new(Random::new(seed).next() ^ Random::new(number).next());
        let position = deal(&mut random, ruleset);
        let mut table = Self { position, legal: action_bits(&position), random };
        table.deal_until_open(ruleset);
        table
    }

    /// Deals again as long as the game is over before it begins, which some editions allow.
    fn deal_until_open(&mut self, ruleset: Ruleset) {
        while self.legal == 0 {
            self.position = deal(&mut self.random, ruleset);
            self.legal = action_bits(&self.position);
        }
    }

    /// Takes a legal action. If the game ends, returns the reward of the side that acted, and deals
    /// the next one.
    #[inline]
    fn step(&mut self, number: usize, ruleset: Ruleset) -> Option<f32> {
        let choice = choice(&self.position, number)?;
        let side = self.position.side();
        self.position = match choice.take() {
            Next::Position(next) => next,
            Next::Draw(pending) => self.draw(&pending),
        };
        self.legal = action_bits(&self.position);
        (self.legal == 0).then(|| self.finish(side, ruleset))
    }

    fn draw(&mut self, pending: &PendingDraw) -> Position {
        let cards = pending.outcomes().len();
        match pending.pick(self.random.below(cards)) {
            Some(next) => next,
            None => unreachable!("one of the cards is picked"),
        }
    }

    #[cold]
    fn finish(&mut self, side: Side, ruleset: Ruleset) -> f32 {
        let reward = result(&self.position, side);
        self.deal_until_open(ruleset);
        reward
    }
}

/// 1 if a side has won a finished game, -1 if it has lost it, 0 if it is drawn.
fn result(position: &Position, side: Side) -> f32 {
    match position.outcome().and_then(|outcome| outcome.winner()) {
        None => 0.0,
        Some(winner) if winner == side => 1.0,
        Some(_) => -1.0,
    }
}

/// The legal choice with this number.
#[inline]
fn choice(position: &Position, number: usize) -> Option<Choice<'_>> {
    let action = match number {
        DRAW_NUMBER => bosworth_rules::Action::Draw,
        PASS_NUMBER => bosworth_rules::Action::Pass,
        number => {
            let card = *Card::ALL.get(number)?;
            let play = bosworth_rules::Action::Play(card);
            return position
                .choose(play)
                .or_else(|_| position.choose(bosworth_rules::Action::Hero(card)))
                .ok();
        }
    };
    position.choose(action).ok()
}

/// The number of a random legal action.
#[inline]
fn random_number(legal: u32, random: &mut Random) -> i64 {
    let skipped = random.below(legal.count_ones().max(1));
    let left = (0..skipped).fold(legal, |bits, _| bits & (bits - 1));
    i64::from(left.trailing_zeros())
}

#[pymethods]
impl PyVectorEnv {
    #[new]
    #[pyo3(signature = (n, *, seed = Whole(0), ruleset = "classic"))]
    fn new(n: AnyWhole, seed: Whole<u64>, ruleset: &str) -> PyResult<Self> {
        let count = n.get().filter(|count| (1..=MAX_TABLES).contains(count));
        let count =
            count.ok_or_else(|| refused(format_args!("n is 1 to {MAX_TABLES}, not {n}")))?;
        let ruleset = read_ruleset(ruleset)?;
        let mut env = Self { ruleset, tables: Vec::new(), chooser: Random::new(0), games: 0 };
        env.deal_all(count, seed.0);
        Ok(env)
    }

    /// Begins new games, the same for the same seed.
    fn reset(&mut self, seed: Whole<u64>) {
        self.deal_all(self.tables.len(), seed.0);
    }

    /// Takes one action in each game, given by number: see `bosworth.ACTIONS`. Fills `rewards` (1,
    /// 0 or -1 for the side that acted, where its game has ended), `dones`, and, if given, the
    /// arrays of `observe`. If any action is illegal, raises a ValueError and changes nothing.
    #[pyo3(signature = (actions, rewards, dones, observations = None, masks = None, leads = None))]
    #[allow(clippy::too_many_arguments, reason = "the arrays of a step")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut rewards: PyReadwriteArray1<'_, f32>,
        mut dones: PyReadwriteArray1<'_, bool>,
        mut observations: Option<PyReadwriteArray2<'_, u8>>,
        mut masks: Option<PyReadwriteArray2<'_, bool>>,
        mut leads: Option<PyReadwriteArray1<'_, i32>>,
    ) -> PyResult<()> {
        let n = self.tables.len();
        expect("actions", actions.shape(), &[n])?;
        let actions = actions.as_slice().map_err(|_| not_contiguous("actions"))?;
        let rewards = slice_1("rewards", &mut rewards, n)?;
        let dones = slice_1("dones", &mut dones, n)?;
        let mut views = Views::of(n, &mut observations, &mut masks, &mut leads)?;
        self.check(actions)?;
        py.detach(|| {
            let mut ended = 0;
            for (place, table) in self.tables.iter_mut().enumerate() {
                let reward = table.step(actions[place] as usize, self.ruleset);
                dones[place] = reward.is_some();
                rewards[place] = reward.unwrap_or(0.0);
                ended += u64::from(reward.is_some());
                views.fill(place, &table.position, table.legal);
            }
            self.games += ended;
        });
        Ok(())
    }

    /// Fills arrays with what the sides to act see: observations (n × OBSERVATION_SIZE, uint8), masks of legal
    /// actions (n × 26, bool), and leads in points (n, int32).
    #[pyo3(signature = (observations = None, masks = None, leads = None))]
    fn observe(
        &self,
        py: Python<'_>,
        mut observations: Option<PyReadwriteArray2<'_, u8>>,
        mut masks: Option<PyReadwriteArray2<'_, bool>>,
        mut leads: Option<PyReadwriteArray1<'_, i32>>,
    ) -> PyResult<()> {
        let n = self.tables.len();
        let mut views = Views::of(n, &mut observations, &mut masks, &mut leads)?;
        py.detach(|| {
            for (place, table) in self.tables.iter().enumerate() {
                views.fill(place, &table.position, table.legal);
            }
        });
        Ok(())
    }

    /// Fills an array with a random legal action for each game.
    fn random_actions(
        &mut self,
        py: Python<'_>,
        mut actions: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let actions = slice_1("actions", &mut actions, self.tables.len())?;
        py.detach(|| {
            for (action, table) in actions.iter_mut().zip(&self.tables) {
                *action = random_number(table.legal, &mut self.chooser);
            }
        });
        Ok(())
    }

    /// Looks one action ahead. For each game and each of its legal actions, five at most, fills in what the opponent
    /// would see (n × 5 × OBSERVATION_SIZE): after a draw, the position with the draw
    /// pending. `actions` (n × 5, int64) gets the numbers of the actions, -1 where there are fewer; `leads` (n × 5,
    /// int32) the opponent's lead; `results` (n × 5, float32) the opponent's result where the action ends the game,
    /// otherwise NaN.
    fn look_ahead(
        &self,
        py: Python<'_>,
        mut observations: PyReadwriteArray3<'_, u8>,
        mut actions: PyReadwriteArray2<'_, i64>,
        mut leads: PyReadwriteArray2<'_, i32>,
        mut results: PyReadwriteArray2<'_, f32>,
    ) -> PyResult<()> {
        let n = self.tables.len();
        expect("observations", observations.shape(), &[n, MAX_ACTIONS, SIZE])?;
        if !observations.is_c_contiguous() {
            return Err(not_contiguous("observations"));
        }
        let rows = observations.as_slice_mut().map_err(|_| not_contiguous("observations"))?;
        let rows = rows.as_chunks_mut::<SIZE>().0;
        let actions = slice_2("actions", &mut actions, [n, MAX_ACTIONS])?;
        let leads = slice_2("leads", &mut leads, [n, MAX_ACTIONS])?;
        let results = slice_2("results", &mut results, [n, MAX_ACTIONS])?;
        py.detach(|| {
            for (place, table) in self.tables.iter().enumerate() {
                let viewer = !table.position.side();
                let mut legal = table.legal;
                for slot in place * MAX_ACTIONS..(place + 1) * MAX_ACTIONS {
                    results[slot] = f32::NAN;
                    if legal == 0 {
                        actions[slot] = -1;
                        continue;
                    }
                    let number = legal.trailing_zeros() as usize;
                    legal &= legal - 1;
                    actions[slot] = number as i64;
                    let Some(choice) = choice(&table.position, number) else { continue };
                    match choice.take() {
                        Next::Position(next) => {
                            observation::write(&next, viewer, &mut rows[slot]);
                            leads[slot] = lead(&next, viewer);
                            if next.is_over() {
                                results[slot] = result(&next, viewer);
                            }
                        }
                        Next::Draw(pending) => {
                            observation::write_pending(&pending, &mut rows[slot]);
                            leads[slot] = lead(&table.position, viewer);
                        }
                    }
                }
            }
        });
        Ok(())
    }

    /// The current positions.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        self.tables.iter().map(|table| PyPosition(table.position)).collect()
    }

    /// The number of games that have ended.
    #[getter]
    fn games(&self) -> u64 {
        self.games
    }

    fn __len__(&self) -> usize {
        self.tables.len()
    }

    fn __repr__(&self) -> String {
        format!("VectorEnv({}, ruleset='{}')", self.tables.len(), self.ruleset)
    }
}

/// The maximum number of games.
const MAX_TABLES: usize = 10_000_000;
/// The maximum number of legal actions: five cards, or four and a draw.
const MAX_ACTIONS: usize = 5;

impl PyVectorEnv {
    fn deal_all(&mut self, n: usize, seed: u64) {
        let tables = (0..n as u64).map(|number| VectorTable::new(seed, number, self.ruleset));
        self.tables = tables.collect();
        self.chooser = Random::new(!seed);
        self.games = 0;
    }

    /// Refuses illegal actions.
    fn check(&self, actions: &[i64]) -> PyResult<()> {
        let legal = |(table, &action): (&VectorTable, &i64)| {
            (0..ACTION_COUNT as i64).contains(&action) && table.legal >> action & 1 == 1
        };
        match self.tables.iter().zip(actions).position(|pair| !legal(pair)) {
            None => Ok(()),
            Some(place) => {
                let position = &self.tables[place].position;
                let action = action_of(position, &actions[place].into())?;
                let why = position.act(action).err().map_or(String::new(), |why| why.to_string());
                Err(refused(format_args!("game {place}: {why}")))
            }
        }
    }
}

/// The lead of a side in points.
fn lead(position: &Position, side: Side) -> i32 {
    let scores = position.scores();
    scores[side].points as i32 - scores[!side].points as i32
}

/// The arrays of what the sides to act see.
struct Views<'a> {
    observations: Option<&'a mut [[u8; SIZE]]>,
    masks: Option<&'a mut [[bool; ACTION_COUNT]]>,
    leads: Option<&'a mut [i32]>,
}

impl<'a> Views<'a> {
    fn of(
        n: usize,
        observations: &'a mut Option<PyReadwriteArray2<'_, u8>>,
        masks: &'a mut Option<PyReadwriteArray2<'_, bool>>,
        leads: &'a mut Option<PyReadwriteArray1<'_, i32>>,
    ) -> PyResult<Self> {
        let observations = observations.as_mut().map(|array| {
            let slice = slice_2("observations", array, [n, SIZE])?;
            PyResult::Ok(slice.as_chunks_mut().0)
        });
        let masks = masks.as_mut().map(|array| {
            let slice = slice_2("masks", array, [n, ACTION_COUNT])?;
            PyResult::Ok(slice.as_chunks_mut().0)
        });
        let leads = leads.as_mut().map(|array| slice_1("leads", array, n));
        Ok(Self {
            observations: observations.transpose()?,
            masks: masks.transpose()?,
            leads: leads.transpose()?,
        })
    }

    #[inline]
    fn fill(&mut self, place: usize, position: &Position, legal: u32) {
        if let Some(rows) = &mut self.observations {
            observation::write(position, position.side(), &mut rows[place]);
        }
        if let Some(rows) = &mut self.masks {
            for (number, is_legal) in rows[place].iter_mut().enumerate() {
                *is_legal = legal >> number & 1 == 1;
            }
        }
        if let Some(leads) = &mut self.leads {
            leads[place] = lead(position, position.side());
        }
    }
}

fn expect(name: &str, found: &[usize], shape: &[usize]) -> PyResult<()> {
    if found == shape {
        return Ok(());
    }
    Err(refused(format_args!("{name} has the shape {found:?}; {shape:?} is expected")))
}

fn not_contiguous(name: &str) -> PyErr {
    refused(format_args!("{name} must be contiguous, row by row"))
}

fn slice_1<'a, T: Element>(
    name: &str,
    array: &'a mut PyReadwriteArray1<'_, T>,
    n: usize,
) -> PyResult<&'a mut [T]> {
    expect(name, array.shape(), &[n])?;
    array.as_slice_mut().map_err(|_| not_contiguous(name))
}

fn slice_2<'a, T: Element>(
    name: &str,
    array: &'a mut PyReadwriteArray2<'_, T>,
    shape: [usize; 2],
) -> PyResult<&'a mut [T]> {
    expect(name, array.shape(), &shape)?;
    if !array.is_c_contiguous() {
        return Err(not_contiguous(name));
    }
    array.as_slice_mut().map_err(|_| not_contiguous(name))
}
