use std::collections::BTreeMap;

use bosworth_rules::Side;

use crate::{PlayerId, TournamentFormat};
use crate::{Points, SeatedPair, Tournament};

/// What pairing needs to know about a player.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub(super) player: PlayerId,
    pub(super) points: Points,
    pub(super) rating: i32,
    /// How many times each opponent has been met.
    pub(super) met: BTreeMap<PlayerId, u16>,
    /// The opponent of the last round.
    pub(super) last: Option<PlayerId>,
    pub(super) byes: u16,
    /// The number of pairings so far, played or not.
    pub(super) boards: u16,
    /// How many more first games were with Red than with White.
    pub(super) balance: i32,
    /// The seat of the last round.
    pub(super) seat: Option<Side>,
}

impl Contender {
    /// All active players, best first: by points, then rating, then order of entry.
    pub(super) fn all(tournament: &Tournament) -> Vec<Self> {
        let late = matches!(tournament.announcement().format, TournamentFormat::Swiss { .. });
        let mut all: Vec<_> = tournament
            .playing()
            .map(|entrant| Self {
                player: entrant.player,
                points: Points::of_halves(if late { u32::from(entrant.missed) } else { 0 }),
                rating: entrant.rating,
                met: BTreeMap::new(),
                last: None,
                byes: 0,
                boards: 0,
                balance: 0,
                seat: None,
            })
            .collect();
        let index: BTreeMap<_, _> =
            all.iter().enumerate().map(|(at, contender)| (contender.player, at)).collect();
        for round in tournament.rounds() {
            for player in &round.byes {
                if let Some(&at) = index.get(player) {
                    all[at].byes += 1;
                    all[at].points += Points::ONE;
                }
            }
            for pairing in &round.pairings {
                let score = pairing.score();
                for seat in Side::ALL {
                    let at = pairing.player(seat).and_then(|player| index.get(&player));
                    let Some(&at) = at else { continue };
                    let contender = &mut all[at];
                    contender.points += score.map_or(Points::ZERO, |score| score[seat]);
                    contender.boards += 1;
                    contender.seat = Some(seat);
                    contender.balance += if seat == Side::Red { 1 } else { -1 };
                    contender.last = pairing.player(!seat);
                    if let Some(opponent) = pairing.player(!seat) {
                        *contender.met.entry(opponent).or_default() += 1;
                    }
                }
            }
        }
        // The sort is stable: equal players stay in order of entry.
        all.sort_by_key(|contender| {
            (core::cmp::Reverse(contender.points), core::cmp::Reverse(contender.rating))
        });
        all
    }

    /// How many times two players have met.
    pub(super) fn meetings(&self, other: &Self) -> u16 {
        self.met.get(&other.player).copied().unwrap_or(0)
    }

    /// Seats a pair: Red goes to the player who has had it less often, then to the one who did not
    /// have it last, then to the better one on odd boards.
    pub(super) fn seated(better: &Self, other: &Self, board: usize) -> SeatedPair {
        let red = match better.balance.cmp(&other.balance) {
            core::cmp::Ordering::Less => better,
            core::cmp::Ordering::Greater => other,
            core::cmp::Ordering::Equal => match (better.seat, other.seat) {
                (Some(Side::White), Some(Side::Red)) => better,
                (Some(Side::Red), Some(Side::White)) => other,
                _ if board.is_multiple_of(2) => better,
                _ => other,
            },
        };
        let white = if red.player == better.player { other } else { better };
        SeatedPair { red: red.player, white: Some(white.player) }
    }
}
