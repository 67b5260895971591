use bosworth_puzzles::{Grade, PuzzleHeader, PuzzleId, PuzzleSet};
use bosworth_rules::Ruleset;

use crate::attempt::half_points;
use crate::{Day, Progress};

/// The first answer to the position of a day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DailyAnswer {
    /// When it was given, in milliseconds since 1970.
    pub at: i64,
    pub(crate) half_points: u8,
}

impl DailyAnswer {
    /// An answer that costs `loss` points of win chance out of 100.
    pub fn new(at: i64, loss: f64) -> Self {
        Self { at, half_points: half_points(loss) }
    }

    /// What it cost, in points of win chance out of 100.
    pub fn loss(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    /// What it is worth.
    pub fn grade(self) -> Grade {
        Grade::of(self.loss())
    }
}

/// The levels whose puzzles can be the position of a day: a beginner has a chance, and an expert has to
/// think.
const DAILY_LEVELS: core::ops::RangeInclusive<u8> = 3..=7;

/// The puzzle of a day: the same for everybody who has the same set.
///
/// It is of the first edition and of medium difficulty. All such puzzles take their turns in an order
/// of their own before one comes again, so no position returns for years.
pub fn daily_puzzle(set: &PuzzleSet, day: Day) -> Option<PuzzleId> {
    let is_daily =
        |it: &PuzzleHeader| it.edition == Ruleset::CLASSIC && DAILY_LEVELS.contains(&it.level);
    let mut puzzles: Vec<_> = set.headers().filter(is_daily).map(|it| it.id).collect();
    if puzzles.is_empty() {
        // A set for a single purpose.
        puzzles = set.headers().map(|it| it.id).collect();
    }
    let count = i32::try_from(puzzles.len()).ok().filter(|count| *count > 0)?;
    let round = day.0.div_euclid(count) as u64;
    // An insertion sort: one of the library would add a lot of code to the web app.
    let mut turns: Vec<(u64, PuzzleId)> = Vec::with_capacity(puzzles.len());
    for id in puzzles {
        let turn = (mixed(round << 32 | u64::from(id.0)), id);
        turns.insert(turns.partition_point(|other| *other < turn), turn);
    }
    turns.get(day.0.rem_euclid(count) as usize).map(|(_, id)| *id)
}

/// Mixes the bits of a number well (`SplitMix64`).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl Progress {
    /// The number of days in a row, up to today or yesterday, whose positions were answered.
    pub fn daily_streak(&self, today: Day) -> u32 {
        let mut day = if self.daily(today).is_some() { today } else { today.plus(-1) };
        let mut streak = 0;
        while self.daily(day).is_some() {
            streak += 1;
            day = day.plus(-1);
        }
        streak
    }

    /// The result of a day as a text to share, which gives nothing away and needs no translation:
    /// the date, a square for each try, the streak, and an address to try it oneself. `None` if the
    /// day's position was not answered.
    pub fn shared_daily(&self, day: Day, later_tries: &[Grade], address: &str) -> Option<String> {
        let first = self.daily(day)?;
        let tries = core::iter::once(first.grade()).chain(later_tries.iter().copied());
        let squares: String = tries.map(square).collect();
        let streak = match self.daily_streak(day) {
            0 | 1 => String::new(),
            streak => format!(" 🔥{streak}"),
        };
        Some(format!("🌹 {day} {squares}{streak}\n{address}"))
    }
}

fn square(grade: Grade) -> char {
    match grade {
        Grade::Best | Grade::Right => '🟩',
        Grade::Close => '🟨',
        Grade::Wrong => '🟥',
    }
}
