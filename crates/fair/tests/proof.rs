//! Records with a proof: what verifies, and what must not.

use bosworth_fair::{Proof, VerifyError};
use bosworth_rules::{BySide, Game, Next, Ply, Record, Ruleset};
use proptest::prelude::*;

/// A game by a fixed rule of thumb, so that only the shuffle makes it different.
fn played(secret: u64, ruleset: Ruleset) -> (Proof, Record) {
    let mut proof = Proof {
        game: format!("game {secret}"),
        commitment: "00".repeat(32).parse().expect("a commitment"),
        nonces: BySide { red: "r".parse().expect("a nonce"), white: "w".parse().expect("a nonce") },
        secret: format!("{secret:x}").parse().expect("a secret"),
    };
    proof.commitment = proof.secret.commit(&proof.game);
    let (start, mut deck) = proof.deal(ruleset);
    let mut game = Game::new(start);
    loop {
        let position = *game.position();
        let count = position.choices().len();
        let turn = (game.plies().len() as u32 * 7 + 3) % count.max(1);
        let Some(choice) = position.choices().pick(turn) else { break };
        let ply = match choice.take() {
            Next::Draw(pending) => Ply::Draw(deck.draw_card(&pending)),
            Next::Position(_) => choice.action().to_string().parse().expect("a ply"),
        };
        game.push(ply).expect("a legal ply");
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
