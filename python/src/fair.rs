//! Provably fair deals and shuffles.

use bosworth_fair::{Deck, Nonce, Proof, Secret};
use bosworth_rules::{BySide, Record};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::game::{PyGame, PyRecord};
use crate::position::{PyPendingDraw, PyPosition};
use crate::text::{read_ruleset, refused};

/// Deals a game and draws its cards, as a server does: all shuffles follow from the secret, to which the
/// dealer commits itself before the players choose their nonces.
///
/// The order of the pile exists nowhere else. A dealer can be neither copied nor pickled, and its text is the
/// number of cards left.
///
/// >>> from bosworth.fair import Dealer
/// >>> dealer = Dealer("5ec2e7", game="game 7", red_nonce="lancaster", white_nonce="york")
/// >>> dealer.commitment[:8], str(dealer.start)[:22]
/// ('1c998043', '9/9/9/9/9/9/9/9/9 e5 r')
/// >>> dealer
/// Dealer(14 cards)
#[pyclass(name = "Dealer", module = "bosworth.fair")]
pub(crate) struct PyDealer {
    proof: Proof,
    start: PyPosition,
    deck: Deck,
}

#[pymethods]
impl PyDealer {
    /// A dealer with a secret of up to 64 hexadecimal digits.
    #[new]
    #[pyo3(signature = (secret, *, game = "", red_nonce = "", white_nonce = "", ruleset = "classic"))]
    fn new(
        secret: &str,
        game: &str,
        red_nonce: &str,
        white_nonce: &str,
        ruleset: &str,
    ) -> PyResult<Self> {
        let secret: Secret = secret.parse().map_err(refused)?;
        let red = red_nonce.parse::<Nonce>().map_err(refused)?;
        let white = white_nonce.parse::<Nonce>().map_err(refused)?;
        let proof = Proof { nonces: BySide { red, white }, ..Proof::of_dealer(secret, game) };
        let (start, deck) = proof.deal(read_ruleset(ruleset)?);
        Ok(Self { proof, start: PyPosition(start), deck })
    }

    /// What the dealer publishes before the players choose their nonces.
    #[getter]
    fn commitment(&self) -> String {
        self.proof.commitment.to_string()
    }

    /// The first position.
    #[getter]
    fn start(&self) -> PyPosition {
        self.start
    }

    /// Draws the next card of the pile, and returns it with the position after it.
    fn draw(&mut self, pending: &Bound<'_, PyPendingDraw>) -> PyResult<(String, PyPosition)> {
        let pending = pending.get().0;
        let card = self.deck.peek(&pending);
        let other = |_| refused("this draw belongs to another game");
        let position = pending.resolve(card).map_err(other)?;
        let drawn = self.deck.draw_card(&pending);
        Ok((drawn.to_string(), PyPosition(position)))
    }

    /// The record of a game with the secret and everything else that `verify` needs. Only for games
    /// that are over: it reveals the pile.
    fn reveal(&self, game: &Bound<'_, PyGame>) -> PyResult<PyRecord> {
        let game = game.try_borrow()?;
        let mut record = Record::of(&game.0);
        self.proof.write(&mut record);
        PyRecord::written(&record)
    }

    fn __len__(&self) -> usize {
        self.deck.len()
    }

    fn __repr__(&self) -> String {
        format!("Dealer({} cards)", self.deck.len())
    }

    fn __reduce_ex__(&self, protocol: &Bound<'_, PyAny>) -> PyResult<()> {
        let _ = protocol;
        Err(PyTypeError::new_err("a dealer cannot be copied or pickled: it knows the pile"))
    }
}

/// Verifies the deal and every draw of a record against the commitment, the nonces and the secret in its tags,
/// and returns the game. Raises a ValueError that says what is wrong.
#[pyfunction]
pub(crate) fn verify(record: &Bound<'_, PyRecord>) -> PyResult<PyGame> {
    let record = &record.get().0;
    let proof = Proof::of(record).map_err(refused)?;
    proof.verify(record).map(PyGame).map_err(refused)
}
