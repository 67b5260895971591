/// Who meets whom in which pair of games: in each round everybody meets everybody else once. Pairs
/// are numbered from 1.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// The two players of each pairing, by their places in the list of players.
    pub(super) pairings: Vec<[usize; 2]>,
    rounds: u64,
}

impl Schedule {
    pub(super) fn new(players: usize, rounds: u64) -> Self {
        let against = |one| (one + 1..players).map(move |other| [one, other]);
        Self { pairings: (0..players).flat_map(against).collect(), rounds }
    }

    /// The number of pairs of games.
    pub(super) fn pairs(&self) -> u64 {
        self.rounds.saturating_mul(self.pairings.len() as u64)
    }

    /// The place of a pair's pairing.
    pub(super) fn pairing(&self, pair: u64) -> usize {
        ((pair - 1) % self.pairings.len() as u64) as usize
    }

    /// The round of a pair, from 1. All pairs of a round have the same cards.
    pub(super) fn round(&self, pair: u64) -> u64 {
        (pair - 1) / self.pairings.len() as u64 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_in_every_round() {
        let schedule = Schedule::new(4, 3);
        assert_eq!(schedule.pairs(), 18);
        for round in 1..=3 {
            let pairs = (1..=18).filter(|&pair| schedule.round(pair) == round);
            let mut met: Vec<_> =
                pairs.map(|pair| schedule.pairings[schedule.pairing(pair)]).collect();
            met.sort_unstable();
            assert_eq!(met, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        }
    }

    #[test]
    fn two_players_have_one_pair_in_a_round() {
        let schedule = Schedule::new(2, 5);
        assert_eq!(schedule.pairs(), 5);
        assert!((1..=5).all(|pair| schedule.round(pair) == pair && schedule.pairing(pair) == 0));
    }
}
