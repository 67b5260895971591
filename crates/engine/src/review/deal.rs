use bosworth_rules::{BySide, Ending, Handicap, Position, Ruleset, Side};

/// What Red has on average before the cards of this first position are dealt; none for a position
/// that dealing does not lead to, as it owes nothing to luck.
pub(super) fn mean_of_deals(start: &Position) -> Option<f64> {
    let hands = BySide::from_fn(|side| start.hand(side));
    let even = Handicap::NONE.given_by(start.side()).start(hands, start.side(), start.ruleset());
    let dealt = even == Some(*start);
    let first_mover = first_mover_constant(start.ruleset());
    dealt.then_some(match start.side() {
        Side::Red => first_mover,
        Side::White => 1.0 - first_mover,
    })
}

/// The win chance of the side that acts first, averaged over all deals.
///
/// Measured as the mean of V itself, so that the luck of the deal has expectation zero. With
/// another evaluation it should be measured again; an error in it biases the luck of the deal,
/// but the identity still holds.
pub const fn first_mover_constant(ruleset: Ruleset) -> f64 {
    match ruleset.ending {
        Ending::BothBlocked => FIRST_MOVER_BOTH_BLOCKED,
        Ending::EitherBlocked => FIRST_MOVER_EITHER_BLOCKED,
    }
}

/// The first mover's win chance where both sides must be blocked.
///
/// Hand-made evaluation, `classic`: 0.519 ± 0.002 (400 deals at 2 000 nodes), 0.520 ± 0.003
/// (100 deals at 20 000 nodes).
pub const FIRST_MOVER_BOTH_BLOCKED: f64 = 0.52;

/// The first mover's win chance where one blocked side ends the game.
///
/// Hand-made evaluation, `kingofroses`: 0.545 ± 0.011 (400 deals at 2 000 nodes), 0.557 ± 0.020
/// (100 deals at 20 000 nodes).
pub const FIRST_MOVER_EITHER_BLOCKED: f64 = 0.55;
