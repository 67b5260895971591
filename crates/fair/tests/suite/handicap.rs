//! Games with a handicap: what is dealt, and what their records prove.

use bosworth_fair::{Deck, Proof, Secret, VerifyError};
use bosworth_rules::{
    Cards, Game, GivenHandicap, Handicap, Position, Record, Ruleset, Side, Square,
};
use proptest::prelude::*;

fn handicaps() -> impl Strategy<Value = GivenHandicap> {
    let heroes = 0..=Position::HEROES;
    let cards = *Handicap::CARDS.start()..=Handicap::NONE.cards();
    let roses = 0..=*Handicap::ROSES.end();
    (heroes, cards, roses, any::<bool>(), any::<bool>()).prop_filter_map(
        "something is given",
        |(heroes, cards, roses, second, red)| {
            let handicap = Handicap::new(heroes, cards, roses, second)?;
            let by = if red { Side::Red } else { Side::White };
            (!handicap.is_none()).then(|| handicap.given_by(by))
        },
    )
}

fn rulesets() -> impl Strategy<Value = Ruleset> {
    proptest::sample::select(Ruleset::PRESETS.map(|(_, ruleset)| ruleset).to_vec())
}

fn proof(seed: u64, given: Option<GivenHandicap>) -> Proof {
    let secret: Secret = format!("{seed:x}").parse().expect("a secret");
    Proof::of_dealer(secret, "game 7").with_handicap(given)
}

/// A whole game by a rule of thumb, with its record.
fn played(proof: &Proof, ruleset: Ruleset) -> (Game, Record) {
    let (start, mut deck) = proof.deal(ruleset);
    let mut game = Game::new(start);
    loop {
        let position = *game.position();
        let turn = (game.plies().len() as u32 * 7 + 3) % position.choices().len().max(1);
        let Some(choice) = position.choices().pick(turn) else { break };
        let action = choice.action();
        game.act_with(action, |pending| deck.draw_card(pending)).expect("a legal action");
    }
    let mut record = Record::of(&game);
    proof.write(&mut record);
    (game, record)
}

fn verify(record: &Record) -> Result<Game, VerifyError> {
    Proof::of(record)?.verify(record)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_handicap_is_written_and_read(given in handicaps()) {
        prop_assert_eq!(given.to_string().parse(), Ok(given));
    }

    #[test]
    fn the_giver_starts_with_less_and_no_card_is_lost(
        given in handicaps(), ruleset in rulesets(), seed: u64,
    ) {
        let (start, deck) = Deck::deal_with(&proof(seed, Some(given)).key(), ruleset, Some(given));
        let GivenHandicap { by, handicap } = given;
        prop_assert_eq!((start.heroes(by), start.heroes(!by)), (handicap.heroes(), 4));
        prop_assert_eq!(start.hand(by).len(), u32::from(handicap.cards()));
        prop_assert_eq!(start.hand(!by).len(), 5);
        prop_assert_eq!(start.hand(by) | start.hand(!by) | start.pile(), Cards::ALL);
        prop_assert_eq!(start.pile().len() as usize, deck.len());
        prop_assert_eq!(start.roses(!by).len(), u32::from(handicap.roses()));
        prop_assert_eq!(u32::from(start.supply()), 52 - u32::from(handicap.roses()));
        prop_assert!(start.roses(by).is_empty() && start.crown() == Square::CENTRE);
        prop_assert!(!handicap.is_second() || start.side() == !by);
        prop_assert_eq!(start.to_string().parse(), Ok(start), "a position that text can express");
    }

    #[test]
    fn a_record_replays_from_itself_and_verifies(
        given in handicaps(), ruleset in rulesets(), seed: u64,
    ) {
        let (game, record) = played(&proof(seed, Some(given)), ruleset);
        let text = record.to_string();
        let again: Record = text.parse().expect("a record");
        prop_assert_eq!(again.replay(), Ok(game.clone()));
        prop_assert_eq!(verify(&again), Ok(game.clone()));
        // A reader that does not know the tag replays it all the same.
        let without = text.lines().filter(|line| !line.starts_with("[Handicap"));
        let without: Record = without.collect::<Vec<_>>().join("\n").parse().expect("a record");
        prop_assert_eq!(without.replay(), Ok(game));
        let found = verify(&without);
        prop_assert!(matches!(found, Err(VerifyError::WrongSecret { .. })), "{found:?}");
    }
}

#[test]
fn a_handicap_cannot_be_claimed_afterwards() {
    let (_, mut record) = played(&proof(1485, None), Ruleset::CLASSIC);
    assert!(verify(&record).is_ok());
    assert_eq!(record.tag(Handicap::TAG), None, "an even game has no tag");
    record.set_tag(Handicap::TAG, "white:heroes=2");
    assert!(matches!(verify(&record), Err(VerifyError::WrongSecret { .. })));
    record.set_tag(Handicap::TAG, "white:heroes=9");
    assert!(matches!(verify(&record), Err(VerifyError::BadTag(Handicap::TAG, _))));
}

#[test]
fn what_is_not_a_handicap_is_refused_with_a_reason() {
    for (text, fault) in [
        ("heroes=2", "red or white gives the handicap, as in white:heroes=2, not \"heroes=2\""),
        ("white:", "a handicap is what is given, such as heroes=2,cards=4"),
        ("red:cards=5", "cards is 2 to 4, not \"5\""),
        ("red:heroes=+1", "heroes is 0 to 3, not \"+1\""),
        (
            "red:heroes=2,heroes=2",
            "a handicap consists of heroes=N, cards=N, roses=N and second, each at most once, \
             not \"heroes=2\"",
        ),
    ] {
        let found = text.parse::<GivenHandicap>().map_err(|error| error.to_string());
        assert_eq!(found, Err(fault.into()), "{text}");
    }
}

/// `suites/fair/handicap.rose` is what a script in another language checks.
#[test]
fn games_with_a_handicap_match_the_test_vectors() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/fair/handicap.rose");
    let games = [
        ("white:heroes=2", Ruleset::CLASSIC),
        ("red:heroes=0,cards=2,roses=4,second", Ruleset::CLASSIC),
        ("white:cards=3,roses=1", Ruleset::BRETTSPIELNETZ),
        ("red:roses=3,second", Ruleset::KINGOFROSES),
        ("white:cards=4,roses=2", Ruleset::KINGOFROSES),
    ];
    let records = (1485..).zip(games).map(|(seed, (given, ruleset))| {
        let given = given.parse().expect("a handicap");
        played(&proof(seed, Some(given)), ruleset).1.to_string()
    });
    let text = records.collect::<Vec<_>>().join("\n");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        std::fs::write(file, &text).expect("the file is written");
    }
    assert_eq!(std::fs::read_to_string(file).expect("the vectors"), text);
}
