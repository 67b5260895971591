use bosworth_rules::{BySide, Side};
use serde::Serialize;

use crate::{PlayerId, Points, SeatedPair, Series, SlotResult};

/// A round, or in an arena a wave of pairings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Round {
    /// The round, from 1, counted across all seasons.
    pub number: u16,
    /// The season, from 1.
    pub season: u16,
    /// When the round started, in milliseconds since 1970.
    pub at: i64,
    /// The pairings, board by board.
    pub pairings: Vec<Pairing>,
    /// The players with a bye.
    pub byes: Vec<PlayerId>,
}

/// A pairing of two players, and its games.
///
/// *Seats* are the sides of the first game; sides swap after every game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pairing {
    /// The player who has Red in the first game.
    pub red: PlayerId,
    /// The player who has White in the first game; `None` for the computer.
    pub white: Option<PlayerId>,
    /// The results of the games so far.
    pub results: Vec<Option<SlotResult>>,
    /// The win chance that Red earned in each game, in thousandths.
    pub reviews: Vec<Option<u16>>,
    /// Which seats left before the series was decided.
    #[serde(skip)]
    withdrawn: BySide<bool>,
    /// The games that were open when a seat left.
    #[serde(skip)]
    abandoned: Vec<u8>,
    /// Whether the first game is played with the sides swapped.
    #[serde(skip)]
    swapped: bool,
}

impl Pairing {
    pub(crate) fn new(pair: SeatedPair, series: Series, swapped: bool) -> Self {
        let games = usize::from(series.games());
        Self {
            red: pair.red,
            white: pair.white,
            results: vec![None; games],
            reviews: vec![None; games],
            withdrawn: BySide { red: false, white: false },
            abandoned: Vec::new(),
            swapped,
        }
    }

    /// The player in a seat; `None` for the computer.
    pub fn player(&self, seat: Side) -> Option<PlayerId> {
        match seat {
            Side::Red => Some(self.red),
            Side::White => self.white,
        }
    }

    /// The seat of a player.
    pub fn seat(&self, player: PlayerId) -> Option<Side> {
        Side::ALL.into_iter().find(|&seat| self.player(seat) == Some(player))
    }

    /// The opponent of a player.
    pub fn opponent(&self, player: PlayerId) -> Option<PlayerId> {
        self.seat(player).and_then(|seat| self.player(!seat))
    }

    /// The side that a seat plays in a game of the series.
    pub fn side(&self, game: usize, seat: Side) -> Side {
        if (game % 2 == 1) == self.swapped { seat } else { !seat }
    }

    /// A seat leaves, and forfeits its unfinished games.
    pub(crate) fn withdraw(&mut self, seat: Side) {
        self.withdrawn[seat] = true;
    }

    /// Notes that a game was open when a seat left.
    pub(crate) fn abandon(&mut self, game: u8) {
        self.abandoned.push(game);
    }

    /// Whether a game was open when a seat left, which forfeited it.
    pub fn is_abandoned(&self, game: u8) -> bool {
        self.abandoned.contains(&game)
    }

    /// The points of both seats, once the series is decided.
    pub fn score(&self) -> Option<BySide<Points>> {
        let halves = BySide::from_fn(|seat| self.halves(seat));
        let open = self.results.iter().filter(|result| result.is_none()).count() as u32;
        // The trailing seat can gain at most the open games.
        if open == 0 || halves.red.abs_diff(halves.white) > 2 * open {
            let points = |own: u32, other: u32| match own.cmp(&other) {
                core::cmp::Ordering::Greater => Points::ONE,
                core::cmp::Ordering::Equal if own > 0 => Points::HALF,
                _ => Points::ZERO,
            };
            return Some(BySide {
                red: points(halves.red, halves.white),
                white: points(halves.white, halves.red),
            });
        }
        let gone = BySide::from_fn(|seat| self.is_forfeited_by(seat));
        let points = |own: bool, other: bool| {
            if other && !own { Points::ONE } else { Points::ZERO }
        };
        (gone.red || gone.white).then(|| BySide {
            red: points(gone.red, gone.white),
            white: points(gone.white, gone.red),
        })
    }

    /// Whether a seat forfeits its unfinished games, because it left or missed a game.
    pub fn is_forfeited_by(&self, seat: Side) -> bool {
        self.withdrawn[seat] || self.is_no_show_of(seat)
    }

    /// Whether a seat missed a game.
    pub fn is_no_show_of(&self, seat: Side) -> bool {
        let mut results = self.results.iter().enumerate();
        results.any(|(game, result)| {
            result.is_some_and(|result| result.is_no_show_of(self.side(game, seat)))
        })
    }

    /// Whether any game was played.
    pub fn is_played(&self) -> bool {
        self.results.iter().flatten().any(|result| result.is_played())
    }

    fn halves(&self, seat: Side) -> u32 {
        self.each(|game, result| result.halves(self.side(game, seat))).sum()
    }

    /// A seat's total lead in points over all its games.
    pub fn margin(&self, seat: Side) -> i64 {
        self.each(|game, result| result.margin(self.side(game, seat))).sum()
    }

    /// The win chance that a seat earned, in thousandths: the mean over the games played. `None`
    /// until all of them are reviewed.
    pub fn adjusted(&self, seat: Side) -> Option<u32> {
        let (mut sum, mut games) = (0, 0);
        for (game, result) in self.results.iter().enumerate() {
            if !result.is_some_and(SlotResult::is_played) {
                continue;
            }
            let red = u32::from(self.reviews[game]?);
            sum += if self.side(game, seat) == Side::Red { red } else { 1000 - red };
            games += 1;
        }
        (games > 0).then(|| (sum + games / 2) / games)
    }

    fn each<'a, T: 'a>(
        &'a self,
        value: impl Fn(usize, SlotResult) -> T + 'a,
    ) -> impl Iterator<Item = T> + 'a {
        let games = self.results.iter().enumerate();
        games.filter_map(move |(game, result)| result.map(|result| value(game, result)))
    }
}
