use bosworth_rules::{ImpossiblePosition, Ruleset};

use super::import_source::ImportError;
use crate::language::{fill, texts, tr};

/// The message of an import error.
pub fn import_error_text(fault: &ImportError) -> String {
    format!("{} {}", import_error_reason(fault), tr("an-fault-end"))
}

/// Why an import failed.
pub fn import_error_reason(fault: &ImportError) -> String {
    match fault {
        ImportError::Empty => tr("an-fault-empty"),
        ImportError::TooLarge => tr("an-fault-large"),
        ImportError::Unreadable => tr("an-fault-unreadable"),
        ImportError::NotKept => tr("an-fault-kept"),
        ImportError::Unknown => tr("an-fault-unknown"),
        ImportError::OtherLink => tr("an-fault-link"),
        ImportError::ActionsOnly => tr("an-fault-actions"),
        ImportError::Position(at) => {
            fill("an-fault-position", &[("why", texts().field_fault(*at).into())])
        }
        ImportError::Record(error) => fill(
            "an-fault-record",
            &[("line", error.line.into()), ("why", texts().record_fault(&error.fault).into())],
        ),
        ImportError::Replay(record, error) => texts().replay_fault(record, error),
    }
}

/// Why a position is illegal.
pub fn impossible_position_text(why: ImpossiblePosition, ruleset: Ruleset) -> String {
    let side = |side| texts().side(side, ruleset).into();
    match why {
        ImpossiblePosition::TwoRoses(square) => {
            fill("an-two-roses", &[("square", square.to_string().into())])
        }
        ImpossiblePosition::TooManyRoses(count) => {
            fill("an-many-roses", &[("count", count.into())])
        }
        ImpossiblePosition::CrownWithoutRose(square) => {
            fill("an-crown-bare", &[("square", square.to_string().into())])
        }
        ImpossiblePosition::CrownAstray(square) => {
            fill("an-crown-astray", &[("square", square.to_string().into())])
        }
        ImpossiblePosition::HandTooLarge { side: whose, cards } => {
            fill("an-large-hand", &[("side", side(whose)), ("count", cards.into())])
        }
        ImpossiblePosition::CardTwice(card) => {
            fill("an-card-twice", &[("card", texts().short_card(card).into())])
        }
        ImpossiblePosition::Heroes { side: whose, heroes } => {
            fill("an-many-heroes", &[("side", side(whose)), ("count", heroes.into())])
        }
    }
}
