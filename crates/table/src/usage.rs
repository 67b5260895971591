use bosworth_rules::BySide;

use crate::{Event, Offer, Refusal};

/// The maximum length of a line of chat, at a table or in a tournament, in characters.
pub const MAX_CHAT_CHARS: usize = 200;
/// How many chat messages and chat switches a player has at one table.
pub(crate) const MAX_CHAT_ACTIONS: u32 = 100;
/// How many offers a player may make or decline at one table.
pub(crate) const MAX_OFFERS: u32 = 60;
/// How often a player may take back against the computer at one table.
pub(crate) const MAX_COMPUTER_TAKEBACKS: u32 = 100;
/// After this many arrivals and departures, a player's departures are rate limited.
const UNLIMITED_PRESENCE_CHANGES: u32 = 200;
/// The minimum time before the next recorded departure then, in milliseconds.
const PRESENCE_INTERVAL_MS: i64 = 60_000;
/// How long chat stays open after the end, in milliseconds.
pub(crate) const CHAT_AFTER_END_MS: i64 = 15 * 60_000;

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
