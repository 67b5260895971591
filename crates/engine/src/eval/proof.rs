//! Proofs that a game is decided before its end.

use bosworth_rules::{BySide, Position, Side, Squares, Territories, Territory};

/// The side that is certain to win, if bounds on the final score prove it.
///
/// The trailing side can at most place all roses that are left and flip one rose per hero. In
/// its best case it joins everything it has, and every flip splits one of the leader's
/// territories into four. If even that is not enough, the game is decided. The bounds are sound
/// but loose: they miss many decided games.
pub(crate) fn decided(position: &Position) -> Option<Side> {
    let sizes = BySide::from_fn(|side| territory_sizes(position.roses(side)));
    Side::ALL.into_iter().find(|&leader| {
        let flips = position.heroes(!leader);
        let most = at_most(&sizes[!leader], u32::from(position.supply() + flips));
        f64::from(most) < at_least(&sizes[leader], usize::from(flips))
    })
}

/// The sizes of a side's territories, the largest first.
pub(crate) fn territory_sizes(roses: Squares) -> Vec<u32> {
    let mut sizes: Vec<u32> = Territories::of(roses).map(Territory::size).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// An upper bound on the points of these territories after `more` roses: each joins at most
/// four territories, and one large territory is worth more than several small ones.
pub(crate) fn at_most(sizes: &[u32], more: u32) -> u32 {
    if more == 0 {
        return sizes.iter().map(|size| size * size).sum();
    }
    let joined = sizes.len().min(3 * more as usize + 1);
    let large: u32 = more + sizes[..joined].iter().sum::<u32>();
    large * large + sizes[joined..].iter().map(|size| size * size).sum::<u32>()
}

/// A lower bound on the points of these territories after `flips` flips, each of which removes a
/// rose and splits a territory into at most four parts; equal parts are worth the least.
pub(crate) fn at_least(sizes: &[u32], flips: usize) -> f64 {
    // Dynamic programming over the territories: the least sum by number of flips used.
    let mut least = [0.0; Position::HEROES as usize + 1];
    let least = &mut least[..=flips];
    for &size in sizes {
        let after = |used: usize| {
            let left = f64::from(size) - used as f64;
            if left <= 0.0 { 0.0 } else { left * left / (3 * used + 1) as f64 }
        };
        // Downwards, so that smaller entries do not include this territory yet.
        for total in (0..=flips).rev() {
            least[total] =
                (0..=total).map(|used| least[total - used] + after(used)).fold(f64::MAX, f64::min);
        }
    }
    least.iter().copied().fold(f64::MAX, f64::min)
}
