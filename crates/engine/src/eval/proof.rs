//! Proofs that a game is decided before its end.

use bosworth_rules::{Position, Side};

/// The side that is certain to win, if bounds on the final score prove it.
///
/// The trailing side can at most place all roses that are left and flip one rose per hero. In
/// its best case it joins everything it has, and every flip splits one of the leader's
/// territories into four. If even that is not enough, the game is decided. The bounds are sound
/// but loose: they miss many decided games.
pub(crate) fn decided(position: &Position) -> Option<Side> {
    // There cannot be more territories than roses.
    let mut room = [[0; Position::ROSES as usize]; 2];
    let [red, white] = Side::ALL.map(|side| {
        let mut count = 0;
        for (place, territory) in room[side as usize].iter_mut().zip(position.territories(side)) {
            *place = territory.size();
            count += 1;
        }
        let sizes = &mut room[side as usize][..count];
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        count
    });
    let (red, white) = (&room[Side::Red as usize][..red], &room[Side::White as usize][..white]);
    Side::ALL.into_iter().find(|&leader| {
        let (own, theirs) = match leader {
            Side::Red => (red, white),
            Side::White => (white, red),
        };
        let flips = u32::from(position.heroes(!leader));
        let most = at_most(theirs, u32::from(position.supply()) + flips);
        f64::from(most) < at_least(own, flips as usize)
    })
}

/// An upper bound on the points of these territories after `more` roses: each joins at most
/// four territories, and one large territory is worth more than several small ones.
fn at_most(sizes: &[u32], more: u32) -> u32 {
    if more == 0 {
        return sizes.iter().map(|size| size * size).sum();
    }
    let joined = sizes.len().min(3 * more as usize + 1);
    let large: u32 = more + sizes[..joined].iter().sum::<u32>();
    large * large + sizes[joined..].iter().map(|size| size * size).sum::<u32>()
}

/// A lower bound on the points of these territories after `flips` flips, each of which removes a
/// rose and splits a territory into at most four parts; equal parts are worth the least.
fn at_least(sizes: &[u32], flips: usize) -> f64 {
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
