use serde::{Deserialize, Serialize};

use crate::{PlayerId, Points, Tournament};

/// The results of all pairs, with the players in the order of the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrossTable {
    /// The players.
    pub players: Vec<PlayerId>,
    /// The series of each player against each opponent.
    pub cells: Vec<Vec<Vec<CrossTableCell>>>,
}

/// A series from the point of view of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CrossCell"))]
pub struct CrossTableCell {
    /// The round.
    pub round: u16,
    /// The board.
    pub board: u16,
    /// The player's points, once the series is decided.
    pub points: Option<Points>,
}

impl Tournament {
    /// The cross table of each division in the current season; a single one except in leagues.
    pub fn cross_tables(&self) -> Vec<CrossTable> {
        let tables = self.standings().into_iter();
        tables
            .map(|table| self.cross_table(table.rows.iter().map(|row| row.player).collect()))
            .collect()
    }

    fn cross_table(&self, players: Vec<PlayerId>) -> CrossTable {
        let mut cells = vec![vec![Vec::new(); players.len()]; players.len()];
        let place = |player| players.iter().position(|&other| other == player);
        for round in self.season_rounds() {
            for (board, pairing) in round.pairings.iter().enumerate() {
                let Some(white) = pairing.white.and_then(place) else { continue };
                let Some(red) = place(pairing.red) else { continue };
                let score = pairing.score();
                let cell = |points: Option<Points>| CrossTableCell {
                    round: round.number,
                    board: board as u16 + 1,
                    points,
                };
                cells[red][white].push(cell(score.map(|score| score.red)));
                cells[white][red].push(cell(score.map(|score| score.white)));
            }
        }
        CrossTable { players, cells }
    }
}
