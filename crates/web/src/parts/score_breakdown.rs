use bosworth_rules::{BySide, Position, Side};
use bosworth_texts::sizes;
use bosworth_view::prelude::*;

use crate::language::{fill, texts, tr};

/// The scoring: the territories of both sides with their sums, and the shortcut from the rule
/// books, where equal territories of both sides cancel out first.
#[component]
pub fn ScoreBreakdown(
    /// The position to count.
    position: Position,
) -> View {
    let sizes = BySide::from_fn(|side| sizes(&position, side));
    let (red_off, white_off) = taken_off(&sizes.red, &sizes.white);
    let off = BySide { red: red_off, white: white_off };
    let none = BySide::from_fn(|side| vec![false; sizes[side].len()]);
    let column = |side: Side, off: &BySide<Vec<bool>>, sum: View| {
        let chips: Vec<_> =
            sizes[side].iter().zip(&off[side]).map(|(&size, &off)| chip(size, off)).collect();
        let class = if side == Side::Red { "count-side red" } else { "count-side white" };
        let name = texts().side(side, position.ruleset());
        view! {
            <div class=class>
                <h3>{name}</h3>
                <ul class="chips">{chips}</ul>
                {sum}
            </div>
        }
    };
    let whole = Side::ALL.map(|side| {
        let points = position.scores()[side].points;
        let unit = fill("count-points", &[("count", points.into())]);
        let sum = view! { <p class="count-sum">{points}" "<small>{unit}</small></p> };
        column(side, &none, sum)
    });
    let any_off = off.red.contains(&true);
    let second = any_off.then(|| {
        let short = Side::ALL.map(|side| {
            let kept = sizes[side].iter().zip(&off[side]).filter(|(_, off)| !**off);
            let left: u32 = kept.map(|(size, _)| size * size).sum();
            let left = fill("count-left", &[("points", left.into())]);
            column(side, &off, view! { <p class="count-left">{left}</p> })
        });
        view! {
            <details class="second-look">
                <summary>{tr("count-second")}</summary>
                <div class="count">{short}</div>
                <p class="note">{tr("count-off-note")}</p>
            </details>
        }
    });
    view! {
        <div class="count">{whole}</div>
        {second}
    }
}

/// A territory, which may be struck out.
fn chip(size: u32, off: bool) -> View {
    let label = fill("count-territory", &[("size", size.into()), ("points", (size * size).into())]);
    let label = if off { format!("{label}, {}", tr("count-off")) } else { label };
    view! {
        <li class:off=off><span aria-hidden="true">{size}"²"</span><span class="unseen">{label}</span></li>
    }
}

/// Which territories cancel out with an equal one of the other side. The lists are in descending
/// order.
fn taken_off(red: &[u32], white: &[u32]) -> (Vec<bool>, Vec<bool>) {
    let mut off = (vec![false; red.len()], vec![false; white.len()]);
    let (mut r, mut w) = (0, 0);
    while r < red.len() && w < white.len() {
        match red[r].cmp(&white[w]) {
            core::cmp::Ordering::Greater => r += 1,
            core::cmp::Ordering::Less => w += 1,
            core::cmp::Ordering::Equal => {
                off.0[r] = true;
                off.1[w] = true;
                r += 1;
                w += 1;
            }
        }
    }
    off
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_territories_are_taken_off_in_pairs() {
        let (red, white) = taken_off(&[6, 4, 2, 1, 1], &[7, 4, 4, 1]);
        assert_eq!(red, [false, true, false, true, false]);
        assert_eq!(white, [false, true, false, true]);
        assert_eq!(taken_off(&[], &[1]), (vec![], vec![false]));
    }
}
