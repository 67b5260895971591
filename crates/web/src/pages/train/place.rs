use core::fmt;

use bosworth_practice::{PuzzleWish, RunKind};
use bosworth_puzzles::{PuzzleId, Tag};
use bosworth_rules::Ruleset;

use crate::route::Route;

/// A page of the training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrainPlace {
    /// The overview.
    Home,
    /// The position of the day.
    Daily,
    /// Puzzles by rating, of a theme if one is wanted.
    Puzzles(PuzzleWish),
    /// One puzzle.
    Puzzle(PuzzleId),
    /// The visitor's own mistakes.
    Mistakes,
    /// As many puzzles as possible.
    Run(RunKind),
    /// The road: lessons of strategy, then wins.
    Road,
    /// A lesson of the road, by its index from 0.
    Lesson(usize),
    /// The puzzles of a lesson.
    Practice(usize),
    /// Export and import of the progress.
    Progress,
}

/// How much easier or harder than the player's strength puzzles are wanted, by their names in
/// addresses and messages.
pub const DIFFICULTIES: [(&str, i32); 3] = [("easy", -250), ("usual", 0), ("hard", 250)];

/// The kinds of runs, by their names in addresses and messages.
const RUNS: [(&str, RunKind); 2] = [("storm", RunKind::Storm), ("streak", RunKind::Streak)];

impl TrainPlace {
    /// Parses the place of a route. What is unknown is the overview.
    pub fn parse(place: &str) -> Self {
        let (page, rest) = place.split_once('/').unwrap_or((place, ""));
        let run = RUNS.iter().find(|(name, _)| *name == page).map(|(_, kind)| Self::Run(*kind));
        match page {
            "daily" => Some(Self::Daily),
            "puzzles" => Some(Self::Puzzles(wish(rest))),
            "puzzle" => rest.parse().ok().map(Self::Puzzle),
            "mistakes" => Some(Self::Mistakes),
            "road" => Some(match rest.split_once('/') {
                Some((lesson, "practice")) => lesson.parse().map_or(Self::Road, Self::Practice),
                _ => rest.parse().map_or(Self::Road, Self::Lesson),
            }),
            "progress" => Some(Self::Progress),
            _ => run,
        }
        .unwrap_or(Self::Home)
    }

    /// Its route.
    pub fn route(self) -> Route {
        Route::Train(self.to_string())
    }

    /// The address of its page.
    pub fn address(self) -> String {
        self.route().to_string()
    }
}

impl fmt::Display for TrainPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => Ok(()),
            Self::Daily => f.write_str("daily"),
            Self::Puzzles(wish) => {
                f.write_str("puzzles")?;
                let difficulty = DIFFICULTIES.iter().find(|(_, harder)| *harder == wish.harder);
                let words = [
                    wish.tag.map(Tag::name),
                    wish.edition.and_then(Ruleset::preset),
                    difficulty.filter(|(_, harder)| *harder != 0).map(|(name, _)| *name),
                ];
                words.into_iter().flatten().try_for_each(|word| write!(f, "/{word}"))
            }
            Self::Puzzle(id) => write!(f, "puzzle/{id}"),
            Self::Mistakes => f.write_str("mistakes"),
            Self::Run(kind) => f.write_str(run_name(*kind)),
            Self::Road => f.write_str("road"),
            Self::Lesson(lesson) => write!(f, "road/{lesson}"),
            Self::Practice(lesson) => write!(f, "road/{lesson}/practice"),
            Self::Progress => f.write_str("progress"),
        }
    }
}

/// The name of a kind of run.
pub fn run_name(kind: RunKind) -> &'static str {
    RUNS.iter().find(|(_, known)| *known == kind).map_or("", |(name, _)| name)
}

/// A wish from words in any order: a theme, an edition, a difficulty.
fn wish(words: &str) -> PuzzleWish {
    let mut wish = PuzzleWish::default();
    for word in words.split('/') {
        let edition = Ruleset::PRESETS.into_iter().find(|(name, _)| *name == word);
        let difficulty = DIFFICULTIES.iter().find(|(name, _)| *name == word);
        wish.tag = Tag::from_name(word).or(wish.tag);
        wish.edition = edition.map(|(_, preset)| preset).or(wish.edition);
        wish.harder = difficulty.map_or(wish.harder, |(_, harder)| *harder);
    }
    wish
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_round_trip_through_addresses() {
        let hard = PuzzleWish {
            edition: Some(Ruleset::KINGOFROSES),
            tag: Some(Tag::DrawOrPlay),
            harder: DIFFICULTIES[2].1,
        };
        for place in [
            TrainPlace::Home,
            TrainPlace::Daily,
            TrainPlace::Puzzles(PuzzleWish::default()),
            TrainPlace::Puzzles(hard),
            TrainPlace::Puzzle(PuzzleId(1_234_567)),
            TrainPlace::Mistakes,
            TrainPlace::Run(RunKind::Storm),
            TrainPlace::Run(RunKind::Streak),
            TrainPlace::Road,
            TrainPlace::Lesson(11),
            TrainPlace::Practice(0),
            TrainPlace::Progress,
        ] {
            let Route::Train(text) = Route::parse(&place.address()) else { panic!("{place:?}") };
            assert_eq!(TrainPlace::parse(&text), place, "{text}");
        }
    }

    #[test]
    fn an_unknown_place_is_the_overview() {
        for text in ["x", "puzzle/", "puzzle/x", "puzzle"] {
            assert_eq!(TrainPlace::parse(text), TrainPlace::Home, "{text}");
        }
        assert_eq!(TrainPlace::parse("road/x"), TrainPlace::Road);
        let any = TrainPlace::Puzzles(PuzzleWish::default());
        assert_eq!(TrainPlace::parse("puzzles/x//"), any);
    }
}
