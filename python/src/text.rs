//! What Python writes as text or as a number: sides, rulesets, actions.

use std::fmt::Display;

use bosworth_rules::{Action, Card, Position, Ruleset, Side};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

use crate::whole::AnyWhole;

/// A `ValueError` with the message of an error.
pub(crate) fn refused(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Red => "red",
        Side::White => "white",
    }
}

pub(crate) fn read_side(text: &str) -> Result<Side, PyErr> {
    match text {
        "red" => Ok(Side::Red),
        "white" => Ok(Side::White),
        _ => Err(refused(format_args!("a side is red or white, not {text:?}"))),
    }
}

pub(crate) fn read_ruleset(text: &str) -> Result<Ruleset, PyErr> {
    text.parse().map_err(refused)
}

pub(crate) fn read_card(text: &str) -> Result<Card, PyErr> {
    text.parse().map_err(|error| refused(format_args!("{text:?} is not a card; {error}")))
}

/// The number of actions by number: the cards, the draw, the pass.
pub(crate) const ACTION_COUNT: usize = Card::COUNT + 2;
/// The number of the draw.
pub(crate) const DRAW_NUMBER: usize = Card::COUNT;
/// The number of the pass.
pub(crate) const PASS_NUMBER: usize = Card::COUNT + 1;

/// The number of an action. A card has one number, with and without a hero: in any position it can be
/// played in at most one of these ways.
pub(crate) const fn number_of(action: Action) -> usize {
    match action {
        Action::Play(card) | Action::Hero(card) => card.index(),
        Action::Draw => DRAW_NUMBER,
        Action::Pass => PASS_NUMBER,
    }
}

/// The action that a number stands for in a position, whether it is legal or not.
pub(crate) fn action_of(position: &Position, number: &AnyWhole) -> Result<Action, PyErr> {
    let index = number.get().filter(|&index| index < ACTION_COUNT);
    let index = index.ok_or_else(|| {
        refused(format_args!("an action is a number from 0 to {PASS_NUMBER}, not {number}"))
    })?;
    Ok(numbered(position, index))
}

/// The same for a number below [`ACTION_COUNT`].
pub(crate) fn numbered(position: &Position, index: usize) -> Action {
    let Some(&card) = Card::ALL.get(index) else {
        return if index == DRAW_NUMBER { Action::Draw } else { Action::Pass };
    };
    let side = position.side();
    let flips =
        position.target(side, card).is_some_and(|target| position.rose_at(target) == Some(!side));
    if flips { Action::Hero(card) } else { Action::Play(card) }
}

/// The legal actions of a position as a set of bits, by number.
pub(crate) fn action_bits(position: &Position) -> u32 {
    let actions = position.actions();
    let cards = (actions.plays | actions.heroes).unordered();
    let cards = cards.fold(0, |bits, card| bits | 1 << card.index());
    cards | u32::from(actions.draw) << DRAW_NUMBER | u32::from(actions.pass) << PASS_NUMBER
}

pub(crate) fn card_names() -> Vec<String> {
    Card::ALL.iter().map(ToString::to_string).collect()
}

pub(crate) fn action_names() -> Vec<String> {
    let others = [Action::Draw, Action::Pass].map(|action| action.to_string());
    card_names().into_iter().chain(others).collect()
}
