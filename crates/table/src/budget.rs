use bosworth_rules::BySide;

use crate::{Event, Offer, Refusal};

/// How many chat messages and chat switches a player has at one table.
pub(crate) const TALK: u32 = 100;
/// How many offers a player may make or decline at one table.
pub(crate) const OFFERS: u32 = 60;
/// How often a player may take back against the computer at one table.
pub(crate) const TAKEBACKS: u32 = 100;
/// After this many arrivals and departures, a player's departures are rate limited.
const PRESENCE: u32 = 200;
/// The minimum time before the next recorded departure then, in milliseconds.
const PRESENCE_GAP: i64 = 60_000;
/// How long chat stays open after the end, in milliseconds.
pub(crate) const TALK_AFTER_END: i64 = 15 * 60_000;

/// What a player has used of the limits that bound a log. A fold over the log, so every node counts
/// the same.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) talk: u32,
    pub(crate) offers: u32,
    pub(crate) takebacks: u32,
    presence: u32,
    /// When the player last arrived or left.
    presence_at: i64,
}

impl Spent {
    /// Counts an event. `computer` marks the sides that the computer plays.
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

    /// The earliest time at which a departure is recorded. Arrivals are always recorded, because no
    /// connected player may count as gone.
    pub(crate) fn leaves_from(&self) -> i64 {
        if self.presence < PRESENCE {
            i64::MIN
        } else {
            self.presence_at.saturating_add(PRESENCE_GAP)
        }
    }
}

/// Refuses a command that would exceed a limit.
pub(crate) fn within(spent: u32, budget: u32) -> Result<(), Refusal> {
    if spent < budget { Ok(()) } else { Err(Refusal::TooMuch) }
}
