//! The games of a match as records, and back.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use bosworth_rules::{Record, Side};

use super::ArenaMatch;
use super::arena_game::{ArenaGame, RecordTags};
use crate::record_archive::{rewrite, saved_records};

/// The value of the tag `Event`.
const EVENT: &str = "Bosworth arena";

/// The records of both games of a pair.
pub(super) fn records(held: &ArenaMatch, pair: u64, bouts: &[ArenaGame; 2]) -> String {
    let [one, other] = held.names(pair);
    let proof = held.openings.is_empty().then(|| held.proof(pair));
    let record = |(game, bout): (usize, &ArenaGame)| {
        let names = [one.as_str(), other.as_str()];
        let round = format!("{pair}.{game}");
        let tags = RecordTags { event: EVENT, names, round: &round, proof: proof.as_ref() };
        format!("{}\n", bout.record(&tags))
    };
    (1..).zip(bouts).map(record).collect()
}

/// The pairs of a match that a file contains already. What an interrupted run left of a further pair
/// is removed from the file.
pub(super) fn saved_pairs(path: &Path, held: &ArenaMatch) -> Result<BTreeMap<u64, [ArenaGame; 2]>> {
    let (found, complete) = saved_records(path)?;
    let mut games: BTreeMap<u64, [Option<ArenaGame>; 2]> = BTreeMap::new();
    for (number, record) in (1..).zip(&found) {
        let name = || format!("{}: game {number}", path.display());
        let (pair, game, bout) = saved_game(held, record).with_context(name)?;
        let slot = &mut games.entry(pair).or_default()[game];
        ensure!(slot.is_none(), "{} is in the file twice", name());
        *slot = Some(bout);
    }
    let all = games.len();
    let whole = |(pair, [first, second]): (_, [_; 2])| Some((pair, [first?, second?]));
    let pairs: BTreeMap<_, _> = games.into_iter().filter_map(whole).collect();
    if !complete || pairs.len() < all {
        let text: String = pairs.iter().map(|(pair, bouts)| records(held, *pair, bouts)).collect();
        rewrite(path, &text)?;
    }
    Ok(pairs)
}

/// The pair of a record, the place of its game, and the game.
fn saved_game(held: &ArenaMatch, record: &Record) -> Result<(u64, usize, ArenaGame)> {
    const OTHER: &str = "it is not of this match";
    let round = record.tag(RecordTags::ROUND).and_then(|round| round.split_once('.'));
    let (pair, game) = round.context(OTHER)?;
    let pair: u64 = pair.parse().context(OTHER)?;
    ensure!((1..=held.schedule().pairs()).contains(&pair), OTHER);
    let (game, first) = match game {
        "1" => (0, Side::Red),
        "2" => (1, Side::White),
        _ => bail!(OTHER),
    };
    let [one, other] = held.names(pair);
    let [red, white] = if first == Side::Red { [one, other] } else { [other, one] };
    let names = [record.tag("Red"), record.tag("White")];
    ensure!(names == [Some(red.as_str()), Some(white.as_str())], OTHER);
    let (start, _) = held.deal(pair);
    ensure!(record.start == start, "{OTHER}: seed, rules or openings differ");
    Ok((pair, game, ArenaGame::of_record(record, first)?))
}
