//! Games that have the hands of another one: a pile of their own, and a proof of it.

use std::collections::BTreeMap;

use bosworth_fair::{Deck, Proof, Reshuffles, ShuffleKey, VerifyError};
use bosworth_rules::{Action, BySide, Card, Game, Next, Position, Record, Ruleset};

fn proof(secret: u64, hands_of: Option<&str>) -> Proof {
    let mut proof = Proof {
        game: format!("game {secret}"),
        commitment: "00".repeat(32).parse().expect("a commitment"),
        nonces: BySide { red: "r".parse().expect("a nonce"), white: "w".parse().expect("a nonce") },
        secret: format!("{secret:x}").parse().expect("a secret"),
        reshuffles: Reshuffles::default(),
        hands_of: hands_of.map(Into::into),
        shared: None,
        handicap: None,
    };
    proof.commitment = proof.secret.commit(&proof.game);
    proof
}

/// The first game, and a second one with its hands, played by a fixed rule of thumb.
fn pair(ruleset: Ruleset) -> (Position, Record) {
    let (start, _) = proof(1, None).deal(ruleset);
    let second = proof(2, Some("game 1"));
    let mut deck = Deck::deal_again(&second.key(), &start).expect("how a game starts");
    let mut game = Game::new(start);
    while let Some(choice) = game.position().choices().pick(0) {
        let action = choice.action();
        game.act_with(action, |pending| deck.draw_card(pending)).expect("a legal action");
    }
    let mut record = Record::of(&game);
    second.write(&mut record);
    (start, record)
}

fn verify(record: &Record) -> Result<Game, VerifyError> {
    Proof::of(record)?.verify(record)
}

#[test]
fn a_game_with_another_games_hands_verifies_its_draws() {
    for (_, ruleset) in Ruleset::PRESETS {
        let (start, record) = pair(ruleset);
        let again: Record = record.to_string().parse().expect("a record");
        assert_eq!(again.start, start);
        assert_eq!(again.tag("HandsOf"), Some("game 1"));
        assert_eq!(verify(&again).map(|game| *game.start()), Ok(start));
    }
}

#[test]
fn a_game_claiming_other_hands_does_not_verify() {
    let (_, record) = pair(Ruleset::CLASSIC);
    let mut without = record.clone();
    without.tags.retain(|(name, _)| name != "HandsOf");
    assert!(matches!(verify(&without), Err(VerifyError::WrongDeal { .. })));
    let mut nonce = record.clone();
    nonce.set_tag("RedNonce", "s");
    assert!(matches!(verify(&nonce), Err(VerifyError::WrongDraw { .. })));
    // Hands that a game cannot start with: it has gone on already.
    let later = record.replay().expect("a game").positions()[2];
    let mut game = Game::new(later);
    let _ = game.act_with(Action::Draw, |pending| pending.outcomes().iter().next().expect("one"));
    let mut record = Record::of(&game);
    proof(2, Some("game 1")).write(&mut record);
    assert_eq!(verify(&record), Err(VerifyError::NotAStart));
}

/// Knowing the whole first game reveals nothing about the second but its hands: every other card is
/// equally likely to come first.
#[test]
fn every_card_outside_the_hands_is_equally_likely_to_be_first() {
    let (start, _) = proof(1, None).deal(Ruleset::CLASSIC);
    let drawn = |key: &ShuffleKey| {
        let mut deck = Deck::deal_again(key, &start).expect("how a game starts");
        let mut position = start;
        loop {
            let action = match position.act(Action::Draw) {
                Ok(Next::Draw(pending)) => return deck.draw_card(&pending),
                _ => position.actions().iter().next().expect("an action"),
            };
            let Ok(Next::Position(next)) = position.act(action) else { panic!("{action}") };
            position = next;
        }
    };
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    for secret in 0..14_000 {
        *counts.entry(drawn(&proof(secret, None).key()).to_string()).or_default() += 1.0;
    }
    let held = |card: Card| bosworth_rules::Side::ALL.iter().any(|&s| start.hand(s).contains(card));
    assert_eq!(counts.len(), Card::ALL.into_iter().filter(|&card| !held(card)).count());
    // Thirteen degrees of freedom: 45 is far beyond one in ten thousand.
    let chi: f64 = counts.values().map(|count| (count - 1e3).powi(2) / 1e3).sum();
    assert!(chi < 45.0, "{counts:?}");
}

/// Hands and pile of a deal that several games have: commitment and key are those of the deal.
#[test]
fn games_that_share_a_deal_have_one_commitment_and_one_order() {
    let shared = |game: &str, deal: &str| {
        let secret = proof(3, None).secret;
        let commitment = secret.commit(deal);
        Proof {
            game: game.into(),
            shared: Some(deal.into()),
            commitment,
            ..Proof::of_dealer(secret, game)
        }
    };
    let (one, other) = (shared("a", "event/1.1"), shared("b", "event/1.1"));
    assert_eq!(one.commitment, other.commitment);
    assert_eq!(one.key(), other.key());
    assert_ne!(one.key(), shared("a", "event/1.2").key(), "another deal");
    assert_ne!(one.key(), Proof::of_dealer(one.secret.clone(), "a").key(), "an independent game");
    let (start, _) = one.deal(Ruleset::CLASSIC);
    let mut record = Record::of(&Game::new(start));
    one.write(&mut record);
    let again: Record = record.to_string().parse().expect("a record");
    assert_eq!(Proof::of(&again), Ok(one));
    assert!(verify(&again).is_ok());
    record.set_tag("SharedDeal", "event/1.2");
    assert!(matches!(verify(&record), Err(VerifyError::WrongSecret { .. })));
}

/// A game with a deal that others have, too, in which the choice of this number is always taken.
fn played_with_shared_deal(number: u32, ruleset: Ruleset) -> Record {
    let secret = proof(3, None).secret;
    let (game, deal) = (format!("game {number}"), "event/1.1");
    let commitment = secret.commit(deal);
    let proof = Proof { commitment, shared: Some(deal.into()), ..Proof::of_dealer(secret, &game) };
    let (start, mut deck) = proof.deal(ruleset);
    let mut game = Game::new(start);
    loop {
        let position = *game.position();
        let count = position.choices().len();
        let Some(choice) = position.choices().pick(number % count.max(1)) else { break };
        let action = choice.action();
        game.act_with(action, |pending| deck.draw_card(pending)).expect("a legal action");
    }
    let mut record = Record::of(&game);
    proof.write(&mut record);
    record
}

/// `suites/fair/shared.rose` is what a script in another language checks.
#[test]
fn games_that_share_a_deal_match_the_test_vectors() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/fair/shared.rose");
    let mut games = Vec::new();
    for (_, ruleset) in Ruleset::PRESETS {
        let (one, other) =
            (played_with_shared_deal(1, ruleset), played_with_shared_deal(4, ruleset));
        assert_eq!(one.start, other.start);
        assert_ne!(one.steps, other.steps);
        for record in [one, other] {
            assert!(verify(&record).is_ok());
            games.push(record.to_string());
        }
    }
    let text = games.join("\n");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        std::fs::write(file, &text).expect("the file is written");
    }
    assert_eq!(std::fs::read_to_string(file).expect("a file"), text);
}
