use bosworth_board::uncancelled;
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
    /// Whether the points stand elsewhere.
    #[prop(optional)]
    scored: bool,
) -> View {
    let sizes = BySide::from_fn(|side| sizes(&position, side));
    let left = uncancelled(&position);
    let off = BySide::from_fn(|side| {
        let left: Vec<_> = left[side].iter().map(|territory| territory.size()).collect();
        taken_off(&sizes[side], &left)
    });
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
        let sum =
            (!scored).then(|| view! { <p class="count-sum">{points}" "<small>{unit}</small></p> });
        column(side, &none, sum.into_view())
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

/// Which territories of a side cancel out with equal ones of the other. Both lists are in descending
/// order.
fn taken_off(sizes: &[u32], left: &[u32]) -> Vec<bool> {
    let mut left = left.iter().peekable();
    sizes.iter().map(|size| left.next_if_eq(&size).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_left_is_taken_off() {
        assert_eq!(taken_off(&[6, 4, 4, 1, 1], &[6, 4, 1]), [false, false, true, false, true]);
        assert_eq!(taken_off(&[], &[]), [false; 0]);
    }
}
