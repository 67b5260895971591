use bosworth_rules::{BySide, Position, Side};
use bosworth_texts::sizes;
use leptos::prelude::*;

use crate::language::{fill, texts, tr};

/// The scoring as the rule books advise: equal territories of both sides cancel out first, the
/// rest are squared and summed.
#[component]
pub fn Count(
    /// The position to count.
    position: Position,
) -> impl IntoView {
    let sizes = BySide::from_fn(|side| sizes(&position, side));
    let (red_off, white_off) = taken_off(&sizes.red, &sizes.white);
    let off = BySide { red: red_off, white: white_off };
    let column = |side: Side| {
        let name = texts().side(side, position.ruleset());
        let left: u32 = sizes[side]
            .iter()
            .zip(&off[side])
            .filter(|(_, off)| !**off)
            .map(|(size, _)| size * size)
            .sum();
        let points = position.scores()[side].points;
        let chips: Vec<_> = sizes[side]
            .iter()
            .zip(&off[side])
            .map(|(size, off)| {
                let label = fill("count-territory", &[("size", (*size).into()), ("points", (size * size).into())]);
                let label = if *off { format!("{label}, {}", tr("count-off")) } else { label };
                view! {
                    <li class:off=*off><span aria-hidden="true">{*size}"²"</span><span class="unseen">{label}</span></li>
                }
            })
            .collect();
        let class = if side == Side::Red { "count-side red" } else { "count-side white" };
        view! {
            <div class=class>
                <h3>{name}</h3>
                <ul class="chips">{chips}</ul>
                <p class="count-left">{fill("count-left", &[("points", left.into())])}</p>
                <p class="count-sum">{points}<small>{tr("count-points")}</small></p>
            </div>
        }
    };
    let any_off = off.red.iter().any(|off| *off);
    view! {
        <div class="count">{column(Side::Red)}{column(Side::White)}</div>
        {any_off.then(|| view! { <p class="note">{tr("count-off-note")}</p> })}
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
