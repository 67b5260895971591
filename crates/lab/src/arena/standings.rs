use super::ArenaMatch;
use super::arena_game::ArenaGame;
use super::crosstable::{Crosstable, CrosstableCell};
use super::schedule::Schedule;
use super::standing::ArenaStanding;
use super::tally::ForfeitNote;

/// The standings of a match after the pairs so far.
pub struct ArenaStandings {
    /// Every two players that meet.
    pub pairings: Vec<PairingStanding>,
    names: Vec<String>,
    schedule: Schedule,
    counted: u64,
}

/// The standing between two players.
pub struct PairingStanding {
    /// The players, by their places in the list of players.
    pub players: [usize; 2],
    /// The standing from the first one's point of view.
    pub standing: ArenaStanding,
}

impl ArenaStandings {
    pub(super) fn new(held: &ArenaMatch) -> Self {
        let schedule = held.schedule();
        let begin = |&players: &_| PairingStanding { players, standing: ArenaStanding::default() };
        let pairings = schedule.pairings.iter().map(begin).collect();
        let names = held.players.iter().map(ToString::to_string).collect();
        Self { pairings, names, schedule, counted: 0 }
    }

    /// Adds the next pair.
    pub(super) fn add(&mut self, bouts: &[ArenaGame; 2]) {
        self.counted += 1;
        let PairingStanding { players, standing } =
            &mut self.pairings[self.schedule.pairing(self.counted)];
        let names = players.map(|player| self.names[player].as_str());
        standing.add(self.counted, bouts, names);
    }

    /// The number of pairs of games.
    pub fn pairs(&self) -> u64 {
        self.counted
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.counted
    }

    /// The scores of all players against each other.
    pub fn crosstable(&self) -> Crosstable {
        let cell = |it: &PairingStanding| CrosstableCell {
            players: it.players,
            pairs: it.standing.pairs,
            games: it.standing.games(),
        };
        Crosstable { players: self.names.len(), cells: self.pairings.iter().map(cell).collect() }
    }

    /// All forfeits.
    pub fn forfeits(&self) -> impl Iterator<Item = &ForfeitNote> + Clone {
        self.pairings.iter().flat_map(|pairing| &pairing.standing.tally.forfeits)
    }
}
