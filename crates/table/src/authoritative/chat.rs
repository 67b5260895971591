//! Chat.

use bosworth_rules::Side;

use super::AuthoritativeTable;
use crate::limits::{MAX_CHAT_ACTIONS, MAX_CHAT_CHARS};
use crate::usage::check_limit;
use crate::{Event, Refusal};

impl AuthoritativeTable {
    pub(super) fn quiet(&self, side: Side, on: bool, now: i64) -> Result<Vec<Event>, Refusal> {
        if !self.table.is_chat_open(now) {
            return Err(Refusal::Over);
        }
        if self.table.is_quiet(side) == on {
            return Ok(Vec::new());
        }
        check_limit(self.table.usage(side).chat, MAX_CHAT_ACTIONS)?;
        Ok(vec![Event::Quiet { side, on }])
    }

    pub(super) fn chat(&self, side: Side, text: &str, now: i64) -> Result<Vec<Event>, Refusal> {
        if !self.table.is_chat_open(now) {
            return Err(Refusal::Over);
        }
        let text = text.trim();
        let fits = !text.is_empty()
            && text.chars().count() <= MAX_CHAT_CHARS
            && !text.contains(char::is_control);
        if !fits {
            return Err(Refusal::BadText);
        }
        if self.table.is_quiet(Side::Red) || self.table.is_quiet(Side::White) {
            return Err(Refusal::Quiet);
        }
        check_limit(self.table.usage(side).chat, MAX_CHAT_ACTIONS)?;
        Ok(vec![Event::Chat { side, text: text.into() }])
    }
}
