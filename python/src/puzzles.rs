//! The puzzles that ship with every program of Bosworth.

use bosworth_puzzles::{Puzzle, PuzzleSet};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::position::PyPosition;

/// One decision, with what every action costs.
///
/// >>> from bosworth import puzzles
/// >>> puzzle = puzzles()[0]
/// >>> sorted(puzzle.costs) == sorted(puzzle.position.actions()), puzzle.costs[puzzle.best]
/// (True, 0.0)
#[pyclass(name = "Puzzle", module = "bosworth", frozen)]
pub(crate) struct PyPuzzle(Puzzle);

/// Losses and chances are stored in points of 100.
const POINTS: f64 = 100.0;

#[pymethods]
impl PyPuzzle {
    /// Its number, which is the same in every program.
    #[getter]
    fn id(&self) -> u32 {
        self.0.id().0
    }

    /// Where the decision is to be made.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(*self.0.position())
    }

    /// The edition: one of `bosworth.EDITIONS`.
    #[getter]
    fn edition(&self) -> String {
        self.0.edition().to_string()
    }

    /// The best action.
    #[getter]
    fn best(&self) -> String {
        self.0.best().action.to_string()
    }

    /// What each legal action costs in win chance, the best one first. The losses are rounded to half
    /// a point of 100.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let costs = PyDict::new(py);
        for answer in self.0.answers() {
            costs.set_item(answer.action.to_string(), answer.loss() / POINTS)?;
        }
        Ok(costs)
    }

    /// The win chance of the best action.
    #[getter]
    fn win_chance(&self) -> f64 {
        self.0.chance() / POINTS
    }

    /// The ideas in it, such as "hero" or "draw-or-play".
    #[getter]
    fn tags(&self) -> Vec<&'static str> {
        self.0.tags().iter().map(|tag| tag.name()).collect()
    }

    /// The lowest level that solves it, or None if none of the eight does.
    #[getter]
    fn level(&self) -> Option<u8> {
        Some(self.0.level()).filter(|level| *level < Puzzle::NO_LEVEL)
    }

    /// The rating that it starts with in the app.
    #[getter]
    fn rating(&self) -> u16 {
        self.0.rating()
    }

    fn __repr__(&self) -> String {
        let Self(puzzle) = self;
        format!("Puzzle({}, '{}', best='{}')", puzzle.id(), puzzle.position(), self.best())
    }
}

/// The shipped puzzles, as a list.
#[pyfunction]
pub(crate) fn puzzles() -> Vec<PyPuzzle> {
    PuzzleSet::shipped().iter().map(PyPuzzle).collect()
}
