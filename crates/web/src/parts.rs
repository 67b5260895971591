//! The components shared by pages.

mod arms;
mod board;
mod card;
mod card_outcomes;
mod dialog;
mod elements;
mod evaluation_bar;
mod hand;
mod handicap_fields;
mod moves;
mod number;
mod pile;
mod points;
mod reasons;
mod result;
mod rollouts;
mod score_breakdown;
mod seat;
mod select;
mod share;
mod status;
mod text_mode;
mod toolbar;

pub use arms::{arms, computer_arms};
pub use board::Board;
pub use card::{CardFace, turned};
pub use card_outcomes::card_outcomes;
pub use dialog::{Dialog, confirm_dialog};
pub use elements::{
    button, group, headline, link_button, live, paragraph, sign_button, subtitle, table, title,
};
pub use evaluation_bar::{BarValue, EvaluationBar, evaluation_text};
pub use handicap_fields::{HandicapFields, HandicapPlayers};
pub use moves::{Moves, keep_in_sight};
pub use number::number;
pub use pile::Pile;
pub use points::{Points, preview};
pub use reasons::{FirstMarks, ReasonsQuestion, reasons, show_marks};
pub use result::{decision, result};
pub use rollouts::rollouts;
pub use score_breakdown::ScoreBreakdown;
pub use seat::Seat;
pub use select::{Select, choice};
pub use share::{SharedGame, copy_link, share_button};
pub use status::status_line;
pub use text_mode::TextMode;
pub use toolbar::{Icon, link_tool, reach_switch, sheet_close, sheet_tool, tool};
