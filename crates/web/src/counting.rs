//! The count at the end of a game, territory by territory, at local and online tables.

use std::sync::Arc;

use bosworth_board::{FinalCount, count};
use bosworth_rules::Position;
use bosworth_view::prelude::*;

use crate::language::{texts, tr};
use crate::lifetime::Lifetime;
use crate::parts::button;

/// The longest time for a step, and for the whole count, in milliseconds.
const STEP: u32 = 750;
const WHOLE: u32 = 7000;

/// A count that may be under way.
#[derive(Clone, Copy)]
pub struct Counting {
    page: Lifetime,
    /// The number of steps done, while it is under way.
    done: RwSignal<Option<usize>>,
    /// Counted by reference: a `Callback` would die with the effect in which the game ended.
    then: StoredValue<Option<Arc<dyn Fn()>>>,
}

impl Counting {
    /// None yet, on a page.
    pub fn new(page: Lifetime) -> Self {
        Self { page, done: RwSignal::new(None), then: StoredValue::new(None) }
    }

    /// Counts the territories one by one, `then` tells the result. Without animations, at a pace of
    /// 0, that is at once. The count ends without a word when it is not `still` about the same game.
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
        self.go_on((3 * pace).min(STEP).min(WHOLE / steps as u32), steps, still);
    }

    fn go_on(self, wait: u32, steps: usize, still: impl Fn() -> bool + 'static) {
        self.page.after(wait, move || {
            let Some(done) = self.done.get_untracked().filter(|_| still()) else { return };
            if done >= steps {
                self.finish();
                return;
            }
            self.done.set(Some(done + 1));
            self.go_on(wait, steps, still);
        });
    }

    /// Ends the count, also before it is done, and tells the result.
    pub fn finish(self) {
        if self.done.get_untracked().is_some() {
            self.stop();
            if let Some(then) = self.then.get_value() {
                then();
            }
        }
    }

    /// Ends the count without a word.
    pub fn stop(self) {
        self.done.set(None);
    }

    /// Whether it is under way.
    pub fn is_on(self) -> bool {
        self.done.with(Option::is_some)
    }

    /// How far the count of a position has come.
    pub fn tally(self, position: &Position) -> Option<FinalCount> {
        let done = self.done.get()?;
        Some(FinalCount::after(&count(position), done))
    }

    /// The territory that is counted, and a button to skip the rest: in place of the actions, while
    /// it is under way.
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
            <p class="preview finale" aria-hidden="true">{line.unwrap_or_else(|| tr("finale-counting"))}</p>
            <div class="act-buttons">
                {button("skip-count", "wide", tr("finale-skip"), move || self.finish())}
            </div>
        };
        Some(counting)
    }
}
