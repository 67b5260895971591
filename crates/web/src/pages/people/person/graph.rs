use bosworth_texts::Fixed;
use core::fmt::Write;

use bosworth_protocol::RatingPoint;
use bosworth_view::prelude::*;

use crate::language::{fill, tr};

/// The dimensions of the drawing and of the plot area.
const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 40.0;
const RIGHT: f64 = 322.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 160.0;

/// The lowest and the highest grid line, and their spacing.
fn scale(points: &[RatingPoint]) -> (f64, f64, f64) {
    let ratings = points.iter().map(|point| point.rating);
    let (low, high) = ratings
        .fold((f64::MAX, f64::MIN), |(low, high), rating| (low.min(rating), high.max(rating)));
    let step = match high - low {
        ..=150.0 => 50.0,
        ..=400.0 => 100.0,
        _ => 200.0,
    };
    let low = (low / step).floor() * step;
    let high = ((high / step).ceil() * step).max(low + step);
    (low, high, step)
}

/// The rating history, as a curve and as a text alternative.
pub fn graph(points: &[RatingPoint]) -> View {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return view! { <p class="note">{tr("rating-history-none")}</p> };
    };
    let (low, high, step) = scale(points);
    let across = |n: usize| LEFT + (RIGHT - LEFT) * n as f64 / (points.len() - 1).max(1) as f64;
    let up = |rating: f64| BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low);
    let mut path = String::new();
    for (n, point) in points.iter().enumerate() {
        let sign = if n == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{sign}{} {}", Fixed(across(n), 1), Fixed(up(point.rating), 1));
    }
    let lines = (0..).map(|n| low + f64::from(n) * step).take_while(|rating| *rating <= high);
    let lines: Vec<_> = lines
        .map(|rating| {
            let y = up(rating);
            view! {
                <path class="grid" d=format!("M{} {}H{}", Fixed(LEFT, 0), Fixed(y, 1), Fixed(RIGHT, 0))/>
                <text x=LEFT - 8.0 y=y + 4.0>{Fixed(rating, 0).to_string()}</text>
            }
        })
        .collect();
    let best = points.iter().map(|point| point.rating).fold(f64::MIN, f64::max);
    let number = |rating: f64| Fixed(rating, 0).to_string().into();
    let words = fill(
        "rating-history-words",
        &[
            ("count", points.len().into()),
            ("first", number(first.rating)),
            ("last", number(last.rating)),
            ("best", number(best)),
        ],
    );
    let label = words.clone();
    view! {
        <div class="graph">
            <svg viewBox=format!("0 0 {} {}", Fixed(WIDTH, 0), Fixed(HEIGHT, 0)) role="img" aria-label=label id="rating-graph">
                {lines}
                <path class="line" d=path/>
                <circle class="last-point" cx=across(points.len() - 1) cy=up(last.rating) r="5"/>
            </svg>
        </div>
        <p class="note">{words}</p>
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole numbers are exact")]
mod tests {
    use bosworth_protocol::GameId;

    use super::*;

    #[test]
    fn the_scale_covers_every_rating() {
        let points = |ratings: &[f64]| {
            let point = |&rating| RatingPoint {
                game: GameId::from_random(1),
                at: 0,
                rating,
                deviation: 50.0,
            };
            ratings.iter().map(point).collect::<Vec<_>>()
        };
        assert_eq!(scale(&points(&[1500.0])), (1500.0, 1550.0, 50.0));
        assert_eq!(scale(&points(&[1432.0, 1611.0])), (1400.0, 1700.0, 100.0));
        assert_eq!(scale(&points(&[900.0, 2010.0])), (800.0, 2200.0, 200.0));
    }
}
