use core::cmp::Ordering;

use bosworth_rules::{Action, Position};

use crate::attempt::half_points;
use crate::sorted_map::SortedMap;
use crate::{Day, Memory};

/// The least loss of a mistake, in points of win chance out of 100: smaller ones are often a matter of
/// how deep one looks.
pub const MIN_MISTAKE_LOSS: f64 = 4.0;

/// Which decision it was.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MistakeKey {
    /// When the game was played, in milliseconds since 1970: the same on every device.
    pub played_at: i64,
    /// The id of the game.
    pub game: String,
    /// The number of the ply, from 1.
    pub ply: u32,
}

/// A mistake of one's own, to be found again.
///
/// The position and the answers are kept as text and parsed when the card is shown, so that a large
/// deck opens at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MistakeCard {
    pub(crate) position: String,
    /// `N2 0,SE1* 42`: each legal action with its loss in half points, the best first.
    pub(crate) answers: String,
    /// The action that was played.
    pub(crate) played: String,
    /// The days on which it was reviewed, and whether the first answer of the day was right.
    pub(crate) reviews: SortedMap<Day, bool>,
    /// Whether its owner took it out of the deck.
    pub(crate) is_removed: bool,
}

/// How many reviews of a card are kept: the latest.
const MAX_REVIEWS: usize = 40;

impl MistakeCard {
    /// A card for a decision, with what each legal action costs in points of win chance out of 100.
    /// `None` if the action that was played cost less than [`MIN_MISTAKE_LOSS`].
    pub fn new(position: &Position, played: Action, losses: &[(Action, f64)]) -> Option<Self> {
        let (_, cost) = losses.iter().find(|(action, _)| *action == played)?;
        if *cost < MIN_MISTAKE_LOSS {
            return None;
        }
        // An insertion sort: one of the library would add a lot of code to the web app.
        let mut sorted: Vec<(Action, f64)> = Vec::new();
        for (action, loss) in losses {
            let place = sorted.partition_point(|(_, other)| other <= loss);
            sorted.insert(place, (*action, *loss));
        }
        let answer = |(action, loss): &(Action, f64)| format!("{action} {}", half_points(*loss));
        Some(Self {
            position: position.to_string(),
            answers: sorted.iter().map(answer).collect::<Vec<_>>().join(","),
            played: played.to_string(),
            reviews: SortedMap::default(),
            is_removed: false,
        })
    }

    /// The position; `None` if the text is damaged.
    pub fn position(&self) -> Option<Position> {
        self.position.parse().ok()
    }

    /// The action that was played.
    pub fn played(&self) -> Option<Action> {
        self.played.parse().ok()
    }

    /// What each legal action costs, in points of win chance out of 100, the best first. Empty if the
    /// text is damaged.
    pub fn losses(&self) -> Vec<(Action, f64)> {
        let read = |answer: &str| {
            let (action, loss) = answer.split_once(' ')?;
            let half_points: u8 = loss.parse().ok()?;
            Some((action.parse().ok()?, f64::from(half_points) / 2.0))
        };
        self.answers.split(',').map(read).collect::<Option<_>>().unwrap_or_default()
    }

    /// How many times it was reviewed, and how often the answer was right, of the last 40.
    pub fn reviews(&self) -> (usize, usize) {
        (self.reviews.len(), self.reviews.iter().filter(|(_, right)| **right).count())
    }

    /// Whether it was never reviewed.
    pub fn is_new(&self) -> bool {
        self.reviews.is_empty()
    }

    /// Notes the answer of a day, the first one of which counts.
    pub(crate) fn review(&mut self, day: Day, is_right: bool) {
        self.reviews.or_insert(day, is_right);
        self.reviews.keep_last(MAX_REVIEWS);
    }

    /// How well it is remembered; `None` if it was never reviewed.
    pub fn memory(&self) -> Option<Memory> {
        let mut reviews = self.reviews.iter();
        let (day, right) = reviews.next()?;
        let (mut last, mut memory) = (*day, Memory::first(*right));
        for (day, right) in reviews {
            memory = memory.reviewed(day.since(last), *right);
            last = *day;
        }
        Some(memory)
    }

    /// On which day it comes again; `None` if it was never reviewed. After a wrong answer that is the
    /// next day.
    pub fn due(&self) -> Option<Day> {
        let (last, is_right) = self.reviews.last()?;
        let days = if *is_right { self.memory()?.interval() } else { 1 };
        Some(last.plus(days))
    }

    fn texts(&self) -> [&String; 3] {
        [&self.position, &self.answers, &self.played]
    }

    /// Takes over what another device knows about the same decision. The later review of the game
    /// cannot be told from the earlier one, so the texts that sort last win; of two answers on the same
    /// day, the wrong one.
    pub(crate) fn merge(&mut self, other: &Self) {
        if self.texts().cmp(&other.texts()) == Ordering::Less {
            [self.position, self.answers, self.played] = other.texts().map(String::clone);
        }
        self.reviews.merge(&other.reviews, |own, right| *own &= right);
        self.reviews.keep_last(MAX_REVIEWS);
        self.is_removed |= other.is_removed;
    }
}
