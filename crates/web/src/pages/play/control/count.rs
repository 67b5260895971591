//! The count at the end of a game, territory by territory.

use bosworth_board::{Tally, count};
use leptos::prelude::*;

use super::Control;
use crate::browser;
use crate::pages::play::end::{headline, reasons};

/// The longest time for a step, and for the whole count, in milliseconds.
const STEP: u32 = 750;
const WHOLE: u32 = 7000;

impl Control {
    /// Counts the territories one by one. Without animations the result is there at once.
    pub(super) fn count(self) {
        let Some((id, plies, position)) = self.with_untracked(|table| {
            (table.id.clone(), table.game().plies().len(), *table.position())
        }) else {
            return;
        };
        let steps = count(&position).len();
        let pace = self.app.pace();
        if pace == 0 || steps == 0 {
            self.result();
            return;
        }
        let wait = (3 * pace).min(STEP).min(WHOLE / steps as u32);
        self.counted.set(Some(0));
        self.count_on(wait, steps, move || self.still(&id, plies));
    }

    fn count_on(self, wait: u32, steps: usize, still: impl Fn() -> bool + 'static) {
        self.page.after(wait, move || {
            let Some(done) = self.counted.get_untracked().filter(|_| still()) else { return };
            if done >= steps {
                self.stop_counting();
                return;
            }
            self.counted.set(Some(done + 1));
            self.count_on(wait, steps, still);
        });
    }

    /// Ends the count, also before it is done, and shows the result.
    pub fn stop_counting(self) {
        if self.counted.get_untracked().is_some() {
            self.counted.set(None);
            self.result();
        }
    }

    /// Announces the result.
    pub(super) fn result(self) {
        let said = self
            .with_untracked(|table| format!("{}. {}", headline(table), reasons(table).join(" ")));
        if let Some(said) = said {
            self.log.update(|log| log.push(said.clone()));
            self.app.say(said);
        }
        browser::focus_later("#end-title");
    }

    /// How far the count has come.
    pub fn tally(self) -> Option<Tally> {
        let done = self.counted.get()?;
        self.with(|table| Tally::after(&count(table.position()), done))
    }
}
