//! What the games of a duplicate pairing share.

use bosworth_events::{
    BadOpening, Command, Deal, GamePlan, GameResult, Kind, Opening, Opponent, Order, PlayerId,
    Refusal, Series, Standing,
};

use crate::drive::{Driver, player};

fn duplicate(deal: Deal) -> Opening {
    Opening { deal, series: Series::Two, ..Opening::example(Kind::Swiss { rounds: 2 }) }
}

#[test]
fn duplicate_deals_need_two_games() {
    let opening = Opening { series: Series::One, ..duplicate(Deal::Hands) };
    assert_eq!(opening.check(), Err(BadOpening::Deal));
}

#[test]
fn the_same_two_share_hands_with_the_sides_swapped_and_no_pile() {
    let mut driver = Driver::with(duplicate(Deal::Hands), 4);
    driver.tick();
    let first: Vec<GamePlan> = driver.event.games().collect();
    assert_eq!(first.len(), 2, "one game after the other");
    driver.play(|_, _, _| GameResult::Drawn);
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
    let mut driver = Driver::new(duplicate(Deal::Teams));
    for captain in [1, 2] {
        let standing = Standing::rated(1500);
        let mate = Some(PlayerId(captain + 10));
        driver.decide(captain, &Command::Join { standing, mate }).unwrap();
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
    let mut driver = Driver::new(duplicate(Deal::Teams));
    let mut join = |captain: i64, mate: Option<i64>| {
        let standing = Standing::rated(1500);
        driver.decide(captain, &Command::Join { standing, mate: mate.map(PlayerId) })
    };
    assert_eq!(join(1, None), Err(Refusal::Team));
    assert_eq!(join(1, Some(1)), Err(Refusal::Team));
    assert_eq!(join(1, Some(2)), Ok(true));
    assert_eq!(join(2, Some(3)), Err(Refusal::Team));
    assert_eq!(join(3, Some(1)), Err(Refusal::Team));
    assert_eq!(join(3, Some(4)), Ok(true));
    let mut single = Driver::new(duplicate(Deal::Hands));
    let mate = Some(PlayerId(2));
    let join = Command::Join { standing: Standing::rated(1500), mate };
    assert_eq!(single.decide(1, &join), Err(Refusal::Team));
}

#[test]
fn either_half_of_a_team_can_withdraw_it() {
    let mut driver = Driver::new(duplicate(Deal::Teams));
    let join = Command::Join { standing: Standing::rated(1500), mate: Some(PlayerId(2)) };
    driver.decide(1, &join).unwrap();
    driver.decide(2, &Command::Leave).unwrap();
    assert!(!driver.event.entrant(PlayerId(1)).unwrap().is_active());
}

#[test]
fn a_field_shares_hands_and_pile_against_one_level() {
    let kind = Kind::Field { level: 6, deals: 3, minutes: 60 };
    let mut driver = Driver::with(Opening::example(kind), 5);
    driver.tick();
    let games: Vec<_> = driver.event.games().collect();
    let deal = games[0].shared.unwrap();
    assert!(deal.pile);
    assert!(games.iter().all(|game| game.shared == Some(deal)));
    assert!(games.iter().all(|game| game.white == Opponent::Computer(6)));
    driver.play(|_, _, _| GameResult::Drawn);
    driver.tick();
    let next: Vec<_> = driver.event.games().collect();
    assert_ne!(next[0].shared.unwrap().deal, deal.deal, "nobody meets a pile twice");
    assert!(next.iter().all(|game| game.red == Opponent::Computer(6)), "the side changes");
}

#[test]
fn a_deal_is_sealed_while_a_game_with_it_is_to_be_played() {
    let mut driver = Driver::new(duplicate(Deal::Teams));
    for captain in [1, 2, 3, 4] {
        let mate = Some(PlayerId(captain + 10));
        let join = Command::Join { standing: Standing::rated(1500), mate };
        driver.decide(captain, &join).unwrap();
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
        driver.obey(&Order::Result { slot: game.slot, result: GameResult::Drawn });
    }
    assert!(!driver.event.plays_deal(&other) && !driver.event.is_sealed());
    let mut hands = Driver::with(duplicate(Deal::Hands), 2);
    hands.tick();
    let slot = hands.event.games().next().unwrap().slot;
    assert_eq!(hands.event.sealed_deal(slot), None);
    assert!(!hands.event.is_sealed());
}

#[test]
fn both_halves_of_a_team_take_part() {
    let mut driver = Driver::new(duplicate(Deal::Teams));
    let join = Command::Join { standing: Standing::rated(1500), mate: Some(PlayerId(2)) };
    driver.decide(1, &join).unwrap();
    for player in [1, 2] {
        assert_eq!(driver.event.team_of(PlayerId(player)).unwrap().player, PlayerId(1));
    }
    assert_eq!(driver.event.team_of(PlayerId(3)), None);
    driver.decide(2, &Command::Leave).unwrap();
    assert_eq!(driver.event.team_of(PlayerId(1)), None);
}

/// Whoever won against the computer by luck is behind whoever lost with the better play; between equal
/// win chances the margin decides, whoever won.
#[test]
fn a_field_is_ranked_by_win_chance_gained_and_then_by_margin() {
    let kind = Kind::Field { level: 6, deals: 1, minutes: 60 };
    let mut driver = Driver::with(Opening::example(kind), 4);
    driver.tick();
    let games: Vec<_> = driver.event.games().collect();
    let results = [
        (1, GameResult::Red { margin: 30 }, 300),
        (2, GameResult::White { margin: 2 }, 600),
        (3, GameResult::Red { margin: -5 }, 450),
        (4, GameResult::White { margin: 1 }, 450),
    ];
    for (number, result, red) in results {
        let slot = games.iter().find(|game| player(game.red) == PlayerId(number)).unwrap().slot;
        driver.obey(&Order::Result { slot, result });
        driver.obey(&Order::Review { slot, red });
    }
    assert_eq!(driver.order(), [2, 4, 3, 1]);
}
