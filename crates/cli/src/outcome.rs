//! Who won or leads, in words.

use bosworth_rules::{BySide, End, Outcome, Position, Ruleset, Score, Side, Verdict};

use crate::texts::Texts;

/// How the game ended, or who leads.
pub(crate) fn sentences(position: &Position, texts: &Texts) -> Vec<String> {
    match position.outcome() {
        Some(outcome) => vec![
            end(outcome.end, position.ruleset(), texts),
            verdict(&outcome, position.ruleset(), texts),
        ],
        None => vec![leader(position, texts)],
    }
}

fn leader(position: &Position, texts: &Texts) -> String {
    let BySide { red, white } = position.scores().map(|score| score.points);
    if red == white {
        return texts.get("level");
    }
    let side = if red > white { Side::Red } else { Side::White };
    let side = texts.side(side, position.ruleset());
    let points = texts.count("points", red.abs_diff(white));
    texts.format("leads", &[("side", side.into()), ("points", points.into())])
}

fn end(end: End, ruleset: Ruleset, texts: &Texts) -> String {
    match end {
        End::LastRose => texts.get("end-last-rose"),
        End::BothBlocked => texts.get("end-both-blocked"),
        End::Blocked(side) => {
            texts.format("end-blocked", &[("side", texts.side(side, ruleset).into())])
        }
    }
}

fn verdict(outcome: &Outcome, ruleset: Ruleset, texts: &Texts) -> String {
    let won = |id: &str, side: Side, what: fn(Score) -> u32| {
        let scores = outcome.scores.map(what);
        texts.format(
            id,
            &[
                ("side", texts.side(side, ruleset).into()),
                ("most", scores[side].into()),
                ("least", scores[!side].into()),
            ],
        )
    };
    match outcome.verdict {
        Verdict::Points(side) => won("won-points", side, |score| score.points),
        Verdict::Largest(side) => won("won-largest", side, |score| score.largest),
        Verdict::Roses(side) => won("won-roses", side, |score| score.roses),
        Verdict::Drawn => texts.get("drawn"),
    }
}
