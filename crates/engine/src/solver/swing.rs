use bosworth_rules::{Card, Position, Side, Square, Squares};

use super::territories::{Beside, TerritoryMap};
use crate::eval::{at_least, at_most, territory_sizes};

/// A place for a rose: empty, or an opponent's rose to flip.
struct Place {
    square: Square,
    beside: Beside,
    /// The points won by a rose here.
    gain: i32,
    /// The points that the opponent loses by it.
    loss: i32,
    flip: bool,
}

/// An upper bound on how far the lead of a side can grow until the end of the game: it alone
/// places all roses that are left, and flips one with each of its heroes.
///
/// With up to two such plays left the bound is nearly exact: all pairs of squares that can still be
/// reached are tried. With more it is that of [`loosest_swing`].
pub(super) fn swing(position: &Position, side: Side) -> i32 {
    let (roses, heroes) = (u32::from(position.supply()), u32::from(position.heroes(side)));
    if roses + heroes > 2 {
        return loosest_swing(position, side);
    }
    let (own, theirs) = (position.roses(side), position.roses(!side));
    let flippable = if heroes > 0 { theirs } else { Squares::EMPTY };
    let usable = reachable(position) & (!(own | theirs) | flippable);
    let map = TerritoryMap::of(own);
    let their_map = (heroes > 0).then(|| TerritoryMap::of(theirs));
    let places: Vec<Place> = usable
        .into_iter()
        .map(|square| {
            let beside = map.beside(square);
            let flip = theirs.contains(square);
            let loss = their_map.as_ref().filter(|_| flip).map_or(0, |map| map.loss(square));
            Place { square, beside, gain: map.joined(&beside), loss, flip }
        })
        .collect();
    let mut most = places.iter().map(|place| place.gain + place.loss).max().unwrap_or(0).max(0);
    if roses + heroes < 2 {
        return most;
    }
    for (n, one) in places.iter().enumerate() {
        for other in &places[..n] {
            let flips = u32::from(one.flip) + u32::from(other.flip);
            if flips <= heroes && 2 - flips <= roses {
                most = most.max(
                    gain_of_two(&map, one, other) + loss_of_two(their_map.as_ref(), one, other),
                );
            }
        }
    }
    most
}

/// The points won by roses in both places.
fn gain_of_two(map: &TerritoryMap, one: &Place, other: &Place) -> i32 {
    let touch = !(Squares::of(one.square).neighbours() & Squares::of(other.square)).is_empty();
    let known = one.beside.numbers();
    let further = other.beside.numbers().iter().filter(|number| !known.contains(number));
    let share = further.clone().count() < other.beside.numbers().len();
    if touch || share {
        map.joined_by(2, known.iter().chain(further))
    } else {
        one.gain + other.gain
    }
}

/// An upper bound on the points that the opponent loses by both places.
fn loss_of_two(map: Option<&TerritoryMap>, one: &Place, other: &Place) -> i32 {
    match map {
        Some(map) if one.flip && other.flip => {
            let number = |place: &Place| map.number(place.square);
            if number(one) == number(other) {
                // At most seven parts are left, and equal parts are worth the least.
                let size = map.size(number(one)) as i32;
                size * size - (size - 2) * (size - 2) / 7
            } else {
                one.loss + other.loss
            }
        }
        _ => one.loss + other.loss,
    }
}

/// The squares on which the crown can still land, whichever cards are drawn.
fn reachable(position: &Position) -> Squares {
    let heroes = |side| u32::from(position.heroes(side));
    let roses = |side| position.roses(side);
    let mut free = !(roses(Side::Red) | roses(Side::White));
    for side in Side::ALL {
        if heroes(side) > 0 {
            free |= roses(!side);
        }
    }
    let plays = u32::from(position.supply()) + heroes(Side::Red) + heroes(Side::White);
    let mut reached = Squares::EMPTY;
    let mut new = Squares::of(position.crown());
    for _ in 0..plays {
        let next: Squares = new.into_iter().fold(Squares::EMPTY, |all, from| all | targets(from));
        new = (next & free) - reached;
        if new.is_empty() {
            break;
        }
        reached |= new;
    }
    reached
}

/// Where a card can take the crown.
fn targets(from: Square) -> Squares {
    Card::ALL.into_iter().filter_map(|card| from.step(card.direction, card.steps)).collect()
}

/// An upper bound on how far the lead of a side can grow: all that it has becomes one territory,
/// and every flip splits one of the opponent's into four.
fn loosest_swing(position: &Position, side: Side) -> i32 {
    let (roses, heroes) = (u32::from(position.supply()), u32::from(position.heroes(side)));
    let own = territory_sizes(position.roses(side));
    let theirs = territory_sizes(position.roses(!side));
    let points = |sizes: &[u32]| sizes.iter().map(|size| (size * size) as i32).sum::<i32>();
    let gain = at_most(&own, roses + heroes) as i32 - points(&own);
    // Rounded down, so that the loss is rounded up.
    gain + points(&theirs) - at_least(&theirs, heroes as usize) as i32
}
