//! Duplicate pairings: what their games share, and teams.

use bosworth_tournament::{
    Announcement, Applicant, DealSharing, EntryStatus, GamePlan, InvalidAnnouncement, Opponent,
    PlayerId, Series, SlotResult, TournamentCommand, TournamentFormat, TournamentOrder,
    TournamentRefusal,
};

use crate::driver::{Driver, player};

fn duplicate(deal: DealSharing) -> Announcement {
    Announcement {
        deal,
        series: Series::Two,
        ..Announcement::example(TournamentFormat::Swiss { rounds: 2 })
    }
}

#[test]
fn duplicate_deals_need_two_games() {
    let announcement = Announcement { series: Series::One, ..duplicate(DealSharing::Hands) };
    assert_eq!(announcement.check(), Err(InvalidAnnouncement::Deal));
}

#[test]
fn shared_hands_have_swapped_sides_and_separate_piles() {
    let mut driver = Driver::with(duplicate(DealSharing::Hands), 4);
    driver.tick();
    let first: Vec<GamePlan> = driver.tournament.games().collect();
    assert_eq!(first.len(), 2, "games are played one by one");
    driver.play(|_, _, _| SlotResult::Drawn);
    let second: Vec<_> = driver.tournament.games().collect();
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
fn teams_share_hands_and_pile_at_two_tables() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    for captain in [1, 2] {
        driver.team(captain, captain + 10).unwrap();
    }
    driver.tick();
    let games: Vec<_> = driver.tournament.games().collect();
    assert_eq!(games.len(), 2, "both games start together");
    let people: std::collections::BTreeSet<_> =
        games.iter().flat_map(|game| [player(game.red), player(game.white)]).collect();
    assert_eq!(people.len(), 4);
    let (a, b) = (games[0].shared.unwrap(), games[1].shared.unwrap());
    assert_eq!(a.deal, b.deal);
    assert!(a.pile && b.pile);
    // Each team has each side once.
    let team = |player: PlayerId| player.0 % 10;
    assert_eq!(team(player(games[0].red)), team(player(games[1].white)));
}

#[test]
fn a_player_cannot_be_in_two_teams() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    assert_eq!(driver.decide(1, &propose(None)), Err(TournamentRefusal::Team));
    assert_eq!(driver.team(1, 1), Err(TournamentRefusal::Team));
    assert_eq!(driver.team(1, 2), Ok(true));
    assert_eq!(driver.team(2, 3), Err(TournamentRefusal::Team));
    assert_eq!(driver.team(3, 1), Err(TournamentRefusal::Team));
    assert_eq!(driver.team(3, 4), Ok(true));
    let mut single = Driver::new(duplicate(DealSharing::Hands));
    let mate = Some(PlayerId(2));
    let join = TournamentCommand::Join { applicant: Applicant::rated(1500), mate };
    assert_eq!(single.decide(1, &join), Err(TournamentRefusal::Team));
}

fn propose(mate: Option<i64>) -> TournamentCommand {
    TournamentCommand::Join { applicant: Applicant::rated(1500), mate: mate.map(PlayerId) }
}

fn accept(captain: i64) -> TournamentCommand {
    TournamentCommand::Accept { captain: PlayerId(captain) }
}

fn decline(captain: i64) -> TournamentCommand {
    TournamentCommand::Decline { captain: PlayerId(captain) }
}

fn proposals(driver: &Driver) -> Vec<(i64, i64)> {
    driver.tournament.proposals().map(|(captain, mate)| (captain.0, mate.0)).collect()
}

#[test]
fn a_teammate_must_accept() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    assert_eq!(driver.decide(1, &propose(Some(2))), Ok(true));
    assert_eq!(driver.decide(1, &propose(Some(2))), Ok(false), "idempotent");
    assert_eq!(proposals(&driver), [(1, 2)]);
    assert_eq!(driver.tournament.players(), 0);
    assert_eq!(driver.tournament.team_of(PlayerId(2)), None);
    // Only the proposed teammate can accept, and a declined proposal is closed.
    assert_eq!(driver.decide(3, &accept(1)), Err(TournamentRefusal::NoProposal));
    assert_eq!(driver.decide(3, &decline(1)), Ok(false));
    assert_eq!(driver.decide(2, &decline(1)), Ok(true));
    assert_eq!(driver.decide(2, &decline(1)), Ok(false));
    assert_eq!(driver.decide(2, &accept(1)), Err(TournamentRefusal::NoProposal));
    assert_eq!(driver.decide(1, &propose(Some(2))), Ok(true));
    assert_eq!(driver.decide(2, &accept(1)), Ok(true));
    assert_eq!(driver.decide(2, &accept(1)), Ok(false));
    assert_eq!(driver.tournament.team_of(PlayerId(2)).unwrap().player, PlayerId(1));
    assert_eq!(proposals(&driver), []);
}

#[test]
fn mutual_proposals_make_a_team() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.decide(1, &propose(Some(2))).unwrap();
    driver.decide(2, &propose(Some(1))).unwrap();
    let team = driver.tournament.team_of(PlayerId(2)).unwrap();
    assert_eq!((team.player, team.mate), (PlayerId(1), Some(PlayerId(2))));
}

#[test]
fn a_proposal_is_closed_by_a_new_one_by_leaving_and_by_joining_a_team() {
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
    // Closing an account retracts proposals to and from it.
    driver.decide(7, &propose(Some(8))).unwrap();
    driver.decide(8, &propose(Some(9))).unwrap();
    assert!(driver.decide_order(&TournamentOrder::Expel(PlayerId(8))));
    assert_eq!(proposals(&driver), []);
}

#[test]
fn a_removed_player_cannot_return_in_another_team() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.team(1, 2).unwrap();
    driver.organise(&TournamentCommand::Remove { player: PlayerId(2) }).unwrap();
    for (captain, mate) in [(1, 3), (2, 3), (3, 1), (3, 2)] {
        assert_eq!(driver.decide(captain, &propose(Some(mate))), Err(TournamentRefusal::Removed));
    }
    // Nor by an earlier proposal.
    driver.decide(5, &propose(Some(4))).unwrap();
    driver.team(4, 6).unwrap();
    driver.organise(&TournamentCommand::Remove { player: PlayerId(4) }).unwrap();
    assert!(driver.decide(4, &accept(5)).is_err());
}

#[test]
fn a_player_who_loses_a_teammate_can_return_with_another() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.team(1, 2).unwrap();
    assert!(driver.decide_order(&TournamentOrder::Expel(PlayerId(2))));
    driver.team(1, 3).unwrap();
    assert_eq!(driver.tournament.team_of(PlayerId(3)).unwrap().player, PlayerId(1));
}

#[test]
fn proposals_are_limited_and_close_with_entry() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    for mate in 2..12 {
        assert_eq!(driver.decide(1, &propose(Some(mate))), Ok(true));
    }
    assert_eq!(driver.decide(1, &propose(Some(99))), Err(TournamentRefusal::TooOften));
    let status = |driver: &Driver, player| {
        driver.tournament.entry_status(Some(PlayerId(player)), Applicant::rated(1500), driver.now)
    };
    assert_eq!(status(&driver, 1), EntryStatus::Refused(TournamentRefusal::TooOften));
    assert_eq!(driver.decide(2, &propose(Some(3))), Ok(true));
    assert_eq!(status(&driver, 2), EntryStatus::Proposed);
    let check = |driver: &Driver, captain, mate| {
        driver.tournament.check_proposal(PlayerId(captain), PlayerId(mate), driver.now)
    };
    assert_eq!(check(&driver, 1, 11), Ok(()));
    assert_eq!(check(&driver, 2, 11), Err(TournamentRefusal::NoProposal));
    // A proposal from before the start cannot be accepted after it.
    driver.team(21, 22).unwrap();
    driver.team(23, 24).unwrap();
    driver.tick();
    assert_eq!(driver.decide(11, &accept(1)), Err(TournamentRefusal::TooLate));
    assert_eq!(check(&driver, 1, 11), Err(TournamentRefusal::TooLate));
    assert_eq!(driver.decide(11, &decline(1)), Ok(true));
}

#[test]
fn either_half_of_a_team_can_withdraw_it() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.team(1, 2).unwrap();
    driver.decide(2, &TournamentCommand::Leave).unwrap();
    assert!(!driver.tournament.entrant(PlayerId(1)).unwrap().is_active());
    for player in [1, 2] {
        let status =
            driver.tournament.entry_status(Some(PlayerId(player)), Applicant::rated(1500), 0);
        assert_eq!(status, EntryStatus::Open { waits: false, again: true }, "{player}");
    }
}

#[test]
fn a_captain_who_joins_another_team_is_in_that_one() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.team(1, 2).unwrap();
    driver.decide(2, &TournamentCommand::Leave).unwrap();
    driver.team(3, 1).unwrap();
    let status = driver.tournament.entry_status(Some(PlayerId(1)), Applicant::rated(1500), 0);
    assert_eq!(status, EntryStatus::Entered);
    assert_eq!(driver.tournament.entry_of(PlayerId(1)).unwrap().player, PlayerId(3));
    assert_eq!(driver.tournament.entry_of(PlayerId(2)).unwrap().player, PlayerId(1));
}

#[test]
fn a_field_shares_hands_and_pile_against_one_level() {
    let format = TournamentFormat::Field { level: 6, deals: 3, minutes: 60 };
    let mut driver = Driver::with(Announcement::example(format), 5);
    driver.tick();
    let games: Vec<_> = driver.tournament.games().collect();
    let deal = games[0].shared.unwrap();
    assert!(deal.pile);
    assert!(games.iter().all(|game| game.shared == Some(deal)));
    assert!(games.iter().all(|game| game.white == Opponent::Computer(6)));
    driver.play(|_, _, _| SlotResult::Drawn);
    driver.tick();
    let next: Vec<_> = driver.tournament.games().collect();
    assert_ne!(next[0].shared.unwrap().deal, deal.deal, "each deal has a new pile");
    assert!(next.iter().all(|game| game.red == Opponent::Computer(6)), "sides alternate");
}

#[test]
fn a_deal_is_sealed_until_all_its_games_are_finished() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    for captain in [1, 2, 3, 4] {
        driver.team(captain, captain + 10).unwrap();
    }
    assert!(!driver.tournament.is_sealed());
    driver.tick();
    let games: Vec<_> = driver.tournament.games().collect();
    let id = driver.tournament.announcement().id;
    let (one, other) = (format!("{id}/1.1"), format!("{id}/1.2"));
    let deals: Vec<_> =
        games.iter().map(|game| driver.tournament.sealed_deal(game.slot).unwrap()).collect();
    assert_eq!(deals, [one.clone(), one.clone(), other.clone(), other.clone()]);
    assert!(driver.tournament.is_sealed());
    for (number, game) in games.iter().enumerate() {
        assert_eq!(driver.tournament.sealed_deals().contains(&one), number < 2, "{number}");
        assert!(driver.tournament.sealed_deals().contains(&other));
        driver
            .decide_order(&TournamentOrder::Result { slot: game.slot, result: SlotResult::Drawn });
    }
    assert!(!driver.tournament.sealed_deals().contains(&other) && !driver.tournament.is_sealed());
    let mut hands = Driver::with(duplicate(DealSharing::Hands), 2);
    hands.tick();
    let slot = hands.tournament.games().next().unwrap().slot;
    assert_eq!(hands.tournament.sealed_deal(slot), None);
    assert!(!hands.tournament.is_sealed());
}

#[test]
fn both_teammates_take_part() {
    let mut driver = Driver::new(duplicate(DealSharing::Teams));
    driver.team(1, 2).unwrap();
    for player in [1, 2] {
        assert_eq!(driver.tournament.team_of(PlayerId(player)).unwrap().player, PlayerId(1));
    }
    assert_eq!(driver.tournament.team_of(PlayerId(3)), None);
    driver.decide(2, &TournamentCommand::Leave).unwrap();
    assert_eq!(driver.tournament.team_of(PlayerId(1)), None);
}

/// A lucky winner ranks below a loser who played better; at equal win chances the margin decides.
#[test]
fn a_field_is_ranked_by_win_chance_earned_then_by_margin() {
    let format = TournamentFormat::Field { level: 6, deals: 1, minutes: 60 };
    let mut driver = Driver::with(Announcement::example(format), 4);
    driver.tick();
    let games: Vec<_> = driver.tournament.games().collect();
    let results = [
        (1, SlotResult::Red { margin: 30 }, 300),
        (2, SlotResult::White { margin: 2 }, 600),
        (3, SlotResult::Red { margin: -5 }, 450),
        (4, SlotResult::White { margin: 1 }, 450),
    ];
    for (number, result, red) in results {
        let slot = games.iter().find(|game| player(game.red) == PlayerId(number)).unwrap().slot;
        driver.decide_order(&TournamentOrder::Result { slot, result });
        driver.decide_order(&TournamentOrder::Review { slot, red });
    }
    assert_eq!(driver.order(), [2, 4, 3, 1]);
}
