use bosworth_rules::{BySide, End, Ply, Position, Score, Side};
use serde::Serialize;

use super::arena_game::{ArenaGame, Forfeit};

/// Statistics over all games of a match. Forfeited games are counted as such and excluded from the
/// rest: they say nothing about how games go.
#[derive(Clone, Default)]
pub struct PairTally {
    /// Forfeited games.
    pub forfeits: Vec<ForfeitNote>,
    /// Wins by side.
    pub winners: Winners,
    /// Games by the way they ended.
    pub ends: Ends,
    /// The length of a game.
    pub plies: Spread,
    /// The winner's points.
    pub winner_points: Spread,
    /// The loser's points.
    pub loser_points: Spread,
    /// The largest territory on the board at the end.
    pub largest: Spread,
    /// Heroes used.
    pub heroes: BySide<Spread>,
    /// Cards drawn.
    pub draws: Spread,
    /// Passes.
    pub passes: Spread,
    /// By how many points the first player won.
    pub margins: Margins,
}

/// A forfeited game.
#[derive(Clone, Serialize)]
pub struct ForfeitNote {
    /// The pair, from 1.
    pub pair: u64,
    /// The game in the pair, 1 or 2.
    pub game: u8,
    /// Who lost by it.
    pub player: String,
    /// The reason.
    pub why: String,
}

/// Wins by side.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Winners {
    /// Games that Red won.
    pub red: u64,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub drawn: u64,
}

/// Games by the way they ended.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Ends {
    /// The last rose was placed.
    pub last_rose: u64,
    /// Neither side could act.
    pub both_blocked: u64,
    /// One side could not act.
    pub blocked: u64,
    /// A player forfeited.
    pub forfeit: u64,
}

/// Mean, minimum and maximum of a count.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Spread {
    count: u64,
    sum: u64,
    least: u64,
    most: u64,
}

/// A histogram of winning margins, in bins of `Margins::STEP` points.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Margins([u64; Margins::BINS]);

impl PairTally {
    /// Adds a game. Pair and game are numbered from 1.
    pub(super) fn add(&mut self, game_played: &ArenaGame, pair: u64, game: u8, names: [&str; 2]) {
        if let Some(Forfeit { side, why }) = &game_played.forfeit {
            let player = names[usize::from(*side != game_played.first)].to_string();
            self.forfeits.push(ForfeitNote { pair, game, player, why: why.clone() });
            self.ends.forfeit += 1;
            return;
        }
        let last = game_played.game.position();
        self.end(last);
        self.plies.add(game_played.game.plies().len() as u64);
        let count = |counts: fn(&Ply) -> bool| {
            game_played.game.plies().iter().filter(|ply| counts(ply)).count() as u64
        };
        self.draws.add(count(|ply| matches!(ply, Ply::Draw(_))));
        self.passes.add(count(|ply| matches!(ply, Ply::Pass)));
        for side in Side::ALL {
            let used = game_played.game.start().heroes(side) - last.heroes(side);
            self.heroes[side].add(u64::from(used));
        }
        self.points(last.scores(), game_played);
    }

    fn end(&mut self, last: &Position) {
        match last.end() {
            Some(End::LastRose) => self.ends.last_rose += 1,
            Some(End::BothBlocked) => self.ends.both_blocked += 1,
            Some(End::Blocked(_)) => self.ends.blocked += 1,
            None => {}
        }
    }

    fn points(&mut self, scores: BySide<Score>, game_played: &ArenaGame) {
        self.largest.add(u64::from(scores.red.largest.max(scores.white.largest)));
        let points = |side: Side| scores[side].points;
        let lead = i64::from(points(game_played.first)) - i64::from(points(!game_played.first));
        self.margins.add(lead);
        match game_played.winner() {
            Some(Side::Red) => self.winners.red += 1,
            Some(Side::White) => self.winners.white += 1,
            None => self.winners.drawn += 1,
        }
        if let Some(winner) = game_played.winner() {
            self.winner_points.add(u64::from(points(winner)));
            self.loser_points.add(u64::from(points(!winner)));
        }
    }
}

impl Spread {
    pub(super) fn add(&mut self, value: u64) {
        self.least = if self.count == 0 { value } else { self.least.min(value) };
        self.most = self.most.max(value);
        self.sum += value;
        self.count += 1;
    }

    /// The mean; 0 if there are no values.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The smallest value.
    pub const fn least(&self) -> u64 {
        self.least
    }

    /// The largest value.
    pub const fn most(&self) -> u64 {
        self.most
    }
}

impl Margins {
    /// The width of a bin in points.
    const STEP: i64 = 20;
    /// Bins on each side of zero; the outermost are open-ended.
    const REACH: i64 = 6;
    const BINS: usize = 2 * Self::REACH as usize + 1;

    pub(super) fn add(&mut self, margin: i64) {
        let bin = (margin.abs() + Self::STEP - 1) / Self::STEP;
        let bin = margin.signum() * bin.min(Self::REACH);
        self.0[(bin + Self::REACH) as usize] += 1;
    }

    /// Each bin: its lower and upper bound, if it has one, and its games.
    pub fn bins(&self) -> impl Iterator<Item = Bin> {
        (-Self::REACH..).zip(self.0).map(|(bin, games)| {
            let (near, far) = ((bin.abs() - 1) * Self::STEP + 1, bin.abs() * Self::STEP);
            let far = (bin.abs() < Self::REACH).then_some(far);
            let (from, to) = match bin.signum() {
                1 => (Some(near), far),
                -1 => (far.map(|far| -far), Some(-near)),
                _ => (Some(0), Some(0)),
            };
            Bin { from, to, games }
        })
    }
}

/// A bin of the histogram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Bin {
    /// The lower bound, if there is one.
    pub from: Option<i64>,
    /// The upper bound, if there is one.
    pub to: Option<i64>,
    /// The games in it.
    pub games: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_mean_minimum_and_maximum() {
        let mut spread = Spread::default();
        assert_eq!((spread.mean(), spread.least(), spread.most()), (0.0, 0, 0));
        for value in [7, 3, 5] {
            spread.add(value);
        }
        assert_eq!((spread.mean(), spread.least(), spread.most()), (5.0, 3, 7));
    }

    #[test]
    fn every_margin_falls_into_its_bin() {
        for margin in -300..=300 {
            let mut margins = Margins::default();
            margins.add(margin);
            let found: Vec<_> = margins.bins().filter(|bin| bin.games > 0).collect();
            let [Bin { from, to, games: 1 }] = found[..] else { panic!("{found:?}") };
            let inside = from.is_none_or(|from| from <= margin) && to.is_none_or(|to| margin <= to);
            assert!(inside, "{margin}: {from:?} {to:?}");
        }
        let bins: Vec<_> = Margins::default().bins().map(|bin| (bin.from, bin.to)).collect();
        assert_eq!(bins[0], (None, Some(-101)));
        assert_eq!(bins[5], (Some(-20), Some(-1)));
        assert_eq!(bins[7], (Some(1), Some(20)));
        assert_eq!(bins[12], (Some(101), None));
    }
}
