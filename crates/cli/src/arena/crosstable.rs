//! Ratings and a crosstable.

use bosworth_lab::arena::{ArenaRating, Crosstable};
use bosworth_lab::player::PlayerSpec;

use super::summary::signed;
use crate::texts::Texts;

/// The ratings, the best first, with a column for the score against each other player.
pub(crate) fn text(table: &Crosstable, players: &[PlayerSpec], texts: &Texts) -> String {
    let ratings = table.ratings();
    let head = ["player", "elo", "error", "score", "games"];
    let head = head.map(|name| texts.get(&format!("arena-table-{name}")));
    let places = (1..=ratings.len()).map(|place| place.to_string());
    let head = [String::new()].into_iter().chain(head).chain(places).collect();
    let rows = (1..).zip(&ratings).map(|(place, rating)| {
        let against = ratings.iter().map(|other| cell(rating, other, table, texts));
        row(place, rating, &players[rating.player], texts).into_iter().chain(against).collect()
    });
    let rows: Vec<Vec<String>> = [head].into_iter().chain(rows).collect();
    aligned(&rows)
}

fn row(place: usize, rating: &ArenaRating, player: &PlayerSpec, texts: &Texts) -> [String; 6] {
    let reach = rating.estimate.high - rating.estimate.elo;
    [
        format!("{place}."),
        player.to_string(),
        signed(rating.estimate.elo, texts),
        if reach.is_finite() { texts.number(reach, 1) } else { "∞".into() },
        texts.percent(100.0 * rating.score, 1),
        rating.games.to_string(),
    ]
}

/// The score of a player against another.
fn cell(rating: &ArenaRating, other: &ArenaRating, table: &Crosstable, texts: &Texts) -> String {
    if rating.player == other.player {
        return "·".into();
    }
    let score = table.between(rating.player, other.player);
    score.map_or_else(|| "–".into(), |score| texts.percent(100.0 * score, 1))
}

/// Aligns columns: names, the second, to the left, all others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = (0..).zip(row).zip(&widths).map(|((column, cell), width)| match column {
            1 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}
