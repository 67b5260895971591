use bosworth_rules::{
    Field, IllegalPly, ImpossiblePosition, Record, RecordFault, ReplayError, Ruleset,
};

use super::source::Fault;
use crate::language::{fill, texts, tr};

/// The message of an import error.
pub fn words(fault: &Fault) -> String {
    let why = match fault {
        Fault::Empty => tr("an-fault-empty"),
        Fault::TooLarge => tr("an-fault-large"),
        Fault::Unreadable => tr("an-fault-unreadable"),
        Fault::NotKept => tr("an-fault-kept"),
        Fault::Position(at) => fill("an-fault-position", &[("why", field(*at).into())]),
        Fault::Record(error) => fill(
            "an-fault-record",
            &[("line", error.line.into()), ("why", in_record(&error.fault).into())],
        ),
        Fault::Replay(record, error) => in_replay(record, error),
    };
    format!("{why} {}", tr("an-fault-end"))
}

/// The expected format of a field of a position.
fn field(field: Field) -> String {
    tr(match field {
        Field::Board => "an-field-board",
        Field::Crown => "an-field-crown",
        Field::Side => "an-field-side",
        Field::RedHand | Field::WhiteHand | Field::Discard => "an-field-cards",
        Field::RedHeroes | Field::WhiteHeroes => "an-field-heroes",
        Field::Ruleset => "an-field-rules",
    })
}

fn in_record(fault: &RecordFault) -> String {
    match fault {
        RecordFault::NoGame | RecordFault::MoreThanOne => tr("an-record-game"),
        RecordFault::NotATag(text)
        | RecordFault::TagTwice(text)
        | RecordFault::Tag { name: text, .. } => {
            // Untrusted lines may be arbitrarily long.
            let text: String = text.chars().take(40).collect();
            fill("an-record-tag", &[("text", text.into())])
        }
        RecordFault::NoDeal => tr("an-record-deal"),
        RecordFault::OpenComment => tr("an-record-comment"),
        RecordFault::Variation => tr("an-record-variation"),
        RecordFault::NoAction(_) => tr("an-record-action"),
        RecordFault::NoResult => tr("an-record-result"),
    }
}

fn in_replay(record: &Record, error: &ReplayError) -> String {
    let ReplayError::Illegal { index, ply, why, .. } = error else { return tr("an-replay-result") };
    let (game, _) = record.replay_prefix();
    let why = match why {
        IllegalPly::Action(why) => texts().refusal(*why, game.position()),
        IllegalPly::Card(_) => tr("an-replay-card"),
    };
    let values = [
        ("number", (index + 1).into()),
        ("ply", texts().short_ply(*ply).into()),
        ("why", why.into()),
    ];
    fill("an-replay-action", &values)
}

/// Why a position is illegal.
pub fn impossible(why: ImpossiblePosition, ruleset: Ruleset) -> String {
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
