//! A set of puzzles for tests.

use bosworth_puzzles::{Answer, Puzzle, PuzzleSet, Tag, Tags};
use bosworth_rules::{Action, BySide, Card, Position, Ruleset, Side};

/// A set of `count` puzzles over all editions, with different ratings, levels and tags.
pub fn set(count: usize) -> PuzzleSet {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for number in 0.. {
        if puzzles.len() == count {
            break;
        }
        let puzzle = puzzle(number);
        if puzzles.iter().all(|other| other.id() != puzzle.id()) {
            puzzles.push(puzzle);
        }
    }
    PuzzleSet::new(&puzzles).expect("different ids")
}

/// A puzzle on the first position of a game: ten cards are dealt by the number.
fn puzzle(number: usize) -> Puzzle {
    let mut cards = Card::ALL.to_vec();
    let mut left = number;
    let mut hand = || {
        let card = |_| {
            let place = left % cards.len();
            left = left / cards.len() * 31 + place + 7;
            cards.remove(place)
        };
        (0..5).map(card).collect()
    };
    let hands = BySide { red: hand(), white: hand() };
    let (_, ruleset) = Ruleset::PRESETS[number % 3];
    let position = Position::deal(hands, Side::Red, ruleset).expect("a deal");
    let answers: Vec<_> = position.actions().iter().collect();
    let best = answers[number % answers.len()];
    let answer = |action: Action| Answer::new(action, if action == best { 0.0 } else { 8.0 });
    let answers = answers.into_iter().map(answer).collect();
    let tag = Tag::ALL[number % Tag::ALL.len()];
    let (level, rating) = ((number % 9 + 1) as u8, (900 + number * 37 % 1_200) as u16);
    Puzzle::new(position, 55.0, answers, Tags::of(tag), level, rating).expect("a puzzle")
}
