//! The scheduler: FSRS-6, the Free Spaced Repetition Scheduler.
//!
//! The formulas are those of <https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm>
//! with the published default weights. The crate `fsrs` brings a framework for machine learning, to fit
//! the weights to a person, and `rs-fsrs` a calendar; both are too large for a page, for two formulas.
//! There are no steps of minutes: a card comes once a day at most.

/// How well a position is remembered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Memory {
    /// In how many days the chance to remember it falls to 90 %.
    pub stability: f64,
    /// How hard it is, from 1 to 10.
    pub difficulty: f64,
}

/// The default weights.
const WEIGHTS: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// Of the four ratings of FSRS, these two are used. A third, `EASY`, is what difficulties return to.
const AGAIN: f64 = 1.0;
const GOOD: f64 = 3.0;
const EASY: f64 = 4.0;

/// The stability below which none falls, in days.
const MIN_STABILITY: f64 = 0.001;
/// The longest interval, in days: a card that is remembered for five years has done its work.
const MAX_INTERVAL: i32 = 1_826;

impl Memory {
    /// After the first review.
    pub fn first(is_right: bool) -> Self {
        first(&WEIGHTS, is_right)
    }

    /// After another review, `days` days after the last one.
    pub fn reviewed(self, days: i32, is_right: bool) -> Self {
        reviewed(&WEIGHTS, self, days, is_right)
    }

    /// The chance to remember it after `days` days, from 0 to 1.
    pub fn retrievability(self, days: i32) -> f64 {
        retrievability(&WEIGHTS, self, days)
    }

    /// In how many days it comes again, at least one: when the chance to remember it is 90 %.
    pub fn interval(self) -> i32 {
        self.stability.round().clamp(1.0, MAX_INTERVAL.into()) as i32
    }
}

fn first(w: &[f64; 21], is_right: bool) -> Memory {
    let rating = if is_right { GOOD } else { AGAIN };
    let stability = if is_right { w[2] } else { w[0] };
    Memory { stability, difficulty: first_difficulty(w, rating).clamp(1.0, 10.0) }
}

fn first_difficulty(w: &[f64; 21], rating: f64) -> f64 {
    w[4] - (w[5] * (rating - 1.0)).exp() + 1.0
}

fn retrievability(w: &[f64; 21], memory: Memory, days: i32) -> f64 {
    let factor = 0.9_f64.powf(-1.0 / w[20]) - 1.0;
    (1.0 + factor * f64::from(days.max(0)) / memory.stability).powf(-w[20])
}

fn reviewed(w: &[f64; 21], memory: Memory, days: i32, is_right: bool) -> Memory {
    let Memory { stability, difficulty } = memory;
    let forgotten = 1.0 - retrievability(w, memory, days);
    let rating = if is_right { GOOD } else { AGAIN };
    let stability = if is_right {
        let growth = w[8].exp() * (11.0 - difficulty) * stability.powf(-w[9]);
        stability * (1.0 + growth * ((forgotten * w[10]).exp() - 1.0))
    } else {
        let relearned = w[11]
            * difficulty.powf(-w[12])
            * ((stability + 1.0).powf(w[13]) - 1.0)
            * (forgotten * w[14]).exp();
        relearned.min(stability / (w[17] * w[18]).exp())
    };
    // The harder it is, the less an answer changes that; it returns slowly to that of an easy one.
    let changed = difficulty - w[6] * (rating - GOOD) * (10.0 - difficulty) / 9.0;
    let difficulty = w[7] * first_difficulty(w, EASY) + (1.0 - w[7]) * changed;
    Memory { stability: stability.max(MIN_STABILITY), difficulty: difficulty.clamp(1.0, 10.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vector of ts-fsrs for its scheduler without steps of minutes, which uses other weights:
    /// 1 is a wrong answer, 3 a right one, each on the day it is due.
    #[test]
    fn the_formulas_agree_with_another_implementation() {
        let w = [
            0.4197, 1.1869, 3.0412, 15.2441, 7.1434, 0.6477, 1.0007, 0.0674, 1.6597, 0.1712,
            1.1178, 2.0225, 0.0904, 0.3025, 2.1214, 0.2498, 2.9466, 0.4891, 0.6468, 0.0, 0.5,
        ];
        let answers = [3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3];
        let mut memory = first(&w, true);
        let mut found = vec![memory];
        for answer in &answers[1..] {
            memory = reviewed(&w, memory, memory.interval(), *answer == 3);
            found.push(memory);
        }
        let intervals = [3, 13, 48, 155, 445, 1158, 17, 3, 11, 37, 112, 307, 773];
        assert_eq!(found.iter().map(|it| it.interval()).collect::<Vec<_>>(), intervals);
        let stabilities = [
            3.0412, 13.0913, 48.1585, 154.9373, 445.0556, 1158.0778, 16.6306, 3.0173, 11.4225,
            37.3752, 111.8753, 306.5975, 772.9403,
        ];
        let difficulties = [
            4.4909, 4.2666, 4.0575, 3.8624, 3.6804, 3.5108, 4.6983, 5.5596, 5.2632, 4.9869, 4.7292,
            4.4888, 4.2646,
        ];
        for ((memory, stability), difficulty) in found.iter().zip(stabilities).zip(difficulties) {
            assert!((memory.stability - stability).abs() < 1e-3, "{memory:?}");
            assert!((memory.difficulty - difficulty).abs() < 1e-4, "{memory:?}");
        }
    }

    #[test]
    fn nine_in_ten_are_remembered_on_the_day_they_are_due() {
        for stability in [1.0, 7.0, 300.0] {
            let memory = Memory { stability, difficulty: 5.0 };
            assert!((memory.retrievability(memory.interval()) - 0.9).abs() < 1e-9);
        }
    }
}
