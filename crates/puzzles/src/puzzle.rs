use alloc::vec::Vec;
use core::fmt;

use bosworth_rules::{Action, Position, Ruleset};

use crate::answer::{half_points, points};
use crate::{Answer, Grade, PuzzleHeader, PuzzleId, Tags};

/// One decision, with what every action costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    // Invariant: the answers are the legal actions, at least two; they are sorted by loss, equal ones
    // in the order of the actions; the first loses nothing.
    id: PuzzleId,
    position: Position,
    answers: Vec<Answer>,
    chance: u8,
    tags: Tags,
    level: u8,
    rating: u16,
}

/// Why a position with answers is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAPuzzle {
    /// Fewer than two actions are legal: there is nothing to decide.
    NoChoice,
    /// The answers are not the legal actions, each once.
    OtherActions,
    /// No answer costs nothing.
    NoBest,
    /// The level is not 1 to 9.
    NoLevel(u8),
    /// Only the published editions have puzzles.
    NoEdition,
}

impl fmt::Display for NotAPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChoice => f.write_str("there is no choice in this position"),
            Self::OtherActions => f.write_str("the answers are not the legal actions"),
            Self::NoBest => f.write_str("no answer is the best one: each costs something"),
            Self::NoLevel(level) => write!(f, "{level} is not a level from 1 to 9"),
            Self::NoEdition => f.write_str("a puzzle is played by one of the published editions"),
        }
    }
}

impl core::error::Error for NotAPuzzle {}

impl Puzzle {
    /// The [level](Self::level) of a puzzle that none of the eight solves.
    pub const NO_LEVEL: u8 = 9;

    /// A puzzle with an answer for each legal action, in any order. `chance` is the win chance of the
    /// best one, in points of 100.
    pub fn new(
        position: Position,
        chance: f64,
        answers: Vec<Answer>,
        tags: Tags,
        level: u8,
        rating: u16,
    ) -> Result<Self, NotAPuzzle> {
        let id = PuzzleId::of(&position);
        Self { id, position, answers, chance: half_points(chance), tags, level, rating }.checked()
    }

    /// Sorts the answers, and checks the invariant.
    pub(crate) fn checked(mut self) -> Result<Self, NotAPuzzle> {
        let legal: Vec<_> = self.position.actions().iter().collect();
        let place = |answer: &Answer| legal.iter().position(|action| *action == answer.action);
        let order = |answer: &Answer| (answer.half_points(), place(answer));
        // There are five at most; the sort of the standard library is three kilobytes for each type.
        for end in 1..self.answers.len() {
            let answer = self.answers.remove(end);
            let later = self.answers[..end].iter().position(|other| order(other) > order(&answer));
            self.answers.insert(later.unwrap_or(end), answer);
        }
        let found = |action: &Action| self.answers.iter().any(|answer| answer.action == *action);
        match () {
            () if self.position.ruleset().preset().is_none() => Err(NotAPuzzle::NoEdition),
            () if legal.len() < 2 => Err(NotAPuzzle::NoChoice),
            () if self.answers.len() != legal.len() || !legal.iter().all(found) => {
                Err(NotAPuzzle::OtherActions)
            }
            () if self.best().half_points() > 0 => Err(NotAPuzzle::NoBest),
            () if !(1..=Self::NO_LEVEL).contains(&self.level) => {
                Err(NotAPuzzle::NoLevel(self.level))
            }
            () => Ok(self),
        }
    }

    /// The parts of a puzzle that was read, not yet checked.
    pub(crate) fn unchecked(
        header: PuzzleHeader,
        position: Position,
        answers: Vec<Answer>,
        chance: u8,
    ) -> Self {
        let PuzzleHeader { id, tags, level, rating, .. } = header;
        Self { id, position, answers, chance, tags, level, rating }
    }

    /// Its number.
    pub fn id(&self) -> PuzzleId {
        self.id
    }

    /// Where the decision is to be made; its ruleset is the edition.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The edition.
    pub fn edition(&self) -> Ruleset {
        self.position.ruleset()
    }

    /// All legal actions, the best first.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The ideas in it.
    pub fn tags(&self) -> Tags {
        self.tags
    }

    /// The lowest of the eight levels that solves it, [`NO_LEVEL`](Self::NO_LEVEL) if none does.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The rating that it starts with.
    pub fn rating(&self) -> u16 {
        self.rating
    }

    /// The win chance of the best action, in points of 100.
    pub fn chance(&self) -> f64 {
        points(self.chance)
    }

    pub(crate) fn chance_half_points(&self) -> u8 {
        self.chance
    }

    /// The best action.
    pub fn best(&self) -> Answer {
        self.answers[0]
    }

    /// The second best action.
    pub fn second(&self) -> Answer {
        self.answers[1]
    }

    /// By how many points of win chance out of 100 the best action is better than the second.
    pub fn gap(&self) -> f64 {
        self.second().loss()
    }

    /// An action with what it costs, if it is legal.
    pub fn answer(&self, action: Action) -> Option<Answer> {
        self.answers.iter().find(|answer| answer.action == action).copied()
    }

    /// What an action is worth, if it is legal.
    pub fn grade(&self, action: Action) -> Option<Grade> {
        self.answer(action).map(Answer::grade)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic";

    fn puzzle(text: &str, answers: &[(&str, f64)], level: u8) -> Result<Puzzle, NotAPuzzle> {
        let answer =
            |(action, loss): &(&str, f64)| Answer::new(action.parse().expect("an action"), *loss);
        let answers = answers.iter().map(answer).collect();
        let position = text.parse().expect("a position");
        Puzzle::new(position, 60.0, answers, Tags::EMPTY, level, 1500)
    }

    #[test]
    fn answers_are_sorted_by_what_they_cost() {
        let puzzle = puzzle(TEXT, &[("+", 3.0), ("S1", 3.0), ("E1", 0.0)], 9).expect("a puzzle");
        let order: Vec<_> = puzzle.answers().iter().map(|answer| answer.action).collect();
        let expected = ["E1", "S1", "+"].map(|action| action.parse().expect("an action"));
        assert_eq!(order, expected);
        assert_eq!((puzzle.gap() * 2.0) as i32, 6);
        assert_eq!(puzzle.grade(expected[1]), Some(Grade::Close));
        assert_eq!(puzzle.grade(Action::Pass), None);
    }

    #[test]
    fn what_is_no_puzzle_is_refused() {
        let good = [("S1", 0.0), ("E1", 5.0), ("+", 5.0)];
        assert!(puzzle(TEXT, &good, 1).is_ok());
        assert_eq!(puzzle(TEXT, &good, 0), Err(NotAPuzzle::NoLevel(0)));
        assert_eq!(puzzle(TEXT, &good, 10), Err(NotAPuzzle::NoLevel(10)));
        assert_eq!(puzzle(TEXT, &good[..2], 1), Err(NotAPuzzle::OtherActions));
        let twice = [good[0], good[1], good[1]];
        assert_eq!(puzzle(TEXT, &twice, 1), Err(NotAPuzzle::OtherActions));
        let dear = [("S1", 1.0), ("E1", 5.0), ("+", 5.0)];
        assert_eq!(puzzle(TEXT, &dear, 1), Err(NotAPuzzle::NoBest));
        let forced = "9/9/9/4r4/9/4r4/9/9/9 e6 r - N1,N2 4 4 - classic";
        assert_eq!(puzzle(forced, &[("+", 0.0)], 1), Err(NotAPuzzle::NoChoice));
        let custom = TEXT.replace("classic", "classic:ending=either");
        assert_eq!(puzzle(&custom, &good, 1), Err(NotAPuzzle::NoEdition));
    }
}
