//! The features of the hand-made evaluation.

use bosworth_rules::{Card, PendingDraw, Position, Side, Squares, Territories};

/// The number of features.
pub const FEATURES: usize = 37;

/// The feature vector of a position from the point of view of the side to act: mostly own values
/// less the opponent's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Features(pub [f32; FEATURES]);

/// A territory and where it can grow.
#[derive(Clone, Copy, Default)]
struct Group {
    size: i32,
    /// All squares adjacent to its roses.
    beside: Squares,
    /// The empty squares adjacent to it.
    halo: Squares,
    /// The empty squares two steps away.
    second: Squares,
}

/// One side's roses, by territory.
struct Camp {
    groups: [Group; Camp::MAX_GROUPS],
    count: usize,
    points: i32,
    /// The union of all halos.
    halo: Squares,
}

impl Camp {
    /// Twice as many groups as occur in real games. In contrived positions with more, the
    /// surplus counts for points but not for growth.
    const MAX_GROUPS: usize = 24;

    const EMPTY: Self = Self {
        groups: [Group {
            size: 0,
            beside: Squares::EMPTY,
            halo: Squares::EMPTY,
            second: Squares::EMPTY,
        }; Self::MAX_GROUPS],
        count: 0,
        points: 0,
        halo: Squares::EMPTY,
    };

    /// Fills in a side's roses. In place, because a camp is too large to return by value.
    #[inline]
    fn fill(&mut self, roses: Squares, empty: Squares) {
        for territory in Territories::of(roses) {
            let size = territory.size() as i32;
            self.points += size * size;
            let Some(group) = self.groups.get_mut(self.count) else { continue };
            let beside = territory.squares.neighbours();
            let halo = beside & empty;
            let second = (halo.neighbours() & empty) - halo;
            *group = Group { size, beside, halo, second };
            self.halo |= halo;
            self.count += 1;
        }
    }

    /// The potential gain of the largest group, summed over its adjacent squares and over the
    /// squares two steps away.
    #[inline]
    fn top_growth(&self) -> (i32, i32) {
        let largest = self
            .groups()
            .iter()
            .max_by_key(|group| (group.size, group.halo.len(), group.second.len()));
        largest.map_or((0, 0), |group| {
            let gain = 2 * group.size;
            (gain * group.halo.len() as i32, gain * group.second.len() as i32)
        })
    }

    /// The number of empty squares near this side but not adjacent to the other.
    #[inline]
    fn territory(&self, others: Squares) -> f32 {
        let near = self.groups().iter().fold(self.halo, |all, group| all | group.second);
        (near - others).len() as f32
    }

    #[inline]
    fn groups(&self) -> &[Group] {
        &self.groups[..self.count]
    }

    /// The points that a rose on this square would add by joining all adjacent groups.
    #[inline]
    fn gain(&self, square: Squares) -> i32 {
        let (mut sum, mut squares) = (1, 0);
        for group in self.groups() {
            if !(group.beside & square).is_empty() {
                sum += group.size;
                squares += group.size * group.size;
            }
        }
        sum * sum - squares
    }
}

/// The points that losing the rose on this square would cost its owner: its group shrinks and
/// may be split.
fn loss(square: Squares, roses: Squares) -> i32 {
    let group = roses.joined_to(square);
    let size = group.len() as i32;
    let left: i32 = Territories::of(group - square).map(|part| part.points() as i32).sum();
    size * size - left
}

/// The immediate gains available to a side's hand.
#[derive(Clone, Copy, Default)]
struct Gains {
    best: i32,
    second: i32,
    best_hero: i32,
    sum: i32,
    playable: i32,
}

impl Features {
    /// The features of a position.
    pub fn of(position: &Position) -> Self {
        Self::seen_by(position, position.side(), [0.0; 2])
    }

    /// The features of a pending draw from the point of view of the opponent, who acts next: as
    /// if the drawing side held one more card that cannot be played yet.
    pub fn of_draw(pending: &PendingDraw) -> Self {
        let position = pending.position();
        Self::seen_by(position, !position.side(), [0.0, 1.0])
    }

    /// The features as if it were `side`'s turn, with `more` unknown cards in its own and in its
    /// opponent's hand.
    fn seen_by(position: &Position, side: Side, more: [f32; 2]) -> Self {
        let roses = (position.roses(side), position.roses(!side));
        let empty = !(roses.0 | roses.1);
        let (mut own, mut theirs) = (Camp::EMPTY, Camp::EMPTY);
        own.fill(roses.0, empty);
        theirs.fill(roses.1, empty);
        let own_gains = gains(position, side, &own, roses.1);
        let their_gains = gains(position, !side, &theirs, roses.0);
        let (own_growth, their_growth) = (growth(&own), growth(&theirs));
        let hand = |side| position.hand(side).len() as f32;
        let hands = (hand(side) + more[0], hand(!side) + more[1]);
        let heroes = (f32::from(position.heroes(side)), f32::from(position.heroes(!side)));
        let largest = |camp: &Camp| {
            camp.groups().iter().map(|group| group.size).max().unwrap_or_default() as f32
        };
        let (own_largest, their_largest) = (largest(&own), largest(&theirs));
        let scale = |points: i32| points as f32 / 100.0;
        let root = |points: i32| (points as f32).sqrt() / 10.0;
        let blocked = |side| f32::from(u8::from(position.is_blocked(side)));
        let (own_halo, their_halo) = (own.halo, theirs.halo);
        let (own_top, their_top) = (own.top_growth(), theirs.top_growth());
        let rings = RINGS
            .map(|ring| ((roses.0 & ring).len() as f32 - (roses.1 & ring).len() as f32) / 10.0);
        let pending = more[1];
        Self([
            1.0,
            scale(own.points - theirs.points),
            root(own.points) - root(theirs.points),
            scale(own_growth.0 - their_growth.0),
            scale(own_growth.1 - their_growth.1),
            (own_largest - their_largest) / 10.0,
            rings[0],
            (own.count as f32 - theirs.count as f32) / 10.0,
            heroes.0 - heroes.1,
            heroes.0 * their_largest / 10.0 - heroes.1 * own_largest / 10.0,
            hands.0 - hands.1,
            (own_gains.playable - their_gains.playable) as f32,
            scale(own_gains.best),
            scale(own_gains.second),
            scale(own_gains.best_hero),
            scale(their_gains.best),
            scale(their_gains.second),
            scale(their_gains.best_hero),
            blocked(side),
            blocked(!side),
            f32::from(u8::from(own_gains.playable == 0)),
            f32::from(u8::from(their_gains.playable == 0)),
            pending,
            pending * hands.1 / 5.0,
            rings[1],
            rings[2],
            rings[3],
            ((own_halo - their_halo).len() as f32 - (their_halo - own_halo).len() as f32) / 10.0,
            scale(own_top.0 - their_top.0),
            scale(own_gains.sum - own_gains.best - own_gains.second),
            scale(their_gains.sum - their_gains.best - their_gains.second),
            pending * scale(their_gains.best),
            scale(own_growth.2 - their_growth.2),
            scale(own_growth.3 - their_growth.3),
            scale(own_top.1 - their_top.1),
            (own.territory(their_halo) - theirs.territory(own_halo)) / 10.0,
            mobility(position, side) - mobility(position, !side),
        ])
    }
}

/// The four outermost rings, from the edge inwards.
const RINGS: [Squares; 4] =
    [Squares::ring(0), Squares::ring(1), Squares::ring(2), Squares::ring(3)];

/// The growth potential of a side's groups, summed over the empty squares: by extending a group
/// and by joining two groups, first over adjacent squares, then over squares two steps away.
#[inline]
fn growth(camp: &Camp) -> (i32, i32, i32, i32) {
    let groups = camp.groups();
    let mut grown = 0;
    let mut joined = 0;
    let (mut later, mut joined_later) = (0, 0);
    for (n, group) in groups.iter().enumerate() {
        grown += 2 * group.size * group.halo.len() as i32;
        later += 2 * group.size * group.second.len() as i32;
        for other in &groups[..n] {
            let common = group.halo & other.halo;
            if !common.is_empty() {
                joined += 2 * group.size * other.size * common.len() as i32;
            }
            let common = group.second & other.halo;
            if !common.is_empty() {
                joined_later += 2 * group.size * other.size * common.len() as i32;
            }
        }
    }
    (grown, joined, later, joined_later)
}

#[inline]
fn gains(position: &Position, side: Side, own: &Camp, their_roses: Squares) -> Gains {
    let (plays, heroes) = position.playable(side);
    let target = |card: Card| position.target(side, card).map_or(Squares::EMPTY, Squares::of);
    let mut gains = Gains { playable: (plays | heroes).len() as i32, ..Gains::default() };
    for card in plays.unordered() {
        gains.add(own.gain(target(card)));
    }
    for card in heroes.unordered() {
        let square = target(card);
        let gain = own.gain(square) + loss(square, their_roses);
        gains.best_hero = gains.best_hero.max(gain);
    }
    gains
}

impl Gains {
    #[inline]
    fn add(&mut self, gain: i32) {
        self.sum += gain;
        if gain > self.best {
            self.second = self.best;
            self.best = gain;
        } else if gain > self.second {
            self.second = gain;
        }
    }
}

/// The number of a side's cards whose target is on the board, as a share of a full hand.
fn mobility(position: &Position, side: Side) -> f32 {
    (position.hand(side) & position.cards_on_board(side)).len() as f32 / 5.0
}
