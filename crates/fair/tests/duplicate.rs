//! Games that have the hands of another one: a pile of their own, and a proof of it.

use std::collections::BTreeMap;

use bosworth_fair::{Deck, Key, Proof, Reshuffles, VerifyError};
use bosworth_rules::{Action, BySide, Card, Game, Next, Position, Record, Ruleset};

fn proof(secret: u64, hands_of: Option<&str>) -> Proof {
    let mut proof = Proof {
        game: format!("game {secret}"),
        commitment: "00".repeat(32).parse().expect("a commitment"),
        nonces: BySide { red: "r".parse().expect("a nonce"), white: "w".parse().expect("a nonce") },
        secret: format!("{secret:x}").parse().expect("a secret"),
        reshuffles: Reshuffles::default(),
        hands_of: hands_of.map(Into::into),
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
fn a_game_with_the_hands_of_another_proves_its_draws() {
    for (_, ruleset) in Ruleset::PRESETS {
        let (start, record) = pair(ruleset);
        let again: Record = record.to_string().parse().expect("a record");
        assert_eq!(again.start, start);
        assert_eq!(again.tag("HandsOf"), Some("game 1"));
        assert_eq!(verify(&again).map(|game| *game.start()), Ok(start));
    }
}

#[test]
fn what_it_does_not_have_of_another_game_does_not_verify() {
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

/// Whoever knows all of the first game knows nothing of the second but its hands: every other card
/// comes first as often as any.
#[test]
fn every_card_that_is_in_no_hand_comes_first_equally_often() {
    let (start, _) = proof(1, None).deal(Ruleset::CLASSIC);
    let drawn = |key: &Key| {
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
