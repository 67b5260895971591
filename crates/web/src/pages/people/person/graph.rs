use bosworth_protocol::RatingPoint;
use bosworth_protocol::limits::INITIAL_RATING;
use bosworth_texts::Fixed;
use bosworth_view::prelude::*;

use super::chart::chart;
use crate::language::{fill, tr};

/// The ratings over time, beginning with that of a new player.
fn curve(points: &[RatingPoint]) -> Vec<f64> {
    core::iter::once(INITIAL_RATING).chain(points.iter().map(|point| point.rating)).collect()
}

/// The rating history, as a curve and as a text alternative.
pub fn graph(points: &[RatingPoint]) -> View {
    let Some(&RatingPoint { rating: last, .. }) = points.last() else {
        return view! { <p class="note">{tr("rating-history-none")}</p> };
    };
    let ratings = curve(points);
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
    view! {
        {chart("rating-graph", &[("", ratings)], 50.0, words.clone())}
        <p class="note">{words}</p>
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole numbers are exact")]
mod tests {
    use bosworth_protocol::GameId;

    use super::*;

    #[test]
    fn the_history_begins_with_the_rating_of_a_new_player() {
        let game = GameId::from_random(1);
        let first = RatingPoint { game, at: 0, rating: 1662.3, deviation: 290.0 };
        assert_eq!(curve(&[first]), [1500.0, 1662.3]);
    }
}
