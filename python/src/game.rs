//! Games and their records.

use bosworth_rules::{Game, GameResult, Ply, Record};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::position::{ActionInput, PyPosition};
use crate::text::{read_card, refused};

/// The history of a game: every position from the start, and the plies between them.
///
/// >>> from bosworth import Game, Position
/// >>> game = Game(Position("9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic"))
/// >>> for ply in ["NE2", "SW3", "+N1"]:
/// ...     _ = game.push(ply)
/// >>> len(game), game.plies[-1], game.position.side
/// (3, '+N1', 'white')
/// >>> game.push("W2")
/// Traceback (most recent call last):
/// ValueError: White does not hold W2
#[pyclass(name = "Game", module = "bosworth", eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyGame(pub(crate) Game);

#[pymethods]
impl PyGame {
    /// A game from a first position, with the plies that follow.
    #[new]
    #[pyo3(signature = (start, plies = Vec::new()))]
    fn new(start: &Bound<'_, PyPosition>, plies: Vec<String>) -> PyResult<Self> {
        let mut game = Game::new(start.get().0);
        for ply in plies {
            game.push(ply.parse().map_err(refused)?).map_err(refused)?;
        }
        Ok(Self(game))
    }

    /// The first position.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition(*self.0.start())
    }

    /// The current position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(*self.0.position())
    }

    /// Every position from the first to the current one: one more than there are plies.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        self.0.positions().iter().copied().map(PyPosition).collect()
    }

    /// The plies so far: actions, and draws with their cards.
    #[getter]
    fn plies(&self) -> Vec<String> {
        self.0.plies().iter().map(|ply| ply.to_string()).collect()
    }

    /// Appends a ply and returns the new position. An illegal one raises a ValueError and changes
    /// nothing.
    fn push(&mut self, ply: &str) -> PyResult<PyPosition> {
        let ply = ply.parse().map_err(refused)?;
        self.0.push(ply).copied().map(PyPosition).map_err(refused)
    }

    /// Appends an action, by text or number; a draw needs its card. Returns the ply.
    #[pyo3(signature = (action, card = None))]
    fn act(&mut self, action: ActionInput, card: Option<&str>) -> PyResult<String> {
        let action = action.of(self.0.position())?;
        let card = card.map(read_card).transpose()?;
        let missing = || refused(bosworth_rules::ParseActionError::Unresolved);
        let ply = action.resolved(card).ok_or_else(missing)?;
        self.0.push(ply).map_err(refused)?;
        Ok(ply.to_string())
    }

    /// Takes back the last ply and returns it; None if there is none.
    fn pop(&mut self) -> Option<String> {
        self.0.pop().map(|ply| ply.to_string())
    }

    /// The record of the game, with the tags that are given: `game.record(Red="Anne")`.
    #[pyo3(signature = (**tags))]
    fn record(&self, tags: Option<&Bound<'_, PyDict>>) -> PyResult<PyRecord> {
        let mut record = Record::of(&self.0);
        for (name, value) in tags.into_iter().flatten() {
            record.set_tag(&name.extract::<String>()?, &value.str()?.to_cow()?);
        }
        PyRecord::written(&record)
    }

    fn __len__(&self) -> usize {
        self.0.plies().len()
    }

    fn __repr__(&self) -> String {
        format!("Game({} plies, Position('{}'))", self.0.plies().len(), self.0.position())
    }

    fn _repr_svg_(&self) -> String {
        crate::svg::board(self.0.position())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (PyPosition, Vec<String>)) {
        (py.get_type::<Self>(), (self.start(), self.plies()))
    }
}

/// A game as it was written down: the `.rose` format. `replay` checks it against the rules.
///
/// >>> from bosworth import Record
/// >>> record = Record('''[Red "Anne"]
/// ... [Deal "NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1"]
/// ...
/// ... 1. NE2 {to g7} SW3 2. +N1 *''')
/// >>> record.tags["Red"], record.plies, record.comments[0]
/// ('Anne', ['NE2', 'SW3', '+N1'], ['to g7'])
/// >>> record.replay().position.hand("red")
/// ['N1', 'E3', 'S2', 'W3', 'NW3']
#[pyclass(name = "Record", module = "bosworth", frozen, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyRecord(pub(crate) Record);

impl PyRecord {
    /// What a reader of the record finds, so that a record is equal to its text read again: with all
    /// the tags that every record has.
    pub(crate) fn written(record: &Record) -> PyResult<Self> {
        record.to_string().parse().map(Self).map_err(refused)
    }
}

#[pymethods]
impl PyRecord {
    /// Reads a text that contains exactly one game.
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(refused)
    }

    /// Reads every game of a text. A game that cannot be read raises a ValueError, or is left out.
    #[staticmethod]
    #[pyo3(signature = (text, *, skip_faulty = false))]
    fn read_all(text: &str, skip_faulty: bool) -> PyResult<Vec<Self>> {
        let mut records = Vec::new();
        for record in Record::read_all(text) {
            match record {
                Ok(record) => records.push(Self(record)),
                Err(_) if skip_faulty => {}
                Err(fault) => return Err(refused(fault)),
            }
        }
        Ok(records)
    }

    /// The first position.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition(self.0.start)
    }

    /// The tags, without those that follow from the game itself.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in &self.0.tags {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// The plies, not yet checked.
    #[getter]
    fn plies(&self) -> Vec<String> {
        self.0.steps.iter().map(|step| step.ply.to_string()).collect()
    }

    /// The comments after each ply.
    #[getter]
    fn comments(&self) -> Vec<Vec<String>> {
        self.0.steps.iter().map(|step| step.comments.clone()).collect()
    }

    /// `1-0` if Red won, `0-1` if White won, `1/2-1/2`, or `*`.
    #[getter]
    fn result(&self) -> String {
        self.0.result.to_string()
    }

    /// The winner that the record states: "red", "white", or None.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        match self.0.result {
            GameResult::Won(side) => Some(crate::text::side_name(side)),
            GameResult::Drawn | GameResult::Unfinished => None,
        }
    }

    /// Plays the game again and checks every action, the result and the points.
    fn replay(&self) -> PyResult<PyGame> {
        self.0.replay().map(PyGame).map_err(refused)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let plies = self.0.steps.len();
        let last =
            self.0.steps.last().map(|step| step.ply).map_or("-".into(), |it: Ply| it.to_string());
        format!("Record({plies} plies, last {last}, result {})", self.0.result)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }
}
