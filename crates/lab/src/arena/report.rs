//! The results of matches as JSON.

use serde::Serialize;

use super::ArenaMatch;
use super::pairs::Estimate;
use super::sprt::{Sprt, SprtDecision};
use super::standing::ArenaStanding;
use super::standings::ArenaStandings;
use super::tally::{Bin, Ends, ForfeitNote, Spread, Winners};

/// Everything about a match except times, which are not reproducible.
#[derive(Serialize)]
pub struct ArenaReport<'a> {
    player1: String,
    player2: String,
    rules: String,
    seed: u64,
    pairs: u64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    elo: EloReport,
    pentanomial: [u64; 5],
    superiority: f64,
    sprt: Option<SprtReport>,
    winners: Winners,
    ends: Ends,
    plies: SpreadReport,
    winner_points: SpreadReport,
    loser_points: SpreadReport,
    largest_territory: SpreadReport,
    heroes_red: SpreadReport,
    heroes_white: SpreadReport,
    cards_drawn: SpreadReport,
    passes: SpreadReport,
    margins: Vec<Bin>,
    forfeits: &'a [ForfeitNote],
}

/// Infinities are `null`.
#[derive(Serialize)]
struct EloReport {
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: SprtDecision,
}

#[derive(Serialize)]
struct SpreadReport {
    mean: f64,
    min: u64,
    max: u64,
}

impl From<Spread> for SpreadReport {
    fn from(spread: Spread) -> Self {
        Self { mean: spread.mean(), min: spread.least(), max: spread.most() }
    }
}

impl SprtReport {
    fn of(test: Sprt, standing: &ArenaStanding) -> Self {
        let Sprt { elo0, elo1 } = test;
        let (llr, decision) = (test.ratio(&standing.pairs), test.decide(&standing.pairs));
        Self { elo0, elo1, llr, lower: -Sprt::bound(), upper: Sprt::bound(), decision }
    }
}

impl<'a> ArenaReport<'a> {
    /// The report of a match of two players.
    pub fn of(held: &ArenaMatch, standing: &'a ArenaStanding) -> Self {
        let Estimate { elo: value, low, high } = standing.pairs.estimate();
        let tally = &standing.tally;
        Self {
            player1: held.players[0].to_string(),
            player2: held.players[1].to_string(),
            rules: held.rules.to_string(),
            seed: held.seed,
            pairs: standing.pairs.len(),
            games: standing.games(),
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            score: standing.pairs.score(),
            elo: EloReport { value, low, high },
            pentanomial: standing.pairs.counts,
            superiority: standing.pairs.superiority(),
            sprt: held.sprt.map(|test| SprtReport::of(test, standing)),
            winners: tally.winners,
            ends: tally.ends,
            plies: tally.plies.into(),
            winner_points: tally.winner_points.into(),
            loser_points: tally.loser_points.into(),
            largest_territory: tally.largest.into(),
            heroes_red: tally.heroes.red.into(),
            heroes_white: tally.heroes.white.into(),
            cards_drawn: tally.draws.into(),
            passes: tally.passes.into(),
            margins: tally.margins.bins().collect(),
            forfeits: &tally.forfeits,
        }
    }
}

/// Everything about a match of more than two players except times.
#[derive(Serialize)]
pub struct CrosstableReport<'a> {
    rules: String,
    seed: u64,
    pairs: u64,
    games: u64,
    /// The best first.
    players: Vec<RatingReport>,
    pairings: Vec<PairingReport>,
    forfeits: Vec<&'a ForfeitNote>,
}

#[derive(Serialize)]
struct RatingReport {
    /// The place in the list of players, from 1.
    number: usize,
    player: String,
    elo: EloReport,
    games: u64,
    score: f64,
}

/// Wins and score are those of the first player.
#[derive(Serialize)]
struct PairingReport {
    /// The numbers of the two players.
    players: [usize; 2],
    pairs: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    elo: EloReport,
    pentanomial: [u64; 5],
    superiority: f64,
}

impl<'a> CrosstableReport<'a> {
    /// The report of a match.
    pub fn of(held: &ArenaMatch, standings: &'a ArenaStandings) -> Self {
        let elo = |Estimate { elo: value, low, high }| EloReport { value, low, high };
        let players = standings.crosstable().ratings().into_iter().map(|rating| RatingReport {
            number: rating.player + 1,
            player: held.players[rating.player].to_string(),
            elo: elo(rating.estimate),
            games: rating.games,
            score: rating.score,
        });
        let pairings = standings.pairings.iter().map(|pairing| {
            let ArenaStanding { pairs, wins, draws, losses, .. } = &pairing.standing;
            PairingReport {
                players: pairing.players.map(|player| player + 1),
                pairs: pairs.len(),
                wins: *wins,
                draws: *draws,
                losses: *losses,
                score: pairs.score(),
                elo: elo(pairs.estimate()),
                pentanomial: pairs.counts,
                superiority: pairs.superiority(),
            }
        });
        Self {
            rules: held.rules.to_string(),
            seed: held.seed,
            pairs: standings.pairs(),
            games: standings.games(),
            players: players.collect(),
            pairings: pairings.collect(),
            forfeits: standings.forfeits().collect(),
        }
    }
}
