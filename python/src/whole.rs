//! Whole numbers from Python, which may be of any size.

use std::fmt;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::text::refused;

/// A whole number that fits into an unsigned type. Others are refused with a `ValueError`.
#[derive(Clone, Copy)]
pub(crate) struct Whole<T>(pub(crate) T);

impl<'a, 'py, T> FromPyObject<'a, 'py> for Whole<T>
where
    T: FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|error: PyErr| {
            if !error.is_instance_of::<PyOverflowError>(object.py()) {
                return error;
            }
            let bits = 8 * size_of::<T>();
            refused(format_args!(
                "a whole number from 0 to 2**{bits} - 1 is expected, not {}",
                shown(&object)
            ))
        })
    }
}

/// A whole number that only a few values of are good, so that a message can mention any.
pub(crate) struct AnyWhole {
    value: Option<i64>,
    shown: String,
}

impl AnyWhole {
    /// The number, if it fits into this type.
    pub(crate) fn get<T: TryFrom<i64>>(&self) -> Option<T> {
        self.value.and_then(|value| value.try_into().ok())
    }
}

impl From<i64> for AnyWhole {
    fn from(value: i64) -> Self {
        Self { value: Some(value), shown: value.to_string() }
    }
}

impl fmt::Display for AnyWhole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for AnyWhole {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let value = match object.extract::<i64>() {
            Ok(value) => Some(value),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => None,
            Err(error) => return Err(error),
        };
        Ok(Self { value, shown: shown(&object) })
    }
}

/// A number as text. Python itself prints no number of thousands of digits.
fn shown(number: &Bound<'_, PyAny>) -> String {
    number.str().map_or_else(|_| "a number with very many digits".into(), |text| text.to_string())
}
