//! Laws that hold in every tournament, whatever players do.

use std::collections::BTreeSet;

use bosworth_tournament::{
    Announcement, Applicant, DealSharing, GameSlot, Pace, PlayerId, Series, SlotResult, Tournament,
    TournamentCommand, TournamentDecision, TournamentEvent, TournamentFormat, TournamentLogEntry,
    TournamentOrder, TournamentStage,
};

use crate::driver::Driver;
use crate::pairing::meetings;

fn random_opening(random: &mut fastrand::Rng) -> Announcement {
    let pace = if random.bool() { Pace::Rounds } else { Pace::Together };
    let format = match random.u8(0..6) {
        0 => TournamentFormat::RoundRobin { cycles: random.u8(1..=2), pace },
        1 => TournamentFormat::League {
            cycles: random.u8(1..=2),
            pace,
            division: random.u8(3..=5),
            moving: 1,
            seasons: random.u8(1..=3),
        },
        2 => TournamentFormat::Swiss { rounds: random.u8(1..=7) },
        3 => TournamentFormat::Knockout,
        4 => TournamentFormat::Arena { minutes: 5 },
        _ => TournamentFormat::Field { level: 3, deals: random.u8(1..=4), minutes: 30 },
    };
    let single = matches!(format, TournamentFormat::Arena { .. } | TournamentFormat::Field { .. });
    let series = match random.u8(0..4) {
        _ if single => Series::One,
        0 => Series::Two,
        1 => Series::BestOf(3),
        _ => Series::One,
    };
    let deal = match random.u8(0..3) {
        0 if series == Series::Two => DealSharing::Hands,
        1 if series == Series::Two => DealSharing::Teams,
        _ => DealSharing::Fresh,
    };
    Announcement {
        series,
        deal,
        starts: 10_000,
        rest: random.i64(0..3) * 1000,
        seats: random.u16(2..20).min(format.max_players()),
        late: random.u8(0..5),
        ..Announcement::example(format)
    }
}

fn random_result(random: &mut fastrand::Rng) -> SlotResult {
    let margin = random.i32(-5..30);
    match random.u8(0..16) {
        0 => SlotResult::NoRed,
        1 => SlotResult::NoWhite,
        2 => SlotResult::Nobody,
        3..=5 => SlotResult::Drawn,
        6..=10 => SlotResult::Red { margin },
        _ => SlotResult::White { margin },
    }
}

/// Applies a random command, result or tick.
fn happen(driver: &mut Driver, random: &mut fastrand::Rng) {
    let player = random.i64(1..24);
    let teams = driver.tournament.announcement().deal == DealSharing::Teams;
    // Mostly a player without other proposals.
    let other = teams && random.u8(0..4) == 0;
    let mate = if other { random.i64(1..24) } else { player + 100 };
    let join = TournamentCommand::Join {
        applicant: Applicant::rated(random.i32(1000..2000)),
        mate: teams.then_some(PlayerId(mate)),
    };
    let asked: Vec<_> = driver.tournament.proposals().collect();
    let games: Vec<_> = driver.tournament.games().collect();
    let coming = driver.tournament.stage() == TournamentStage::Coming;
    // Refusals are valid outcomes.
    let _ = match random.u8(0..40) {
        20..=29 if !asked.is_empty() => {
            let (captain, mate) = asked[random.usize(0..asked.len())];
            let accept = random.u8(0..5) > 0;
            let answer = if accept {
                TournamentCommand::Accept { captain }
            } else {
                TournamentCommand::Decline { captain }
            };
            driver.decide(mate.0, &answer)
        }
        0..=19 if coming => driver.decide(player, &join),
        0..=1 => driver.decide(player, &join),
        2 => driver.decide(player, &TournamentCommand::Leave),
        3 if random.u8(0..4) == 0 => {
            driver.organise(&TournamentCommand::Remove { player: PlayerId(player) })
        }
        4 => driver.organise(&TournamentCommand::Pause),
        5..=9 => driver.organise(&TournamentCommand::Resume),
        10 => {
            let slot = GameSlot { round: random.u16(0..9), board: random.u16(0..5), game: 0 };
            driver.organise(&TournamentCommand::Correct { slot, result: random_result(random) })
        }
        11 if random.u8(0..30) == 0 => driver.organise(&TournamentCommand::Cancel),
        12..=18 => {
            driver.now += random.i64(0..10_000);
            Ok(driver.decide_order(&TournamentOrder::Tick))
        }
        _ if !games.is_empty() => {
            let slot = games[random.usize(0..games.len())].slot;
            Ok(driver
                .decide_order(&TournamentOrder::Result { slot, result: random_result(random) }))
        }
        _ => Ok(driver.tick()),
    };
}

/// A tournament with random activity for a while, then left to run to its end.
fn random_event(seed: u64) -> Driver {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut driver = Driver::new(random_opening(&mut random));
    for _ in 0..random.usize(20..200) {
        happen(&mut driver, &mut random);
        if random.u16(0..200) == 0 {
            for player in 1..24 {
                let _ = driver.decide(player, &TournamentCommand::Leave);
            }
        }
        check(&driver.tournament, driver.now, seed);
    }
    let _ = driver.organise(&TournamentCommand::Resume);
    for _ in 0..5_000 {
        if driver.tournament.stage() == TournamentStage::Over {
            agreed(&driver.log, seed);
            return driver;
        }
        driver.play(|_, _, _| random_result(&mut fastrand::Rng::with_seed(seed)));
        driver.tick();
    }
    let last = driver.log.last();
    panic!(
        "seed {seed}: the tournament does not end: {:?}, {last:?}",
        driver.tournament.announcement()
    );
}

/// Nobody is in a team without having agreed: the second member joins by their own command.
fn agreed(log: &[TournamentLogEntry], seed: u64) {
    let mut teams = BTreeSet::new();
    for entry in log {
        for event in &entry.events {
            let TournamentEvent::Join { player, mate: Some(mate), .. } = event else { continue };
            let new = teams.insert((*player, *mate));
            let both = [Some(*mate), Some(*player)];
            assert!(!new || entry.by == both[0], "seed {seed}: {entry:?}");
            assert!(both.contains(&entry.by), "seed {seed}: {entry:?}");
        }
    }
}

/// No player is in two teams, and members of a team have no open proposals.
fn one_team_each(tournament: &Tournament, seed: u64) {
    let mut people = BTreeSet::new();
    for entrant in tournament.entrants().iter().filter(|entrant| entrant.is_active()) {
        for player in [Some(entrant.player), entrant.mate].into_iter().flatten() {
            assert!(people.insert(player), "seed {seed}: {player:?} is in two teams");
        }
    }
    for (captain, mate) in tournament.proposals() {
        let free = !people.contains(&captain) && !people.contains(&mate);
        assert!(free, "seed {seed}: open proposal from {captain:?} to {mate:?}");
    }
}

/// Invariants that hold at every moment.
fn check(tournament: &Tournament, now: i64, seed: u64) {
    let numbers: BTreeSet<_> = tournament.games().map(|game| game.number).collect();
    assert_eq!(numbers.len(), tournament.games().count(), "seed {seed}: game ids are unique");
    if tournament.stage() == TournamentStage::Running && !tournament.is_paused() {
        let waits = tournament.games().next().is_some();
        assert!(tournament.wake_at(now).is_some() || waits, "seed {seed}: it would never continue");
    }
    if let Some(at) = tournament.wake_at(now) {
        let woken = tournament.decide_order(&TournamentOrder::Tick, at.max(now));
        assert_ne!(
            woken,
            Ok(TournamentDecision::Nothing),
            "seed {seed}: woken without anything due"
        );
    }
    points_add_up(tournament, seed);
    one_team_each(tournament, seed);
}

/// Points come only from series, byes and late entries.
fn points_add_up(tournament: &Tournament, seed: u64) {
    if tournament.rounds().is_empty() || tournament.stage() == TournamentStage::Coming {
        return;
    }
    let tables = tournament.standings();
    let rows: Vec<_> = tables.iter().flat_map(|table| &table.rows).collect();
    let sum: u32 = rows.iter().map(|row| row.points.halves()).sum();
    let season = tournament.season();
    let rounds = tournament.rounds().iter().filter(|round| round.season == season);
    let mut expected = 0;
    for round in rounds {
        for pairing in &round.pairings {
            let score = pairing.score().map_or(0, |score| {
                let computer = if pairing.white.is_none() { score.white.halves() } else { 0 };
                score.red.halves() + score.white.halves() - computer
            });
            assert!(score <= 2, "seed {seed}");
            expected += score;
        }
        if matches!(tournament.announcement().format, TournamentFormat::Swiss { .. }) {
            expected += 2 * round.byes.len() as u32;
        }
    }
    match tournament.announcement().format {
        TournamentFormat::Swiss { .. } => {
            let late: u32 = rows
                .iter()
                .map(|row| u32::from(tournament.entrant(row.player).unwrap().missed))
                .sum();
            assert_eq!(sum, expected + late, "seed {seed}");
        }
        // Series of players who left early do not count.
        TournamentFormat::RoundRobin { .. } | TournamentFormat::League { .. } => {
            assert!(sum <= expected, "seed {seed}");
        }
        _ => assert_eq!(sum, expected, "seed {seed}"),
    }
    let won: u32 = rows.iter().map(|row| u32::from(row.won)).sum();
    let lost: u32 = rows.iter().map(|row| u32::from(row.lost)).sum();
    if !matches!(tournament.announcement().format, TournamentFormat::Field { .. }) {
        assert!(won <= lost, "seed {seed}: both seats can lose, but not win");
    }
}

#[test]
fn every_tournament_ends() {
    for seed in 0..1500 {
        random_event(seed);
    }
}

#[test]
fn replaying_a_log_yields_the_same_tournament() {
    for seed in 0..300 {
        let driver = random_event(seed);
        assert_eq!(Tournament::replay(&driver.log).as_ref(), Ok(&driver.tournament), "seed {seed}");
        let text = serde_json::to_string(&driver.log).unwrap();
        let read: Vec<bosworth_tournament::TournamentLogEntry> =
            serde_json::from_str(&text).unwrap();
        assert_eq!(read, driver.log, "seed {seed}");
    }
}

#[test]
fn every_prefix_of_a_log_continues_to_the_same_pairings() {
    let mut rounds = 0;
    for seed in 0..300 {
        let driver = random_event(seed);
        let mut tournament = Tournament::open(&driver.log[0]).unwrap();
        for entry in &driver.log[1..] {
            let begins =
                entry.events.iter().any(|event| matches!(event, TournamentEvent::Round { .. }));
            if begins && entry.by.is_none() {
                rounds += 1;
                let again = tournament.decide_order(&TournamentOrder::Tick, entry.at);
                assert_eq!(again, Ok(TournamentDecision::Append(entry.clone())), "seed {seed}");
            }
            tournament.fold(entry).unwrap();
        }
    }
    assert!(rounds > 500);
}

#[test]
fn everyone_plays_or_has_a_bye_in_each_round() {
    for seed in 0..600 {
        let driver = random_event(seed);
        let format = driver.tournament.announcement().format;
        if matches!(format, TournamentFormat::Arena { .. } | TournamentFormat::Knockout) {
            continue;
        }
        let mut tournament = Tournament::open(&driver.log[0]).unwrap();
        for entry in &driver.log[1..] {
            let before = tournament.clone();
            tournament.fold(entry).unwrap();
            for event in &entry.events {
                let TournamentEvent::Round { pairs, byes, .. } = event else { continue };
                let mut placed: BTreeSet<_> =
                    pairs.iter().flat_map(|pair| [Some(pair.red), pair.white]).flatten().collect();
                placed.extend(byes);
                for entrant in tournament.entrants().iter().filter(|entrant| entrant.is_active()) {
                    let waits =
                        tournament.is_waiting(entrant.player) || before.is_waiting(entrant.player);
                    // Players who enter a league mid-season wait for the next season; a smaller
                    // division has fewer rounds.
                    let league = matches!(format, TournamentFormat::League { .. });
                    assert!(
                        placed.contains(&entrant.player) || waits || league,
                        "seed {seed}: {} is neither paired nor has a bye",
                        entrant.player
                    );
                }
                if matches!(format, TournamentFormat::Swiss { .. }) {
                    assert!(byes.len() <= 1, "seed {seed}");
                }
            }
        }
    }
}

#[test]
fn no_pair_meets_twice_in_a_round_robin_cycle() {
    for seed in 0..600 {
        let driver = random_event(seed);
        let TournamentFormat::RoundRobin { cycles, .. } = driver.tournament.announcement().format
        else {
            continue;
        };
        let rounds = driver.tournament.rounds();
        for round in rounds {
            for two in &round.pairings {
                let met = meetings(&driver.tournament, rounds.len(), two.red, two.white.unwrap());
                assert!(met <= usize::from(cycles), "seed {seed}");
            }
        }
    }
}

#[test]
fn a_tampered_log_is_an_error_not_a_panic() {
    for seed in 0..300 {
        let driver = random_event(seed);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut log = driver.log.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(0..log.len());
            match random.u8(0..3) {
                0 => drop(log.remove(at)),
                1 => {
                    let copy = log[at].clone();
                    log.insert(at, copy);
                }
                _ => {
                    let other = random.usize(0..log.len());
                    log.swap(at, other);
                }
            }
            // With consecutive numbers, as a careful forger would.
            for (seq, entry) in log.iter_mut().enumerate() {
                entry.seq = seq as u32;
            }
            if log.is_empty() {
                break;
            }
        }
        if let Ok(tournament) = Tournament::replay(&log) {
            let _ = (
                tournament.standings(),
                tournament.bracket(),
                tournament.cross_tables(),
                tournament.wake_at(0),
            );
            let _ = tournament.decide_order(&TournamentOrder::Tick, i64::MAX / 2);
        }
    }
}
