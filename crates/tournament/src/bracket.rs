use serde::{Deserialize, Serialize};

use crate::{PlayerId, Tournament, TournamentFormat, pair};

/// A knock-out as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bracket {
    /// The rounds that have begun, each from top to bottom, half as many matches as the one before.
    pub rounds: Vec<Vec<BracketMatch>>,
    /// Who is left, from top to bottom; none where nobody is, or a match is not decided.
    pub left: Vec<Option<PlayerId>>,
}

/// One match of a bracket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BracketMatch {
    /// Who came from above; none if nobody did.
    pub one: Option<PlayerId>,
    /// Who came from below.
    pub other: Option<PlayerId>,
    /// Its board, unless there was nothing to play.
    pub board: Option<u16>,
    /// Who went on.
    pub winner: Option<PlayerId>,
}

impl Tournament {
    /// The bracket; empty unless it is a knock-out that has begun.
    pub fn bracket(&self) -> Bracket {
        let (TournamentFormat::Knockout, [seeds]) = (self.opening().kind, self.divisions()) else {
            return Bracket::default();
        };
        let order = pair::bracket_order(seeds.len());
        let mut left: Vec<_> = order.into_iter().map(|seed| seeds.get(seed).copied()).collect();
        let mut rounds = Vec::new();
        for round in self.rounds() {
            let matches: Vec<_> = left
                .chunks(2)
                .map(|two| {
                    let (one, other) = (two[0], two.get(1).copied().flatten());
                    let among = |player: PlayerId| [one, other].contains(&Some(player));
                    let board = round.pairings.iter().position(|pairing| among(pairing.red));
                    let winner = match board {
                        Some(board) => pair::winner(self, &round.pairings[board]),
                        None => round.byes.iter().copied().find(|&player| among(player)),
                    };
                    BracketMatch { one, other, board: board.map(|board| board as u16 + 1), winner }
                })
                .collect();
            left = matches.iter().map(|two| two.winner).collect();
            rounds.push(matches);
        }
        Bracket { rounds, left }
    }
}
