use bosworth_rules::{BySide, Side, Square, Squares};

/// Whose rose lies on each square at the end, counted over games that were played to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ownership {
    games: u32,
    counts: BySide<[u32; Square::COUNT]>,
}

impl Default for Ownership {
    fn default() -> Self {
        Self { games: 0, counts: BySide::from_fn(|_| [0; Square::COUNT]) }
    }
}

impl Ownership {
    pub(super) fn add(&mut self, roses: &BySide<Squares>) {
        self.games += 1;
        for side in Side::ALL {
            for square in roses[side] {
                self.counts[side][square.index()] += 1;
            }
        }
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The share of games that end with a rose of the side on the square, from 0 to 1. What is missing
    /// from 1 for both sides together is the chance that the square stays empty.
    pub fn share(&self, side: Side, square: Square) -> f64 {
        f64::from(self.counts[side][square.index()]) / f64::from(self.games.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_the_games() {
        let at = |name: &str| name.parse::<Square>().expect("a square");
        let mut ownership = Ownership::default();
        assert!(ownership.share(Side::Red, at("e5")).abs() < 1e-9);
        let [e5, a1] = [at("e5"), at("a1")];
        ownership.add(&BySide { red: Squares::of(e5), white: Squares::of(a1) });
        ownership.add(&BySide { red: Squares::default(), white: Squares::of(e5) });
        let shares = |square| Side::ALL.map(|side| ownership.share(side, square));
        assert_eq!((ownership.games(), shares(e5), shares(a1)), (2, [0.5, 0.5], [0.0, 0.5]));
    }
}
