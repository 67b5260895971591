//! Entering, leaving, and organiser commands.

use bosworth_tournament::{
    Announcement, Applicant, Departure, Eligibility, EntryStatus, GameSlot, Pace, PlayerId, Points,
    SlotResult, TournamentCommand, TournamentFormat, TournamentOrder, TournamentRefusal,
    TournamentStage,
};

use crate::driver::Driver;

fn swiss(rounds: u8) -> Announcement {
    Announcement { starts: 1000, ..Announcement::example(TournamentFormat::Swiss { rounds }) }
}

fn slot(round: u16, board: u16) -> GameSlot {
    GameSlot { round, board, game: 0 }
}

#[test]
fn eligibility_is_checked_on_entry() {
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
    for (applicant, why) in cases {
        let answer = driver.decide(7, &TournamentCommand::Join { applicant, mate: None });
        assert_eq!(answer.err(), why);
    }
    let again = driver.decide(7, &TournamentCommand::Join { applicant: good, mate: None });
    assert_eq!(again, Ok(false), "idempotent");
}

#[test]
fn a_waiting_player_moves_up_when_a_seat_becomes_free() {
    let mut driver = Driver::with(Announcement { seats: 2, ..swiss(3) }, 3);
    assert!(driver.tournament.is_waiting(PlayerId(3)));
    driver.decide(1, &TournamentCommand::Leave).unwrap();
    assert!(!driver.tournament.is_waiting(PlayerId(3)));
    driver.tick();
    assert_eq!(driver.tournament.divisions(), [[PlayerId(2), PlayerId(3)]]);
}

#[test]
fn players_still_waiting_at_the_start_are_not_in_the_standings() {
    let mut driver = Driver::with(Announcement { seats: 2, ..swiss(1) }, 3);
    driver.tick();
    assert!(driver.tournament.is_waiting(PlayerId(3)));
    assert_eq!(driver.order(), [1, 2]);
}

#[test]
fn late_entry_scores_half_a_point_per_missed_round() {
    let mut driver = Driver::with(Announcement { late: 2, ..swiss(5) }, 4);
    for _ in 0..2 {
        driver.tick();
        driver.play(crate::driver::stronger);
    }
    driver.join(5).unwrap();
    assert_eq!(driver.points(5), Points::ONE);
    driver.tick();
    assert_eq!(driver.join(6), Err(TournamentRefusal::TooLate));
    assert!(driver.tournament.rounds()[2].byes.len() == 1, "five players, so one has a bye");
}

#[test]
fn leaving_forfeits_unfinished_games_and_ends_pairing() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.tick();
    driver.decide(1, &TournamentCommand::Leave).unwrap();
    let opponent = driver.tournament.rounds()[0].pairings[0].opponent(PlayerId(1)).unwrap();
    assert_eq!(driver.points(opponent.0), Points::ONE);
    assert_eq!(driver.points(1), Points::ZERO);
    driver.play(crate::driver::stronger);
    driver.tick();
    assert!(driver.pairs(2).iter().all(|&(red, white)| red != 1 && white != 1));
    assert_eq!(driver.tournament.rounds()[1].byes.len(), 1);
}

#[test]
fn a_player_who_misses_two_games_in_a_row_is_out() {
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
    assert_eq!(driver.tournament.entrant(PlayerId(4)).unwrap().gone, Some(Departure::Missing));
    assert_eq!(driver.points(4), Points::ZERO);
}

#[test]
fn players_who_left_early_still_count_as_participants() {
    let mut driver = Driver::with(swiss(5), 4);
    while driver.tournament.stage() != TournamentStage::Over {
        driver.tick();
        driver.play(|_, _, _| SlotResult::Nobody);
    }
    assert!(driver.tournament.entrants().iter().all(|entrant| !entrant.is_active()));
    assert_eq!(driver.tournament.players(), 4);
}

#[test]
fn the_start_time_is_the_actual_one_once_started() {
    let mut driver = Driver::with(Announcement { starts: 60_000, ..swiss(3) }, 4);
    assert_eq!(driver.tournament.starts(), 60_000);
    driver.now = 20_000;
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.tick();
    assert_eq!(driver.tournament.starts(), 20_000);
}

#[test]
fn a_played_game_resets_the_count_of_missed_games() {
    let mut driver = Driver::with(swiss(3), 2);
    for result in [SlotResult::NoRed, SlotResult::Drawn, SlotResult::NoRed] {
        driver.tick();
        driver.play(|_, red, _| if red.0 == 2 { result } else { SlotResult::Drawn });
    }
    assert!(driver.tournament.entrant(PlayerId(2)).unwrap().is_active());
}

#[test]
fn only_the_organiser_may_organise() {
    let mut driver = Driver::with(swiss(3), 4);
    for command in [TournamentCommand::Start, TournamentCommand::Pause, TournamentCommand::Cancel] {
        assert_eq!(driver.decide(1, &command), Err(TournamentRefusal::NotOrganiser));
    }
    assert_eq!(driver.organise(&TournamentCommand::Start), Ok(true));
    assert_eq!(driver.organise(&TournamentCommand::Start), Ok(false), "already started");
    assert_eq!(driver.tournament.stage(), TournamentStage::Running);
}

#[test]
fn the_host_can_cancel_a_tournament() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.tick();
    assert!(driver.decide_order(&TournamentOrder::Cancel));
    assert_eq!(driver.tournament.stage(), TournamentStage::Over);
    assert!(driver.tournament.is_cancelled());
    assert!(!driver.decide_order(&TournamentOrder::Cancel), "already over");
}

#[test]
fn the_organiser_can_change_the_start_time_until_the_start() {
    let mut driver = Driver::with(swiss(3), 4);
    let later = driver.now + 3_600_000;
    let command = TournamentCommand::Reschedule { starts: later };
    driver.organise(&command).unwrap();
    assert_eq!(driver.tournament.starts(), later);
    assert_eq!(driver.tournament.wake_at(driver.now), Some(later));
    assert!(!driver.decide_order(&TournamentOrder::Tick), "nothing is due at the old time");
    driver.now = later;
    assert!(driver.tick());
    assert_eq!(driver.organise(&command), Err(TournamentRefusal::Begun));
}

#[test]
fn no_round_starts_while_paused() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.organise(&TournamentCommand::Pause).unwrap();
    driver.play(crate::driver::stronger);
    driver.now += 1_000_000;
    assert!(!driver.decide_order(&TournamentOrder::Tick));
    assert_eq!(driver.tournament.wake_at(driver.now), None);
    driver.organise(&TournamentCommand::Resume).unwrap();
    assert!(driver.tick());
}

#[test]
fn a_tournament_continues_after_the_organiser_reaches_the_limit() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.organise(&TournamentCommand::Start).unwrap();
    driver.organise(&TournamentCommand::Pause).unwrap();
    let texts = (0..).map(|number| format!("the text {number}"));
    let describe = |about| TournamentCommand::Describe { title: "Open".into(), about };
    let refused = texts.map(|text| driver.organise(&describe(text))).find(Result::is_err);
    assert_eq!(refused, Some(Err(TournamentRefusal::TooOften)));
    assert!(driver.tournament.is_paused());
    assert_eq!(driver.organise(&TournamentCommand::Resume), Err(TournamentRefusal::TooOften));
    let organiser = driver.tournament.announcement().organiser;
    assert!(driver.decide_order(&TournamentOrder::Expel(organiser)));
    assert!(!driver.tournament.is_paused());
}

#[test]
fn many_corrections_do_not_overflow_the_count_of_missed_games() {
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
    assert!(driver.tournament.entrants().iter().all(|entrant| !entrant.is_active()));
}

#[test]
fn a_removed_player_cannot_return() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.organise(&TournamentCommand::Remove { player: PlayerId(2) }).unwrap();
    assert_eq!(driver.join(2), Err(TournamentRefusal::Removed));
    let unknown = TournamentCommand::Remove { player: PlayerId(99) };
    assert_eq!(driver.organise(&unknown), Err(TournamentRefusal::NoPlayer));
}

#[test]
fn a_correction_records_its_author_and_changes_the_points() {
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
fn a_result_is_recorded_once() {
    let mut driver = Driver::with(swiss(3), 2);
    driver.tick();
    let result = TournamentOrder::Result { slot: slot(1, 1), result: SlotResult::Drawn };
    assert!(driver.decide_order(&result));
    assert!(!driver.decide_order(&result), "a repeated result has no effect");
    let other = TournamentOrder::Result { slot: slot(1, 1), result: SlotResult::NoRed };
    assert!(!driver.decide_order(&other));
}

#[test]
fn a_tournament_without_entrants_is_cancelled() {
    let mut driver = Driver::with(swiss(3), 1);
    driver.tick();
    assert_eq!(driver.tournament.stage(), TournamentStage::Over);
    assert!(driver.tournament.is_cancelled());
    assert_eq!(driver.tournament.wake_at(driver.now), None);
}

#[test]
fn the_number_of_re_entries_is_limited() {
    let mut driver = Driver::new(swiss(3));
    for _ in 0..5 {
        driver.join(1).unwrap();
        driver.decide(1, &TournamentCommand::Leave).unwrap();
    }
    assert_eq!(driver.join(1), Err(TournamentRefusal::TooOften));
}

/// What a person with this applicant's properties would be told now.
fn status(driver: &Driver, player: i64, applicant: Applicant) -> EntryStatus {
    driver.tournament.entry_status(Some(PlayerId(player)), applicant, driver.now)
}

/// Checks that somebody is told just what entering would lead to.
fn check_refusal(driver: &Driver, player: i64, applicant: Applicant, why: TournamentRefusal) {
    assert_eq!(status(driver, player, applicant), EntryStatus::Refused(why));
    let join = TournamentCommand::Join { applicant, mate: None };
    let answer = driver.tournament.decide(PlayerId(player), &join, driver.now);
    assert_eq!(answer, Err(why));
}

const FRESH: EntryStatus = EntryStatus::Open { waits: false, again: false };

#[test]
fn somebody_outside_the_limits_is_told_so() {
    let limits =
        Eligibility { from: Some(1000), to: Some(1800), guests: false, bots: false, invited: true };
    let driver = Driver::new(Announcement { limits, ..swiss(3) });
    let good = Applicant { invited: true, ..Applicant::rated(1500) };
    let cases = [
        (Applicant { rating: 999, ..good }, TournamentRefusal::Rating),
        (Applicant { rating: 1801, ..good }, TournamentRefusal::Rating),
        (Applicant { guest: true, ..good }, TournamentRefusal::Guests),
        (Applicant { bot: true, ..good }, TournamentRefusal::Bots),
    ];
    for (applicant, why) in cases {
        check_refusal(&driver, 7, applicant, why);
    }
    assert_eq!(status(&driver, 7, Applicant::rated(1500)), FRESH, "the password is asked for");
    let guest = Applicant { guest: true, ..good };
    let nobody = driver.tournament.entry_status(None, guest, 0);
    assert_eq!(nobody, EntryStatus::Refused(TournamentRefusal::Guests));
}

#[test]
fn somebody_who_left_may_come_back_until_it_is_too_often() {
    let mut driver = Driver::with(swiss(3), 2);
    let me = Applicant::rated(1500);
    for _ in 1..5 {
        driver.join(3).unwrap();
        assert_eq!(status(&driver, 3, me), EntryStatus::Entered);
        driver.decide(3, &TournamentCommand::Leave).unwrap();
        assert_eq!(status(&driver, 3, me), EntryStatus::Open { waits: false, again: true });
    }
    driver.join(3).unwrap();
    driver.decide(3, &TournamentCommand::Leave).unwrap();
    check_refusal(&driver, 3, me, TournamentRefusal::TooOften);
}

#[test]
fn before_the_start_a_full_tournament_has_a_waiting_list() {
    let mut driver = Driver::with(Announcement { seats: 2, ..swiss(3) }, 2);
    let me = Applicant::rated(1500);
    assert_eq!(status(&driver, 3, me), EntryStatus::Open { waits: true, again: false });
    for player in 3..=1002 {
        driver.join(player).unwrap();
    }
    assert_eq!(status(&driver, 4, me), EntryStatus::Waiting { place: 2 });
    check_refusal(&driver, 1003, me, TournamentRefusal::Full);
}

#[test]
fn a_running_tournament_without_a_free_seat_is_full() {
    let mut driver = Driver::with(Announcement { seats: 2, late: 3, ..swiss(5) }, 2);
    driver.tick();
    check_refusal(&driver, 3, Applicant::rated(1500), TournamentRefusal::Full);
    driver.decide(2, &TournamentCommand::Leave).unwrap();
    assert_eq!(status(&driver, 3, Applicant::rated(1500)), FRESH);
}

#[test]
fn an_arena_is_open_until_it_closes() {
    let arena = Announcement::example(TournamentFormat::Arena { minutes: 5 });
    let mut driver = Driver::with(arena, 4);
    driver.tick();
    assert_eq!(status(&driver, 5, Applicant::rated(1500)), FRESH);
    driver.now = driver.tournament.closes_at().unwrap() - 1;
    assert_eq!(status(&driver, 5, Applicant::rated(1500)), FRESH);
    driver.now += 1;
    check_refusal(&driver, 5, Applicant::rated(1500), TournamentRefusal::TooLate);
}

#[test]
fn a_round_robin_closes_at_the_start_and_every_tournament_at_its_end() {
    let format = TournamentFormat::RoundRobin { cycles: 1, pace: Pace::Rounds };
    let mut driver = Driver::with(Announcement::example(format), 4);
    driver.tick();
    check_refusal(&driver, 5, Applicant::rated(1500), TournamentRefusal::TooLate);
    driver.play_out();
    for player in [1, 5] {
        assert_eq!(status(&driver, player, Applicant::rated(1500)), EntryStatus::Over);
    }
}

#[test]
fn somebody_who_was_removed_is_told_so() {
    let mut driver = Driver::with(swiss(3), 4);
    driver.organise(&TournamentCommand::Remove { player: PlayerId(3) }).unwrap();
    check_refusal(&driver, 3, Applicant::rated(1500), TournamentRefusal::Removed);
}

#[test]
fn the_loser_of_a_knockout_match_is_out_and_so_are_two_who_miss_it() {
    let mut driver = Driver::with(Announcement::example(TournamentFormat::Knockout), 4);
    driver.tick();
    let me = Applicant::rated(1500);
    assert_eq!(status(&driver, 4, me), EntryStatus::Entered);
    assert!(!driver.tournament.is_last_round());
    // 1 against 4, and 2 against 3, of whom nobody comes.
    driver.play(|_, red, white| match (red.0, white.0) {
        (1, _) => SlotResult::Red { margin: 1 },
        (_, 1) => SlotResult::White { margin: 1 },
        _ => SlotResult::Nobody,
    });
    for (player, expected) in
        [(1, EntryStatus::Entered), (2, EntryStatus::Eliminated), (4, EntryStatus::Eliminated)]
    {
        assert_eq!(status(&driver, player, me), expected, "{player}");
    }
    assert!(driver.tournament.is_last_round(), "nobody is left to play");
}

#[test]
fn the_last_round_is_known() {
    let round_robin = TournamentFormat::RoundRobin { cycles: 1, pace: Pace::Rounds };
    let league = TournamentFormat::League {
        cycles: 1,
        pace: Pace::Rounds,
        division: 4,
        moving: 1,
        seasons: 2,
    };
    let field = TournamentFormat::Field { level: 1, deals: 3, minutes: 10 };
    let rounds = [
        (TournamentFormat::Swiss { rounds: 3 }, 3),
        (round_robin, 3),
        (league, 6),
        (TournamentFormat::Knockout, 2),
        (field, 3),
    ];
    for (format, last) in rounds {
        let mut driver = Driver::with(Announcement::example(format), 4);
        assert!(!driver.tournament.is_last_round(), "{format:?}: not started");
        for round in 1..=last {
            driver.tick();
            assert_eq!(driver.tournament.is_last_round(), round == last, "{format:?}: {round}");
            driver.play(crate::driver::stronger);
            assert_eq!(driver.tournament.is_last_round(), round == last, "{format:?}: {round}");
        }
        driver.tick();
        assert_eq!(driver.tournament.stage(), TournamentStage::Over, "{format:?}");
    }
    let mut few = Driver::with(swiss(5), 2);
    few.tick();
    few.play(crate::driver::stronger);
    assert!(!few.tournament.is_last_round());
    few.decide(2, &TournamentCommand::Leave).unwrap();
    assert!(few.tournament.is_last_round(), "a single player cannot continue");
}
