//! Swiss pairings against all that could have been.

use bosworth_tournament::{Announcement, PlayerId, SlotResult, Tournament, TournamentFormat};

use crate::drive::Driver;

/// The least number of rematches among all ways to pair these players.
fn fewest_rematches(event: &Tournament, rounds: usize, left: &mut Vec<PlayerId>) -> usize {
    let Some(one) = left.pop() else { return 0 };
    let mut fewest = usize::MAX;
    for at in 0..left.len() {
        let other = left.remove(at);
        let met = meetings(event, rounds, one, other);
        fewest = fewest.min(met + fewest_rematches(event, rounds, left));
        left.insert(at, other);
    }
    // Of an odd number one has a bye.
    if left.len().is_multiple_of(2) {
        fewest = fewest.min(fewest_rematches(event, rounds, left));
    }
    left.push(one);
    fewest
}

pub(crate) fn meetings(event: &Tournament, rounds: usize, one: PlayerId, other: PlayerId) -> usize {
    let pairings = event.rounds()[..rounds].iter().flat_map(|round| &round.pairings);
    pairings.filter(|pairing| pairing.opponent(one) == Some(other)).count()
}

fn random_swiss(seed: u64, players: i64, rounds: u8) -> Driver {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut driver =
        Driver::with(Announcement::example(TournamentFormat::Swiss { rounds }), players);
    while driver.event.rounds().len() < usize::from(rounds) {
        driver.tick();
        let games: Vec<_> = driver.event.games().collect();
        for game in games {
            let result = match random.u8(0..5) {
                0 => SlotResult::Drawn,
                1 | 2 => SlotResult::White { margin: 1 },
                _ => SlotResult::Red { margin: 1 },
            };
            driver.obey(&bosworth_tournament::TournamentOrder::Result { slot: game.slot, result });
        }
    }
    driver
}

#[test]
fn there_are_no_more_rematches_than_there_have_to_be() {
    for seed in 0..60 {
        let players = 2 + seed as i64 % 7;
        // Often more rounds than opponents.
        let driver = random_swiss(seed, players, 9);
        for (at, round) in driver.event.rounds().iter().enumerate() {
            let again: usize = round
                .pairings
                .iter()
                .map(|two| meetings(&driver.event, at, two.red, two.white.unwrap()))
                .sum();
            let mut everybody: Vec<_> = (1..=players).map(PlayerId).collect();
            let fewest = fewest_rematches(&driver.event, at, &mut everybody);
            assert_eq!(again, fewest, "seed {seed}, round {}", at + 1);
        }
    }
}

#[test]
fn byes_go_round() {
    for seed in 0..30 {
        let players = 3 + 2 * (seed as i64 % 6);
        // With more rounds a second bye may be what avoids a rematch.
        let driver = random_swiss(seed, players, players as u8 / 2 + 1);
        let mut byes: Vec<_> =
            driver.event.rounds().iter().flat_map(|round| round.byes.clone()).collect();
        let count = byes.len();
        byes.sort();
        byes.dedup();
        assert_eq!(byes.len(), count, "seed {seed}: nobody has a second bye");
    }
}

#[test]
fn everybody_begins_about_as_often_as_not() {
    for seed in 0..20 {
        let driver = random_swiss(seed, 32, 9);
        for player in (1..=32).map(PlayerId) {
            let pairings = driver.event.rounds().iter().flat_map(|round| &round.pairings);
            let red = pairings.filter(|two| two.red == player).count() as i32;
            assert!((red * 2 - 9).abs() <= 3, "seed {seed}: player {player} began {red} of 9");
        }
    }
}

#[test]
fn who_has_as_many_points_is_met() {
    let mut apart = 0;
    let mut pairs = 0;
    for seed in 0..20 {
        let driver = random_swiss(seed, 64, 6);
        let last = driver.event.rounds().last().unwrap();
        // Points before the last round.
        let before = |player: PlayerId| -> u32 {
            let rounds = &driver.event.rounds()[..5];
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
