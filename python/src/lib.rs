//! The extension module of the Python package `bosworth`.
//!
//! It adds no rule and no search: it translates between Python and `bosworth-rules`, `bosworth-engine` and
//! `bosworth-fair`. Whatever comes from Python is checked; what is refused becomes a `ValueError` with the
//! message of the crate that refused it.

mod engine;
mod fair;
mod game;
mod observation;
mod position;
mod puzzles;
mod review;
mod svg;
mod text;
mod vector;
mod whole;

use pyo3::prelude::*;

/// What `bosworth` is made of, in Rust.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::engine::{PyAnalysis, PyEngine, PyLevel, PyLine, PyRolloutLine, evaluate};
    #[pymodule_export]
    use crate::fair::{PyDealer, verify};
    #[pymodule_export]
    use crate::game::{PyGame, PyRecord};
    #[pymodule_export]
    use crate::observation::{observations, symmetry_tables};
    #[pymodule_export]
    use crate::position::{PyOutcome, PyPendingDraw, PyPosition, PyScore, perft};
    #[pymodule_export]
    use crate::puzzles::{PyPuzzle, puzzles};
    #[pymodule_export]
    use crate::review::{PyPlyReview, PyReview};
    #[pymodule_export]
    use crate::vector::PyVectorEnv;
    use pyo3::prelude::*;

    use crate::{observation, text};

    /// Adds what is not a class or a function.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("ACTIONS", text::action_names())?;
        module.add("CARDS", text::card_names())?;
        module.add("OBSERVATION_SIZE", observation::SIZE)?;
        module.add("OBSERVATION_LAYOUT", observation::layout())
    }
}
