use serde::{Deserialize, Serialize};

use crate::{Entrant, PlayerId, Tournament, TournamentFormat, TournamentStage, pairing};

/// The bracket of a knockout.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bracket {
    /// The rounds that have started, each from top to bottom, with half as many matches as the
    /// previous one; after the end also those that the last remaining player won without a match.
    pub rounds: Vec<Vec<BracketMatch>>,
    /// The remaining players, from top to bottom; null where there is nobody, or a match is
    /// undecided.
    pub left: Vec<Option<PlayerId>>,
}

/// A match of a bracket. Null means that something is not known yet, or that there is nobody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BracketMatch {
    /// The player from the upper branch, if any.
    pub one: Option<PlayerId>,
    /// The player from the lower branch, if any.
    pub other: Option<PlayerId>,
    /// The board, unless the match was not played.
    pub board: Option<u16>,
    /// The player who advanced.
    pub winner: Option<PlayerId>,
}

impl Tournament {
    /// The bracket; empty except for a knockout that has started.
    pub fn bracket(&self) -> Bracket {
        let (TournamentFormat::Knockout, [seeds]) = (self.announcement().format, self.divisions())
        else {
            return Bracket::default();
        };
        let order = pairing::bracket_order(seeds.len());
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
                        Some(board) => pairing::winner(self, &round.pairings[board]),
                        None => round.byes.iter().copied().find(|&player| among(player)),
                    };
                    BracketMatch { one, other, board: board.map(|board| board as u16 + 1), winner }
                })
                .collect();
            left = matches.iter().map(|two| two.winner).collect();
            rounds.push(matches);
        }
        // Nobody is left to meet the last remaining player.
        if let Some(winner) = self.last_remaining(&left) {
            while left.len() > 1 {
                let matches: Vec<_> = left
                    .chunks(2)
                    .map(|two| {
                        let (one, other) = (two[0], two.get(1).copied().flatten());
                        let winner = Some(winner).filter(|_| two.contains(&Some(winner)));
                        BracketMatch { one, other, board: None, winner }
                    })
                    .collect();
                left = matches.iter().map(|two| two.winner).collect();
                rounds.push(matches);
            }
        }
        Bracket { rounds, left }
    }

    /// The only player of these who has not left, once the tournament is over.
    fn last_remaining(&self, left: &[Option<PlayerId>]) -> Option<PlayerId> {
        let over = self.stage() == TournamentStage::Over && !self.is_cancelled();
        let is_active = |player: &PlayerId| self.entrant(*player).is_some_and(Entrant::is_active);
        let mut players = left.iter().copied().flatten().filter(is_active);
        match (players.next(), players.next()) {
            (Some(last), None) if over => Some(last),
            _ => None,
        }
    }

    /// Whether an entrant is out of a knockout: they lost a match, or nobody came to it.
    pub fn is_eliminated(&self, player: PlayerId) -> bool {
        let mut pairings = self.rounds().iter().flat_map(|round| &round.pairings);
        self.announcement().format == TournamentFormat::Knockout
            && pairings.any(|pairing| {
                pairing.seat(player).is_some()
                    && pairing.score().is_some()
                    && pairing::winner(self, pairing) != Some(player)
            })
    }
}
