use bosworth_rules::BySide;

use crate::limits::{PRESENCE_INTERVAL_MS, UNLIMITED_PRESENCE_CHANGES};
use crate::{Event, Offer, Refusal};

/// What a player has used of the limits that bound a log. A fold over the log, so every node counts
/// the same.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) chat: u32,
    pub(crate) offers: u32,
    pub(crate) takebacks: u32,
    presence: u32,
    /// When the player last arrived or left.
    presence_at: i64,
}

impl Usage {
    /// Counts an event. `computer` marks the sides that the computer plays.
    pub(crate) fn count(usage: &mut BySide<Self>, event: &Event, computer: BySide<bool>, at: i64) {
        match event {
            Event::Chat { side, .. } | Event::Quiet { side, .. } => usage[*side].chat += 1,
            Event::Offer { side, offer: Offer::Takeback } if computer[!*side] => {
                usage[*side].takebacks += 1;
            }
            Event::Offer { side, .. } | Event::Decline { side, .. } => usage[*side].offers += 1,
            Event::Came { side } | Event::Left { side } => {
                usage[*side].presence += 1;
                usage[*side].presence_at = at;
            }
            _ => {}
        }
    }

    /// The earliest time at which a departure is recorded. Arrivals are always recorded, because no
    /// connected player may count as gone.
    pub(crate) fn departures_recorded_from(&self) -> i64 {
        if self.presence < UNLIMITED_PRESENCE_CHANGES {
            i64::MIN
        } else {
            self.presence_at.saturating_add(PRESENCE_INTERVAL_MS)
        }
    }
}

/// Refuses a command that would exceed a limit.
pub(crate) fn check_limit(used: u32, limit: u32) -> Result<(), Refusal> {
    if used < limit { Ok(()) } else { Err(Refusal::TooMuch) }
}
