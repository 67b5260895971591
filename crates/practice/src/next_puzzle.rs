use bosworth_puzzles::{PuzzleHeader, PuzzleId, PuzzleSet, Tag};
use bosworth_rules::Ruleset;

use crate::Progress;
use crate::sorted_map::SortedMap;

/// How long a puzzle does not come again: half a year, after which hardly anybody remembers one
/// position among hundreds.
pub const REPEAT_AFTER_DAYS: i32 = 183;

/// Among how many puzzles of a suitable rating luck decides.
const CHOICES: usize = 12;

/// Which puzzles somebody wants.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PuzzleWish {
    /// Those of one edition.
    pub edition: Option<Ruleset>,
    /// Those with one idea.
    pub tag: Option<Tag>,
    /// By how many rating points they are harder than the player is strong; negative for easier
    /// ones.
    pub harder: i32,
}

impl PuzzleWish {
    /// Whether a puzzle is one of those, whatever its rating.
    pub fn admits(self, puzzle: &PuzzleHeader) -> bool {
        self.edition.is_none_or(|edition| edition == puzzle.edition)
            && self.tag.is_none_or(|tag| puzzle.tags.contains(tag))
    }
}

impl Progress {
    /// The next puzzle: by luck one of the dozen whose ratings are closest to the wanted one, among
    /// those not answered in the last half year and not in `shown`. `None` if there is no such puzzle.
    pub fn next_puzzle(
        &self,
        set: &PuzzleSet,
        wish: PuzzleWish,
        shown: &[PuzzleId],
        now: i64,
        luck: u64,
    ) -> Option<PuzzleId> {
        let answered = self.answered_lately(now);
        let wanted = self.standing().rating() as i32 + wish.harder;
        let is_new = |id: PuzzleId| !answered.contains(&id) && !shown.contains(&id);
        let fitting = set.headers().filter(|it| wish.admits(it) && is_new(it.id));
        // Equal distances in the order of the ids, so that the choice depends on nothing else.
        let mut closest: Vec<(i32, PuzzleId)> = Vec::with_capacity(CHOICES + 1);
        for it in fitting {
            let one = ((i32::from(it.rating) - wanted).abs(), it.id);
            let place = closest.partition_point(|other| *other < one);
            if place < CHOICES {
                closest.insert(place, one);
                closest.truncate(CHOICES);
            }
        }
        let place = luck.checked_rem(closest.len() as u64)?;
        Some(closest[place as usize].1)
    }

    /// The puzzles answered within half a year, each once, in the order of their ids.
    pub fn answered_lately(&self, now: i64) -> Vec<PuzzleId> {
        let since = now.saturating_sub(crate::standing::REPEAT_AFTER_MS);
        let mut answered = SortedMap::default();
        for attempt in self.attempts().filter(|attempt| attempt.at > since) {
            answered.or_insert(attempt.puzzle, attempt.at);
        }
        answered.iter().map(|(puzzle, _)| *puzzle).collect()
    }
}
