use bosworth_rules::{Cards, Position, Side};

use crate::PrincipalVariation;

/// How a game ends under best play of both sides, as far as that is known exactly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Forecast {
    /// Whatever cards come, this side wins or, without one, the game is a draw.
    Certain(Option<Side>),
    /// The next card that is drawn decides; all that may come are equally likely.
    Card {
        /// The side that wins or does not.
        side: Side,
        /// The cards after which it wins for certain; never empty.
        wins: Cards,
        /// The cards after which it loses or draws for certain; never empty.
        others: Cards,
    },
    /// Neither is certain.
    Chance {
        /// The side to act.
        side: Side,
        /// Its win chance, from 0 to 1; a draw counts as half a win.
        win_chance: f64,
    },
}

/// Win chances that differ by less are equal: they are sums in different orders.
const ROUNDING: f64 = 1e-12;

pub(crate) fn is_win(chance: f64) -> bool {
    chance > 1.0 - ROUNDING
}

pub(crate) fn is_loss(chance: f64) -> bool {
    chance < ROUNDING
}

pub(crate) fn is_even(chance: f64) -> bool {
    (chance - 0.5).abs() < ROUNDING
}

impl Forecast {
    /// What the actions of a position say, the best of which comes first.
    pub(crate) fn of(position: &Position, lines: &[PrincipalVariation]) -> Option<Self> {
        let side = position.side();
        let best = lines.first()?.exact?;
        if is_win(best) {
            return Some(Self::Certain(Some(side)));
        }
        // If another action is an estimate, it may turn out to be better.
        if lines.iter().any(|line| line.exact.is_none()) {
            return None;
        }
        Some(match best {
            _ if is_loss(best) => Self::Certain(Some(!side)),
            win_chance => Self::Chance { side, win_chance },
        })
    }

    /// What the actions of a position say if their exact values are proven results and not mean
    /// values: an even chance is a draw.
    pub(crate) fn of_results(position: &Position, lines: &[PrincipalVariation]) -> Option<Self> {
        Self::of(position, lines).map(|forecast| match forecast {
            Self::Chance { win_chance, .. } if is_even(win_chance) => Self::Certain(None),
            forecast => forecast,
        })
    }
}
