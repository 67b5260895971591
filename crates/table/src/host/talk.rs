//! Chat.

use bosworth_rules::Side;

use super::AuthoritativeTable;
use crate::budget::{TALK, within};
use crate::{Event, Refusal};

/// The longest chat message, in characters.
const LONGEST_CHAT: usize = 200;

impl AuthoritativeTable {
    pub(super) fn quiet(&self, side: Side, on: bool, now: i64) -> Result<Vec<Event>, Refusal> {
        if !self.table.may_talk(now) {
            return Err(Refusal::Over);
        }
        if self.table.is_quiet(side) == on {
            return Ok(Vec::new());
        }
        within(self.table.spent(side).talk, TALK)?;
        Ok(vec![Event::Quiet { side, on }])
    }

    pub(super) fn chat(&self, side: Side, text: &str, now: i64) -> Result<Vec<Event>, Refusal> {
        if !self.table.may_talk(now) {
            return Err(Refusal::Over);
        }
        let text = text.trim();
        let fits = !text.is_empty()
            && text.chars().count() <= LONGEST_CHAT
            && !text.contains(char::is_control);
        if !fits {
            return Err(Refusal::BadText);
        }
        if self.table.is_quiet(Side::Red) || self.table.is_quiet(Side::White) {
            return Err(Refusal::Quiet);
        }
        within(self.table.spent(side).talk, TALK)?;
        Ok(vec![Event::Chat { side, text: text.into() }])
    }
}
