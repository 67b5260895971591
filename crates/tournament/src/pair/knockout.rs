use bosworth_rules::Side;

use super::Paired;
use super::contender::Contender;
use crate::{Pairing, PlayerId, Tournament};

/// The next round of a knock-out; none when it is over.
pub(crate) fn knockout(event: &Tournament) -> Option<Paired> {
    let players = Contender::all(event);
    let contender = |player| players.iter().find(|contender| contender.player == player);
    let bracket = event.bracket();
    let places = bracket.left;
    // Who has left does not go on.
    let places: Vec<_> = places.into_iter().map(|place| place.and_then(contender)).collect();
    if places.iter().flatten().count() < 2 {
        return None;
    }
    let mut paired = Paired::default();
    for two in places.chunks(2) {
        match two {
            [Some(one), Some(other)] => {
                let board = paired.pairs.len();
                let upset = seed(event, one.player) > seed(event, other.player);
                let (better, worse) = if upset { (other, one) } else { (one, other) };
                paired.pairs.push(Contender::seated(better, worse, board));
            }
            [Some(one), None] | [None, Some(one)] => paired.byes.push(one.player),
            _ => {}
        }
    }
    Some(paired)
}

/// The place in the list of seeds, from 0.
fn seed(event: &Tournament, player: PlayerId) -> usize {
    let seeds = event.divisions().first().map_or(&[][..], |seeds| seeds);
    seeds.iter().position(|&other| other == player).unwrap_or(usize::MAX)
}

/// Who goes on from a pairing that is decided. Of a drawn one, who was further ahead in its games
/// together, then who is seeded higher; nobody if neither came.
pub(crate) fn winner(event: &Tournament, pairing: &Pairing) -> Option<PlayerId> {
    let score = pairing.score()?;
    let white = pairing.white?;
    let margin = pairing.margin(Side::Red);
    let red = match (score.red.cmp(&score.white), margin.cmp(&0)) {
        (core::cmp::Ordering::Greater, _)
        | (core::cmp::Ordering::Equal, core::cmp::Ordering::Greater) => true,
        (core::cmp::Ordering::Less, _)
        | (core::cmp::Ordering::Equal, core::cmp::Ordering::Less) => false,
        _ => seed(event, pairing.red) < seed(event, white),
    };
    let nobody = score.red.halves() + score.white.halves() == 0;
    (!nobody).then_some(if red { pairing.red } else { white })
}

/// The seeds in the order of the bracket, from 0: the first two can meet only in the final, the
/// first four only in the semi-finals, and so on.
pub(crate) fn bracket_order(players: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < players {
        let size = 2 * order.len();
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_last() {
        assert_eq!(bracket_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!(bracket_order(1), [0]);
        assert_eq!(bracket_order(5).len(), 8);
    }
}
