//! What a person who trains has done: a state that two devices can merge.
//!
//! [`Progress`] holds the first answers to puzzles, the answers to the daily positions, a deck of one's
//! own mistakes, the best runs against the clock, and the steps of the road. Everything else follows
//! from it: the [`Standing`] with its rating, which puzzle comes [next](Progress::next_puzzle), which
//! [`MistakeCard`] is due.
//!
//! There is no clock here and no random number: times are milliseconds since 1970, days are UTC days
//! since then, and luck is an argument.
//!
//! **Merging.** [`Progress::merge`] is commutative, associative and idempotent, so devices that
//! exchange what they know in any order, and twice, arrive at the same state. Each part is a set in
//! which the larger value of the same key wins.
//!
//! **Bounds.** An answer is kept for at least half a year, then it is folded into a snapshot by
//! [`Progress::compact`], which changes neither the rating nor any count. The deck keeps the latest
//! 10 000 mistakes with 40 reviews each, the days the latest 1 000, the runs the best 10 of each kind.
//!
//! ```
//! use bosworth_practice::{Attempt, Day, Progress};
//! use bosworth_puzzles::PuzzleId;
//!
//! let now = 1_795_100_000_000;
//! let mut phone = Progress::default();
//! phone.record(Attempt::new(PuzzleId(7), now, 0.0, 1_600));
//! let mut laptop = Progress::default();
//! laptop.record(Attempt::new(PuzzleId(9), now + 60_000, 12.5, 1_400));
//!
//! let both = phone.clone().merged(&laptop);
//! assert_eq!(both, laptop.merged(&phone));
//! assert_eq!(both.standing().rated, 2);
//! assert_eq!(Progress::from_json(&both.to_json()), Ok(both));
//! assert_eq!(Day::of(now).to_string(), "2026-11-19");
//! ```

mod attempt;
mod daily;
mod day;
mod deck;
mod document;
mod memory;
mod mistake_card;
mod next_puzzle;
mod progress;
mod run;
mod sorted_map;
mod standing;

pub use attempt::Attempt;
pub use daily::{DailyAnswer, daily_puzzle};
pub use day::Day;
pub use deck::MistakeDeck;
pub use document::{NotProgress, ProgressDocument};
pub use memory::Memory;
pub use mistake_card::{MIN_MISTAKE_LOSS, MistakeCard, MistakeKey};
pub use next_puzzle::{PuzzleWish, REPEAT_AFTER_DAYS};
pub use progress::Progress;
pub use run::{RunKind, TrainingRun};
pub use standing::{MAX_RATED_PER_DAY, RatedAnswer, Standing};
