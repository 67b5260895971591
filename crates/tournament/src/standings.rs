mod tally;
mod tie;

use serde::{Deserialize, Serialize};

pub use tie::TieBreak;

use crate::{PlayerId, Points, Tournament, TournamentFormat, TournamentStage};
use tally::Tally;

/// A table of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standings {
    /// The division, from 1; 0 if there are none.
    pub division: u16,
    /// Best first.
    pub rows: Vec<StandingsRow>,
}

/// A player's line in the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandingsRow {
    /// The place, from 1; shared by who is equal in everything.
    pub rank: u16,
    /// Who.
    pub player: PlayerId,
    /// Points of series, byes and late entry.
    pub points: Points,
    /// The values of the tie-breaks, in the order of the event; their units are those of
    /// [`TieBreak`].
    pub ties: Vec<i64>,
    /// How many series were played.
    pub played: u16,
    /// How many were won, by play or by default.
    pub won: u16,
    /// How many were drawn.
    pub drawn: u16,
    /// How many were lost, by play or by default.
    pub lost: u16,
    /// How many byes there were.
    pub byes: u16,
    /// By how much the player was ahead at the ends of all games, together.
    pub margin: i64,
    /// What the points would be without the luck of the draw, in thousandths: the win chances that
    /// were earned, and the points themselves where nothing was played or is reviewed yet.
    pub adjusted: u32,
    /// How many of the pairings that were played are reviewed.
    #[serde(default)]
    pub reviewed: u16,
    /// How many rounds of a knock-out were survived.
    pub survived: u16,
    /// Whether the player takes part in what is to come.
    pub active: bool,
}

impl Tournament {
    /// The standings: those of each division in the present season, or one table.
    ///
    /// Ranked by points, then by the tie-breaks; a knock-out first by rounds survived, a field
    /// first by the win chances earned. Before the start it is the list of entrants by rating.
    pub fn standings(&self) -> Vec<Standings> {
        let tallies = Tally::all(self);
        if self.stage() == TournamentStage::Coming {
            let mut players: Vec<_> =
                self.entrants().iter().filter(|entrant| entrant.is_active()).collect();
            players.sort_by_key(|entrant| -i64::from(entrant.rating));
            let players = players.into_iter().map(|entrant| entrant.player).collect();
            return vec![Standings { division: 0, rows: self.rows(players, &tallies) }];
        }
        if matches!(self.opening().kind, TournamentFormat::League { .. }) {
            let divisions = self.divisions().iter().enumerate();
            return divisions
                .map(|(at, players)| Standings {
                    division: at as u16 + 1,
                    rows: self.rows(players.clone(), &tallies),
                })
                .collect();
        }
        let mut players: Vec<_> = self.divisions().first().cloned().unwrap_or_default();
        // Who came late comes after the seeds.
        let seeds = players.len();
        for entrant in self.entrants() {
            let known = players[..seeds].contains(&entrant.player);
            if !known && !self.is_waiting(entrant.player) && tallies[&entrant.player].took_part {
                players.push(entrant.player);
            }
        }
        vec![Standings { division: 0, rows: self.rows(players, &tallies) }]
    }

    /// The rows of a table, in its order; among equals, the order of the players stays.
    fn rows(&self, players: Vec<PlayerId>, tallies: &tally::Tallies) -> Vec<StandingsRow> {
        let ranked = tie::rank(players, self, tallies);
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
                }
            })
            .collect()
    }
}
