use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Seat {
    /// A person at this screen.
    #[serde(rename = "person")]
    Person,
    /// The computer, from level 1 to 8.
    #[serde(rename = "level")]
    Level(u8),
}
