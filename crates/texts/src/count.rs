use bosworth_rules::{BySide, Position, Side, Territory};

use crate::Texts;

impl Texts {
    /// Scoring by hand, as the rule books advise: equal territories of both sides cancel each other
    /// out. Lists those that cancel and the rest of each side; empty if none do.
    pub fn taken_off(&self, position: &Position) -> Vec<String> {
        let sizes = BySide::from_fn(|side| sizes(position, side));
        let (equal, left) = take_off(sizes);
        if equal.is_empty() {
            return Vec::new();
        }
        let equal: Vec<_> = equal.iter().map(ToString::to_string).collect();
        let mut lines = vec![self.format("taken-off", &[("sizes", equal.join(" + ").into())])];
        for side in Side::ALL {
            if left[side].is_empty() {
                continue;
            }
            let points = left[side].iter().map(|size| size * size).sum();
            let squares: Vec<_> = left[side].iter().map(|size| format!("{size}²")).collect();
            let values = [
                ("side", self.side(side, position.ruleset()).into()),
                ("sizes", squares.join(" + ").into()),
                ("points", self.count("points", points).into()),
            ];
            lines.push(self.format("left-over", &values));
        }
        lines
    }
}

/// The sizes of a side's territories, the largest first.
pub fn sizes(position: &Position, side: Side) -> Vec<u32> {
    let mut sizes = Vec::new();
    for size in position.territories(side).map(Territory::size) {
        sizes.insert(sizes.partition_point(|larger| *larger > size), size);
    }
    sizes
}

/// The multiset intersection of the sizes, and the rest of each side.
fn take_off(sizes: BySide<Vec<u32>>) -> (Vec<u32>, BySide<Vec<u32>>) {
    let mut left = BySide { red: Vec::new(), white: sizes.white };
    let mut equal = Vec::new();
    for size in sizes.red {
        match left.white.iter().position(|&other| other == size) {
            Some(place) => {
                left.white.remove(place);
                equal.push(size);
            }
            None => left.red.push(size),
        }
    }
    (equal, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_territories_cancel_out() {
        let sizes = BySide { red: vec![5, 2, 2, 1], white: vec![8, 2, 1] };
        let (equal, left) = take_off(sizes);
        assert_eq!(equal, [2, 1]);
        assert_eq!(left, BySide { red: vec![5, 2], white: vec![8] });
    }
}
