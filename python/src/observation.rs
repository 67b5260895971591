//! Positions as numbers, for learners.

use bosworth_rules::{Card, Cards, PendingDraw, Position, Side, Square, Squares, Symmetry};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::position::PyPosition;

const SQUARES: usize = Square::COUNT;
const CARDS: usize = Card::COUNT;

/// The viewer's roses, by square.
const OWN_ROSES: usize = 0;
const THEIR_ROSES: usize = OWN_ROSES + SQUARES;
const CROWN: usize = THEIR_ROSES + SQUARES;
/// The squares that the viewer's cards lead to: empty ones, and those that take a hero.
const OWN_PLAYS: usize = CROWN + SQUARES;
const OWN_HERO_PLAYS: usize = OWN_PLAYS + SQUARES;
const THEIR_PLAYS: usize = OWN_HERO_PLAYS + SQUARES;
const THEIR_HERO_PLAYS: usize = THEIR_PLAYS + SQUARES;
/// Cards, in canonical order.
const OWN_HAND: usize = THEIR_HERO_PLAYS + SQUARES;
const THEIR_HAND: usize = OWN_HAND + CARDS;
const PILE: usize = THEIR_HAND + CARDS;
const OWN_HEROES: usize = PILE + CARDS;
const THEIR_HEROES: usize = OWN_HEROES + 1;
const SUPPLY: usize = THEIR_HEROES + 1;
/// 1 if the opponent has chosen to draw and the card is not known yet.
const PENDING: usize = SUPPLY + 1;
/// 1 if the viewer is White.
const IS_WHITE: usize = PENDING + 1;

/// The number of facts of a position.
pub(crate) const SIZE: usize = IS_WHITE + 1;

/// The names of the facts with the first and the number of each.
const LAYOUT: [(&str, usize, usize); 15] = [
    ("own_roses", OWN_ROSES, SQUARES),
    ("their_roses", THEIR_ROSES, SQUARES),
    ("crown", CROWN, SQUARES),
    ("own_plays", OWN_PLAYS, SQUARES),
    ("own_hero_plays", OWN_HERO_PLAYS, SQUARES),
    ("their_plays", THEIR_PLAYS, SQUARES),
    ("their_hero_plays", THEIR_HERO_PLAYS, SQUARES),
    ("own_hand", OWN_HAND, CARDS),
    ("their_hand", THEIR_HAND, CARDS),
    ("pile", PILE, CARDS),
    ("own_heroes", OWN_HEROES, 1),
    ("their_heroes", THEIR_HEROES, 1),
    ("supply", SUPPLY, 1),
    ("pending", PENDING, 1),
    ("is_white", IS_WHITE, 1),
];

/// The layout for Python: pairs of a name and of where its facts begin and end.
pub(crate) fn layout() -> Vec<(&'static str, (usize, usize))> {
    LAYOUT.map(|(name, first, count)| (name, (first, first + count))).to_vec()
}

/// Writes the facts of a pending draw for the opponent, who acts next.
pub(crate) fn write_pending(pending: &PendingDraw, facts: &mut [u8; SIZE]) {
    let position = pending.position();
    write(position, !position.side(), facts);
    facts[PENDING] = 1;
}

/// Writes the facts of a position for a side.
pub(crate) fn write(position: &Position, viewer: Side, facts: &mut [u8; SIZE]) {
    *facts = [0; SIZE];
    mark_squares(position.roses(viewer), OWN_ROSES, facts);
    mark_squares(position.roses(!viewer), THEIR_ROSES, facts);
    facts[CROWN + position.crown().index()] = 1;
    for (side, plays, hero_plays) in
        [(viewer, OWN_PLAYS, OWN_HERO_PLAYS), (!viewer, THEIR_PLAYS, THEIR_HERO_PLAYS)]
    {
        let (alone, heroes) = position.playable(side);
        for (cards, first) in [(alone, plays), (heroes, hero_plays)] {
            for card in cards.unordered() {
                if let Some(target) = position.target(side, card) {
                    facts[first + target.index()] = 1;
                }
            }
        }
    }
    mark_cards(position.hand(viewer), OWN_HAND, facts);
    mark_cards(position.hand(!viewer), THEIR_HAND, facts);
    mark_cards(position.pile(), PILE, facts);
    facts[OWN_HEROES] = position.heroes(viewer);
    facts[THEIR_HEROES] = position.heroes(!viewer);
    facts[SUPPLY] = position.supply();
    facts[IS_WHITE] = u8::from(viewer == Side::White);
}

fn mark_squares(squares: Squares, first: usize, facts: &mut [u8; SIZE]) {
    for square in squares {
        facts[first + square.index()] = 1;
    }
}

fn mark_cards(cards: Cards, first: usize, facts: &mut [u8; SIZE]) {
    for card in cards.unordered() {
        facts[first + card.index()] = 1;
    }
}

/// The observations of many positions, a row each.
///
/// >>> from bosworth import OBSERVATION_SIZE, Position, observations
/// >>> rows = observations([Position.deal(1), Position.deal(2)])
/// >>> rows.shape == (2, OBSERVATION_SIZE), rows.dtype
/// (True, dtype('uint8'))
#[pyfunction]
pub(crate) fn observations<'py>(
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let py = positions.py();
    let positions = read_positions(positions)?;
    let mut rows = vec![0; positions.len() * SIZE];
    py.detach(|| {
        for (position, row) in positions.iter().zip(rows.as_chunks_mut().0) {
            write(position, position.side(), row);
        }
    });
    numpy::PyArray1::from_vec(py, rows).reshape([positions.len(), SIZE])
}

/// The positions of an iterable.
pub(crate) fn read_positions(positions: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let mut all = Vec::with_capacity(positions.len().unwrap_or(0));
    for position in positions.try_iter()? {
        let position = position?;
        let position = position.cast::<PyPosition>().map_err(|_| {
            let found = position.get_type().name().map_or_else(|_| "?".into(), |it| it.to_string());
            PyTypeError::new_err(format!("positions are expected, not {found}"))
        })?;
        all.push(position.get().0);
    }
    Ok(all)
}

/// For each of the eight symmetries of the board, which fact of an observation becomes which: row `s` of the
/// first array reorders an observation (`observation[table[s]]`), row `s` of the second one an action mask
/// or a policy. They are those of `Position.symmetries`, in the same order.
///
/// >>> from bosworth import Position, symmetry_tables
/// >>> facts, actions = symmetry_tables()
/// >>> start = Position.deal(1)
/// >>> bool((start.symmetries()[3].observation() == start.observation()[facts[3]]).all())
/// True
#[pyfunction]
pub(crate) fn symmetry_tables(py: Python<'_>) -> PyResult<[Bound<'_, PyArray2<i64>>; 2]> {
    let (mut facts, mut actions) = (Vec::new(), Vec::new());
    for symmetry in Symmetry::all() {
        facts.push(fact_table(symmetry));
        let mut cards = card_table(symmetry);
        cards.extend([CARDS as i64, CARDS as i64 + 1]);
        actions.push(cards);
    }
    Ok([PyArray2::from_vec2(py, &facts)?, PyArray2::from_vec2(py, &actions)?])
}

/// By fact of the image: the fact that it comes from.
fn fact_table(symmetry: Symmetry) -> Vec<i64> {
    let mut squares = vec![0; SQUARES];
    for square in Square::all() {
        squares[symmetry.square(square).index()] = square.index() as i64;
    }
    let cards = card_table(symmetry);
    let mut table: Vec<_> = (0..SIZE as i64).collect();
    for (_, first, count) in LAYOUT {
        let from = match count {
            SQUARES => &squares,
            CARDS => &cards,
            _ => continue,
        };
        for (place, from) in from.iter().enumerate() {
            table[first + place] = first as i64 + from;
        }
    }
    table
}

fn card_table(symmetry: Symmetry) -> Vec<i64> {
    let mut cards = vec![0; CARDS];
    for card in Card::ALL {
        cards[symmetry.card(card).index()] = card.index() as i64;
    }
    cards
}
