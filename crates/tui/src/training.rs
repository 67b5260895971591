//! Training: the position of the day, puzzles and mistakes of one's own.

mod file;
mod plain;
mod session;

pub use file::TrainingFile;
pub use plain::PlainTraining;
pub use session::{NothingToTrain, PracticeSession, TrainingKind};

use std::io;

use bosworth_practice::Progress;

/// What training needs from the program around it.
pub trait TrainingBackend {
    /// The time, in milliseconds since 1970.
    fn now(&mut self) -> i64;

    /// A random number.
    fn luck(&mut self) -> u64;

    /// Stores what was done.
    fn save(&mut self, progress: &Progress) -> io::Result<()>;
}
