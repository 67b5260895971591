//! Swiss pairings compared with all possible ones.

use bosworth_tournament::{Announcement, PlayerId, SlotResult, Tournament, TournamentFormat};

use crate::driver::Driver;

/// The minimum number of rematches over all ways to pair these players.
fn fewest_rematches(tournament: &Tournament, rounds: usize, left: &mut Vec<PlayerId>) -> usize {
    let Some(one) = left.pop() else { return 0 };
    let mut fewest = usize::MAX;
    for at in 0..left.len() {
        let other = left.remove(at);
        let met = meetings(tournament, rounds, one, other);
        fewest = fewest.min(met + fewest_rematches(tournament, rounds, left));
        left.insert(at, other);
    }
    // With an odd number, one player has a bye.
    if left.len().is_multiple_of(2) {
        fewest = fewest.min(fewest_rematches(tournament, rounds, left));
    }
    left.push(one);
    fewest
}

pub(crate) fn meetings(
    tournament: &Tournament,
    rounds: usize,
    one: PlayerId,
    other: PlayerId,
) -> usize {
    let pairings = tournament.rounds()[..rounds].iter().flat_map(|round| &round.pairings);
    pairings.filter(|pairing| pairing.opponent(one) == Some(other)).count()
}

fn random_swiss(seed: u64, players: i64, rounds: u8) -> Driver {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut driver =
        Driver::with(Announcement::example(TournamentFormat::Swiss { rounds }), players);
    while driver.tournament.rounds().len() < usize::from(rounds) {
        driver.tick();
        let games: Vec<_> = driver.tournament.games().collect();
        for game in games {
            let result = match random.u8(0..5) {
                0 => SlotResult::Drawn,
                1 | 2 => SlotResult::White { margin: 1 },
                _ => SlotResult::Red { margin: 1 },
            };
            driver.decide_order(&bosworth_tournament::TournamentOrder::Result {
                slot: game.slot,
                result,
            });
        }
    }
    driver
}

#[test]
fn the_number_of_rematches_is_minimal() {
    for seed in 0..60 {
        let players = 2 + seed as i64 % 7;
        // Often there are more rounds than opponents.
        let driver = random_swiss(seed, players, 9);
        for (at, round) in driver.tournament.rounds().iter().enumerate() {
            let again: usize = round
                .pairings
                .iter()
                .map(|two| meetings(&driver.tournament, at, two.red, two.white.unwrap()))
                .sum();
            let mut everybody: Vec<_> = (1..=players).map(PlayerId).collect();
            let fewest = fewest_rematches(&driver.tournament, at, &mut everybody);
            assert_eq!(again, fewest, "seed {seed}, round {}", at + 1);
        }
    }
}

#[test]
fn byes_rotate() {
    for seed in 0..30 {
        let players = 3 + 2 * (seed as i64 % 6);
        // With more rounds, a second bye may be necessary to avoid a rematch.
        let driver = random_swiss(seed, players, players as u8 / 2 + 1);
        let mut byes: Vec<_> =
            driver.tournament.rounds().iter().flat_map(|round| round.byes.clone()).collect();
        let count = byes.len();
        byes.sort();
        byes.dedup();
        assert_eq!(byes.len(), count, "seed {seed}: no second byes");
    }
}

#[test]
fn sides_are_balanced() {
    for seed in 0..20 {
        let driver = random_swiss(seed, 32, 9);
        for player in (1..=32).map(PlayerId) {
            let pairings = driver.tournament.rounds().iter().flat_map(|round| &round.pairings);
            let red = pairings.filter(|two| two.red == player).count() as i32;
            assert!((red * 2 - 9).abs() <= 3, "seed {seed}: player {player} had Red in {red} of 9");
        }
    }
}

#[test]
fn opponents_have_similar_points() {
    let mut apart = 0;
    let mut pairs = 0;
    for seed in 0..20 {
        let driver = random_swiss(seed, 64, 6);
        let last = driver.tournament.rounds().last().unwrap();
        // Points before the last round.
        let before = |player: PlayerId| -> u32 {
            let rounds = &driver.tournament.rounds()[..5];
            let pairings = rounds.iter().flat_map(|round| &round.pairings);
            pairings.filter_map(|two| Some(two.score()?[two.seat(player)?].halves())).sum()
        };
        for two in &last.pairings {
            pairs += 1;
            apart += u32::from(before(two.red).abs_diff(before(two.white.unwrap())) > 1);
        }
    }
    assert!(apart * 20 <= pairs, "{apart} of {pairs} pairs are more than a half apart");
}
