mod tally;
mod tie_break;

use serde::{Deserialize, Serialize};

pub use tie_break::TieBreak;

use crate::{PlayerId, Points, Tournament, TournamentFormat, TournamentStage};
use tally::Tally;

/// The standings of a tournament or of one of its divisions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standings {
    /// The division, from 1; 0 if there are no divisions.
    pub division: u16,
    /// Best first.
    pub rows: Vec<StandingsRow>,
}

/// A player's row in the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingsRow {
    /// The rank, from 1; shared by players tied on everything.
    pub rank: u16,
    /// The player.
    pub player: PlayerId,
    /// Points from series, byes and late entry.
    pub points: Points,
    /// The values of the tournament's tie-breaks, in order; the tie-break says in which unit.
    pub ties: Vec<i64>,
    /// The number of series played.
    pub played: u16,
    /// The number of series won, by play or by default.
    pub won: u16,
    /// The number of series drawn.
    pub drawn: u16,
    /// The number of series lost, by play or by default.
    pub lost: u16,
    /// The number of byes.
    pub byes: u16,
    /// The player's total lead in points over all games.
    pub margin: i64,
    /// Luck-adjusted points, in thousandths: the win chances earned, or the points themselves where
    /// a pairing was not played or is not reviewed yet.
    pub adjusted: u32,
    /// The number of played pairings that have been reviewed.
    #[serde(default)]
    pub reviewed: u16,
    /// The number of knockout rounds survived.
    pub survived: u16,
    /// Whether the player is still in the tournament.
    pub active: bool,
    /// Whether the player has won the tournament or the division.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub winner: bool,
}

impl Tournament {
    /// The standings of each division in the current season, or of the whole tournament.
    ///
    /// Ranked by points, then by the tie-breaks; a knockout first by rounds survived, a field
    /// first by the win chances earned. Before the start, entrants are listed by rating.
    pub fn standings(&self) -> Vec<Standings> {
        let tallies = Tally::all(self);
        if self.stage() == TournamentStage::Coming {
            let mut players: Vec<_> =
                self.entrants().iter().filter(|entrant| entrant.is_active()).collect();
            players.sort_by_key(|entrant| -i64::from(entrant.rating));
            let players = players.into_iter().map(|entrant| entrant.player).collect();
            return vec![Standings { division: 0, rows: self.rows(players, &tallies) }];
        }
        if matches!(self.announcement().format, TournamentFormat::League { .. }) {
            let divisions = self.divisions().iter().enumerate();
            return divisions
                .map(|(at, players)| Standings {
                    division: at as u16 + 1,
                    rows: self.rows(players.clone(), &tallies),
                })
                .collect();
        }
        let mut players: Vec<_> = self.divisions().first().cloned().unwrap_or_default();
        // Late entrants follow the seeds.
        let seeds = players.len();
        for entrant in self.entrants() {
            let known = players[..seeds].contains(&entrant.player);
            if !known && !self.is_waiting(entrant.player) && tallies[&entrant.player].took_part {
                players.push(entrant.player);
            }
        }
        vec![Standings { division: 0, rows: self.rows(players, &tallies) }]
    }

    /// The players who have won the tournament, or its first division: one, those who share the
    /// first place, or a team.
    pub fn winners(&self) -> Vec<PlayerId> {
        if self.stage() != TournamentStage::Over || self.is_cancelled() {
            return Vec::new();
        }
        let tables = self.standings();
        let rows = tables.first().map_or(&[][..], |table| &table.rows);
        let first = rows.iter().take_while(|row| row.winner).map(|row| row.player);
        let mate = |player| self.entrant(player).and_then(|entrant| entrant.mate);
        first.flat_map(|player| [Some(player), mate(player)]).flatten().collect()
    }

    /// Whether the tournament is over and its first has won it: with points, or the final of a
    /// knockout.
    fn is_won_by(&self, first: PlayerId, points: Points) -> bool {
        self.stage() == TournamentStage::Over
            && !self.is_cancelled()
            && match self.announcement().format {
                TournamentFormat::Knockout => self.bracket().left == [Some(first)],
                _ => points > Points::ZERO,
            }
    }

    /// Ranks players; tied ones keep their order.
    fn rows(&self, players: Vec<PlayerId>, tallies: &tally::Tallies) -> Vec<StandingsRow> {
        let ranked = tie_break::rank(players, self, tallies);
        ranked
            .into_iter()
            .map(|ranked| {
                let tally = &tallies[&ranked.player];
                StandingsRow {
                    rank: ranked.rank,
                    player: ranked.player,
                    points: tally.points,
                    ties: ranked.ties,
                    played: tally.played,
                    won: tally.won,
                    drawn: tally.drawn,
                    lost: tally.lost,
                    byes: tally.byes,
                    margin: tally.margin,
                    adjusted: tally.adjusted,
                    reviewed: tally.reviewed,
                    survived: tally.survived,
                    active: self.entrant(ranked.player).is_some_and(|entrant| entrant.is_active()),
                    winner: ranked.rank == 1 && self.is_won_by(ranked.player, tally.points),
                }
            })
            .collect()
    }
}
