//! Reviews of games.

use bosworth_engine::{Engine, PlyReview, Review, Reviewer, SearchLimits};
use bosworth_rules::Game;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::text::{read_side, side_name};

/// The review of a game. Win chances are Red's, from 0 to 1, a draw counting as half.
///
/// >>> from bosworth import Engine, Game, Position
/// >>> start = Position("9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic")
/// >>> review = Engine().review(Game(start, ["NE2", "SW3", "+N1"]), nodes=100)
/// >>> [ply.ply for ply in review.plies], review.plies[0].loss >= 0
/// (['NE2', 'SW3', '+N1'], True)
/// >>> parts = review.balance()
/// >>> sum(parts[name] for name in ("start", "deal_luck", "luck", "skill", "revision")) - parts["result"] < 1e-9
/// True
#[pyclass(name = "Review", module = "bosworth", frozen)]
pub(crate) struct PyReview(Review);

/// Reviews a game, and asks Python after each ply whether Ctrl-C was pressed.
pub(crate) fn review(game: &Game, engine: &Engine, limits: SearchLimits) -> PyResult<PyReview> {
    let mut reviewer = Reviewer::new(game, engine, limits);
    while reviewer.step().is_some() {
        Python::attach(|py| py.check_signals())?;
    }
    Ok(PyReview(reviewer.into_review()))
}

#[pymethods]
impl PyReview {
    /// The plies.
    #[getter]
    fn plies(&self) -> Vec<PyPlyReview> {
        self.0.plies.iter().map(PyPlyReview::from).collect()
    }

    /// Red's win chance in the first position.
    #[getter]
    fn first(&self) -> f64 {
        self.0.first
    }

    /// Red's win chance in every position, from the first to the last.
    #[getter]
    fn win_chances(&self) -> Vec<f64> {
        let after = self.0.plies.iter().map(|ply| ply.after);
        std::iter::once(self.0.first).chain(after).collect()
    }

    /// Where Red's result came from: `result - start = deal_luck + luck + skill + revision`.
    fn balance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let balance = self.0.balance();
        let parts = [
            ("start", balance.start),
            ("result", balance.result),
            ("deal_luck", balance.deal_luck),
            ("luck", balance.luck),
            ("skill", balance.skill),
            ("revision", balance.revision),
            ("luck_adjusted", balance.luck_adjusted()),
        ];
        let dict = PyDict::new(py);
        for (name, value) in parts {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// How a side played: decisions, total and mean loss, accuracy in percent, draws, luck, marks.
    fn summary<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyDict>> {
        let summary = self.0.summary(read_side(side)?);
        let dict = PyDict::new(py);
        dict.set_item("decisions", summary.decisions)?;
        dict.set_item("loss", summary.loss)?;
        dict.set_item("mean_loss", summary.mean_loss())?;
        dict.set_item("accuracy", summary.accuracy())?;
        dict.set_item("draws", summary.draws)?;
        dict.set_item("luck", summary.luck)?;
        dict.set_item("marks", summary.marks)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("Review({} plies)", self.0.plies.len())
    }
}

/// The review of one ply.
#[pyclass(name = "PlyReview", module = "bosworth", frozen, get_all)]
pub(crate) struct PyPlyReview {
    /// The number of the ply, from 1.
    number: usize,
    /// The side that acted.
    side: &'static str,
    /// The ply: an action, with its card if it is a draw.
    ply: String,
    /// Red's win chance before it.
    before: f64,
    /// Red's win chance after it.
    after: f64,
    /// The best action; None if there was no choice.
    best: Option<String>,
    /// The win chance that the side lost by its action; None if there was no choice.
    loss: Option<f64>,
    /// `?!`, `?` or `??`, or None.
    mark: Option<String>,
    /// The luck of the side that drew; None if no card was drawn.
    luck: Option<f64>,
}

impl From<&PlyReview> for PyPlyReview {
    fn from(ply: &PlyReview) -> Self {
        Self {
            number: ply.number,
            side: side_name(ply.side),
            ply: ply.ply.to_string(),
            before: ply.before,
            after: ply.after,
            best: ply.decision.as_ref().map(|decision| decision.best.to_string()),
            loss: ply.loss(),
            mark: ply.mark().map(|mark| mark.to_string()),
            luck: ply.luck(),
        }
    }
}

#[pymethods]
impl PyPlyReview {
    fn __repr__(&self) -> String {
        let Self { number, side, ply, .. } = self;
        format!("PlyReview({number}, '{side}', '{ply}')")
    }
}
