use std::collections::BTreeSet;

use super::Paired;
use super::contender::Contender;
use super::matching::cheapest;
use super::swiss::{meeting, paired};
use crate::Tournament;

/// Matched at once: enough to find good pairs, few enough for thousands of players.
const WINDOW: usize = 64;

/// A wave of an arena: whoever is free meets somebody near in points, whom they have met least.
/// Nobody meets the same opponent twice in a row while others are playing, who will be free soon.
/// If their number is odd, who has played most sits out.
pub(crate) fn arena(event: &Tournament) -> Paired {
    let busy: BTreeSet<_> = event
        .open_boards()
        .filter_map(|(round, board)| event.pairing(round, board))
        .flat_map(|pairing| [Some(pairing.red), pairing.white])
        .flatten()
        .collect();
    let mut free = Contender::all(event);
    free.retain(|contender| !busy.contains(&contender.player));
    if free.len() % 2 == 1 {
        let most = free.iter().map(|contender| contender.boards).max();
        let last = free.iter().rposition(|contender| Some(contender.boards) == most);
        free.remove(last.unwrap_or(0));
    }
    let mut wave = Paired::default();
    for window in free.chunks(WINDOW) {
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
