//! Whether a set of puzzles is what it claims to be.

use std::collections::BTreeMap;

use bosworth_engine::{SearchLimits, Solver};
use bosworth_puzzles::{Puzzle, PuzzleId, PuzzleSet, Tag, canonical};

use super::ideas;
use super::judge::MIN_GAP;
use super::reachable::unreachable_because;

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleFault {
    /// The puzzle.
    pub id: PuzzleId,
    /// What is wrong with it.
    pub fault: String,
}

/// The memory of the solver, in bytes.
pub(super) const SOLVER_BYTES: usize = 256 << 20;
/// Exact chances that differ by less are equal: they are sums in different orders.
const ROUNDING: f64 = 1e-9;

/// Checks every puzzle of a set: that it can be reached from a deal, that no other is the same under
/// symmetry, and that its answers and tags are consistent. With `prove`, the solver proves those that
/// are said to be exact. Reports how many puzzles are checked.
pub fn check(set: &PuzzleSet, prove: bool, on_puzzle: &mut dyn FnMut(usize)) -> Vec<PuzzleFault> {
    let mut found = Vec::new();
    let mut forms: BTreeMap<String, PuzzleId> = BTreeMap::new();
    let mut solver = prove.then(|| Solver::new(SOLVER_BYTES));
    for (place, puzzle) in set.iter().enumerate() {
        on_puzzle(place);
        let mut report = |fault| found.push(PuzzleFault { id: puzzle.id(), fault });
        faults(&puzzle).into_iter().for_each(&mut report);
        let form = canonical(puzzle.position()).to_string();
        if let Some(other) = forms.insert(form, puzzle.id()) {
            report(format!("it is the same as {other} under symmetry"));
        }
        if let Some(solver) = &mut solver {
            unproven(&puzzle, solver).into_iter().for_each(&mut report);
        }
    }
    found
}

/// What is wrong with a puzzle, as far as the rules say.
pub(super) fn faults(puzzle: &Puzzle) -> Vec<String> {
    let position = puzzle.position();
    let mut faults: Vec<_> =
        unreachable_because(position).into_iter().map(ToString::to_string).collect();
    let seen = ideas::seen(position, puzzle.answers());
    for tag in
        ideas::SEEN.into_iter().filter(|tag| puzzle.tags().contains(*tag) != seen.contains(*tag))
    {
        faults.push(format!("the tag {tag} is wrong"));
    }
    if puzzle.gap() < MIN_GAP {
        faults.push(format!("the gap of {} points is too small", puzzle.gap()));
    }
    if puzzle.id() != PuzzleId::of(position) {
        faults.push(format!("its id should be {}", PuzzleId::of(position)));
    }
    faults
}

/// Why a puzzle is not proven that is said to be exact: the best action has to win against every card,
/// and no other may.
pub(super) fn unproven(puzzle: &Puzzle, solver: &mut Solver) -> Option<String> {
    if !puzzle.tags().contains(Tag::Exact) {
        return None;
    }
    solver.clear();
    let solution = solver.solve(puzzle.position(), SearchLimits::default(), &mut ());
    if !solution.complete {
        return Some("the solver's memory is too small for it".into());
    }
    let best = puzzle.best().action;
    for solved in &solution.actions {
        let wins = solved.win_chance > 1.0 - ROUNDING;
        if wins != (solved.action == best) {
            let chance = 100.0 * solved.win_chance;
            return Some(format!("{} wins in {chance:.3} of 100 games", solved.action));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use bosworth_puzzles::{Answer, Tags};
    use bosworth_rules::Ruleset;
    use sha2::{Digest, Sha256};

    use super::*;

    const PROVENANCE: &str = include_str!("../../../puzzles/data/puzzles.json");

    /// Every puzzle can be reached, no two are the same, and those that are said to be exact are
    /// proven by searching the game to its end.
    #[test]
    fn the_shipped_puzzles_stand_every_check() {
        let set = PuzzleSet::shipped();
        assert_eq!(check(&set, true, &mut |_| ()), []);
        assert!(set.len() >= 2_000, "{}", set.len());
        assert!(set.bytes().len() <= 150_000, "{}", set.bytes().len());
    }

    #[test]
    fn every_edition_level_and_tag_has_shipped_puzzles() {
        let set = PuzzleSet::shipped();
        for (name, edition) in Ruleset::PRESETS {
            let count = set.headers().filter(|puzzle| puzzle.edition == edition).count();
            assert!(count >= 500, "{name}: {count}");
        }
        for level in 1..=8 {
            let count = set.headers().filter(|puzzle| puzzle.level == level).count();
            assert!(count >= 3, "level {level}: {count}");
        }
        for tag in Tag::ALL {
            let count = set.headers().filter(|puzzle| puzzle.tags.contains(tag)).count();
            assert!(count >= 20, "{tag}: {count}");
        }
    }

    #[test]
    fn the_provenance_is_that_of_the_shipped_puzzles() {
        let set = PuzzleSet::shipped();
        let provenance: serde_json::Value = serde_json::from_str(PROVENANCE).expect("JSON");
        let digest = Sha256::digest(set.bytes());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(provenance["sha256"], digest);
        assert_eq!(provenance["puzzles"], set.len());
    }

    fn faults_of(tags: Tags, second: f64) -> Vec<String> {
        let position = "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic";
        let losses = [("S1", 0.0), ("E1", 9.0), ("+", second)];
        let answers = losses.map(|(action, loss)| Answer::new(action.parse().unwrap(), loss));
        let position = position.parse().expect("a position");
        let puzzle = Puzzle::new(position, 58.0, answers.to_vec(), tags, 3, 1300);
        faults(&puzzle.expect("a puzzle"))
    }

    #[test]
    fn faults_are_found() {
        let unreachable = "a side has fewer cards than it was dealt and has not played";
        assert_eq!(faults_of(Tags::EMPTY, 6.0), [unreachable]);
        assert_eq!(
            faults_of(Tags::of(Tag::Hero), 3.5),
            [
                unreachable,
                "the tag hero is wrong",
                "the tag draw-or-play is wrong",
                "the gap of 3.5 points is too small"
            ]
        );
    }

    #[test]
    fn what_is_not_exact_is_not_proven() {
        let position = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/1r1wwrw2 \
                        h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic";
        let position: bosworth_rules::Position = position.parse().expect("a position");
        let losses = position
            .actions()
            .iter()
            .map(|action| Answer::new(action, if action.to_string() == "S2" { 0.0 } else { 40.0 }));
        let tags = Tags::of(Tag::Exact);
        let puzzle = Puzzle::new(position, 100.0, losses.collect(), tags, 3, 1300);
        let fault = unproven(&puzzle.expect("a puzzle"), &mut Solver::new(64 << 20));
        assert_eq!(fault.as_deref(), Some("S2 wins in 93.371 of 100 games"));
    }
}
