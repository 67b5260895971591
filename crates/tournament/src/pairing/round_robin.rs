//! Round robins, and leagues made of them.

use super::Paired;
use crate::{PlayerId, SeatedPair, Tournament};

/// The number of rounds in a season: as many as its largest division needs.
pub(crate) fn round_robin_rounds(tournament: &Tournament) -> usize {
    let cycles =
        tournament.announcement().format.cycles().map_or(1, |(cycles, _)| usize::from(cycles));
    let rounds = |players: &Vec<PlayerId>| players.len().next_multiple_of(2).saturating_sub(1);
    tournament.divisions().iter().map(rounds).max().unwrap_or(0) * cycles
}

/// A round of a season, from 0. Players who have left are paired as well: their opponents win by
/// default, so that everyone has the same schedule.
pub(crate) fn round_robin_round(tournament: &Tournament, round: usize) -> Paired {
    let mut paired = Paired::default();
    let cycles =
        tournament.announcement().format.cycles().map_or(1, |(cycles, _)| usize::from(cycles));
    for players in tournament.divisions() {
        let rounds = players.len().next_multiple_of(2).saturating_sub(1);
        if round >= rounds * cycles {
            continue;
        }
        let swapped = round / rounds % 2 == 1;
        for (red, white) in berger(players.len(), round % rounds) {
            let (red, white) = if swapped { (white, red) } else { (red, white) };
            match (players.get(red), players.get(white)) {
                (Some(&red), Some(&white)) => {
                    paired.pairs.push(SeatedPair { red, white: Some(white) });
                }
                (Some(&player), None) | (None, Some(&player)) => paired.byes.push(player),
                (None, None) => {}
            }
        }
    }
    paired
}

/// A round of the Berger table for a number of players, as (Red, White), counted from 0. With an
/// odd number, the opponent of the dummy player has a bye.
///
/// In round r, counted from 1, players i and j of 1 to n-1 meet if i + j = r + 1 modulo n-1, and
/// the player who would meet themselves meets n. If i + j is odd, the lower number has Red,
/// otherwise the higher; n has Red against the upper half. So everyone has Red in half of the
/// games, give or take one.
fn berger(players: usize, round: usize) -> Vec<(usize, usize)> {
    let even = players.next_multiple_of(2);
    let cycle = even - 1;
    let mut pairs = Vec::with_capacity(even / 2);
    for one in 1..even {
        // From 1 to n-1, like all numbers here.
        let other = (round + 2 + 2 * cycle - one - 1) % cycle + 1;
        if other == one {
            let begins = if one <= even / 2 { (one, even) } else { (even, one) };
            pairs.insert(0, begins);
        } else if one < other {
            pairs.push(if (one + other) % 2 == 1 { (one, other) } else { (other, one) });
        }
    }
    pairs.into_iter().map(|(red, white)| (red - 1, white - 1)).collect()
}

/// Splits players into divisions of a size, strongest first. A remainder of one or two joins the
/// last division.
pub(crate) fn divide(players: &[PlayerId], size: usize) -> Vec<Vec<PlayerId>> {
    let mut divisions: Vec<Vec<_>> = players.chunks(size).map(<[_]>::to_vec).collect();
    if divisions.len() > 1 && divisions.last().is_some_and(|last| last.len() < 3) {
        let rest = divisions.pop().unwrap_or_default();
        if let Some(last) = divisions.last_mut() {
            last.extend(rest);
        }
    }
    divisions
}

/// All players in the order in which the next season is divided: the top of each division swaps
/// places with the bottom of the one above. Players who left are dropped, new ones are added at the
/// end.
pub(crate) fn promote(tournament: &Tournament, moving: usize) -> Vec<PlayerId> {
    let stays = |player: &PlayerId| tournament.playing().any(|entrant| entrant.player == *player);
    let mut divisions: Vec<Vec<_>> = tournament
        .standings()
        .into_iter()
        .map(|table| table.rows.into_iter().map(|row| row.player).filter(stays).collect())
        .collect();
    for upper in 1..divisions.len() {
        let (above, below) = divisions.split_at_mut(upper);
        let (above, below) = (&mut above[upper - 1], &mut below[0]);
        let count = moving.min(above.len() / 2).min(below.len() / 2);
        let start = above.len() - count;
        for at in 0..count {
            core::mem::swap(&mut above[start + at], &mut below[at]);
        }
    }
    let mut order: Vec<_> = divisions.into_iter().flatten().collect();
    let mut new: Vec<_> =
        tournament.playing().filter(|entrant| !order.contains(&entrant.player)).collect();
    new.sort_by_key(|entrant| -i64::from(entrant.rating));
    order.extend(new.into_iter().map(|entrant| entrant.player));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_players_follow_the_printed_berger_table() {
        let rounds: Vec<_> = (0..3).map(|round| berger(4, round)).collect();
        let printed = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]];
        for (round, printed) in rounds.iter().zip(printed) {
            let counted: Vec<_> = round.iter().map(|(red, white)| (red + 1, white + 1)).collect();
            assert_eq!(counted, printed);
        }
    }

    #[test]
    fn everyone_meets_everyone_once_with_balanced_sides() {
        for players in 2..=65 {
            let even = usize::next_multiple_of(players, 2);
            let mut met = vec![vec![0; even]; even];
            let mut balance = vec![0i32; even];
            for round in 0..even - 1 {
                for (red, white) in berger(players, round) {
                    met[red][white] += 1;
                    met[white][red] += 1;
                    if red < players && white < players {
                        balance[red] += 1;
                        balance[white] -= 1;
                    }
                }
            }
            for one in 0..even {
                assert!(balance[one].abs() <= 1, "{players} players: {balance:?}");
                for (other, &times) in met[one].iter().enumerate() {
                    assert_eq!(times, i32::from(one != other), "{players} players");
                }
            }
        }
    }
}
