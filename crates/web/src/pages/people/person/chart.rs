use core::fmt::Write;

use bosworth_texts::Fixed;
use bosworth_view::prelude::*;

use crate::language::texts;

/// The dimensions of the drawing and of the plot area.
const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 40.0;
const RIGHT: f64 = 322.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 160.0;

/// The number of steps that the scale has at most.
const MAX_STEPS: f64 = 6.0;

/// A curve: its style, and its values from left to right.
pub type Curve = (&'static str, Vec<f64>);

/// The lowest and the highest grid line, and their spacing, which is at least `step`.
fn scale(curves: &[Curve], mut step: f64) -> (f64, f64, f64) {
    let values = curves.iter().flat_map(|(_, values)| values);
    let (low, high) =
        values.fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
    let mut factors = [2.0, 2.0, 2.5].into_iter().cycle();
    while high - low > MAX_STEPS * step {
        step *= factors.next().unwrap_or(2.0);
    }
    let low = (low / step).floor() * step;
    let high = ((high / step).ceil() * step).max(low + step);
    (low, high, step)
}

/// Curves over a grid, described in words.
pub fn chart(id: &'static str, curves: &[Curve], step: f64, words: String) -> View {
    let (low, high, step) = scale(curves, step);
    let up = |value: f64| BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low);
    let lines = (0..).map(|n| low + f64::from(n) * step).take_while(|value| *value <= high);
    let digits = u32::from(step.fract() > 0.0);
    let lines: Vec<_> = lines
        .map(|value| {
            let y = up(value);
            view! {
                <path class="grid" d=format!("M{} {}H{}", Fixed(LEFT, 0), Fixed(y, 1), Fixed(RIGHT, 0))/>
                <text x=LEFT - 8.0 y=y + 4.0>{texts().number(value, digits)}</text>
            }
        })
        .collect();
    let curves: Vec<_> = curves
        .iter()
        .map(|(class, values)| {
            let last = values.len().saturating_sub(1);
            let across = |n: usize| LEFT + (RIGHT - LEFT) * n as f64 / last.max(1) as f64;
            let mut path = String::new();
            for (n, value) in values.iter().enumerate() {
                let sign = if n == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{sign}{} {}", Fixed(across(n), 1), Fixed(up(*value), 1));
            }
            let end = up(values.last().copied().unwrap_or(low));
            view! {
                <g class=*class><path class="line" d=path/><circle class="last-point" cx=across(last) cy=end r="5"/></g>
            }
        })
        .collect();
    view! {
        <div class="graph chart">
            <svg viewBox=format!("0 0 {} {}", Fixed(WIDTH, 0), Fixed(HEIGHT, 0)) role="img" aria-label=words id=id>
                {lines}
                {curves}
            </svg>
        </div>
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole numbers are exact")]
mod tests {
    use super::*;

    #[test]
    fn the_scale_covers_every_value() {
        let of = |values: &[f64]| scale(&[("", values.to_vec())], 50.0);
        assert_eq!(of(&[1500.0]), (1500.0, 1550.0, 50.0));
        assert_eq!(of(&[1432.0, 1611.0]), (1400.0, 1650.0, 50.0));
        assert_eq!(of(&[900.0, 2010.0]), (800.0, 2200.0, 200.0));
        let two = [("", vec![-1.0, 2.5]), ("", vec![0.0, 9.5])];
        assert_eq!(scale(&two, 1.0), (-2.0, 10.0, 2.0));
    }
}
