//! Entering, leaving, and what organisers may do.

use bosworth_tournament::{
    Announcement, Applicant, Departure, Eligibility, GameSlot, PlayerId, Points, SlotResult,
    TournamentCommand, TournamentFormat, TournamentOrder, TournamentRefusal, TournamentStage,
};

use crate::drive::Driver;

fn swiss(rounds: u8) -> Announcement {
    Announcement { starts: 1000, ..Announcement::example(TournamentFormat::Swiss { rounds }) }
}

fn slot(round: u16, board: u16) -> GameSlot {
    GameSlot { round, board, game: 0 }
}

#[test]
fn limits_are_checked_when_somebody_enters() {
    let limits =
        Eligibility { from: Some(1000), to: Some(1800), guests: false, bots: false, invited: true };
    let mut driver = Driver::new(Announcement { limits, ..swiss(3) });
    let good = Applicant { rating: 1500, guest: false, bot: false, invited: true };
    let cases = [
        (Applicant { rating: 999, ..good }, Some(TournamentRefusal::Rating)),
        (Applicant { rating: 1801, ..good }, Some(TournamentRefusal::Rating)),
        (Applicant { guest: true, ..good }, Some(TournamentRefusal::Guests)),
        (Applicant { bot: true, ..good }, Some(TournamentRefusal::Bots)),
        (Applicant { invited: false, ..good }, Some(TournamentRefusal::Password)),
        (good, None),
    ];
    for (standing, why) in cases {
        let answer = driver.decide(7, &TournamentCommand::Join { standing, mate: None });
        assert_eq!(answer.err(), why);
    }
    let again = driver.decide(7, &TournamentCommand::Join { standing: good, mate: None });
    assert_eq!(again, Ok(false), "entering twice is entering once");
}

#[test]
fn who_waits_moves_up_when_a_seat_becomes_free() {
    let mut driver = Driver::with(Announcement { seats: 2, ..swiss(3) }, 3);
    assert!(driver.event.is_waiting(PlayerId(3)));
    driver.decide(1, &TournamentCommand::Leave).unwrap();
    assert!(!driver.event.is_waiting(PlayerId(3)));
    driver.tick();
    assert_eq!(driver.event.divisions(), [[PlayerId(2), PlayerId(3)]]);
}

#[test]
fn who_still_waits_at_the_start_is_not_in_the_standings() {
    let mut driver = Driver::with(Announcement { seats: 2, ..swiss(1) }, 3);
    driver.tick();
    assert!(driver.event.is_waiting(PlayerId(3)));
    assert_eq!(driver.order(), [1, 2]);
}

#[test]
fn late_entry_counts_a_half_for_each_round_that_was_missed() {
    let mut driver = Driver::with(Announcement { late: 2, ..swiss(5) }, 4);
    for _ in 0..2 {
        driver.tick();
        driver.play(crate::drive::stronger);
    }
    driver.join(5).unwrap();
    assert_eq!(driver.points(5), Points::ONE);
    driver.tick();
    assert_eq!(driver.join(6), Err(TournamentRefusal::TooLate));
    assert!(driver.event.rounds()[2].byes.len() == 1, "five play");
}

#[test]
fn who_leaves_loses_what_is_open_and_is_not_paired_again() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.tick();
    driver.decide(1, &TournamentCommand::Leave).unwrap();
    let opponent = driver.event.rounds()[0].pairings[0].opponent(PlayerId(1)).unwrap();
    assert_eq!(driver.points(opponent.0), Points::ONE);
    assert_eq!(driver.points(1), Points::ZERO);
    driver.play(crate::drive::stronger);
    driver.tick();
    assert!(driver.pairs(2).iter().all(|&(red, white)| red != 1 && white != 1));
    assert_eq!(driver.event.rounds()[1].byes.len(), 1);
}

#[test]
fn two_games_missed_in_a_row_withdraw_a_player() {
    let mut driver = Driver::with(swiss(5), 4);
    let absent = |_: &_, red: PlayerId, white: PlayerId| match (red.0, white.0) {
        (4, _) => SlotResult::NoRed,
        (_, 4) => SlotResult::NoWhite,
        _ => SlotResult::Drawn,
    };
    for _ in 0..2 {
        driver.tick();
        driver.play(absent);
    }
    assert_eq!(driver.event.entrant(PlayerId(4)).unwrap().gone, Some(Departure::Missing));
    assert_eq!(driver.points(4), Points::ZERO);
}

#[test]
fn those_who_did_not_stay_to_the_end_took_part_all_the_same() {
    let mut driver = Driver::with(swiss(5), 4);
    while driver.event.stage() != TournamentStage::Over {
        driver.tick();
        driver.play(|_, _, _| SlotResult::Nobody);
    }
    assert!(driver.event.entrants().iter().all(|entrant| !entrant.is_active()));
    assert_eq!(driver.event.players(), 4);
}

#[test]
fn an_event_says_when_it_really_began() {
    let mut driver = Driver::with(Announcement { starts: 60_000, ..swiss(3) }, 4);
    assert_eq!(driver.event.starts(), 60_000);
    driver.now = 20_000;
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.tick();
    assert_eq!(driver.event.starts(), 20_000);
}

#[test]
fn a_game_that_was_played_forgives_one_that_was_missed() {
    let mut driver = Driver::with(swiss(3), 2);
    for result in [SlotResult::NoRed, SlotResult::Drawn, SlotResult::NoRed] {
        driver.tick();
        driver.play(|_, red, _| if red.0 == 2 { result } else { SlotResult::Drawn });
    }
    assert!(driver.event.entrant(PlayerId(2)).unwrap().is_active());
}

#[test]
fn only_the_organiser_organises() {
    let mut driver = Driver::with(swiss(3), 4);
    for command in [TournamentCommand::Start, TournamentCommand::Pause, TournamentCommand::Cancel] {
        assert_eq!(driver.decide(1, &command), Err(TournamentRefusal::NotOrganiser));
    }
    assert_eq!(driver.organise(&TournamentCommand::Start), Ok(true));
    assert_eq!(driver.organise(&TournamentCommand::Start), Ok(false), "it has begun");
    assert_eq!(driver.event.stage(), TournamentStage::Running);
}

#[test]
fn the_host_calls_an_event_off() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.tick();
    assert!(driver.obey(&TournamentOrder::Cancel));
    assert_eq!(driver.event.stage(), TournamentStage::Over);
    assert!(driver.event.is_cancelled());
    assert!(!driver.obey(&TournamentOrder::Cancel), "it is over already");
}

#[test]
fn no_round_begins_while_an_event_is_paused() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.organise(&TournamentCommand::Pause).unwrap();
    driver.play(crate::drive::stronger);
    driver.now += 1_000_000;
    assert!(!driver.obey(&TournamentOrder::Tick));
    assert_eq!(driver.event.wake_at(driver.now), None);
    driver.organise(&TournamentCommand::Resume).unwrap();
    assert!(driver.tick());
}

#[test]
fn an_event_goes_on_without_an_organiser_who_did_too_much() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.organise(&TournamentCommand::Pause).unwrap();
    let texts = (0..).map(|number| format!("the text {number}"));
    let describe = |about| TournamentCommand::Describe { title: "Open".into(), about };
    let refused = texts.map(|text| driver.organise(&describe(text))).find(Result::is_err);
    assert_eq!(refused, Some(Err(TournamentRefusal::TooOften)));
    assert!(driver.event.is_paused());
    assert_eq!(driver.organise(&TournamentCommand::Resume), Err(TournamentRefusal::TooOften));
    let organiser = driver.event.opening().organiser;
    assert!(driver.obey(&TournamentOrder::Expel(organiser)));
    assert!(!driver.event.is_paused());
}

#[test]
fn no_number_of_corrections_breaks_the_count_of_absences() {
    let mut driver = Driver::with(swiss(3), 2);
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.play(|_, _, _| SlotResult::Red { margin: 1 });
    for _ in 0..200 {
        for result in [SlotResult::NoRed, SlotResult::Nobody] {
            let correct = TournamentCommand::Correct { slot: slot(1, 1), result };
            driver.organise(&correct).unwrap();
        }
    }
    driver.tick();
    driver.play(|_, _, _| SlotResult::Nobody);
    assert!(driver.event.entrants().iter().all(|entrant| !entrant.is_active()));
}

#[test]
fn a_removed_player_cannot_come_back() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.organise(&TournamentCommand::Remove { player: PlayerId(2) }).unwrap();
    assert_eq!(driver.join(2), Err(TournamentRefusal::Removed));
    let unknown = TournamentCommand::Remove { player: PlayerId(99) };
    assert_eq!(driver.organise(&unknown), Err(TournamentRefusal::NoPlayer));
}

#[test]
fn a_correction_names_who_made_it_and_changes_the_points() {
    let mut driver = Driver::with(swiss(3), 2);
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.play(|_, _, _| SlotResult::Red { margin: 1 });
    let red = driver.pairs(1)[0].0;
    assert_eq!(driver.points(red), Points::ONE);
    let correct = TournamentCommand::Correct { slot: slot(1, 1), result: SlotResult::Drawn };
    assert_eq!(driver.organise(&correct), Ok(true));
    assert_eq!(driver.organise(&correct), Ok(false));
    assert_eq!(driver.points(red), Points::HALF);
    assert_eq!(driver.log.last().unwrap().by, Some(PlayerId(0)));
    let nowhere = TournamentCommand::Correct { slot: slot(1, 2), result: SlotResult::Drawn };
    assert_eq!(driver.organise(&nowhere), Err(TournamentRefusal::NoGame));
}

#[test]
fn a_result_is_noted_once() {
    let mut driver = Driver::with(swiss(3), 2);
    driver.tick();
    let result = TournamentOrder::Result { slot: slot(1, 1), result: SlotResult::Drawn };
    assert!(driver.obey(&result));
    assert!(!driver.obey(&result), "told again, by another node or after a restart");
    let other = TournamentOrder::Result { slot: slot(1, 1), result: SlotResult::NoRed };
    assert!(!driver.obey(&other));
}

#[test]
fn an_event_that_nobody_enters_is_called_off() {
    let mut driver = Driver::with(swiss(3), 1);
    driver.tick();
    assert_eq!(driver.event.stage(), TournamentStage::Over);
    assert!(driver.event.is_cancelled());
    assert_eq!(driver.event.wake_at(driver.now), None);
}

#[test]
fn entering_and_leaving_has_an_end() {
    let mut driver = Driver::new(swiss(3));
    for _ in 0..5 {
        driver.join(1).unwrap();
        driver.decide(1, &TournamentCommand::Leave).unwrap();
    }
    assert_eq!(driver.join(1), Err(TournamentRefusal::TooOften));
}
