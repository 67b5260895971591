mod model;
mod shipped;

use bosworth_rules::{Handicap, Position, Ruleset};

use crate::Level;

pub use model::OddsModel;

/// What the giver of a handicap scores against another level, in games of a hundred; a draw counts
/// half.
///
/// ```
/// use bosworth_engine::{Level, Odds};
/// use bosworth_rules::{Handicap, Ruleset};
///
/// let [weaker, stronger] = [3, 6].map(|level| Level::new(level).unwrap());
/// let even = Odds::of(stronger, weaker, Handicap::NONE, Ruleset::CLASSIC).unwrap();
/// assert!(!even.is_even());
/// let (handicap, odds) = Odds::fairest(stronger, weaker, Ruleset::CLASSIC).unwrap();
/// assert!(!handicap.is_none() && odds.is_even());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    /// The mean score, from 0 to 1.
    pub mean: f64,
    /// The lower bound of an interval for the score of 2 000 games, with a confidence of 95 %.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// How far from one half the mean score of an even game may be.
const EVEN: f64 = 0.05;

impl Odds {
    /// The odds of a game between two levels. `None` with rules for which they were not measured.
    pub fn of(giver: Level, receiver: Level, handicap: Handicap, ruleset: Ruleset) -> Option<Self> {
        (ruleset == Ruleset::CLASSIC).then(|| OddsModel::SHIPPED.odds(giver, receiver, handicap))
    }

    /// The handicap that makes a game between two levels most even, and its odds. Of several that
    /// are about as good, the one that changes least: no handicap, then one thing, then two.
    pub fn fairest(giver: Level, receiver: Level, ruleset: Ruleset) -> Option<(Handicap, Self)> {
        let mut best: Option<(f64, Handicap, Self)> = None;
        for handicap in candidates() {
            let odds = Self::of(giver, receiver, handicap, ruleset)?;
            let cost = (odds.mean - 0.5).abs() + EVEN / 2.0 * f64::from(parts(handicap));
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, handicap, odds));
            }
        }
        best.map(|(_, handicap, odds)| (handicap, odds))
    }

    /// Whether both win about as often.
    pub fn is_even(self) -> bool {
        (self.mean - 0.5).abs() <= EVEN
    }

    /// The interval in whole games of a hundred.
    pub fn of_hundred(self) -> [u32; 2] {
        [(100.0 * self.low).floor() as u32, (100.0 * self.high).ceil() as u32]
    }
}

/// Every handicap that gives the first move only together with something else, or alone.
fn candidates() -> impl Iterator<Item = Handicap> {
    let roses = 0..=*Handicap::ROSES.end();
    roses.flat_map(|roses| {
        (*Handicap::CARDS.start()..=Handicap::NONE.cards()).flat_map(move |cards| {
            (0..=Position::HEROES).flat_map(move |heroes| {
                let of = move |second| Handicap::new(heroes, cards, roses, second);
                [false, true].into_iter().filter_map(of)
            })
        })
    })
}

/// How many things a handicap gives.
fn parts(handicap: Handicap) -> u8 {
    let none = Handicap::NONE;
    u8::from(handicap.heroes() != none.heroes())
        + u8::from(handicap.cards() != none.cards())
        + u8::from(handicap.roses() != none.roses())
        + u8::from(handicap.is_second())
}
