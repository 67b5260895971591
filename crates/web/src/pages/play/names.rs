//! Formatting of seats, actions, hints and numbers.

use bosworth_rules::{Action, BySide, Card, Position, Ruleset, Side};
use bosworth_web_engine::wire::{Findings, LineFindings};

use crate::clocked_table::Seat;
use crate::language::{fill, texts, tr};

/// The name of a seat.
pub fn seat_name(seats: BySide<Seat>, side: Side, ruleset: Ruleset) -> String {
    match seats[side] {
        Seat::Level(level) => fill("seat-level", &[("level", level.into())]),
        Seat::Person if seats[!side] == Seat::Person => texts().side(side, ruleset),
        Seat::Person => tr("seat-you"),
    }
}

/// The label of an action on a button.
pub fn action_name(action: Action, position: &Position) -> String {
    let named = |id: &str, card: Card| {
        let direction = texts().direction(position.direction(position.side(), card));
        let values = [
            ("card", format!("{direction} {}", card.steps.numeral()).into()),
            (
                "target",
                position
                    .target(position.side(), card)
                    .map(|target| target.to_string())
                    .unwrap_or_default()
                    .into(),
            ),
        ];
        fill(id, &values)
    };
    match action {
        Action::Play(card) => named("action-play", card),
        Action::Hero(card) => named("action-hero", card),
        Action::Draw => tr("action-draw"),
        Action::Pass => tr("action-pass"),
    }
}

/// The label of the button that draws.
pub fn draw_label(position: &Position) -> String {
    match (position.pile().len(), position.discard().len()) {
        (0, discard @ 1..) => fill("draw-reshuffle", &[("count", discard.into())]),
        (pile, _) => fill("draw-button", &[("count", pile.into())]),
    }
}

/// A hint with its evaluation: how the game ends, if that is known, and otherwise an estimate.
pub fn hint_text(findings: &Findings, position: &Position) -> String {
    hint_as("hint-text", findings, position)
}

/// A hint in a message of this name.
pub fn hint_as(id: &str, findings: &Findings, position: &Position) -> String {
    let Some(best) = findings.lines.first() else { return String::new() };
    let Some(action) = best.action() else { return String::new() };
    let action = action_name(action, position);
    if let Some(forecast) = findings.forecast(position.side()) {
        return format!("{action}. {}", texts().forecast(forecast, position.ruleset()));
    }
    fill(
        id,
        &[
            ("action", action.into()),
            ("wins", texts().number(best.chance * 100.0, 0).into()),
            ("margin", signed(best.margin).into()),
        ],
    )
}

/// The win chance of a line, and whether it is exact.
pub fn chance_text(line: &LineFindings) -> String {
    let chance = texts().percent(line.chance * 100.0, 1);
    if line.exact { format!("{chance} {}", tr("exact")) } else { chance }
}

/// A number with its sign and one decimal.
pub fn signed(number: f64) -> String {
    let text = texts().number(number.abs(), 1);
    if number < 0.0 { format!("\u{2212}{text}") } else { format!("+{text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_from_an_empty_pile_says_that_the_discard_is_reshuffled() {
        let directions = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
        let all: Vec<_> =
            directions.iter().flat_map(|d| (1..=3).map(move |n| format!("{d}{n}"))).collect();
        let label = |discarded: usize| {
            let (hand, discard) = (all[..4].join(","), all[4..4 + discarded].join(","));
            let start = format!("9/9/9/9/4r4/9/9/9/9 e5 r {hand} - 4 4 {discard} classic");
            draw_label(&start.parse().expect("a position"))
        };
        assert_eq!(label(3), "Draw (17)");
        assert_eq!(label(20), "Draw (reshuffles 20)");
    }
}
