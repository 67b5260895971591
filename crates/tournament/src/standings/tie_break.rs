use serde::{Deserialize, Serialize};

use super::tally::{Tallies, Tally};
use crate::{PlayerId, Tournament, TournamentFormat};

/// A tie-break.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TieBreak {
    /// Half points in the series among the tied players, if all of them have met.
    Direct,
    /// The sum of all opponents' points, in halves. An unplayed series counts as one against the
    /// opponent of the schedule in a round robin, and elsewhere against an imagined opponent with
    /// the player's own points (FIDE Handbook C.07).
    Buchholz,
    /// The points of beaten opponents plus half the points of drawn ones, in quarters. Unplayed
    /// series count as in Buchholz.
    #[serde(rename = "sonneborn")]
    SonnebornBerger,
    /// The number of series won at the board.
    Wins,
    /// The total lead in points over all games.
    Margin,
}

impl TieBreak {
    /// The default tie-breaks of a format.
    pub fn usual(format: TournamentFormat) -> Vec<Self> {
        match format {
            TournamentFormat::RoundRobin { .. } | TournamentFormat::League { .. } => {
                vec![Self::Direct, Self::SonnebornBerger, Self::Wins, Self::Margin]
            }
            TournamentFormat::Swiss { .. } => {
                vec![Self::Buchholz, Self::Direct, Self::SonnebornBerger, Self::Margin]
            }
            TournamentFormat::Knockout | TournamentFormat::Arena { .. } => {
                vec![Self::Wins, Self::Margin]
            }
            TournamentFormat::Field { .. } => vec![Self::Margin],
        }
    }

    /// The value for a player of a tied group.
    fn value(self, player: PlayerId, group: &[PlayerId], tallies: &Tallies) -> i64 {
        let tally = &tallies[&player];
        match self {
            Self::Direct if all_have_met(group, tallies) => {
                let among = tally.met.iter().filter(|(opponent, _)| group.contains(opponent));
                among.map(|(_, points)| i64::from(points.halves())).sum()
            }
            Self::Direct => 0,
            Self::Buchholz => opponents(tally, tallies).map(|(opponent, _)| opponent).sum(),
            Self::SonnebornBerger => {
                opponents(tally, tallies).map(|(opponent, own)| opponent * own).sum()
            }
            Self::Wins => {
                let won = |points: &crate::Points| *points == crate::Points::ONE;
                tally.met.iter().filter(|(_, points)| won(points)).count() as i64
            }
            Self::Margin => tally.margin,
        }
    }
}

/// Each opponent's points and the points won against them, in halves.
fn opponents<'a>(tally: &'a Tally, tallies: &'a Tallies) -> impl Iterator<Item = (i64, i64)> + 'a {
    let halves = |points: crate::Points| i64::from(points.halves());
    let with_opponent = tally
        .with_opponent()
        .map(move |(opponent, own)| (halves(tallies[&opponent].points), halves(own)));
    with_opponent.chain(tally.unplayed.iter().map(move |own| (halves(tally.points), halves(*own))))
}

fn all_have_met(group: &[PlayerId], tallies: &Tallies) -> bool {
    group.iter().all(|player| {
        let met = |other: &PlayerId| tallies[player].met.iter().any(|(one, _)| one == other);
        group.iter().all(|other| other == player || met(other))
    })
}

/// A player with a rank.
pub(super) struct Ranked {
    pub(super) player: PlayerId,
    pub(super) rank: u16,
    pub(super) ties: Vec<i64>,
}

/// Ranks players; tied ones keep their order.
pub(super) fn rank(
    players: Vec<PlayerId>,
    tournament: &Tournament,
    tallies: &Tallies,
) -> Vec<Ranked> {
    let field = matches!(tournament.announcement().format, TournamentFormat::Field { .. });
    let first = |player: &PlayerId| {
        let tally = &tallies[player];
        // A field has no head-to-head results: the result against the computer is part of the win
        // chance.
        let points = if field { crate::Points::ZERO } else { tally.points };
        (tally.survived, if field { tally.adjusted } else { 0 }, points)
    };
    let mut groups = split(players, first);
    let count: usize = groups.iter().map(Vec::len).sum();
    let mut ties: std::collections::BTreeMap<PlayerId, Vec<i64>> =
        groups.iter().flatten().map(|&player| (player, Vec::new())).collect();
    for tie in &tournament.announcement().ties {
        let mut finer = Vec::with_capacity(count);
        for group in groups {
            for &player in &group {
                let value = tie.value(player, &group, tallies);
                ties.entry(player).or_default().push(value);
            }
            finer.extend(split(group, |player| ties[player].last().copied()));
        }
        groups = finer;
    }
    let mut ranked = Vec::with_capacity(count);
    for group in groups {
        let rank = ranked.len() as u16 + 1;
        ranked.extend(group.into_iter().map(|player| {
            let ties = ties.remove(&player).unwrap_or_default();
            Ranked { player, rank, ties }
        }));
    }
    ranked
}

/// Groups players by key, highest first.
fn split<K: Ord>(mut players: Vec<PlayerId>, key: impl Fn(&PlayerId) -> K) -> Vec<Vec<PlayerId>> {
    players.sort_by_key(|player| core::cmp::Reverse(key(player)));
    players.chunk_by(|one, other| key(one) == key(other)).map(<[_]>::to_vec).collect()
}
