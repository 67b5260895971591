//! Records with a proof: what verifies, and what must not.

use bosworth_fair::{Deck, PileCount, Proof, Reshuffles, VerifyError};
use bosworth_rules::{BySide, Game, Next, Ply, Record, Ruleset};
use proptest::prelude::*;

/// A game by a fixed rule of thumb, so that only the shuffle makes it different.
fn played(secret: u64, ruleset: Ruleset) -> (Proof, Record) {
    let mut proof = Proof {
        game: format!("game {secret}"),
        commitment: "00".repeat(32).parse().expect("a commitment"),
        nonces: BySide { red: "r".parse().expect("a nonce"), white: "w".parse().expect("a nonce") },
        secret: format!("{secret:x}").parse().expect("a secret"),
        reshuffles: Reshuffles::default(),
        hands_of: None,
        shared: None,
        handicap: None,
    };
    proof.commitment = proof.secret.commit(&proof.game);
    let (start, mut deck) = proof.deal(ruleset);
    let mut game = Game::new(start);
    loop {
        let position = *game.position();
        let count = position.choices().len();
        let turn = (game.plies().len() as u32 * 7 + 3) % count.max(1);
        let Some(choice) = position.choices().pick(turn) else { break };
        let action = choice.action();
        game.act_with(action, |pending| deck.draw_card(pending)).expect("a legal action");
    }
    let mut record = Record::of(&game);
    proof.write(&mut record);
    (proof, record)
}

fn verify(record: &Record) -> Result<Game, VerifyError> {
    Proof::of(record)?.verify(record)
}

#[test]
fn an_untouched_record_verifies_from_its_text() {
    for (_, ruleset) in Ruleset::PRESETS {
        let (_, record) = played(1485, ruleset);
        let again: Record = record.to_string().parse().expect("a record");
        assert_eq!(verify(&again), record.replay().map_err(VerifyError::Replay));
        assert!(verify(&again).is_ok());
    }
}

#[test]
fn another_secret_does_not_verify() {
    let (_, mut record) = played(1485, Ruleset::CLASSIC);
    record.set_tag("Secret", "1486");
    assert!(matches!(verify(&record), Err(VerifyError::WrongSecret { .. })));
}

#[test]
fn another_nonce_does_not_verify() {
    let (_, mut record) = played(1485, Ruleset::CLASSIC);
    record.set_tag("RedNonce", "s");
    assert!(matches!(verify(&record), Err(VerifyError::WrongDeal { .. })));
}

#[test]
fn a_missing_or_bad_tag_is_named() {
    let (_, record) = played(1485, Ruleset::CLASSIC);
    for name in ["Game", "Commitment", "RedNonce", "WhiteNonce", "Secret"] {
        let mut without = record.clone();
        without.tags.retain(|(tag, _)| tag != name);
        assert_eq!(verify(&without), Err(VerifyError::MissingTag(name)));
    }
    let mut bad = record.clone();
    bad.set_tag("Commitment", "12");
    assert!(matches!(verify(&bad), Err(VerifyError::BadTag("Commitment", _))));
}

proptest! {
    /// Every other card at any draw is found out, even where the rules would allow it.
    #[test]
    fn a_swapped_draw_does_not_verify(secret in 0..200u64, which in any::<prop::sample::Index>()) {
        let (_, record) = played(secret, Ruleset::CLASSIC);
        let game = record.replay().expect("a game");
        let draws: Vec<_> = (0..game.plies().len())
            .filter(|&index| matches!(game.plies()[index], Ply::Draw(_)))
            .collect();
        let index = draws[which.index(draws.len())];
        let Ok(Next::Draw(pending)) = game.positions()[index].act(game.plies()[index].action()) else {
            panic!("a draw")
        };
        for other in pending.outcomes() {
            let mut tampered = record.clone();
            tampered.steps[index].ply = Ply::Draw(other);
            let untouched = tampered == record;
            prop_assert_eq!(verify(&tampered).is_ok(), untouched);
        }
    }
}

/// A game in which now and then something is taken back, draws among it; and how often the pile
/// was shuffled anew.
fn played_with_takebacks(secret: u64, ruleset: Ruleset) -> (Record, usize) {
    let (mut proof, _) = played(secret, ruleset);
    let (start, mut deck) = proof.deal(ruleset);
    let (mut game, mut dice, mut anew) = (Game::new(start), secret, 0);
    while !game.position().is_over() {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = (dice >> 33) as usize;
        if number % 9 == 0 && anew < 20 {
            let ply = game.plies().len().saturating_sub(number / 9 % 3 + 1);
            let shuffle = proof.reshuffles.needs(&game, ply).then(|| deck.next_shuffle());
            while game.plies().len() > ply {
                game.pop();
            }
            proof.reshuffles.take_back(ply, shuffle);
            if let Some(shuffle) = shuffle {
                assert!(deck.reshuffle(shuffle));
                anew += 1;
            }
        }
        let choices = game.position().choices();
        let Some(choice) = choices.pick(number as u32 % choices.len().max(1)) else { break };
        let action = choice.action();
        game.act_with(action, |pending| deck.draw_card(pending)).expect("a legal action");
        let count = PileCount::after(&game, &proof.reshuffles);
        assert_eq!((count.next, count.left), (deck.next_shuffle(), deck.len()));
        let followed =
            Deck::follow(&proof.key(), &game, &proof.reshuffles, None).expect("its own game");
        assert_eq!((followed.next_shuffle(), followed.len()), (deck.next_shuffle(), deck.len()));
    }
    let mut record = Record::of(&game);
    proof.write(&mut record);
    (record, anew)
}

#[test]
fn a_game_with_draws_taken_back_verifies_from_its_text() {
    let mut all = 0;
    for (_, ruleset) in Ruleset::PRESETS {
        for secret in 0..10 {
            let (record, anew) = played_with_takebacks(secret, ruleset);
            all += anew;
            let again: Record = record.to_string().parse().expect("a record");
            assert_eq!(verify(&again), record.replay().map_err(VerifyError::Replay));
            assert!(verify(&again).is_ok());
            let mut without = record.clone();
            without.tags.retain(|(tag, _)| tag != "Reshuffles");
            assert_eq!(verify(&without).is_ok(), without == record, "other cards were drawn");
        }
    }
    assert!(all > 100, "{all}");
}

#[test]
fn shuffle_numbers_only_increase() {
    let (record, _) = played_with_takebacks(1485, Ruleset::CLASSIC);
    let check = |value: &str| {
        let mut changed = record.clone();
        changed.set_tag("Reshuffles", value);
        verify(&changed)
    };
    for value in ["8", "8:", ":2", "8:0", "8:2 8:3", "8:3 9:3", "9:2 8:3", "+8:2", "8:-2", "a:b"] {
        assert!(matches!(check(value), Err(VerifyError::BadTag("Reshuffles", _))), "{value}");
    }
    let plies = record.steps.len();
    let own = record.tag("Reshuffles").expect("a tag").to_string();
    assert!(check(&own).is_ok());
    let last: u64 = own.rsplit(':').next().expect("a number").parse().expect("a number");
    let after = format!("{own} {}:{}", plies + 1, last + 9);
    let wrong = VerifyError::WrongReshuffle { ply: plies + 1, shuffle: last + 9 };
    assert_eq!(check(&after), Err(wrong), "the game is not that long");
    // The pile has been shuffled without any takeback before its end, so number 1 is taken.
    let (_, plain) = played(1485, Ruleset::CLASSIC);
    let mut late = plain.clone();
    late.set_tag("Reshuffles", &format!("{}:1", plain.steps.len()));
    assert!(matches!(verify(&late), Err(VerifyError::WrongReshuffle { shuffle: 1, .. })));
}

#[test]
fn a_draw_taken_back_rarely_repeats() {
    let mut same = 0;
    for secret in 0..100 {
        let (proof, record) = played(secret, Ruleset::CLASSIC);
        let game = record.replay().expect("a game");
        let first = game.plies().iter().position(|ply| matches!(ply, Ply::Draw(_)));
        let ply = first.expect("a draw");
        let mut before = Game::new(record.start);
        for &ply in &game.plies()[..ply] {
            before.push(ply).expect("its own ply");
        }
        let mut reshuffles = Reshuffles::default();
        assert!(reshuffles.needs(&game, ply));
        reshuffles.take_back(ply, Some(1));
        let mut deck =
            Deck::follow(&proof.key(), &before, &reshuffles, None).expect("its own game");
        let Ok(Next::Draw(pending)) = before.position().act(bosworth_rules::Action::Draw) else {
            panic!("a draw")
        };
        same += usize::from(Ply::Draw(deck.draw_card(&pending)) == game.plies()[ply]);
    }
    // One in fourteen by chance.
    assert!(same < 20, "{same} of 100");
}

/// `suites/fair/takebacks.rose` is what a script in another language checks.
#[test]
fn games_with_draws_taken_back_match_the_test_vectors() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/fair/takebacks.rose");
    let games: Vec<_> = Ruleset::PRESETS
        .into_iter()
        .flat_map(|(_, ruleset)| [7, 8].map(|secret| played_with_takebacks(secret, ruleset).0))
        .map(|record| record.to_string())
        .collect();
    let text = games.join("\n");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        std::fs::write(file, &text).expect("the file is written");
    }
    assert_eq!(std::fs::read_to_string(file).expect("a file"), text);
}
