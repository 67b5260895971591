//! The Rose King in words, in English, German and French.
//!
//! [`Texts`] holds the messages of one language; [`Word`] is a command of the text mode, and
//! [`Speech`] answers it.

mod count;
mod fault;
mod fixed;
mod language;
mod message;
mod notation;
mod speech;
mod texts;
mod value;
mod word;

pub use count::sizes;
pub use fixed::Fixed;
pub use language::Language;
pub use speech::Speech;
pub use texts::Texts;
pub use value::MessageArgument;
pub use word::{UnknownWord, Word};
