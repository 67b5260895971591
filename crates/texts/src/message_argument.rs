use std::borrow::Cow;
use std::fmt;

use crate::Fixed;

/// What fills a gap in a message.
#[derive(Clone, PartialEq, Debug)]
pub enum MessageArgument<'a> {
    /// Shown as it is.
    Text(Cow<'a, str>),
    /// Shown in digits; it also chooses among the plural forms.
    Number(f64),
}

impl fmt::Display for MessageArgument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => f.write_str(&Fixed::trimmed(*number)),
        }
    }
}

impl<'a> From<&'a str> for MessageArgument<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a String> for MessageArgument<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for MessageArgument<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<Cow<'a, str>> for MessageArgument<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(text)
    }
}

macro_rules! from_numbers {
    ($($number:ty),+) => {$(
        impl From<$number> for MessageArgument<'_> {
            fn from(number: $number) -> Self {
                Self::Number(number as f64)
            }
        }
    )+};
}

from_numbers!(u8, u16, u32, u64, usize, i16, i32, i64, f32, f64);
