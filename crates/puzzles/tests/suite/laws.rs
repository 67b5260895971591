//! Properties over random positions.

use bosworth_puzzles::{Answer, NotAPuzzleSet, Puzzle, PuzzleId, PuzzleSet, Tag, Tags, canonical};
use bosworth_rules::{BySide, Card, Next, Position, Ruleset, Side, Symmetry};
use fastrand::Rng;
use proptest::prelude::*;

/// A position with a choice, from a random game.
fn position(rng: &mut Rng) -> Position {
    let (_, ruleset) = Ruleset::PRESETS[rng.usize(..3)];
    let mut cards = Card::ALL;
    rng.shuffle(&mut cards);
    let hand = |cards: &[Card]| cards.iter().copied().collect();
    let hands = BySide { red: hand(&cards[..5]), white: hand(&cards[5..10]) };
    let mut position = Position::deal(hands, Side::Red, ruleset).expect("ten different cards");
    let mut found = position;
    for _ in 0..rng.u32(..150) {
        let choices = position.choices();
        if choices.len() > 1 {
            found = position;
        }
        let Some(choice) = choices.pick(rng.u32(..choices.len().max(1))) else { break };
        position = match choice.take() {
            Next::Position(next) => next,
            Next::Draw(pending) => {
                pending.pick(rng.u32(..pending.outcomes().len())).expect("a card")
            }
        };
    }
    found
}

fn puzzle(rng: &mut Rng) -> Puzzle {
    let position = position(rng);
    let actions: Vec<_> = position.actions().iter().collect();
    let best = rng.usize(..actions.len());
    let loss = |place, rng: &mut Rng| if place == best { 0.0 } else { 100.0 * rng.f64() };
    let answers = actions.iter().enumerate();
    let answers = answers.map(|(place, action)| Answer::new(*action, loss(place, rng))).collect();
    let tags: Tags = Tag::ALL.into_iter().filter(|_| rng.bool()).collect();
    Puzzle::new(position, 100.0 * rng.f64(), answers, tags, rng.u8(1..=9), rng.u16(..))
        .expect("a puzzle")
}

fn puzzles() -> impl Strategy<Value = Vec<Puzzle>> {
    (any::<u64>(), 0..20usize).prop_map(|(seed, count)| {
        let mut rng = Rng::with_seed(seed);
        let mut puzzles: Vec<_> = (0..count).map(|_| puzzle(&mut rng)).collect();
        puzzles.sort_by_key(Puzzle::id);
        puzzles.dedup_by_key(|puzzle| puzzle.id());
        puzzles
    })
}

proptest! {
    #[test]
    fn a_set_is_read_as_it_was_written(puzzles in puzzles()) {
        let mut shuffled = puzzles.clone();
        Rng::with_seed(7).shuffle(&mut shuffled);
        let set = PuzzleSet::new(&shuffled).expect("different ids");
        let read = PuzzleSet::read(set.bytes().to_vec()).expect("a set");
        prop_assert_eq!(&read, &set);
        prop_assert_eq!(read.len(), puzzles.len());
        prop_assert!(read.iter().eq(puzzles.iter().cloned()));
        for (place, (puzzle, header)) in puzzles.iter().zip(read.headers()).enumerate() {
            prop_assert_eq!(read.get(place), Some(puzzle.clone()));
            prop_assert_eq!(read.find(puzzle.id()), Some(puzzle.clone()));
            prop_assert_eq!(read.header(place), Some(header));
            prop_assert_eq!(header.id, puzzle.id());
            prop_assert_eq!(header.tags, puzzle.tags());
            prop_assert_eq!(header.level, puzzle.level());
            prop_assert_eq!(header.rating, puzzle.rating());
            prop_assert_eq!(header.edition, puzzle.edition());
        }
        prop_assert_eq!(read.get(puzzles.len()), None);
        prop_assert_eq!(read.find(PuzzleId(u32::MAX)), None);
    }

    #[test]
    fn two_puzzles_with_one_id_are_refused(seed in any::<u64>()) {
        let puzzle = puzzle(&mut Rng::with_seed(seed));
        prop_assert!(PuzzleSet::new(&[puzzle.clone(), puzzle]).is_err());
    }

    /// With one byte changed a set is refused, or it is another set that is written alike.
    #[test]
    fn a_changed_byte_is_refused_or_makes_another_set(
        puzzles in puzzles(), place in any::<prop::sample::Index>(), with in 1..=u8::MAX,
    ) {
        let mut bytes = PuzzleSet::new(&puzzles).expect("a set").bytes().to_vec();
        let place = place.index(bytes.len());
        bytes[place] ^= with;
        if let Ok(read) = PuzzleSet::read(bytes.clone()) {
            let all: Vec<_> = read.iter().collect();
            prop_assert_eq!(all.len(), puzzles.len());
            let again = PuzzleSet::new(&all).expect("different ids");
            prop_assert_eq!(again.bytes(), &bytes[..]);
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(tail in prop::collection::vec(any::<u8>(), 0..120)) {
        let _ = PuzzleSet::read(tail.clone());
        let _ = PuzzleSet::read([b"BOSWPUZ\x01", &tail[..]].concat());
    }

    #[test]
    fn a_set_that_is_cut_off_is_refused(puzzles in puzzles(), cut in 1..38usize) {
        prop_assume!(!puzzles.is_empty());
        let set = PuzzleSet::new(&puzzles).expect("a set");
        let bytes = &set.bytes()[..set.bytes().len() - cut];
        prop_assert_eq!(PuzzleSet::read(bytes.to_vec()), Err(NotAPuzzleSet::CutOff));
    }

    #[test]
    fn all_images_of_a_position_have_one_form_and_one_id(seed in any::<u64>()) {
        let position = position(&mut Rng::with_seed(seed));
        let form = canonical(&position);
        for image in Symmetry::all().map(|symmetry| symmetry.position(&position)) {
            for image in [image, image.with_sides_swapped()] {
                prop_assert_eq!(canonical(&image), form);
                prop_assert_eq!(PuzzleId::of(&image), PuzzleId::of(&position));
            }
        }
    }
}
