use bosworth_board::uncancelled;
use bosworth_rules::{Position, Side, Territory};

use crate::Texts;

impl Texts {
    /// Scoring by hand, as the rule books advise: equal territories of both sides cancel each other
    /// out. Lists those that cancel and the rest of each side; empty if none do.
    pub fn taken_off(&self, position: &Position) -> Vec<String> {
        let sizes_of = |all: Vec<Territory>| all.into_iter().map(Territory::size);
        let left = uncancelled(position).map(|left| sizes_of(left).collect::<Vec<_>>());
        let mut equal = sizes(position, Side::Red);
        for size in &left.red {
            equal.remove(equal.iter().position(|other| other == size).unwrap_or_default());
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn equal_territories_cancel_out() {
        let board = "rrrrr4/9/rr1rr4/6r2/wwwwwwww1/9/ww7/9/w8";
        let position: Position =
            format!("{board} a9 r - - 4 4 - classic").parse().expect("a position");
        let told = Texts::new(Language::English, &[]).taken_off(&position);
        assert_eq!(
            told,
            [
                "Territories of equal size cancel out: 2 + 1",
                "Left: Red 5² + 2² = 29 points",
                "Left: White 8² = 64 points",
            ]
        );
    }
}
