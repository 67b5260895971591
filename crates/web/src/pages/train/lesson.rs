use bosworth_puzzles::{PuzzleHeader, PuzzleId, PuzzleSet, Tag};
use bosworth_rules::Ruleset;

/// A lesson of strategy: an example with marks, then puzzles of its theme. Its message ids are
/// `road-NAME`, `road-NAME-idea` and `road-NAME-example`.
#[derive(Clone, Copy, Debug)]
pub struct StrategyLesson {
    /// The `NAME` in its message ids.
    pub name: &'static str,
    /// The picture beside its title.
    pub picture: &'static str,
    /// The example.
    pub position: &'static str,
    /// Its marks, in the text form of [`BoardMark`](bosworth_reasons::BoardMark).
    pub marks: &'static [&'static str],
    /// The theme of its puzzles: one of these tags.
    pub tags: &'static [Tag],
}

/// How many puzzles a lesson has.
pub const LESSON_PUZZLES: usize = 3;

/// All lessons, in order.
pub const LESSONS: [StrategyLesson; 12] = [
    StrategyLesson {
        name: "open",
        picture: "#compass",
        position: "9/9/9/3r5/4r4/3w5/4w4/9/9 e5 r N2,E2,S1,W3 E3,NE3,SE3 4 4 - classic",
        marks: &["e5-g5", "w:E3", "w:NE3", "w:SE3"],
        tags: &[Tag::Tempo, Tag::Block],
    },
    StrategyLesson {
        name: "reach",
        picture: "#sword",
        position: "9/9/2www1ww1/9/4w4/9/9/9/9 e5 r E1,E2,S2 N2,S3,W2 4 4 - classic",
        marks: &["f5-f7", "e5-g5", "w:N2"],
        tags: &[Tag::Block, Tag::Tempo],
    },
    StrategyLesson {
        name: "draw",
        picture: "#compass",
        position: "9/9/6r2/6rr1/4w4/9/9/9/9 e5 r N3,W1,SW2 N1,S2,E3 4 4 - classic",
        marks: &["g6,g7,h6", "e5-e8", "e5-d5", "e5-c3"],
        tags: &[Tag::DrawOrPlay],
    },
    StrategyLesson {
        name: "heroes",
        picture: "#shield-red",
        position: "9/4w4/4w4/2rrwrr2/4w4/4w4/7w1/9/9 h3 r NW3,N2,W1 E1,S1,N1 4 4 - classic",
        marks: &["h3-e6", "c6,d6,e6,f6,g6"],
        tags: &[Tag::Hero],
    },
    StrategyLesson {
        name: "blocking",
        picture: "#rose-red",
        position: "9/9/9/1www1www1/9/9/4w4/9/9 e3 r N3,E1,W2 N1,N2,S1 4 4 - classic",
        marks: &["e3-e6", "b6,c6,d6,e6,f6,g6,h6"],
        tags: &[Tag::Block],
    },
    StrategyLesson {
        name: "join",
        picture: "#rose-red",
        position: "9/5w3/9/9/2rrr1rr1/9/9/9/9 f8 r S3,E1,SW1 N1,W2 4 4 - classic",
        marks: &["f8-f5", "c5,d5,e5,f5,g5,h5"],
        tags: &[Tag::Join],
    },
    StrategyLesson {
        name: "cut",
        picture: "#shield-red",
        position: "9/9/9/1ww1w4/1wwww4/9/9/3w5/9 d2 r N3,E2,NE1 S1,W1,N2 2 3 - classic",
        marks: &["d2-d5", "b5,b6,c5,c6", "e5,e6"],
        tags: &[Tag::Cut],
    },
    StrategyLesson {
        name: "tempo",
        picture: "#crown",
        position: "9/9/9/5w3/9/9/9/9/9 f6 r NE3,S1,W2 N1,N3,E2,NE1,NW2 4 4 - classic",
        marks: &["f6-i9", "w:N1", "w:N3", "w:E2", "w:NE1", "w:NW2"],
        tags: &[Tag::Tempo],
    },
    StrategyLesson {
        name: "sacrifice",
        picture: "#rose-white",
        position: "5w3/5w3/9/9/2rrr1rrr/9/3w5/9/9 d3 r NE2,S1,W1 N2,SW2,S2 4 4 - classic",
        marks: &["d3-f5", "f5-f7", "c5,d5,e5,f5,g5,h5,i5"],
        tags: &[Tag::Sacrifice],
    },
    StrategyLesson {
        name: "hand",
        picture: "#sword",
        position: "3w5/9/9/9/9/9/9/9/9 d9 r N1,N2,NE2,S3,W1 S1,SW1,E1,E2 4 4 - classic",
        marks: &["d9-d6", "r:N1", "r:N2", "r:NE2"],
        tags: &[Tag::Hand],
    },
    StrategyLesson {
        name: "last",
        picture: "#rose-white",
        position: "1wwrrrrww/1wwrrrwww/3rrrwww/3rwwrrr/3wwwrrr/3wrrrrr/3wwww2/3wwwrr1/5w3 f1 r \
                   NE2,E1,E2,W2 N3,W1 0 0 - classic",
        marks: &["f1-h3"],
        tags: &[Tag::LastRose],
    },
    StrategyLesson {
        name: "end",
        picture: "#crown",
        position: "1wwrrrrww/1wwrrrrww/3rrrwww/3rwwrrr/3wwwrrr/3wrrrrr/3wwwr2/3wwwrr1/4rw3 f1 r \
                   NE2,E1,W2 N3,W1,S1 0 0 - classic",
        marks: &["f1-h3", "f1-g1", "f1-d1"],
        tags: &[Tag::EndNow, Tag::Exact],
    },
];

/// The puzzles of a lesson: the easiest of its theme that no earlier lesson has. Where a theme has too
/// few in the classic edition, the easiest others follow.
pub fn puzzles(set: &PuzzleSet, lesson: usize) -> Vec<PuzzleId> {
    // An insertion sort: one of the library would add a lot of code.
    let mut easiest: Vec<PuzzleHeader> = Vec::new();
    for puzzle in set.headers().filter(|puzzle| puzzle.edition == Ruleset::CLASSIC) {
        // Equal ones in the order of their ids, in which they come.
        let place = easiest.partition_point(|other| other.rating <= puzzle.rating);
        easiest.insert(place, puzzle);
    }
    let mut taken = Vec::new();
    let mut own = Vec::new();
    for lesson in LESSONS.iter().take(lesson + 1) {
        let has_theme =
            |tags: bosworth_puzzles::Tags| lesson.tags.iter().any(|tag| tags.contains(*tag));
        let fitting = easiest.iter().filter(|puzzle| has_theme(puzzle.tags));
        let others = easiest.iter().filter(|puzzle| !has_theme(puzzle.tags));
        let new = fitting.chain(others).map(|puzzle| puzzle.id);
        own = new.filter(|id| !taken.contains(id)).take(LESSON_PUZZLES).collect();
        taken.extend(own.iter().copied());
    }
    own
}

#[cfg(test)]
mod tests {
    use bosworth_reasons::BoardMark;
    use bosworth_rules::{Action, Position, Side, Squares};

    use super::*;
    use crate::language::texts;

    fn example(name: &str) -> Position {
        let lesson = LESSONS.iter().find(|lesson| lesson.name == name).expect("a lesson");
        lesson.position.parse().expect("a position")
    }

    fn played(position: &Position, action: &str) -> Position {
        let action: Action = action.parse().expect("an action");
        position.follow(action.resolved(None).expect("no draw")).expect("legal")
    }

    /// The points of Red and of the opponent that an action gains.
    fn gain(position: &Position, action: &str) -> (i64, i64) {
        let (before, after) = (position.scores(), played(position, action).scores());
        let gain = |side: Side| i64::from(after[side].points) - i64::from(before[side].points);
        (gain(position.side()), gain(!position.side()))
    }

    #[test]
    fn every_lesson_has_its_texts_and_marks() {
        let texts = texts();
        for lesson in &LESSONS {
            for end in ["", "-idea", "-example"] {
                let id = format!("road-{}{end}", lesson.name);
                assert!(texts.has(&id), "{id}");
            }
            assert_eq!(example(lesson.name).side(), Side::Red);
            for mark in lesson.marks {
                let mark = BoardMark::parse(mark).unwrap_or_else(|| panic!("{mark}"));
                if let BoardMark::Card(side, card) = mark {
                    assert!(example(lesson.name).hand(side).contains(card), "{mark}");
                }
            }
        }
    }

    #[test]
    fn the_examples_show_what_their_texts_say() {
        // East II leaves White without a card to play.
        let after = played(&example("open"), "E2");
        assert!(after.actions().draw && after.actions().len() == 1);
        assert!(played(&example("open"), "N2").actions().len() > 1);
        // From f5, White joins 3 and 2 roses; from g5 it cannot.
        let reach = example("reach");
        assert_eq!(gain(&played(&reach, "E1"), "N2"), (36 - 9 - 4, 0));
        assert!(played(&reach, "E2").choose("N2".parse().expect("an action")).is_err());
        // No card touches the territory.
        let draw = example("draw");
        let near = draw.roses(Side::Red).neighbours();
        for card in draw.hand(Side::Red) {
            let target = draw.target(Side::Red, card).expect("on the board");
            assert!(!near.contains(target), "{card}");
        }
        assert!(draw.actions().draw);
        assert_eq!(gain(&example("heroes"), "NW3*"), (17, -17));
        // White would join 3 and 3 on e6.
        let block = example("blocking");
        let joined = block.roses(Side::White) | Squares::of("e6".parse().expect("a square"));
        assert_eq!(bosworth_rules::Score::of(joined).points - block.scores().white.points, 31);
        assert_eq!(gain(&example("join"), "S3"), (36 - 9 - 4, 0));
        assert_eq!(gain(&example("cut"), "N3*").1, 16 + 4 - 49);
        // White must pass.
        let tempo = played(&example("tempo"), "NE3");
        assert!(tempo.actions().pass && tempo.end().is_none());
        let sacrifice = example("sacrifice");
        assert_eq!(gain(&sacrifice, "NE2"), (49 - 9 - 9, 0));
        assert_eq!(gain(&played(&sacrifice, "NE2"), "N2"), (5, 0));
        // Three cards lead off the board; from the middle, all of them count.
        let hand = example("hand");
        let dead =
            hand.hand(Side::Red).iter().filter(|card| hand.target(Side::Red, *card).is_none());
        assert_eq!(dead.count(), 3);
        let middle = played(&hand, "S3");
        assert!(middle.hand(Side::Red).iter().all(|card| middle.target(Side::Red, card).is_some()));
        assert_eq!(example("last").supply(), 2);
        // Every card wins at once.
        let end = example("end");
        assert_eq!(end.supply(), 1);
        for action in ["NE2", "E1", "W2"] {
            let outcome = played(&end, action).outcome().expect("over");
            assert_eq!(outcome.verdict.winner(), Some(Side::Red));
        }
    }
}
