use integer_blossom::min_weight_perfect_matching;

/// A lexicographic cost: each criterion outweighs any sum of the later ones.
///
/// Each criterion has enough bits for its sum over all pairs of a round, so comparing sums of costs
/// compares the sums of the first criterion, then of the second, and so on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost(i128);

impl Cost {
    /// Appends a less important criterion: its value for this pair, clamped so that the sum over
    /// 512 pairs fits in `bits` bits.
    pub(super) fn then(self, value: u64, bits: u32) -> Self {
        let most = (1u64 << (bits - 9)) - 1;
        Self((self.0 << bits) | i128::from(value.min(most)))
    }
}

/// The minimum-cost perfect matching of an even number of vertices, as the partner of each vertex.
pub(super) fn cheapest(count: usize, cost: impl Fn(usize, usize) -> Cost) -> Vec<usize> {
    let mut costs = vec![0; count * count];
    for one in 0..count {
        for other in one + 1..count {
            costs[one * count + other] = cost(one, other).0;
        }
    }
    min_weight_perfect_matching(&costs, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The minimum cost over all perfect matchings, by brute force.
    fn least(left: &mut Vec<usize>, cost: &dyn Fn(usize, usize) -> i128) -> i128 {
        let Some(one) = left.pop() else { return 0 };
        let mut best = i128::MAX;
        for at in 0..left.len() {
            let other = left.remove(at);
            best = best.min(cost(other, one) + least(left, cost));
            left.insert(at, other);
        }
        left.push(one);
        best
    }

    #[test]
    fn the_matching_has_minimum_cost() {
        for seed in 0..400 {
            let mut random = fastrand::Rng::with_seed(seed);
            let count = 2 * random.usize(1..=5);
            // Few values, so that ties and odd cycles are frequent.
            let most = [2, 4, 1000][seed as usize % 3];
            let costs: Vec<_> = (0..count * count)
                .map(|_| {
                    let cost = Cost::default().then(random.u64(0..2), 16);
                    cost.then(random.u64(0..most), 28).then(random.u64(0..most), 28)
                })
                .collect();
            let cost = |one: usize, other: usize| costs[one.min(other) * count + one.max(other)];
            let mates = cheapest(count, cost);
            let pairs = (0..count).filter(|&one| one < mates[one]);
            let sum: i128 = pairs.map(|one| cost(one, mates[one]).0).sum();
            assert!((0..count).all(|one| mates[mates[one]] == one && mates[one] != one));
            let best = least(&mut (0..count).collect(), &|one, other| cost(one, other).0);
            assert_eq!(sum, best, "seed {seed}");
        }
    }

    #[test]
    fn the_first_criterion_outweighs_all_others() {
        let dear = Cost::default().then(1, 16).then(0, 28);
        let cheap = Cost::default().then(0, 16).then(u64::MAX, 28);
        assert!(dear.0 > 512 * cheap.0);
    }
}
