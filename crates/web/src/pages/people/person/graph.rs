use bosworth_texts::Fixed;
use core::fmt::Write;

use bosworth_protocol::RatingPoint;
use bosworth_protocol::limits::INITIAL_RATING;
use bosworth_view::prelude::*;

use crate::language::{fill, tr};

/// The dimensions of the drawing and of the plot area.
const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 40.0;
const RIGHT: f64 = 322.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 160.0;

/// The ratings over time, beginning with that of a new player.
fn curve(points: &[RatingPoint]) -> Vec<f64> {
    core::iter::once(INITIAL_RATING).chain(points.iter().map(|point| point.rating)).collect()
}

/// The lowest and the highest grid line, and their spacing.
fn scale(ratings: &[f64]) -> (f64, f64, f64) {
    let (low, high) = ratings
        .iter()
        .fold((f64::MAX, f64::MIN), |(low, high), &rating| (low.min(rating), high.max(rating)));
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
    let Some(&RatingPoint { rating: last, .. }) = points.last() else {
        return view! { <p class="note">{tr("rating-history-none")}</p> };
    };
    let ratings = curve(points);
    let (low, high, step) = scale(&ratings);
    let across = |n: usize| LEFT + (RIGHT - LEFT) * n as f64 / points.len() as f64;
    let up = |rating: f64| BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low);
    let mut path = String::new();
    for (n, rating) in ratings.iter().enumerate() {
        let sign = if n == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{sign}{} {}", Fixed(across(n), 1), Fixed(up(*rating), 1));
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
    let best = ratings.iter().copied().fold(f64::MIN, f64::max);
    let number = |rating: f64| Fixed(rating, 0).to_string().into();
    let words = fill(
        "rating-history-words",
        &[
            ("count", points.len().into()),
            ("first", number(INITIAL_RATING)),
            ("last", number(last)),
            ("best", number(best)),
        ],
    );
    let label = words.clone();
    view! {
        <div class="graph">
            <svg viewBox=format!("0 0 {} {}", Fixed(WIDTH, 0), Fixed(HEIGHT, 0)) role="img" aria-label=label id="rating-graph">
                {lines}
                <path class="line" d=path/>
                <circle class="last-point" cx=across(points.len()) cy=up(last) r="5"/>
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
        assert_eq!(scale(&[1500.0]), (1500.0, 1550.0, 50.0));
        assert_eq!(scale(&[1432.0, 1611.0]), (1400.0, 1700.0, 100.0));
        assert_eq!(scale(&[900.0, 2010.0]), (800.0, 2200.0, 200.0));
    }

    #[test]
    fn the_history_begins_with_the_rating_of_a_new_player() {
        let game = GameId::from_random(1);
        let first = RatingPoint { game, at: 0, rating: 1662.3, deviation: 290.0 };
        assert_eq!(curve(&[first]), [1500.0, 1662.3]);
    }
}
