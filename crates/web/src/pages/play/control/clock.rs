//! Running and pausing the clock, and losses on time.

use super::LocalGameControl;
use crate::browser;
use crate::clocked_table::Loss;
use crate::pages::play::record::keep;

impl LocalGameControl {
    /// Runs the clock, if there is one.
    pub(super) fn run_clock(self) {
        let has_clock = self.with_untracked(|table| table.clock.is_some() && !table.is_over());
        if has_clock != Some(true) {
            return;
        }
        let now = browser::now();
        self.app.table.update_untracked(|table| {
            if let Some(table) = table {
                let side = table.position().side();
                if let Some(clock) = &mut table.clock {
                    clock.run(side, now);
                }
            }
        });
        self.page.every(200, move || self.tick());
    }

    pub(super) fn pause_clock(self) {
        let now = browser::now();
        self.app.table.update_untracked(|table| {
            if let Some(clock) = table.as_mut().and_then(|table| table.clock.as_mut()) {
                clock.pause(now);
            }
        });
        keep(self.app);
    }

    fn tick(self) {
        let now = browser::now();
        self.now.set(now);
        let flag = self
            .with_untracked(|table| {
                let running = table.clock.filter(|_| !table.is_over())?;
                running.flag(now)
            })
            .flatten();
        if let Some(side) = flag {
            self.app.table.update(|table| {
                if let Some(table) = table {
                    table.lost = Some(Loss::time(side));
                }
            });
            self.end_with_loss();
        }
    }
}
