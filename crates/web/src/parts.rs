//! The components shared by pages.

mod bar;
mod board;
mod card;
mod count;
mod dialog;
mod hand;
mod moves;
mod pile;
mod plain;
mod points;
mod seat;
mod select;
mod toolbar;
mod words;

pub use bar::{Bar, sentence};
pub use board::Board;
pub use card::{CardFace, turned};
pub use count::Count;
pub use dialog::Dialog;
pub use moves::{Moves, keep_in_sight, last_plies};
pub use pile::Pile;
pub use plain::{
    button, group, headline, link_button, live, paragraph, sign_button, subtitle, table, title,
};
pub use points::{Points, preview};
pub use seat::Seat;
pub use select::Select;
pub use toolbar::{Icon, sheet_close, sheet_tool, tool};
pub use words::Words;
