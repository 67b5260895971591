//! The verification of a shuffle, in words.

use bosworth_fair::Proof;
use bosworth_rules::{Ply, Record};

use crate::language::{fill, texts};

/// Verifies the shuffle of a record. Returns a summary, or why the proof fails.
pub fn verify(record: &Record) -> Result<String, String> {
    let proof = Proof::of(record).and_then(|proof| proof.verify(record));
    let not_proven =
        |why| fill("review-not-proven", &[("why", texts().shuffle_fault(record, &why).into())]);
    let game = proof.map_err(not_proven)?;
    let draws = game.plies().iter().filter(|ply| matches!(ply, Ply::Draw(_))).count();
    let count = ("count", draws.into());
    Ok(match record.tag("HandsOf") {
        Some(other) => fill("review-proven-pile", &[count, ("game", other.into())]),
        None => fill("review-proven", &[count]),
    })
}

#[cfg(test)]
mod tests {
    use bosworth_rules::{Action, BySide, Ruleset};

    use super::*;
    use crate::clocked_table::{ClockedTable, Seat};

    fn record() -> Record {
        let secret = "5ec2e7".parse().expect("a secret");
        let seats = BySide { red: Seat::Person, white: Seat::Person };
        let mut table =
            ClockedTable::deal("game-7".into(), secret, Ruleset::CLASSIC, seats, None, None, 0.0);
        for _ in 0..6 {
            let actions = table.position().actions();
            let action = if actions.draw {
                Action::Draw
            } else {
                actions.iter().next().expect("a legal action")
            };
            table.act(action).expect("legal");
        }
        table.record(&BySide { red: "a".into(), white: "b".into() }, "2026.11.15")
    }

    #[test]
    fn a_genuine_record_is_proven_with_all_its_draws() {
        let record = record();
        let draws = record.steps.iter().filter(|step| matches!(step.ply, Ply::Draw(_))).count();
        assert!(draws > 0);
        let said = verify(&record).expect("proven");
        assert!(said.contains(&draws.to_string()), "{said}");
    }

    #[test]
    fn proof_errors_are_named() {
        let mut record = record();
        record.set_tag("Reshuffles", "900:9");
        assert!(verify(&record).is_err_and(|why| why.contains("900") && why.contains('9')));
        record.set_tag("Reshuffles", "");
        record.set_tag("Secret", "00");
        let secret = texts().get("fault-shuffle-secret");
        assert!(verify(&record).is_err_and(|why| why.ends_with(&secret)));
        record.set_tag("Secret", "no number");
        assert!(verify(&record).is_err_and(|why| why.contains("Secret")));
        record.tags.clear();
        assert!(verify(&record).is_err_and(|why| why.contains("Game")));
    }
}
