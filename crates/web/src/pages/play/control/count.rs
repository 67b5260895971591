//! The end of a game: the count, then the result.

use bosworth_board::FinalCount;

use super::LocalGameControl;
use crate::browser;
use crate::pages::play::end::{headline, result_sound};

impl LocalGameControl {
    /// Counts the territories one by one, and announces the result.
    pub(super) fn count(self) {
        let Some((id, plies, position)) = self.with_untracked(|table| {
            (table.id.clone(), table.game().plies().len(), *table.position())
        }) else {
            return;
        };
        let still = move || self.is_unchanged(&id, plies);
        self.counting.start(self.app.pace(), &position, still, move || self.result());
    }

    /// Announces the result.
    pub(super) fn result(self) {
        let late_parts = self.late_parts.get_untracked();
        let said = self.with_untracked(|table| {
            let reasons = late_parts.map(|parts| (parts.reasons)(table)).unwrap_or_default();
            format!("{}. {}", headline(table), reasons.join(" "))
        });
        if let Some(sound) = self.with_untracked(result_sound) {
            self.app.sound(sound);
        }
        if let Some(said) = said {
            self.log.update(|log| log.push(said.clone()));
            self.app.say(said);
        }
        browser::focus_later("#end-title");
    }

    /// The progress of the count.
    pub fn tally(self) -> Option<FinalCount> {
        self.with(|table| self.counting.tally(table.position())).flatten()
    }
}
