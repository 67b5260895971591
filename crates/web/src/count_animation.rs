//! The animated count at the end of a game, territory by territory, for local and online games.

use std::sync::Arc;

use bosworth_board::{FinalCount, count};
use bosworth_rules::Position;
use bosworth_view::prelude::*;

use crate::language::{texts, tr};
use crate::lifetime::Lifetime;
use crate::parts::button;

/// The maximum duration of a step and of the whole count, in milliseconds.
const MAX_STEP_MS: u32 = 750;
const MAX_COUNT_MS: u32 = 7000;

/// The animation, which may be in progress.
#[derive(Clone, Copy)]
pub struct CountAnimation {
    page: Lifetime,
    /// The number of completed steps, while it is in progress.
    done: RwSignal<Option<usize>>,
    /// Reference-counted: a `Callback` would be disposed of with the effect in which the game
    /// ended.
    then: StoredValue<Option<Arc<dyn Fn()>>>,
}

impl CountAnimation {
    /// Creates an idle animation for a page.
    pub fn new(page: Lifetime) -> Self {
        Self { page, done: RwSignal::new(None), then: StoredValue::new(None) }
    }

    /// Counts the territories one by one, and then calls `then`; with a pace of 0 (no animations),
    /// immediately. The count is cancelled silently once `still` returns false, because another
    /// game is shown.
    pub fn start(
        self,
        pace: u32,
        position: &Position,
        still: impl Fn() -> bool + 'static,
        then: impl Fn() + 'static,
    ) {
        let steps = count(position).len();
        if pace == 0 || steps == 0 {
            then();
            return;
        }
        self.then.set_value(Some(Arc::new(then)));
        self.done.set(Some(0));
        self.schedule_step(
            (3 * pace).min(MAX_STEP_MS).min(MAX_COUNT_MS / steps as u32),
            steps,
            still,
        );
    }

    fn schedule_step(self, wait: u32, steps: usize, still: impl Fn() -> bool + 'static) {
        self.page.after(wait, move || {
            let Some(done) = self.done.get_untracked().filter(|_| still()) else { return };
            if done >= steps {
                self.finish();
                return;
            }
            self.done.set(Some(done + 1));
            self.schedule_step(wait, steps, still);
        });
    }

    /// Ends the count, possibly early, and announces the result.
    pub fn finish(self) {
        if self.done.get_untracked().is_some() {
            self.stop();
            if let Some(then) = self.then.get_value() {
                then();
            }
        }
    }

    /// Cancels the count silently.
    pub fn stop(self) {
        self.done.set(None);
    }

    /// Whether it is in progress.
    pub fn is_on(self) -> bool {
        self.done.with(Option::is_some)
    }

    /// The progress of the count of a position.
    pub fn tally(self, position: &Position) -> Option<FinalCount> {
        let done = self.done.get()?;
        Some(FinalCount::after(&count(position), done))
    }

    /// The territory being counted and a button to skip the rest, which replace the actions while
    /// the count is in progress.
    pub fn view(self, position: &Position) -> Option<View> {
        let tally = self.tally(position)?;
        let line = tally.latest.map(|step| {
            let side = texts().side(step.side, position.ruleset());
            let sum = match step.times {
                1 => format!("{}² = {}", step.size, step.points()),
                times => format!("{times} × 1² = {}", step.points()),
            };
            texts().labelled(&side, &sum)
        });
        let counting = view! {
            <p class="status finale" aria-hidden="true">{line.unwrap_or_else(|| tr("finale-counting"))}</p>
            <div class="act-buttons">
                {button("skip-count", "wide", tr("finale-skip"), move || self.finish())}
            </div>
        };
        Some(counting)
    }
}
