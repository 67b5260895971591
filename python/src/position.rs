//! Positions, pending draws, scores and outcomes.

use bosworth_engine::Random;
use bosworth_rules::{
    Action, BySide, First, Next, PendingDraw, Position, Ruleset, Score, Side, Squares, Symmetry,
};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::text::{
    ACTION_COUNT, action_bits, action_of, number_of, read_card, read_ruleset, read_side, refused,
    side_name,
};
use crate::whole::{AnyWhole, Whole};
use crate::{observation, svg};

/// Everything both players see at one moment of a game. Immutable, hashable, and equal if all that
/// both players see is equal. The order of the pile is not part of it, because nobody sees that.
///
/// >>> from bosworth import Position
/// >>> start = Position("9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic")
/// >>> start.side, start.actions()
/// ('red', ['NE2', 'E3', 'S2', 'W3', 'NW3'])
/// >>> after = start.act("NE2").act("SW3")
/// >>> after.heroes("red"), after.score("red").points
/// (4, 1)
#[pyclass(name = "Position", module = "bosworth", frozen, eq)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PyPosition(pub(crate) Position);

/// What an action leads to: a position, or a draw whose card is not known yet.
#[derive(IntoPyObject)]
pub(crate) enum PyNext {
    Position(PyPosition),
    Draw(PyPendingDraw),
}

impl From<Next> for PyNext {
    fn from(next: Next) -> Self {
        match next {
            Next::Position(position) => Self::Position(PyPosition(position)),
            Next::Draw(pending) => Self::Draw(PyPendingDraw(pending)),
        }
    }
}

/// An action of a position, given as text or as a number.
#[derive(FromPyObject)]
pub(crate) enum ActionInput {
    Text(String),
    Number(AnyWhole),
}

impl ActionInput {
    pub(crate) fn of(&self, position: &Position) -> PyResult<Action> {
        match self {
            Self::Text(text) => text.parse().map_err(refused),
            Self::Number(number) => action_of(position, number),
        }
    }
}

/// The starting position of a random deal. Where the lot decides who acts first, it is drawn.
pub(crate) fn deal(random: &mut Random, ruleset: Ruleset) -> Position {
    let start = random.deal(ruleset);
    if ruleset.first == First::Red || random.below(2) == 0 {
        return start;
    }
    let hands = BySide::from_fn(|side| start.hand(side));
    Position::deal(hands, Side::White, ruleset).unwrap_or(start)
}

#[pymethods]
impl PyPosition {
    /// Reads a position from its text.
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(refused)
    }

    /// The starting position of a random deal; the same seed gives the same deal.
    ///
    /// >>> Position.deal(1485) == Position.deal(1485)
    /// True
    #[classmethod]
    #[pyo3(signature = (seed, ruleset = "classic"))]
    fn deal(_: &Bound<'_, PyType>, seed: Whole<u64>, ruleset: &str) -> PyResult<Self> {
        Ok(Self(deal(&mut Random::new(seed.0), read_ruleset(ruleset)?)))
    }

    /// The side to act: "red" or "white".
    #[getter]
    fn side(&self) -> &'static str {
        side_name(self.0.side())
    }

    /// The square of the crown.
    #[getter]
    fn crown(&self) -> String {
        self.0.crown().to_string()
    }

    /// The rules, as text.
    #[getter]
    fn ruleset(&self) -> String {
        self.0.ruleset().to_string()
    }

    /// The number of roses left.
    #[getter]
    fn supply(&self) -> u8 {
        self.0.supply()
    }

    /// The open discard, in canonical order.
    #[getter]
    fn discard(&self) -> Vec<String> {
        self.0.discard().iter().map(|card| card.to_string()).collect()
    }

    /// The cards of the face-down pile, in canonical order: a set, whose order nobody knows.
    #[getter]
    fn pile(&self) -> Vec<String> {
        self.0.pile().iter().map(|card| card.to_string()).collect()
    }

    /// A side's cards, in canonical order.
    fn hand(&self, side: &str) -> PyResult<Vec<String>> {
        let hand = self.0.hand(read_side(side)?);
        Ok(hand.iter().map(|card| card.to_string()).collect())
    }

    /// The number of heroes that a side has left.
    fn heroes(&self, side: &str) -> PyResult<u8> {
        Ok(self.0.heroes(read_side(side)?))
    }

    /// The squares of a side's roses.
    fn roses(&self, side: &str) -> PyResult<Vec<String>> {
        Ok(square_names(self.0.roses(read_side(side)?)))
    }

    /// A side's territories, each a list of squares.
    fn territories(&self, side: &str) -> PyResult<Vec<Vec<String>>> {
        let territories = self.0.territories(read_side(side)?);
        Ok(territories.map(|territory| square_names(territory.squares)).collect())
    }

    /// The square to which a side's card would move the crown, or None if that is off the board.
    fn target(&self, side: &str, card: &str) -> PyResult<Option<String>> {
        let target = self.0.target(read_side(side)?, read_card(card)?);
        Ok(target.map(|square| square.to_string()))
    }

    /// The legal actions: cards in canonical order (`N2`, `N2*` with a hero), then `+` or `pass`.
    /// Empty if and only if the game is over.
    fn actions(&self) -> Vec<String> {
        self.0.actions().iter().map(|action| action.to_string()).collect()
    }

    /// The numbers of the legal actions, as in `bosworth.ACTIONS`, in ascending order.
    fn action_numbers(&self) -> Vec<usize> {
        let bits = action_bits(&self.0);
        (0..ACTION_COUNT).filter(|number| bits >> number & 1 == 1).collect()
    }

    /// Which of the 26 numbered actions are legal, as an array of booleans.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let bits = action_bits(&self.0);
        PyArray1::from_iter(py, (0..ACTION_COUNT).map(|number| bits >> number & 1 == 1))
    }

    /// The text of an action given by number. It may be illegal.
    fn action_text(&self, number: AnyWhole) -> PyResult<String> {
        Ok(action_of(&self.0, &number)?.to_string())
    }

    /// The number of an action given as text. It may be illegal.
    #[staticmethod]
    fn action_number(action: &str) -> PyResult<usize> {
        action.parse().map(number_of).map_err(refused)
    }

    /// Acts. A play or a pass gives the next position, `+` gives a `PendingDraw`. An illegal
    /// action raises a ValueError that names the rule it breaks.
    ///
    /// >>> Position.deal(1485).act("+")
    /// Traceback (most recent call last):
    /// ValueError: Red cannot draw: the hand is full with 5 cards
    fn act(&self, action: ActionInput) -> PyResult<PyNext> {
        let action = action.of(&self.0)?;
        self.0.act(action).map(PyNext::from).map_err(refused)
    }

    /// The position after a ply: an action with its card, such as `+NE3`, if it is a draw.
    fn follow(&self, ply: &str) -> PyResult<Self> {
        let ply = ply.parse().map_err(refused)?;
        self.0.follow(ply).map(Self).map_err(refused)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// How the game ended, or None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        let outcome = self.0.outcome()?;
        Some(PyOutcome {
            winner: outcome.winner().map(side_name),
            end: outcome.end.to_string(),
            verdict: outcome.verdict.to_string(),
        })
    }

    /// The score of a side, as if the game ended now.
    fn score(&self, side: &str) -> PyResult<PyScore> {
        let Score { points, largest, roses } = Score::of(self.0.roses(read_side(side)?));
        Ok(PyScore { points, largest, roses })
    }

    /// The eight images of the position under the symmetries of the board, itself first.
    fn symmetries(&self) -> Vec<Self> {
        Symmetry::all().map(|symmetry| Self(symmetry.position(&self.0))).collect()
    }

    /// The same position with the sides exchanged.
    fn with_sides_swapped(&self) -> Self {
        Self(self.0.with_sides_swapped())
    }

    /// A 64-bit hash that is the same on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The position as numbers, from the point of view of a side, by default the side to act:
    /// `bosworth.OBSERVATION_LAYOUT` says which.
    #[pyo3(signature = (viewer = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let viewer = viewer.map_or(Ok(self.0.side()), read_side)?;
        let mut facts = [0; observation::SIZE];
        observation::write(&self.0, viewer, &mut facts);
        Ok(PyArray1::from_slice(py, &facts))
    }

    fn _repr_svg_(&self) -> String {
        svg::board(&self.0)
    }

    fn __hash__(&self) -> u64 {
        self.0.key()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }
}

pub(crate) fn square_names(squares: Squares) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

/// A draw whose card is not known yet: a chance node.
///
/// >>> from bosworth import Position
/// >>> pending = Position("9/9/9/9/4r4/9/9/9/9 e5 r N1 S1 4 4 - classic").act("+")
/// >>> cards = pending.outcomes()
/// >>> len(cards), cards[0]
/// (22, ('N2', 0.045454545454545456))
/// >>> pending.resolve("NE3").hand("red")
/// ['N1', 'NE3']
#[pyclass(name = "PendingDraw", module = "bosworth", frozen, eq)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PyPendingDraw(pub(crate) PendingDraw);

#[pymethods]
impl PyPendingDraw {
    /// The draw of the side to act in a position.
    #[new]
    fn new(position: &Bound<'_, PyPosition>) -> PyResult<Self> {
        match position.get().0.act(Action::Draw) {
            Ok(Next::Draw(pending)) => Ok(Self(pending)),
            Ok(Next::Position(_)) => unreachable!("a draw is pending"),
            Err(illegal) => Err(refused(illegal)),
        }
    }

    /// The position in which the draw was chosen.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(*self.0.position())
    }

    /// The cards that may come up with their probabilities, in canonical order.
    fn outcomes(&self) -> Vec<(String, f64)> {
        let cards = self.0.outcomes();
        let probability = 1.0 / f64::from(cards.len());
        cards.iter().map(|card| (card.to_string(), probability)).collect()
    }

    /// The position before the draw as numbers, with the draw pending, from the point of view of the
    /// opponent, who acts next.
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let mut facts = [0; observation::SIZE];
        observation::write_pending(&self.0, &mut facts);
        PyArray1::from_slice(py, &facts)
    }

    /// The position after a card has come up.
    fn resolve(&self, card: &str) -> PyResult<PyPosition> {
        self.0.resolve(read_card(card)?).map(PyPosition).map_err(refused)
    }

    fn __hash__(&self) -> u64 {
        !self.0.position().key()
    }

    fn __repr__(&self) -> String {
        format!("PendingDraw(Position('{}'))", self.0.position())
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (PyPosition,)) {
        (py.get_type::<Self>(), (self.position(),))
    }
}

/// The score of a side, with its tie-breaks.
#[pyclass(name = "Score", module = "bosworth", frozen, get_all, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyScore {
    /// The sum of the squared sizes of its territories.
    points: u32,
    /// The size of its largest territory.
    largest: u32,
    /// The number of its roses on the board.
    roses: u32,
}

#[pymethods]
impl PyScore {
    fn __repr__(&self) -> String {
        let Self { points, largest, roses } = self;
        format!("Score(points={points}, largest={largest}, roses={roses})")
    }
}

/// How a game ended.
#[pyclass(name = "Outcome", module = "bosworth", frozen, get_all, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    /// "red", "white", or None if the game is drawn.
    winner: Option<&'static str>,
    /// What ended the game, in words.
    end: String,
    /// Who won and by which criterion, in words.
    verdict: String,
}

#[pymethods]
impl PyOutcome {
    fn __repr__(&self) -> String {
        let Self { winner, end, verdict } = self;
        let winner = winner.map_or("None".into(), |side| format!("'{side}'"));
        format!("Outcome(winner={winner}, end='{end}', verdict='{verdict}')")
    }
}

/// Deeper trees have more leaves than a lifetime can count.
const MAX_PERFT_DEPTH: u32 = 24;

/// Counts the leaves of the game tree at a depth. Every outcome of a draw counts separately, a pass is a
/// ply, and a finished game has no children.
///
/// >>> from bosworth import Position, perft
/// >>> start = Position("9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic")
/// >>> [perft(start, depth) for depth in range(1, 5)]
/// [5, 19, 327, 5218]
#[pyfunction]
pub(crate) fn perft(
    py: Python<'_>,
    position: &Bound<'_, PyPosition>,
    depth: AnyWhole,
) -> PyResult<u64> {
    let plies = depth.get().filter(|plies| *plies <= MAX_PERFT_DEPTH);
    let plies = plies.ok_or_else(|| {
        refused(format_args!("the depth is at most {MAX_PERFT_DEPTH}, not {depth}"))
    })?;
    let position = position.get().0;
    py.detach(|| leaves(&position, plies))
}

/// Counts the leaves, and checks for Ctrl-C above the last plies, which take no time.
fn leaves(position: &Position, depth: u32) -> PyResult<u64> {
    const QUICK_DEPTH: u32 = 5;
    if depth <= QUICK_DEPTH {
        return Ok(bosworth_rules::perft(position, depth));
    }
    Python::attach(|py| py.check_signals())?;
    let mut sum = 0;
    for choice in position.choices().iter() {
        match choice.take() {
            Next::Position(next) => sum += leaves(&next, depth - 1)?,
            Next::Draw(pending) => {
                for (_, next) in pending.each() {
                    sum += leaves(&next, depth - 1)?;
                }
            }
        }
    }
    Ok(sum)
}
