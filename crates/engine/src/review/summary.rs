use bosworth_rules::Side;

use super::ply::seen_by;
use super::{Mark, PlyReview, Review};

/// How fast accuracy decays with the mean loss.
///
/// Accuracy is 100 · exp(−10 · mean loss): a mean loss of half a percentage point is 95 %, of
/// two 82 %, of five 61 %.
pub const ACCURACY_DECAY: f64 = 10.0;

/// The decomposition of a result, in Red's win chance.
///
/// `result − start = deal_luck + luck + skill + revision`, always.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Balance {
    /// Red's expected result before the cards are dealt.
    pub start: f64,
    /// Red's result.
    pub result: f64,
    /// Red's luck of the deal.
    pub deal_luck: f64,
    /// Red's luck in the draws of both sides.
    pub luck: f64,
    /// White's losses less Red's.
    pub skill: f64,
    /// The sum of the engine's revisions.
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

    /// The residual of the identity: nothing but rounding errors.
    pub fn error(self) -> f64 {
        self.result - self.start - self.deal_luck - self.luck - self.skill - self.revision
    }

    /// Red's luck-adjusted result: without the luck of the deal and of the draws.
    ///
    /// As in backgammon it may lie outside 0 to 1: a win against bad luck counts for more than a
    /// whole win.
    pub fn luck_adjusted(self) -> f64 {
        self.result - self.deal_luck - self.luck
    }
}

/// The performance of one side, from its own point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The number of actions that were not forced.
    pub decisions: usize,
    /// The total win chance lost by its decisions.
    pub loss: f64,
    /// The number of decisions with each mark, the mildest first.
    pub marks: [usize; Mark::ALL.len()],
    /// The number of cards it drew.
    pub draws: usize,
    /// The total luck of its draws.
    pub luck: f64,
    /// The ply of its own that changed its win chance most, if it acted at all.
    pub swing: Option<Swing>,
    /// Its result: 1 for a win, or its win chance if the game goes on.
    pub result: f64,
    /// Its result without the luck of the deal and of both sides' draws.
    pub luck_adjusted: f64,
}

/// A ply with a large effect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Swing {
    /// The number of the ply, from 1.
    pub number: usize,
    /// The change of the win chance of the side that acted.
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

    /// The mean win chance lost per decision.
    pub fn mean_loss(&self) -> f64 {
        if self.decisions == 0 { 0.0 } else { self.loss / self.decisions as f64 }
    }

    /// The accuracy of its decisions in percent; see [`ACCURACY_DECAY`]. For display only: `exp`
    /// is not bit-exact across machines.
    pub fn accuracy(&self) -> f64 {
        100.0 * (-ACCURACY_DECAY * self.mean_loss()).exp()
    }
}
