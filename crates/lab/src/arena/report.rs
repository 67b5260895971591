//! The result of a match, as JSON and as text.

use std::fmt::Write;

use serde::Serialize;

use super::Match;
use super::pairs::Estimate;
use super::sprt::{Sprt, SprtDecision};
use super::standing::Standing;
use super::tally::{Bin, Ends, ForfeitNote, Spread, Winners};

/// Everything about a match except times, which are not reproducible.
#[derive(Serialize)]
pub struct Report<'a> {
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
    fn of(test: Sprt, standing: &Standing) -> Self {
        let Sprt { elo0, elo1 } = test;
        let (llr, decision) = (test.ratio(&standing.pairs), test.decide(&standing.pairs));
        Self { elo0, elo1, llr, lower: -Sprt::bound(), upper: Sprt::bound(), decision }
    }
}

impl<'a> Report<'a> {
    /// The report of a finished match.
    pub fn of(held: &Match, standing: &'a Standing) -> Self {
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

/// The result of a match: who is better, and by how much.
pub fn result(held: &Match, standing: &Standing) -> String {
    let mut out = String::new();
    let Standing { wins, draws, losses, pairs, .. } = standing;
    let [lost, minus, even, plus, won] = pairs.counts;
    let estimate = pairs.estimate();
    let mut row = |name: &str, text: String| {
        let _ = writeln!(out, "{name:18} {text}");
    };
    row("player 1", held.players[0].to_string());
    row("player 2", held.players[1].to_string());
    let (count, games, seed) = (pairs.len(), standing.games(), held.seed);
    row("played", format!("{count} pairs, {games} games, {}, seed {seed}", held.rules));
    row("player 1 scored", format!("{:.1} % (+{wins} ={draws} -{losses})", 100.0 * pairs.score()));
    let Estimate { elo, low, high } = estimate;
    row("Elo", format!("{}, 95 % from {} to {}", signed(elo), signed(low), signed(high)));
    let counts = format!("0: {lost}  ½: {minus}  1: {even}  1½: {plus}  2: {won}");
    row("points of a pair", counts);
    row("player 1 is better", format!("{:.1} % likely", 100.0 * pairs.superiority()));
    if let Some(test) = held.sprt {
        let SprtReport { elo0, elo1, llr, upper, decision, .. } = SprtReport::of(test, standing);
        let ratio = format!("log-likelihood ratio {llr:.2}, bounds ±{upper:.2}");
        row("SPRT", format!("{decision}: Elo {elo0} (H0) against {elo1} (H1), {ratio}"));
    }
    let [one, other] = standing.thinking.map(|thinking| thinking.mean().as_secs_f64() * 1e3);
    row("time for a choice", format!("player 1 {one:.2} ms, player 2 {other:.2} ms"));
    out += &forfeits(&standing.tally.forfeits);
    out
}

/// The most forfeits that are listed individually.
const TOLD: usize = 10;

fn forfeits(notes: &[ForfeitNote]) -> String {
    let told = notes.iter().take(TOLD).map(|note| {
        let ForfeitNote { pair, game, player, why } = note;
        format!("forfeit {pair}.{game}: {player} loses, {why}\n")
    });
    let told: String = told.collect();
    match notes.len().saturating_sub(TOLD) {
        0 => told,
        more => format!("{told}and {more} more forfeits\n"),
    }
}

/// Statistics over the games.
pub fn statistics(standing: &Standing) -> String {
    let mut out = String::new();
    let tally = &standing.tally;
    let Winners { red, white, drawn } = tally.winners;
    let Ends { last_rose, both_blocked, blocked, forfeit } = tally.ends;
    let mut row = |name: &str, text: String| {
        let _ = writeln!(out, "{name:18} {text}");
    };
    row("won by", format!("Red {red}, White {white}, drawn {drawn}"));
    let blocks = format!("both blocked {both_blocked}, blocked {blocked}");
    row("ended by", format!("last rose {last_rose}, {blocks}, forfeit {forfeit}"));
    for (name, spread) in [
        ("plies", tally.plies),
        ("winner's points", tally.winner_points),
        ("loser's points", tally.loser_points),
        ("largest territory", tally.largest),
        ("heroes of Red", tally.heroes.red),
        ("heroes of White", tally.heroes.white),
        ("cards drawn", tally.draws),
        ("passes", tally.passes),
    ] {
        let (least, most) = (spread.least(), spread.most());
        row(name, format!("{:.1} a game ({least} to {most})", spread.mean()));
    }
    let _ = write!(out, "\nplayer 1's lead in points at the end\n{}", histogram(standing));
    out
}

/// The width of the longest bar.
const WIDTH: u64 = 40;

fn histogram(standing: &Standing) -> String {
    let bins: Vec<_> = standing.tally.margins.bins().collect();
    let most = bins.iter().map(|bin| bin.games).max().unwrap_or(0).max(1);
    let mut out = String::new();
    for Bin { from, to, games } in bins {
        let label = match (from, to) {
            (Some(from), Some(to)) if from == to => format!("{from}"),
            (Some(from), Some(to)) => format!("{from:+} to {to:+}"),
            (Some(from), None) => format!("{from:+} or more"),
            (None, Some(to)) => format!("{to:+} or less"),
            (None, None) => String::new(),
        };
        // Round up, so that a bin with any game in it is visible.
        let bar = "█".repeat((games * WIDTH).div_ceil(most) as usize);
        let _ = writeln!(out, "{}", format!("{label:>18} {games:6} {bar}").trim_end());
    }
    out
}

/// Elo with its sign.
pub fn signed(elo: f64) -> String {
    if elo.is_finite() {
        format!("{elo:+.1}")
    } else if elo > 0.0 {
        "+∞".into()
    } else {
        "-∞".into()
    }
}
