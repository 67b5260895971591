use bosworth_rules::Side;

use super::ply::seen_by;
use super::{Mark, PlyReview, Review};

/// How fast accuracy falls with the mean loss.
///
/// Accuracy is 100 · exp(−10 · mean loss): giving away half a game in a hundred with every
/// decision is 95 %, two 82 %, five 61 %.
pub const ACCURACY_DECAY: f64 = 10.0;

/// Where a result came from, in Red's win chance.
///
/// `result − start = deal_luck + luck + skill + revision`, always.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Balance {
    /// What Red has on average before the cards are dealt.
    pub start: f64,
    /// What Red has at the end.
    pub result: f64,
    /// What the deal brought Red.
    pub deal_luck: f64,
    /// What the draws of both sides brought Red.
    pub luck: f64,
    /// What White gave away, less what Red gave away.
    pub skill: f64,
    /// What the engine saw only later.
    pub revision: f64,
}

impl Balance {
    pub(super) fn of(review: &Review) -> Self {
        let sum = |part: fn(&PlyReview) -> f64| review.plies.iter().map(part).sum::<f64>();
        Self {
            start: review.start,
            result: review.result(),
            deal_luck: review.first - review.start,
            luck: sum(PlyReview::red_luck),
            skill: sum(PlyReview::red_skill),
            revision: sum(PlyReview::revision),
        }
    }

    /// How far the parts are from the whole: nothing but the rounding of the last digit.
    pub fn error(self) -> f64 {
        self.result - self.start - self.deal_luck - self.luck - self.skill - self.revision
    }

    /// The result without the luck of the deal and the draws, for Red.
    ///
    /// As in backgammon it may lie outside of 0 to 1: whoever wins against bad luck has more
    /// than a whole win.
    pub fn luck_adjusted(self) -> f64 {
        self.result - self.deal_luck - self.luck
    }
}

/// How one side did, with its own eyes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// How often it had a choice.
    pub decisions: usize,
    /// How much win chance it gave away in all.
    pub loss: f64,
    /// How many decisions have which mark, the mildest first.
    pub marks: [usize; Mark::ALL.len()],
    /// How many cards it drew.
    pub draws: usize,
    /// How lucky its draws were.
    pub luck: f64,
    /// Its plies that changed its win chance most, if it acted at all.
    pub swing: Option<Swing>,
    /// Its result: 1 for a win, or its win chance if the game goes on.
    pub result: f64,
    /// Its result without the luck of the deal and of both sides' draws.
    pub luck_adjusted: f64,
}

/// A ply that changed much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Swing {
    /// The place in the game, from 1.
    pub number: usize,
    /// How much it changed the win chance of the side that acted.
    pub change: f64,
}

impl Summary {
    pub(super) fn of(review: &Review, side: Side) -> Self {
        let own = || review.plies.iter().filter(move |ply| ply.side == side);
        let share = |red: f64| match side {
            Side::Red => red,
            Side::White => 1.0 - red,
        };
        let swings = own().map(|ply| Swing { number: ply.number, change: ply.change() });
        let balance = review.balance();
        Self {
            decisions: own().filter(|ply| ply.decision.is_some()).count(),
            loss: own().filter_map(PlyReview::loss).sum(),
            marks: Mark::ALL.map(|mark| own().filter(|ply| ply.mark() == Some(mark)).count()),
            draws: own().filter(|ply| ply.draw.is_some()).count(),
            luck: seen_by(side, own().map(PlyReview::red_luck).sum()),
            swing: swings.max_by(|a, b| a.change.abs().total_cmp(&b.change.abs())),
            result: share(balance.result),
            luck_adjusted: share(balance.luck_adjusted()),
        }
    }

    /// How much win chance it gave away with each decision.
    pub fn mean_loss(&self) -> f64 {
        if self.decisions == 0 { 0.0 } else { self.loss / self.decisions as f64 }
    }

    /// How good its decisions were, in percent; see [`ACCURACY_DECAY`]. To be shown, not to be
    /// reckoned with: its last digits may differ from machine to machine.
    pub fn accuracy(&self) -> f64 {
        100.0 * (-ACCURACY_DECAY * self.mean_loss()).exp()
    }
}
