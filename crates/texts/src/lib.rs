//! The Rose King in words, in English, German and French.
//!
//! [`Texts`] holds the messages of one language; [`TextCommand`] is a command of the text mode, and
//! [`Speech`] answers it. [`Narrator`] says what happened at an online table.

mod count;
mod fixed;
mod forecast;
mod handicap;
mod input_errors;
mod language;
mod message;
mod message_argument;
mod narrator;
mod notation;
mod reasons;
mod speech;
mod status;
mod text_command;
mod texts;

pub use count::sizes;
pub use fixed::Fixed;
pub use language::Language;
pub use message_argument::MessageArgument;
pub use narrator::Narrator;
pub use speech::Speech;
pub use status::{ResultForReader, Status, Turn};
pub use text_command::{TextCommand, UnknownTextCommand};
pub use texts::Texts;
