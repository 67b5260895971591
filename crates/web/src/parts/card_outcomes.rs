use bosworth_rules::{Card, Position, Side};
use bosworth_view::prelude::*;

use super::card::{CardFace, turned};
use crate::language::{texts, tr};

/// The cards that a draw may bring, each with the chance that the side that draws wins then, the best
/// first. The one that was drawn is marked.
pub fn card_outcomes(
    position: &Position,
    bottom: Side,
    cards: Vec<(Card, f64)>,
    drawn: Option<Card>,
) -> View {
    let mut sorted: Vec<(Card, f64)> = Vec::new();
    for (card, wins) in cards {
        let place = sorted.partition_point(|(_, other)| *other >= wins);
        sorted.insert(place, (card, wins));
    }
    let face = |(card, wins): (Card, f64)| {
        let mut name = texts().card(position, position.side(), card);
        let is_drawn = drawn == Some(card);
        if is_drawn {
            name = format!("{name}, {}", tr("review-drawn"));
        }
        let direction = turned(position.direction(position.side(), card), bottom);
        view! {
            <li class:drawn=is_drawn title=name.clone()>
                <span class="small-card"><CardFace card direction/></span>
                <span class="unseen">{format!("{name}: ")}</span>
                {texts().number(wins * 100.0, 1)}
            </li>
        }
    };
    let faces: Vec<_> = sorted.into_iter().map(face).collect();
    view! { <ol class="outcomes">{faces}</ol> }
}
