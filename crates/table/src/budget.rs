use bosworth_rules::BySide;

use crate::{Event, Offer};

/// What a player may say at one table: chat and quiet together.
pub(crate) const TALK: u32 = 100;
/// How often a player may offer and decline at one table.
pub(crate) const OFFERS: u32 = 60;
/// How often a player may take back against the computer.
pub(crate) const TAKEBACKS: u32 = 100;
/// After so many comings and goings of a player, leaving is noted more seldom.
const PRESENCE: u32 = 200;
/// How far apart they are then at least, in milliseconds.
const PRESENCE_GAP: i64 = 60_000;
/// How long after the end there is still talk, in milliseconds.
pub(crate) const TALK_AFTER_END: i64 = 15 * 60_000;

/// How much a player has done of what could be repeated without end. It is a fold over the log,
/// so every node counts the same.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) talk: u32,
    pub(crate) offers: u32,
    pub(crate) takebacks: u32,
    presence: u32,
    /// When the player last came or left.
    presence_at: i64,
}

impl Spent {
    /// Counts an event of either player. `computer` says who is one.
    pub(crate) fn count(spent: &mut BySide<Self>, event: &Event, computer: BySide<bool>, at: i64) {
        match event {
            Event::Chat { side, .. } | Event::Quiet { side, .. } => spent[*side].talk += 1,
            Event::Offer { side, offer: Offer::Takeback } if computer[!*side] => {
                spent[*side].takebacks += 1;
            }
            Event::Offer { side, .. } | Event::Decline { side, .. } => spent[*side].offers += 1,
            Event::Came { side } | Event::Left { side } => {
                spent[*side].presence += 1;
                spent[*side].presence_at = at;
            }
            _ => {}
        }
    }

    /// From when on it is noted that the player left. That somebody came is always noted: nobody
    /// may count as gone who is there.
    pub(crate) fn leaves_from(&self) -> i64 {
        if self.presence < PRESENCE { i64::MIN } else { self.presence_at + PRESENCE_GAP }
    }
}
