//! Error messages for records and positions entered by users.

use bosworth_fair::VerifyError;
use bosworth_rules::{BySide, Field, IllegalPly, Record, RecordFault, ReplayError};

use crate::Texts;

/// The maximum number of characters quoted from a user's text, which can be arbitrarily long.
const QUOTED: usize = 40;

impl Texts {
    /// What is wrong with a record's text.
    pub fn record_fault(&self, fault: &RecordFault) -> String {
        let quoted = |id: &str, text: &str| {
            let text: String = text.chars().filter(|c| !c.is_control()).take(QUOTED).collect();
            self.format(id, &[("text", text.into())])
        };
        match fault {
            RecordFault::NoGame => self.get("fault-no-game"),
            RecordFault::MoreThanOne => self.get("fault-second-game"),
            RecordFault::NotATag(text) => quoted("fault-no-tag", text),
            RecordFault::TagTwice(name) => quoted("fault-tag-twice", name),
            RecordFault::Tag { name, .. } => quoted("fault-tag", name),
            RecordFault::NoDeal => self.get("fault-no-deal"),
            RecordFault::OpenComment => self.get("fault-comment"),
            RecordFault::Variation => self.get("fault-variation"),
            RecordFault::NoAction(_) => self.get("fault-no-action"),
            RecordFault::NoResult => self.get("fault-no-result"),
        }
    }

    /// The expected format of the field of a position that is wrong.
    pub fn field_fault(&self, field: Field) -> String {
        self.get(match field {
            Field::Board => "fault-board",
            Field::Crown => "fault-crown",
            Field::Side => "fault-side",
            Field::RedHand | Field::WhiteHand | Field::Discard => "fault-cards",
            Field::RedHeroes | Field::WhiteHeroes => "fault-heroes",
            Field::Ruleset => "fault-rules",
        })
    }

    /// Why the shuffles of a record are not proven.
    pub fn shuffle_fault(&self, record: &Record, error: &VerifyError) -> String {
        match error {
            VerifyError::MissingTag(name) => {
                self.format("fault-shuffle-untagged", &[("tag", (*name).into())])
            }
            VerifyError::BadTag(name, _) => {
                self.format("fault-shuffle-tag", &[("tag", (*name).into())])
            }
            VerifyError::WrongSecret { .. } => self.get("fault-shuffle-secret"),
            VerifyError::WrongDeal { .. } | VerifyError::NotAStart => {
                self.get("fault-shuffle-deal")
            }
            VerifyError::WrongDraw { index, found, expected } => {
                let values = [
                    ("number", (index + 1).into()),
                    ("found", self.short_card(*found).into()),
                    ("expected", self.short_card(*expected).into()),
                ];
                self.format("fault-shuffle-draw", &values)
            }
            VerifyError::WrongReshuffle { ply, shuffle } => {
                let values = [("ply", (*ply).into()), ("shuffle", shuffle.to_string().into())];
                self.format("fault-shuffle-again", &values)
            }
            VerifyError::Replay(why) => self.replay_fault(record, why),
        }
    }

    /// Why a record does not follow the rules.
    pub fn replay_fault(&self, record: &Record, error: &ReplayError) -> String {
        match error {
            ReplayError::Illegal { index, ply, why, .. } => {
                let (game, _) = record.replay_prefix();
                let why = match why {
                    IllegalPly::Action(why) => self.refusal(*why, game.position()),
                    IllegalPly::Card(_) => self.get("fault-card"),
                };
                let values = [
                    ("number", (index + 1).into()),
                    ("ply", self.short_ply(*ply).into()),
                    ("why", why.into()),
                ];
                self.format("fault-action", &values)
            }
            ReplayError::WrongResult { said, found } => {
                let values =
                    [("said", said.to_string().into()), ("found", found.to_string().into())];
                self.format("fault-result", &values)
            }
            ReplayError::NotOver => self.get("fault-not-over"),
            ReplayError::WrongScore { said, found } => {
                let score = |points: &BySide<u32>| format!("{}-{}", points.red, points.white);
                let values = [("said", score(said).into()), ("found", score(found).into())];
                self.format("fault-score", &values)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn reasons_are_in_the_language_of_their_sentence() {
        let wrong = [
            "[Red \"x\"]\n\n1. NE2 *",
            "[Deal \"x\"]\n\n*",
            "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. Z9 *",
            "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. NE2 { *",
            "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. NE2 (W1) *",
            "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. NE2",
        ];
        let illegal = [
            "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. N1 *",
            "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. NE2 1/2-1/2",
            "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n[Score \"9-0\"]\n\n1. NE2 *",
        ];
        let english = Texts::new(Language::English, &[]);
        for language in [Language::German, Language::French] {
            let texts = Texts::new(language, &[]);
            for text in wrong {
                let error = text.parse::<Record>().expect_err("a fault");
                let said = texts.record_fault(&error.fault);
                assert_ne!(said, english.record_fault(&error.fault), "{text}");
                assert!(!said.contains("fault-"), "{said}");
            }
            for text in illegal {
                let record: Record = text.parse().expect("a record");
                let error = record.replay().expect_err("against the rules");
                let said = texts.replay_fault(&record, &error);
                assert_ne!(said, english.replay_fault(&record, &error), "{text}");
                assert!(!said.contains("fault-"), "{said}");
            }
        }
    }

    #[test]
    fn user_text_is_quoted_truncated_and_escaped() {
        let texts = Texts::new(Language::English, &[]);
        let fault = RecordFault::NotATag(format!("\u{1b}[2J{}", "x".repeat(300)));
        let said = texts.record_fault(&fault);
        assert!(said.len() < 150 && !said.contains('\u{1b}'), "{said}");
    }
}
