//! How hard a puzzle is: which of the eight levels solve it.

use bosworth_engine::Level;
use bosworth_puzzles::Puzzle;
use bosworth_rules::{Action, Position};

/// How often each level from 1 to 8 finds a good action, from 0 to 1.
pub(super) type Shares = [f64; 8];

/// The number of games in which a level is asked.
const GAMES: u64 = 40;
/// From this share on, solving is the rule.
const RULE: f64 = 2.0 / 3.0;
/// What an action may cost that solves a puzzle, in points.
const RIGHT: f64 = bosworth_puzzles::Answer::RIGHT;

/// The strengths of levels 2 to 8 as ratings: the differences of docs/strength.md, with level 4 at 1250.
/// Level 1 is left out: it sometimes chooses badly on purpose.
const RATINGS: [f64; 7] = [919.0, 1093.0, 1250.0, 1381.0, 1523.0, 1723.0, 1843.0];
/// The rating of a player who solves half of all puzzles, and how many results the guess that a puzzle
/// is that hard is worth.
const MIDDLE: f64 = 1400.0;
const MIDDLE_WEIGHT: f64 = 0.5;

/// How often each level solves a position, in games from `first_game` on. Level 8 takes as long as all
/// others together, many times over: it is asked only where level 7 fails.
pub(super) fn shares(position: &Position, chances: &[(Action, f64)], first_game: u64) -> Shares {
    let mut shares = [0.0; 8];
    for (level, share) in Level::all().zip(&mut shares).take(7) {
        *share = share_of(level, position, chances, first_game);
    }
    shares[7] =
        if shares[6] > RULE { 1.0 } else { share_of(Level::FULL, position, chances, first_game) };
    shares
}

/// How often a level chooses an action that costs next to nothing.
pub(super) fn share_of(
    level: Level,
    position: &Position,
    chances: &[(Action, f64)],
    first_game: u64,
) -> f64 {
    let best = chances.iter().map(|(_, chance)| *chance).fold(0.0, f64::max);
    let solves = |action: &Action| {
        let chance = chances.iter().find(|(other, _)| other == action).map(|(_, chance)| *chance);
        chance.is_some_and(|chance| best - chance <= RIGHT)
    };
    // Level 8 does not err by chance.
    let games = if level == Level::FULL { 1 } else { GAMES };
    let chosen = level.choices(position, first_game..=first_game + games - 1);
    chosen.filter(solves).count() as f64 / games as f64
}

/// Whether only level 8 solves a puzzle, or none.
pub(super) fn is_hard(shares: &Shares) -> bool {
    shares[6] <= RULE
}

/// The lowest level from which on solving is the rule; 9 if level 8 does not.
pub(super) fn level(shares: &Shares) -> u8 {
    let failing = shares.iter().rposition(|share| *share <= RULE);
    failing.map_or(1, |place| place as u8 + 2).min(Puzzle::NO_LEVEL)
}

/// The rating at which a puzzle starts: that of an opponent against whom the levels would score what
/// they solve.
pub(super) fn rating(shares: &Shares) -> u16 {
    let expected = |player: f64, puzzle: f64| 1.0 / (1.0 + 10f64.powf((puzzle - player) / 400.0));
    let solved: f64 = shares[1..].iter().sum::<f64>() + MIDDLE_WEIGHT / 2.0;
    let (mut low, mut high) = (100.0, 3000.0);
    while high - low > 0.5 {
        let middle = f64::midpoint(low, high);
        let score: f64 = RATINGS.iter().map(|player| expected(*player, middle)).sum();
        let score = score + MIDDLE_WEIGHT * expected(MIDDLE, middle);
        if score > solved { low = middle } else { high = middle }
    }
    low.round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_is_the_lowest_from_which_on_all_solve_it() {
        assert_eq!(level(&[1.0; 8]), 1);
        assert_eq!(level(&[0.0; 8]), 9);
        assert_eq!(level(&[1.0, 0.1, 0.2, 0.9, 0.6, 0.8, 1.0, 1.0]), 6);
        assert_eq!(level(&[0.2, 0.2, 0.3, 0.7, 0.75, 0.8, 1.0, 1.0]), 4);
        assert_eq!(level(&[0.2, 0.2, 0.3, 0.7, 0.75, 0.8, 1.0, 0.0]), 9);
    }

    #[test]
    fn a_harder_puzzle_has_a_higher_rating() {
        let solved_from = |first: usize| {
            let mut shares = [0.0; 8];
            shares[first - 1..].fill(1.0);
            rating(&shares)
        };
        let ratings: Vec<_> = (2..=8).map(solved_from).collect();
        assert!(ratings.is_sorted_by(|one, other| one < other), "{ratings:?}");
        assert!((400..900).contains(&ratings[0]) && (1700..2300).contains(&ratings[6]));
        let guessed = rating(&[0.3; 8]);
        assert!(ratings[3] < guessed && guessed < ratings[6], "{guessed} {ratings:?}");
    }
}
