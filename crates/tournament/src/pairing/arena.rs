use std::collections::BTreeSet;

use super::Paired;
use super::contender::Contender;
use super::matching::cheapest;
use super::swiss::{meeting, paired};
use crate::Tournament;

/// How many players are matched at once: enough to find good pairs, few enough to scale to
/// thousands.
const ARENA_MATCHING_WINDOW: usize = 64;

/// A wave of an arena: pairs the free players by fewest previous meetings, then by closeness in
/// points. A pair never meets twice in a row while other players are busy, because those will soon
/// be free. If the number of free players is odd, the one with the most games sits out.
pub(crate) fn arena(tournament: &Tournament) -> Paired {
    let busy: BTreeSet<_> = tournament
        .open_boards()
        .filter_map(|(round, board)| tournament.pairing(round, board))
        .flat_map(|pairing| [Some(pairing.red), pairing.white])
        .flatten()
        .collect();
    let mut free = Contender::all(tournament);
    free.retain(|contender| !busy.contains(&contender.player));
    if free.len() % 2 == 1 {
        let most = free.iter().map(|contender| contender.boards).max();
        let last = free.iter().rposition(|contender| Some(contender.boards) == most);
        free.remove(last.unwrap_or(0));
    }
    let mut wave = Paired::default();
    for window in free.chunks(ARENA_MATCHING_WINDOW) {
        let mates = cheapest(window.len(), |one, other| {
            meeting(&window[one], &window[other], false).then((other - one).pow(2) as u64, 28)
        });
        wave.pairs.extend(paired(window, &mates).pairs);
    }
    if !busy.is_empty() {
        let again: BTreeSet<_> =
            free.iter().filter_map(|contender| Some((contender.player, contender.last?))).collect();
        wave.pairs.retain(|pair| {
            let Some(white) = pair.white else { return false };
            !(again.contains(&(pair.red, white)) && again.contains(&(white, pair.red)))
        });
    }
    wave
}
