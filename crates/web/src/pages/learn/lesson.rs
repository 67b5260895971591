use bosworth_rules::{Game, Ply, Position};

use super::goal::Goal;

/// A lesson about one rule. Its message ids are `learn-NAME`, and for each of its steps
/// `learn-NAME-N`, `learn-NAME-N-task` and `learn-NAME-N-right`.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The `NAME` in its message ids.
    pub name: &'static str,
    /// The picture beside its title.
    pub picture: &'static str,
    /// Its steps, in order.
    pub steps: &'static [LessonStep],
}

/// A step of a lesson.
#[derive(Clone, Copy, Debug)]
pub struct LessonStep {
    /// The start position, or the opponent's reply to the previous step.
    pub begin: &'static str,
    /// The task.
    pub goal: Goal,
}

const fn step(begin: &'static str, goal: Goal) -> LessonStep {
    LessonStep { begin, goal }
}

/// All lessons, in order.
pub const LESSONS: [Lesson; 11] = [
    Lesson {
        name: "move",
        picture: "#crown",
        steps: &[step("9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W1 - 4 4 - classic", Goal::To("g7"))],
    },
    Lesson {
        name: "rose",
        picture: "#rose-red",
        steps: &[
            step("9/9/9/9/9/9/9/9/9 e5 r N2,E2,SW1,W3 N3,S1 4 4 - classic", Goal::To("g5")),
            step("S1", Goal::To("d4")),
        ],
    },
    Lesson {
        name: "jump",
        picture: "#sword",
        steps: &[step(
            "9/9/9/3r5/4wrw2/5r3/9/9/9 e5 r N1,E1,E3,SW2 - 4 4 - classic",
            Goal::To("h5"),
        )],
    },
    Lesson {
        name: "edge",
        picture: "#compass",
        steps: &[step(
            "9/7w1/5r1r1/5w3/3r5/9/9/9/9 h8 r N2,NE3,E2,SE2,SW3 - 4 4 - classic",
            Goal::Play,
        )],
    },
    Lesson {
        name: "draw",
        picture: "#compass",
        steps: &[
            step(
                "9/9/5r3/9/3rw4/4w4/9/9/9 e4 r N1,E2,S3,W2 N3,E1,S1 4 4 - classic",
                Goal::Draw("NE1"),
            ),
            step("E1", Goal::Play),
        ],
    },
    Lesson {
        name: "hero",
        picture: "#shield-red",
        steps: &[step(
            "9/9/4r4/2wwwww2/2rr5/4w4/9/9/9 e4 r N2,NE2,E1,NW2 - 4 4 - classic",
            Goal::Best,
        )],
    },
    Lesson {
        name: "blocked",
        picture: "#sword",
        steps: &[
            step("9/9/9/9/9/2r6/1rrw5/1rw6/w8 a1 r S1,S2,SW2,W1,W3 N3 4 4 - classic", Goal::Pass),
            step("N3", Goal::Play),
        ],
    },
    Lesson {
        name: "territory",
        picture: "#rose-red",
        steps: &[
            step("9/1w7/4r4/3r5/2rr2ww1/2r3w2/9/5ww2/9 g4 r - - 4 4 - classic", Goal::Tap("e7")),
            step("9/1w7/4r4/3r5/2rr2ww1/2r3w2/9/5ww2/9 g4 r - - 4 4 - classic", Goal::Count),
            step(
                "9/1w7/4r4/3r5/2rr2ww1/2r3w2/9/5ww2/9 g4 r E1,S1,W3,NW2 - 4 4 - classic",
                Goal::Best,
            ),
        ],
    },
    Lesson {
        name: "end",
        picture: "#rose-white",
        steps: &[step(
            "1wwrrrrww/1wwrrrwww/3rrrwww/3rwwrrr/3wwwrrr/3wrrrrr/3wwww2/3wwwrr1/4rw3 f1 r \
             NE2,E1,E2,W2 - 0 0 - classic",
            Goal::Best,
        )],
    },
    Lesson {
        name: "tie",
        picture: "#crown",
        steps: &[step(
            "7ww/8w/4r4/3rrr3/4r4/9/2www4/2w6/9 i9 r N1,N2,N3,NE1,NE2 E1,E2,E3,SE1,NW1 4 4 - \
             classic",
            Goal::Count,
        )],
    },
    Lesson {
        name: "edition",
        picture: "#shield-white",
        steps: &[
            step("9/9/6w2/5r3/4r4/3w5/9/9/9 e5 w N2 - 4 4 - kingofroses", Goal::Tap("e3")),
            step(
                "7ww/8w/4r4/3rrr3/4r4/9/2www4/2w6/9 i9 r N1,N2,N3,NE1,NE2 E1,E2,E3,SE1,NW1 4 4 - \
                 kingofroses",
                Goal::Count,
            ),
        ],
    },
];

/// The index of a lesson, from 0.
pub fn number(name: &str) -> usize {
    LESSONS.iter().position(|lesson| lesson.name == name).unwrap_or_default()
}

/// The game at the start of a step: a new one, or the previous one after the opponent's
/// reply.
pub fn begin(step: &LessonStep, mut before: Option<Game>) -> Option<Game> {
    if let Ok(position) = step.begin.parse::<Position>() {
        return Some(Game::new(position));
    }
    push(before.as_mut()?, step.begin.parse::<Ply>().ok()?);
    before
}

/// Plays a ply. Not inlined, for a smaller binary.
#[inline(never)]
pub fn push(game: &mut Game, ply: Ply) {
    // All plies are legal: a test plays through every lesson.
    let _ = game.push(ply);
}

#[cfg(test)]
mod tests {
    use bosworth_board::{Target, targets};
    use bosworth_rules::{Action, Side};

    use super::*;
    use crate::language::texts;
    use crate::pages::learn::goal::leader;

    /// The ply of an action that solves a goal.
    fn ply(goal: Goal, action: Action) -> Ply {
        let drawn = match goal {
            Goal::Draw(card) => card.parse().ok(),
            _ => None,
        };
        action.resolved(drawn).expect("a draw goal names the card")
    }

    #[test]
    fn every_lesson_can_be_completed() {
        for lesson in LESSONS {
            let mut games = vec![None];
            for step in lesson.steps {
                let name = lesson.name;
                // The lesson must continue after every correct action.
                games = games
                    .into_iter()
                    .map(|before: Option<Game>| {
                        let answer = step.begin.parse::<Ply>();
                        if let (Some(game), Ok(ply)) = (&before, answer) {
                            assert!(game.position().follow(ply).is_ok(), "{name}: {ply}");
                        }
                        begin(step, before).unwrap_or_else(|| panic!("{name}"))
                    })
                    .flat_map(|game| {
                        let position = *game.position();
                        let actions = step.goal.actions(&position);
                        if !step.goal.is_action() {
                            return vec![Some(game)];
                        }
                        assert!(!actions.is_empty(), "{name} has a solution");
                        let after = actions.into_iter().map(|action| {
                            let mut game = game.clone();
                            game.push(ply(step.goal, action)).unwrap_or_else(|why| {
                                panic!("{name}: {why}");
                            });
                            Some(game)
                        });
                        after.collect()
                    })
                    .collect();
            }
        }
    }

    #[test]
    fn every_lesson_has_its_texts() {
        let texts = texts();
        for lesson in LESSONS {
            assert!(texts.has(&format!("learn-{}", lesson.name)), "{}", lesson.name);
            for n in 1..=lesson.steps.len() {
                for end in ["", "-task", "-right"] {
                    let id = format!("learn-{}-{n}{end}", lesson.name);
                    assert!(texts.has(&id), "{id}");
                }
            }
        }
    }

    fn position(name: &str, step: usize) -> Position {
        LESSONS[number(name)].steps[step].begin.parse().expect("a position")
    }

    #[test]
    fn the_lessons_show_what_their_texts_describe() {
        // The only card that stays on the board.
        assert_eq!(position("edge", 0).actions().len(), 1);
        // A full hand without a playable card, but the opponent can act.
        let blocked = position("blocked", 0);
        assert!(blocked.actions().pass && blocked.end().is_none());
        // One rose is left, and only one square wins.
        let last = position("end", 0);
        assert_eq!(last.supply(), 1);
        for target in targets(&last) {
            let after = last.follow(ply(Goal::Best, target.action)).expect("legal");
            let won = after.outcome().and_then(|outcome| outcome.verdict.winner());
            let best = Goal::Best.actions(&last).contains(&target.action);
            assert_eq!(won == Some(Side::Red), best, "{}", target.square);
        }
        // The hero in the middle gains most.
        let hero = position("hero", 0);
        let most = targets(&hero).iter().map(Target::worth).max();
        assert_eq!(Goal::Best.actions(&hero), ["N2*".parse().expect("an action")]);
        assert_eq!(most, Some(17 + 3));
        // Equal points, and the editions disagree on the winner.
        let (tie, other) = (position("tie", 0), position("edition", 1));
        assert_eq!(tie.scores().red.points, tie.scores().white.points);
        assert_eq!((leader(&tie), leader(&other)), (Some(Side::Red), Some(Side::White)));
        // Fewer roses, more points.
        let territory = position("territory", 1);
        assert!(territory.scores().red.roses < territory.scores().white.roses);
        assert_eq!(leader(&territory), Some(Side::Red));
        // Red's card leads towards the learner.
        let edition = position("edition", 0);
        let card = edition.hand(Side::Red).iter().next().expect("a card");
        assert_eq!(edition.target(Side::Red, card), "e3".parse().ok());
    }
}
