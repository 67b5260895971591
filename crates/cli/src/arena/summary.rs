//! Prints the result of a match.

use bosworth_lab::arena::{
    ArenaMatch, ArenaStanding, ArenaStandings, Bin, Ends, Estimate, ForfeitNote, Spread, Sprt,
    SprtDecision, Winners,
};
use bosworth_rules::Side;

use super::crosstable;
use crate::texts::Texts;

/// A table of named rows.
#[derive(Default)]
struct LabelledRows(Vec<(String, String)>);

impl LabelledRows {
    fn add(&mut self, name: String, text: String) {
        self.0.push((name, text));
    }

    fn text(&self) -> String {
        let width = self.0.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        self.0.iter().map(|(name, text)| format!("{name:width$}  {text}\n")).collect()
    }
}

/// The result: who is better, and by how much.
pub(super) fn result(held: &ArenaMatch, standing: &ArenaStanding, texts: &Texts) -> String {
    let ArenaStanding { wins, draws, losses, pairs, .. } = standing;
    let mut rows = LabelledRows::default();
    let row = |name: &str| texts.get(&format!("arena-{name}"));
    rows.add(row("player-1"), held.players[0].to_string());
    rows.add(row("player-2"), held.players[1].to_string());
    rows.add(row("played"), played(held, pairs.len(), standing.games(), texts));
    let score = texts.percent(100.0 * pairs.score(), 1);
    rows.add(row("score"), format!("{score} (+{wins} ={draws} −{losses})"));
    let Estimate { elo, low, high } = pairs.estimate();
    let [elo, low, high] = [elo, low, high].map(|elo| signed(elo, texts));
    let estimate = [("elo", elo.into()), ("low", low.into()), ("high", high.into())];
    rows.add(row("elo"), texts.format("arena-elo-text", &estimate));
    let [lost, minus, even, plus, won] = pairs.counts;
    let counts = format!("0: {lost}  ½: {minus}  1: {even}  1½: {plus}  2: {won}");
    rows.add(row("pentanomial"), counts);
    rows.add(row("superiority"), texts.percent(100.0 * pairs.superiority(), 1));
    if let Some(test) = held.sprt {
        rows.add(row("sprt"), sprt(test, standing, texts));
    }
    let time = standing.thinking.map(|thinking| thinking.mean().as_secs_f64() * 1e3);
    let [one, other] = time.map(|time| texts.number(time, 2));
    let time = [("one", one.into()), ("other", other.into())];
    rows.add(row("time"), texts.format("arena-time-text", &time));
    rows.text() + &forfeits(standing.tally.forfeits.iter(), texts)
}

fn sprt(test: Sprt, standing: &ArenaStanding, texts: &Texts) -> String {
    let decision = match test.decide(&standing.pairs) {
        SprtDecision::H0 => "H0".into(),
        SprtDecision::H1 => "H1".into(),
        SprtDecision::Undecided => texts.get("arena-undecided"),
    };
    let values = [
        ("decision", decision.into()),
        ("elo0", signed(test.elo0, texts).into()),
        ("elo1", signed(test.elo1, texts).into()),
        ("llr", texts.number(test.ratio(&standing.pairs), 2).into()),
        ("bound", texts.number(Sprt::bound(), 2).into()),
    ];
    texts.format("arena-sprt-text", &values)
}

/// The maximum number of forfeits that are listed individually.
const MAX_LISTED_FORFEITS: usize = 10;

/// The result of a match of more than two players.
pub(super) fn of_many(held: &ArenaMatch, standings: &ArenaStandings, texts: &Texts) -> String {
    let table = crosstable::text(&standings.crosstable(), &held.players, texts);
    let played = played(held, standings.pairs(), standings.games(), texts);
    format!("{table}\n{played}\n{}", forfeits(standings.forfeits(), texts))
}

/// `20 pairs, 40 games, classic, seed 3`
fn played(held: &ArenaMatch, pairs: u64, games: u64, texts: &Texts) -> String {
    let values = [
        ("pairs", pairs.into()),
        ("games", games.into()),
        ("rules", texts.ruleset(held.rules).into()),
        ("seed", held.seed.to_string().into()),
    ];
    texts.format("arena-played-text", &values)
}

/// Lists forfeited games.
pub(super) fn forfeits<'n>(
    notes: impl Iterator<Item = &'n ForfeitNote> + Clone,
    texts: &Texts,
) -> String {
    let listed = notes.clone().take(MAX_LISTED_FORFEITS).map(|note| {
        let values = [
            ("game", format!("{}.{}", note.pair, note.game).into()),
            ("player", note.player.clone().into()),
            ("why", note.why.clone().into()),
        ];
        texts.format("arena-forfeit", &values) + "\n"
    });
    let listed: String = listed.collect();
    match notes.count().saturating_sub(MAX_LISTED_FORFEITS) {
        0 => listed,
        more => format!("{listed}{}\n", texts.count("arena-forfeits-more", more as u32)),
    }
}

/// Statistics over the games.
pub(super) fn statistics(held: &ArenaMatch, standing: &ArenaStanding, texts: &Texts) -> String {
    let tally = &standing.tally;
    let mut rows = LabelledRows::default();
    let row = |name: &str| texts.get(&format!("arena-{name}"));
    let [red, white] = Side::ALL.map(|side| texts.side(side, held.rules));
    let Winners { red: reds, white: whites, drawn } = tally.winners;
    let drawn = texts.format("arena-drawn", &[("count", drawn.into())]);
    rows.add(row("won-by"), format!("{red} {reds}, {white} {whites}, {drawn}"));
    let Ends { last_rose, both_blocked, blocked, forfeit } = tally.ends;
    let ends = [
        ("last", last_rose.into()),
        ("both", both_blocked.into()),
        ("one", blocked.into()),
        ("forfeit", forfeit.into()),
    ];
    rows.add(row("ended-by"), texts.format("arena-ended-by-text", &ends));
    let mut spread = |name: String, spread: Spread| {
        let values = [
            ("mean", texts.number(spread.mean(), 1).into()),
            ("least", spread.least().into()),
            ("most", spread.most().into()),
        ];
        rows.add(name, texts.format("arena-spread", &values));
    };
    spread(row("plies"), tally.plies);
    spread(row("winner-points"), tally.winner_points);
    spread(row("loser-points"), tally.loser_points);
    spread(row("largest"), tally.largest);
    let heroes = |side: String| texts.format("arena-heroes", &[("side", side.into())]);
    spread(heroes(red), tally.heroes.red);
    spread(heroes(white), tally.heroes.white);
    spread(row("draws"), tally.draws);
    spread(row("passes"), tally.passes);
    format!("{}\n{}\n{}", rows.text(), row("margins"), histogram(standing, texts))
}

/// The width of the longest bar.
const HISTOGRAM_COLUMNS: u64 = 40;

fn histogram(standing: &ArenaStanding, texts: &Texts) -> String {
    let bins: Vec<_> = standing.tally.margins.bins().collect();
    let most = bins.iter().map(|bin| bin.games).max().unwrap_or(0).max(1);
    let labels: Vec<_> = bins.iter().map(|bin| label(bin, texts)).collect();
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let lines = bins.iter().zip(labels).map(|(bin, label)| {
        // Round up, so that a bin with any game in it is visible.
        let bar = "█".repeat((bin.games * HISTOGRAM_COLUMNS).div_ceil(most) as usize);
        let line = format!("{label:>width$} {:6} {bar}", bin.games);
        format!("{}\n", line.trim_end())
    });
    lines.collect()
}

fn label(bin: &Bin, texts: &Texts) -> String {
    let number = |points: i64| match points {
        0 => "0".to_string(),
        1.. => format!("+{points}"),
        _ => texts.number(points as f64, 0),
    };
    let format = |id: &str, points: i64| texts.format(id, &[("points", number(points).into())]);
    match (bin.from, bin.to) {
        (Some(from), Some(to)) if from == to => number(from),
        (Some(from), Some(to)) => {
            let values = [("from", number(from).into()), ("to", number(to).into())];
            texts.format("arena-bin", &values)
        }
        (Some(from), None) => format("arena-bin-above", from),
        (None, Some(to)) => format("arena-bin-below", to),
        (None, None) => String::new(),
    }
}

/// Elo with its sign.
pub(super) fn signed(elo: f64, texts: &Texts) -> String {
    let sign = if elo < 0.0 { "−" } else { "+" };
    let size = if elo.is_finite() { texts.number(elo.abs(), 1) } else { "∞".into() };
    format!("{sign}{size}")
}
