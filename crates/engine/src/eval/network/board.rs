use bosworth_rules::{Position, Side, Square, Squares, Territories};

use super::chunks::chunks;
use super::geometry::NEIGHBOURS;
use super::mark::{JOINT, THEIRS, code, growth, mark};

/// An owner, from the viewer's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// The viewer.
    Own,
    /// The viewer's opponent.
    Theirs,
}

impl Who {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Own => Self::Theirs,
            Self::Theirs => Self::Own,
        }
    }
}

/// The squares, padded to whole SIMD vectors of bytes.
const SLOTS: usize = 96;
/// Enough for 52 single roses and the groups that incremental updates add.
const GROUPS: usize = 64;

/// The roses by group and the gains of empty squares, as seen by one side: everything that the
/// marks of the network depend on, updatable in place.
///
/// Bytes by square, so that merging two groups is one pass over all squares, which the compiler
/// vectorises.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// The mark codes in three layers: roses, then the viewer's gain by a rose on an empty
    /// square, then the opponent's. 0 means no mark.
    codes: [[u8; SLOTS]; 3],
    /// The group of each rose, 0 for none.
    groups: [u8; SLOTS],
    /// By group.
    sizes: [u8; GROUPS],
    /// The next free group number.
    next: u8,
    /// The viewer's points less the opponent's.
    lead: i32,
    /// By owner: all roses, and those that are [joints](Squares::joints) of their group.
    roses: [Squares; 2],
    joints: [Squares; 2],
}

impl Board {
    /// The board of a position as `viewer` sees it.
    pub(super) fn of(position: &Position, viewer: Side) -> Self {
        let mut board = Self {
            codes: [[0; SLOTS]; 3],
            groups: [0; SLOTS],
            sizes: [0; GROUPS],
            next: 1,
            lead: 0,
            roses: [position.roses(viewer), position.roses(!viewer)],
            joints: [Squares::EMPTY; 2],
        };
        for who in [Who::Own, Who::Theirs] {
            let roses = board.roses[who as usize];
            for territory in Territories::of(roses) {
                board.add_group(territory.squares, who);
            }
            board.find_joints(who);
            board.find_growth(roses.neighbours(), who);
        }
        board
    }

    fn add_group(&mut self, squares: Squares, who: Who) {
        let (size, group) = (squares.len(), self.next);
        let code = code(who, size);
        for square in squares {
            let shown = &mut self.codes[0][square.index()];
            *shown = code | *shown & JOINT;
            self.groups[square.index()] = group;
        }
        self.sizes[slot(group)] = size as u8;
        self.next += 1;
        self.score(who, (size * size) as i32);
    }

    /// Updates the marks of joints.
    fn find_joints(&mut self, who: Who) {
        let (roses, before) = (self.roses[who as usize], self.joints[who as usize]);
        let joints = roses.joints();
        for square in ((joints - before) | (before - joints)) & roses {
            self.codes[0][square.index()] ^= JOINT;
        }
        self.joints[who as usize] = joints;
    }

    /// Updates the gain marks of those of these squares that are empty.
    fn find_growth(&mut self, squares: Squares, who: Who) {
        for square in squares - self.roses[0] - self.roses[1] {
            self.codes[1 + who as usize][square.index()] = growth(self.gain(square, who));
        }
    }

    fn score(&mut self, who: Who, points: i32) {
        self.lead += if who == Who::Own { points } else { -points };
    }

    /// Places a rose on an empty square.
    pub(super) fn place(&mut self, square: Square, who: Who) {
        self.codes[1][square.index()] = 0;
        self.codes[2][square.index()] = 0;
        self.put(square, who);
    }

    fn put(&mut self, square: Square, who: Who) {
        let (joined, count) = self.beside(square, who);
        let mut size = 1;
        let mut points = 0;
        for &group in &joined[..count] {
            let part = i32::from(self.sizes[slot(group)]);
            size += part;
            points -= part * part;
        }
        points += size * size;
        let (group, code) = (self.next, code(who, size as u32));
        self.next += 1;
        self.codes[0][square.index()] = code;
        self.groups[square.index()] = group;
        self.sizes[slot(group)] = size as u8;
        for &old in &joined[..count] {
            for (member, shown) in self.groups.iter_mut().zip(&mut self.codes[0]) {
                let joins = *member == old;
                *member = if joins { group } else { *member };
                *shown = if joins { code | *shown & JOINT } else { *shown };
            }
        }
        self.score(who, points);
        let here = Squares::of(square);
        self.roses[who as usize] |= here;
        self.find_joints(who);
        self.find_growth(self.roses[who as usize].joined_to(here).neighbours(), who);
    }

    /// Flips a rose of `loser`.
    pub(super) fn flip(&mut self, square: Square, loser: Who) {
        let group = self.groups[square.index()];
        let size = i32::from(self.sizes[slot(group)]);
        self.score(loser, -size * size);
        self.codes[0][square.index()] = 0;
        self.groups[square.index()] = 0;
        let here = Squares::of(square);
        let left = self.roses[loser as usize] - here;
        self.roses[loser as usize] = left;
        self.find_joints(loser);
        let mut rest = here.neighbours() & left;
        let mut changed = here;
        while let Some(seed) = rest.first() {
            let part = left.joined_to(Squares::of(seed));
            self.add_group(part, loser);
            rest = rest - part;
            changed |= part;
        }
        self.put(square, loser.other());
        self.find_growth(changed.neighbours(), loser);
    }

    /// The viewer's points less the opponent's.
    pub(super) fn lead(&self) -> i32 {
        self.lead
    }

    /// The owner of the rose on a square.
    #[inline]
    pub(super) fn rose(&self, square: usize) -> Option<Who> {
        match self.codes[0][square] {
            0 => None,
            code if code & THEIRS == 0 => Some(Who::Own),
            _ => Some(Who::Theirs),
        }
    }

    /// All marks, as (square, mark).
    pub(super) fn marks(&self) -> impl Iterator<Item = (usize, usize)> {
        self.words().flat_map(move |(layer, start, word)| {
            Bytes(word).map(move |n| (start + n, mark(layer, self.codes[layer][start + n])))
        })
    }

    /// Reports the marks that are added and removed relative to an earlier board.
    #[inline]
    pub(super) fn compare(
        &self,
        before: &Self,
        mut comes: impl FnMut(usize, usize),
        mut goes: impl FnMut(usize, usize),
    ) {
        for ((layer, start, now), (_, _, then)) in self.words().zip(before.words()) {
            for n in Bytes(now ^ then) {
                let square = start + n;
                let (now, then) = (self.codes[layer][square], before.codes[layer][square]);
                if now != 0 {
                    comes(square, mark(layer, now));
                }
                if then != 0 {
                    goes(square, mark(layer, then));
                }
            }
        }
    }

    fn words(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        let layers = self.codes.iter().enumerate();
        layers.flat_map(|(layer, codes)| {
            let words = chunks::<8, _>(codes).enumerate();
            words.map(move |(n, bytes)| (layer, 8 * n, u64::from_le_bytes(*bytes)))
        })
    }

    /// The distinct groups of an owner adjacent to a square.
    #[inline]
    fn beside(&self, square: Square, who: Who) -> ([u8; 4], usize) {
        let mut found = [0; 4];
        let mut count = 0;
        for &neighbour in &NEIGHBOURS[square.index()] {
            let neighbour = usize::from(neighbour);
            let group = self.groups[neighbour];
            if self.rose(neighbour) == Some(who) && !found[..count].contains(&group) {
                found[count] = group;
                count += 1;
            }
        }
        (found, count)
    }

    /// The points that a rose on this square would add.
    pub(super) fn gain(&self, square: Square, who: Who) -> i32 {
        let (joined, count) = self.beside(square, who);
        let (mut size, mut before) = (1, 0);
        for &group in &joined[..count] {
            let part = i32::from(self.sizes[slot(group)]);
            size += part;
            before += part * part;
        }
        size * size - before
    }

    /// The points that losing the rose on this square would cost its owner.
    pub(super) fn loss(&self, square: Square, owner: Who) -> i32 {
        let size = i32::from(self.sizes[slot(self.groups[square.index()])]);
        // Fast path: the group is not split.
        if !self.joints[owner as usize].contains(square) {
            return 2 * size - 1;
        }
        let here = Squares::of(square);
        let left = self.roses[owner as usize] - here;
        let mut rest = here.neighbours() & left;
        let mut points = 0;
        while let Some(seed) = rest.first() {
            let part = left.joined_to(Squares::of(seed));
            points += (part.len() * part.len()) as i32;
            rest = rest - part;
        }
        size * size - points
    }
}

/// A group's index, reduced so that the compiler can elide bounds checks.
#[inline]
fn slot(group: u8) -> usize {
    usize::from(group) % GROUPS
}

/// Iterates over the indices of the non-zero bytes of a word.
struct Bytes(u64);

impl Iterator for Bytes {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let byte = self.0.trailing_zeros() / 8;
        self.0 &= !(0xff << (8 * byte));
        Some(byte as usize)
    }
}
