//! What the games of a duplicate pairing share.

use bosworth_tournament::{
    Announcement, Applicant, DealSharing, GamePlan, InvalidAnnouncement, Opponent, PlayerId,
    Series, SlotResult, TournamentCommand, TournamentFormat, TournamentOrder, TournamentRefusal,
};

use crate::drive::{Driver, player};

fn duplicate(deal: DealSharing) -> Announcement {
    Announcement {
        deal,
        series: Series::Two,
        ..Announcement::example(TournamentFormat::Swiss { rounds: 2 })
    }
}

#[test]
fn duplicate_deals_need_two_games() {
    let opening = Announcement { series: Series::One, ..duplicate(DealSharing::Hands) };
    assert_eq!(opening.check(), Err(InvalidAnnouncement::Deal));
}

#[test]
fn the_same_two_share_hands_with_the_sides_swapped_and_no_pile() {
    let mut driver = Driver::with(duplicate(DealSharing::Hands), 4);
    driver.tick();
    let first: Vec<GamePlan> = driver.event.games().collect();
    assert_eq!(first.len(), 2, "one game after the other");
    driver.play(|_, _, _| SlotResult::Drawn);
    let second: Vec<_> = driver.event.games().collect();
    for (one, other) in first.iter().zip(&second) {
        assert_eq!((one.red, one.white), (other.white, other.red));
        let (a, b) = (one.shared.unwrap(), other.shared.unwrap());
        assert_eq!(a.deal, b.deal);
        assert!(!a.pile && !b.pile);
        assert_ne!(one.number, other.number);
    }
    assert_ne!(first[0].shared.unwrap().deal, first[1].shared.unwrap().deal);
}

#[test]
fn teams_share_hands_and_pile_at_two_tables_with_four_people() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    for captain in [1, 2] {
        driver.team(captain, captain + 10).unwrap();
    }
    driver.tick();
    let games: Vec<_> = driver.event.games().collect();
    assert_eq!(games.len(), 2, "both begin together");
    let people: std::collections::BTreeSet<_> =
        games.iter().flat_map(|game| [player(game.red), player(game.white)]).collect();
    assert_eq!(people.len(), 4);
    let (a, b) = (games[0].shared.unwrap(), games[1].shared.unwrap());
    assert_eq!(a.deal, b.deal);
    assert!(a.pile && b.pile);
    // A team has each side once.
    let team = |player: PlayerId| player.0 % 10;
    assert_eq!(team(player(games[0].red)), team(player(games[1].white)));
}

#[test]
fn nobody_is_in_two_teams() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    assert_eq!(driver.decide(1, &propose(None)), Err(TournamentRefusal::Team));
    assert_eq!(driver.team(1, 1), Err(TournamentRefusal::Team));
    assert_eq!(driver.team(1, 2), Ok(true));
    assert_eq!(driver.team(2, 3), Err(TournamentRefusal::Team));
    assert_eq!(driver.team(3, 1), Err(TournamentRefusal::Team));
    assert_eq!(driver.team(3, 4), Ok(true));
    let mut single = Driver::new(duplicate(DealSharing::Hands));
    let mate = Some(PlayerId(2));
    let join = TournamentCommand::Join { standing: Applicant::rated(1500), mate };
    assert_eq!(single.decide(1, &join), Err(TournamentRefusal::Team));
}

fn propose(mate: Option<i64>) -> TournamentCommand {
    TournamentCommand::Join { standing: Applicant::rated(1500), mate: mate.map(PlayerId) }
}

fn accept(captain: i64) -> TournamentCommand {
    TournamentCommand::Accept { captain: PlayerId(captain) }
}

fn decline(captain: i64) -> TournamentCommand {
    TournamentCommand::Decline { captain: PlayerId(captain) }
}

fn proposals(driver: &Driver) -> Vec<(i64, i64)> {
    driver.event.proposals().map(|(captain, mate)| (captain.0, mate.0)).collect()
}

#[test]
fn nobody_is_in_a_team_without_having_agreed() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    assert_eq!(driver.decide(1, &propose(Some(2))), Ok(true));
    assert_eq!(driver.decide(1, &propose(Some(2))), Ok(false), "asking twice is asking once");
    assert_eq!(proposals(&driver), [(1, 2)]);
    assert_eq!(driver.event.players(), 0);
    assert_eq!(driver.event.team_of(PlayerId(2)), None);
    // Only who was asked can accept, and what is declined is off.
    assert_eq!(driver.decide(3, &accept(1)), Err(TournamentRefusal::NoProposal));
    assert_eq!(driver.decide(3, &decline(1)), Ok(false));
    assert_eq!(driver.decide(2, &decline(1)), Ok(true));
    assert_eq!(driver.decide(2, &decline(1)), Ok(false));
    assert_eq!(driver.decide(2, &accept(1)), Err(TournamentRefusal::NoProposal));
    assert_eq!(driver.decide(1, &propose(Some(2))), Ok(true));
    assert_eq!(driver.decide(2, &accept(1)), Ok(true));
    assert_eq!(driver.decide(2, &accept(1)), Ok(false));
    assert_eq!(driver.event.team_of(PlayerId(2)).unwrap().player, PlayerId(1));
    assert_eq!(proposals(&driver), []);
}

#[test]
fn two_who_propose_to_each_other_are_a_team() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.decide(1, &propose(Some(2))).unwrap();
    driver.decide(2, &propose(Some(1))).unwrap();
    let team = driver.event.team_of(PlayerId(2)).unwrap();
    assert_eq!((team.player, team.mate), (PlayerId(1), Some(PlayerId(2))));
}

#[test]
fn a_proposal_ends_with_the_next_one_with_leaving_and_with_any_team() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.decide(1, &propose(Some(2))).unwrap();
    driver.decide(1, &propose(Some(3))).unwrap();
    assert_eq!(proposals(&driver), [(1, 3)]);
    assert_eq!(driver.decide(2, &accept(1)), Err(TournamentRefusal::NoProposal));
    driver.decide(1, &TournamentCommand::Leave).unwrap();
    assert_eq!(proposals(&driver), []);
    for (captain, mate) in [(1, 3), (4, 3), (3, 5), (6, 1)] {
        driver.decide(captain, &propose(Some(mate))).unwrap();
    }
    driver.decide(3, &accept(1)).unwrap();
    assert_eq!(proposals(&driver), []);
    // An account that is closed is asked no more, and asks nobody.
    driver.decide(7, &propose(Some(8))).unwrap();
    driver.decide(8, &propose(Some(9))).unwrap();
    assert!(driver.obey(&TournamentOrder::Expel(PlayerId(8))));
    assert_eq!(proposals(&driver), []);
}

#[test]
fn whoever_was_removed_comes_back_in_no_other_team() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.team(1, 2).unwrap();
    driver.organise(&TournamentCommand::Remove { player: PlayerId(2) }).unwrap();
    for (captain, mate) in [(1, 3), (2, 3), (3, 1), (3, 2)] {
        assert_eq!(driver.decide(captain, &propose(Some(mate))), Err(TournamentRefusal::Removed));
    }
    // Nor with what was proposed before.
    driver.decide(5, &propose(Some(4))).unwrap();
    driver.team(4, 6).unwrap();
    driver.organise(&TournamentCommand::Remove { player: PlayerId(4) }).unwrap();
    assert!(driver.decide(4, &accept(5)).is_err());
}

#[test]
fn whoever_loses_a_mate_may_come_back_with_another_one() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.team(1, 2).unwrap();
    assert!(driver.obey(&TournamentOrder::Expel(PlayerId(2))));
    driver.team(1, 3).unwrap();
    assert_eq!(driver.event.team_of(PlayerId(3)).unwrap().player, PlayerId(1));
}

#[test]
fn proposals_are_bounded_and_keep_to_the_limits_of_the_event() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    for mate in 2..12 {
        assert_eq!(driver.decide(1, &propose(Some(mate))), Ok(true));
    }
    assert_eq!(driver.decide(1, &propose(Some(99))), Err(TournamentRefusal::TooOften));
    // What was proposed before the start is too late after it.
    driver.team(21, 22).unwrap();
    driver.team(23, 24).unwrap();
    driver.tick();
    assert_eq!(driver.decide(11, &accept(1)), Err(TournamentRefusal::TooLate));
    assert_eq!(driver.decide(11, &decline(1)), Ok(true));
}

#[test]
fn either_half_of_a_team_can_withdraw_it() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.team(1, 2).unwrap();
    driver.decide(2, &TournamentCommand::Leave).unwrap();
    assert!(!driver.event.entrant(PlayerId(1)).unwrap().is_active());
}

#[test]
fn a_field_shares_hands_and_pile_against_one_level() {
    let kind = TournamentFormat::Field { level: 6, deals: 3, minutes: 60 };
    let mut driver = Driver::with(Announcement::example(kind), 5);
    driver.tick();
    let games: Vec<_> = driver.event.games().collect();
    let deal = games[0].shared.unwrap();
    assert!(deal.pile);
    assert!(games.iter().all(|game| game.shared == Some(deal)));
    assert!(games.iter().all(|game| game.white == Opponent::Computer(6)));
    driver.play(|_, _, _| SlotResult::Drawn);
    driver.tick();
    let next: Vec<_> = driver.event.games().collect();
    assert_ne!(next[0].shared.unwrap().deal, deal.deal, "nobody meets a pile twice");
    assert!(next.iter().all(|game| game.red == Opponent::Computer(6)), "the side changes");
}

#[test]
fn a_deal_is_sealed_while_a_game_with_it_is_to_be_played() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    for captain in [1, 2, 3, 4] {
        driver.team(captain, captain + 10).unwrap();
    }
    assert!(!driver.event.is_sealed());
    driver.tick();
    let games: Vec<_> = driver.event.games().collect();
    let id = driver.event.opening().event;
    let (one, other) = (format!("{id}/1.1"), format!("{id}/1.2"));
    let deals: Vec<_> =
        games.iter().map(|game| driver.event.sealed_deal(game.slot).unwrap()).collect();
    assert_eq!(deals, [one.clone(), one.clone(), other.clone(), other.clone()]);
    assert!(driver.event.is_sealed());
    for (number, game) in games.iter().enumerate() {
        assert_eq!(driver.event.plays_deal(&one), number < 2, "{number}");
        assert!(driver.event.plays_deal(&other));
        driver.obey(&TournamentOrder::Result { slot: game.slot, result: SlotResult::Drawn });
    }
    assert!(!driver.event.plays_deal(&other) && !driver.event.is_sealed());
    let mut hands = Driver::with(duplicate(DealSharing::Hands), 2);
    hands.tick();
    let slot = hands.event.games().next().unwrap().slot;
    assert_eq!(hands.event.sealed_deal(slot), None);
    assert!(!hands.event.is_sealed());
}

#[test]
fn both_halves_of_a_team_take_part() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.team(1, 2).unwrap();
    for player in [1, 2] {
        assert_eq!(driver.event.team_of(PlayerId(player)).unwrap().player, PlayerId(1));
    }
    assert_eq!(driver.event.team_of(PlayerId(3)), None);
    driver.decide(2, &TournamentCommand::Leave).unwrap();
    assert_eq!(driver.event.team_of(PlayerId(1)), None);
}

/// Whoever won against the computer by luck is behind whoever lost with the better play; between equal
/// win chances the margin decides, whoever won.
#[test]
fn a_field_is_ranked_by_win_chance_gained_and_then_by_margin() {
    let kind = TournamentFormat::Field { level: 6, deals: 1, minutes: 60 };
    let mut driver = Driver::with(Announcement::example(kind), 4);
    driver.tick();
    let games: Vec<_> = driver.event.games().collect();
    let results = [
        (1, SlotResult::Red { margin: 30 }, 300),
        (2, SlotResult::White { margin: 2 }, 600),
        (3, SlotResult::Red { margin: -5 }, 450),
        (4, SlotResult::White { margin: 1 }, 450),
    ];
    for (number, result, red) in results {
        let slot = games.iter().find(|game| player(game.red) == PlayerId(number)).unwrap().slot;
        driver.obey(&TournamentOrder::Result { slot, result });
        driver.obey(&TournamentOrder::Review { slot, red });
    }
    assert_eq!(driver.order(), [2, 4, 3, 1]);
}
