use bosworth_rules::Side;

use super::Paired;
use super::contender::Contender;
use crate::{Pairing, PlayerId, Tournament};

/// The next round of a knockout; `None` when it is over.
pub(crate) fn knockout(tournament: &Tournament) -> Option<Paired> {
    let players = Contender::all(tournament);
    let contender = |player| players.iter().find(|contender| contender.player == player);
    let bracket = tournament.bracket();
    let places = bracket.left;
    // Players who have left do not advance.
    let places: Vec<_> = places.into_iter().map(|place| place.and_then(contender)).collect();
    if places.iter().flatten().count() < 2 {
        return None;
    }
    let mut paired = Paired::default();
    for two in places.chunks(2) {
        match two {
            [Some(one), Some(other)] => {
                let board = paired.pairs.len();
                let upset = seed(tournament, one.player) > seed(tournament, other.player);
                let (better, worse) = if upset { (other, one) } else { (one, other) };
                paired.pairs.push(Contender::seated(better, worse, board));
            }
            [Some(one), None] | [None, Some(one)] => paired.byes.push(one.player),
            _ => {}
        }
    }
    Some(paired)
}

/// A player's seed, from 0.
fn seed(tournament: &Tournament, player: PlayerId) -> usize {
    let seeds = tournament.divisions().first().map_or(&[][..], |seeds| seeds);
    seeds.iter().position(|&other| other == player).unwrap_or(usize::MAX)
}

/// The player who advances from a decided pairing. A drawn one goes to the larger total margin,
/// then to the higher seed; nobody advances if neither showed up.
pub(crate) fn winner(tournament: &Tournament, pairing: &Pairing) -> Option<PlayerId> {
    let score = pairing.score()?;
    let white = pairing.white?;
    let margin = pairing.margin(Side::Red);
    let red = match (score.red.cmp(&score.white), margin.cmp(&0)) {
        (core::cmp::Ordering::Greater, _)
        | (core::cmp::Ordering::Equal, core::cmp::Ordering::Greater) => true,
        (core::cmp::Ordering::Less, _)
        | (core::cmp::Ordering::Equal, core::cmp::Ordering::Less) => false,
        _ => seed(tournament, pairing.red) < seed(tournament, white),
    };
    let nobody = score.red.halves() + score.white.halves() == 0;
    (!nobody).then_some(if red { pairing.red } else { white })
}

/// The seeds, from 0, in bracket order: the top two can meet only in the final, the top four only
/// in the semi-finals, and so on.
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
    fn top_seeds_meet_last() {
        assert_eq!(bracket_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!(bracket_order(1), [0]);
        assert_eq!(bracket_order(5).len(), 8);
    }
}
