use bosworth_rules::BySide;

use crate::{Event, Offer, Refusal};

/// How often a player may chat or change quiet at one table.
pub(crate) const TALK: u32 = 100;
/// How often a player may make and decline offers at one table.
pub(crate) const OFFERS: u32 = 60;
/// How often a player may take back against the computer.
pub(crate) const TAKEBACKS: u32 = 100;
/// After a player has come and gone so often, leaving is recorded less often.
const PRESENCE: u32 = 200;
/// The least time between two such records then, in milliseconds.
const PRESENCE_GAP: i64 = 60_000;
/// How long after the end there is still chat, in milliseconds.
pub(crate) const TALK_AFTER_END: i64 = 15 * 60_000;

/// How much a player has used up of what could be repeated without end. It is a fold over the log,
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
    /// Counts an event of either player. `computer` says which sides the computer plays.
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

    /// From when on it is recorded that the player left. That somebody came is always recorded:
    /// nobody who is there may count as gone.
    pub(crate) fn leaves_from(&self) -> i64 {
        if self.presence < PRESENCE {
            i64::MIN
        } else {
            self.presence_at.saturating_add(PRESENCE_GAP)
        }
    }
}

/// Refuses what would exceed a budget.
pub(crate) fn within(spent: u32, budget: u32) -> Result<(), Refusal> {
    if spent < budget { Ok(()) } else { Err(Refusal::TooMuch) }
}
