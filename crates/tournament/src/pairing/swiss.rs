use super::Paired;
use super::contender::Contender;
use super::matching::{Cost, cheapest};
use crate::Tournament;

/// A round of a Swiss tournament: the minimum-cost matching of all players by these criteria, most
/// important first:
///
/// 1. how often the two have met,
/// 2. how many byes the player with the bye has had,
/// 3. the squared difference in points; for the bye, to the last player,
/// 4. how unbalanced the sides would be,
/// 5. the distance from the standard pairing, in which the upper half of a score group plays the
///    lower half.
pub(crate) fn swiss(tournament: &Tournament) -> Paired {
    let players = Contender::all(tournament);
    let count = players.len().next_multiple_of(2);
    let groups = group_sizes(&players);
    let balanced = tournament.is_balanced();
    let cost = |one: usize, other: usize| match players.get(other) {
        Some(other_player) => {
            let player = &players[one];
            let apart = u64::from(player.points.halves().abs_diff(other_player.points.halves()));
            let usual = if apart == 0 { groups[one] / 2 } else { 0 };
            meeting(player, other_player, balanced)
                .then((other - one).abs_diff(usual).pow(2) as u64, 28)
        }
        None => bye(&players, one),
    };
    let mates = cheapest(count, cost);
    paired(&players, &mates)
}

/// All criteria of a pair except the last.
pub(super) fn meeting(one: &Contender, other: &Contender, balanced: bool) -> Cost {
    let apart = u64::from(one.points.halves().abs_diff(other.points.halves()));
    let unequal = if balanced { 0 } else { 120 - one.balance.abs_diff(other.balance).min(120) };
    Cost::default()
        .then(u64::from(one.meetings(other)), 15)
        .then(0, 15)
        .then(apart * apart, 24)
        .then(u64::from(unequal), 17)
}

/// The cost of giving a player the bye: it goes to the lowest player with the fewest byes.
fn bye(players: &[Contender], at: usize) -> Cost {
    let last = players.last().map_or(0, |player| player.points.halves());
    let above = u64::from(players[at].points.halves() - last);
    let rank = (players.len() - 1 - at) as u64;
    Cost::default()
        .then(0, 15)
        .then(u64::from(players[at].byes), 15)
        .then(above * above, 24)
        .then(0, 17)
        .then(rank * rank, 28)
}

/// For each player, the size of their score group.
fn group_sizes(players: &[Contender]) -> Vec<usize> {
    let mut sizes = Vec::with_capacity(players.len());
    for group in players.chunk_by(|one, other| one.points == other.points) {
        sizes.extend(group.iter().map(|_| group.len()));
    }
    sizes
}

/// The pairs of a matching, best boards first. Players must be in order of points.
pub(super) fn paired(players: &[Contender], mates: &[usize]) -> Paired {
    let mut paired = Paired::default();
    for (one, &other) in mates.iter().enumerate() {
        match (players.get(one), players.get(other)) {
            (Some(player), None) => paired.byes.push(player.player),
            (Some(better), Some(worse)) if one < other => {
                let board = paired.pairs.len();
                paired.pairs.push(Contender::seated(better, worse, board));
            }
            _ => {}
        }
    }
    paired
}
