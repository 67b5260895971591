//! Who has won already, whatever happens.

use bosworth_rules::{Position, Side};

/// The side that is certain to win, if bounds on what can still happen show it.
///
/// The side that is behind can still place all roses that are left and flip one rose for each
/// of its heroes. At best it joins everything it has; at worst every flip cuts a territory
/// into four. If even that does not reach, the game is decided. The bounds are wide: what they
/// prove is true, but much that is true they do not prove.
pub(crate) fn decided(position: &Position) -> Option<Side> {
    // The whole board cannot carry more territories than it has roses.
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

/// The most points that these territories can become with so many roses more: each joins at
/// most four, and one large territory is worth more than several.
fn at_most(sizes: &[u32], more: u32) -> u32 {
    if more == 0 {
        return sizes.iter().map(|size| size * size).sum();
    }
    let joined = sizes.len().min(3 * more as usize + 1);
    let large: u32 = more + sizes[..joined].iter().sum::<u32>();
    large * large + sizes[joined..].iter().map(|size| size * size).sum::<u32>()
}

/// The least points that are left of these territories after so many flips, each of which takes
/// a rose and cuts at most into four; equal parts are worth least.
fn at_least(sizes: &[u32], flips: usize) -> f64 {
    // By flips used so far: the least sum.
    let mut least = [0.0; Position::HEROES as usize + 1];
    let least = &mut least[..=flips];
    for &size in sizes {
        let after = |used: usize| {
            let left = f64::from(size) - used as f64;
            if left <= 0.0 { 0.0 } else { left * left / (3 * used + 1) as f64 }
        };
        // From the most flips down, so that fewer are still as they were without this territory.
        for total in (0..=flips).rev() {
            least[total] =
                (0..=total).map(|used| least[total - used] + after(used)).fold(f64::MAX, f64::min);
        }
    }
    least.iter().copied().fold(f64::MAX, f64::min)
}
