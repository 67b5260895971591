use bosworth_rules::{Card, Position, Side, Square, Squares, Territories};

/// Whose something is, seen by the side that is to act next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// Of the side to act.
    Own,
    /// Of its opponent.
    Theirs,
}

/// Room for all squares in whole vectors of bytes.
const SLOTS: usize = 96;
/// Room for all groups: 52 roses and what a few flips cut off.
const GROUPS: usize = 64;
/// No rose.
const NONE: u8 = 0;

/// How many sizes of groups are told apart.
pub(super) const SIZES: usize = 8;

/// The roses by the groups they belong to, seen by one side.
///
/// Plain bytes by square, because then joining two groups is one pass over all squares, which
/// the compiler turns into a handful of vector instructions.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// 0 where no rose is, else 1 + 8 for theirs + how large its group is.
    codes: [u8; SLOTS],
    /// The group that a rose belongs to, 0 for none.
    groups: [u8; SLOTS],
    /// By group.
    sizes: [u8; GROUPS],
    /// The number that the next new group gets.
    next: u8,
    /// Own points less theirs.
    lead: i32,
}

impl Board {
    /// The board of a position as a side sees it.
    pub(super) fn of(position: &Position, viewer: Side) -> Self {
        let mut board =
            Self { codes: [NONE; SLOTS], groups: [0; SLOTS], sizes: [0; GROUPS], next: 1, lead: 0 };
        for (who, side) in [(Who::Own, viewer), (Who::Theirs, !viewer)] {
            for territory in Territories::of(position.roses(side)) {
                board.add_group(territory.squares, who);
            }
        }
        board
    }

    fn add_group(&mut self, squares: Squares, who: Who) {
        let (size, group) = (squares.len(), self.next);
        let code = code(who, size);
        for square in squares {
            self.codes[square.index()] = code;
            self.groups[square.index()] = group;
        }
        self.sizes[slot(group)] = size as u8;
        self.next += 1;
        self.score(who, (size * size) as i32);
    }

    fn score(&mut self, who: Who, points: i32) {
        self.lead += if who == Who::Own { points } else { -points };
    }

    /// Puts a rose on an empty square.
    pub(super) fn place(&mut self, square: Square, who: Who) {
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
        self.codes[square.index()] = code;
        self.groups[square.index()] = group;
        self.sizes[slot(group)] = size as u8;
        for &old in &joined[..count] {
            for (member, shown) in self.groups.iter_mut().zip(&mut self.codes) {
                let joins = *member == old;
                *member = if joins { group } else { *member };
                *shown = if joins { code } else { *shown };
            }
        }
        self.score(who, points);
    }

    /// Turns a rose of `loser` over; `left` are the loser's roses after that.
    pub(super) fn flip(&mut self, square: Square, loser: Who, left: Squares) {
        let group = self.groups[square.index()];
        let size = i32::from(self.sizes[slot(group)]);
        self.score(loser, -size * size);
        self.codes[square.index()] = NONE;
        self.groups[square.index()] = 0;
        let mut rest = Squares::of(square).neighbours() & left;
        while let Some(seed) = rest.first() {
            let part = left.joined_to(Squares::of(seed));
            self.add_group(part, loser);
            rest = rest - part;
        }
        let winner = if loser == Who::Own { Who::Theirs } else { Who::Own };
        self.place(square, winner);
    }

    /// Own points less theirs.
    pub(super) fn lead(&self) -> i32 {
        self.lead
    }

    /// What a square carries: 0 for nothing, else 1 + 8 for theirs + how large its group is.
    #[inline]
    pub(super) fn code(&self, square: usize) -> u8 {
        self.codes[square]
    }

    /// Whose rose a square carries.
    #[inline]
    pub(super) fn rose(&self, square: usize) -> Option<Who> {
        match self.codes[square] {
            NONE => None,
            code if code <= SIZES as u8 => Some(Who::Own),
            _ => Some(Who::Theirs),
        }
    }

    /// All squares that carry a rose, with their codes.
    pub(super) fn roses(&self) -> impl Iterator<Item = (usize, u8)> {
        self.words().flat_map(|(start, word)| Bytes(word).map(move |n| start + n)).map(|square| {
            let code = self.codes[square];
            (square, code)
        })
    }

    /// All squares that differ from another board.
    pub(super) fn differences(&self, other: &Self) -> impl Iterator<Item = usize> {
        self.words()
            .zip(other.words())
            .flat_map(|((start, one), (_, two))| Bytes(one ^ two).map(move |n| start + n))
    }

    fn words(&self) -> impl Iterator<Item = (usize, u64)> {
        self.codes
            .as_chunks::<8>()
            .0
            .iter()
            .enumerate()
            .map(|(n, bytes)| (8 * n, u64::from_le_bytes(*bytes)))
    }

    /// The different groups of a side beside a square.
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

    /// How many points a rose on this square would add for a side.
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

    /// How many points the owner of the rose on this square would lose with it; `roses` are all
    /// the owner's.
    pub(super) fn loss(&self, square: Square, roses: Squares) -> i32 {
        let size = i32::from(self.sizes[slot(self.groups[square.index()])]);
        let here = Squares::of(square);
        let beside = here.neighbours() & roses;
        // With one neighbour or none nothing falls apart.
        if beside.len() <= 1 {
            return 2 * size - 1;
        }
        let left = roses - here;
        let mut rest = beside;
        let mut points = 0;
        while let Some(seed) = rest.first() {
            let part = left.joined_to(Squares::of(seed));
            points += (part.len() * part.len()) as i32;
            rest = rest - part;
        }
        size * size - points
    }
}

/// A group's number as an index that the compiler knows to be in range.
#[inline]
fn slot(group: u8) -> usize {
    usize::from(group) % GROUPS
}

/// What a rose of a group of this size is shown as.
#[inline]
fn code(who: Who, size: u32) -> u8 {
    const BY_SIZE: [u8; 16] = [0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7];
    1 + SIZES as u8 * who as u8 + BY_SIZE[size.min(15) as usize]
}

/// The places of the bytes of a word that are not 0.
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

/// By square: the four squares beside it; where the board ends, a slot that is always empty.
const NEIGHBOURS: [[u8; 4]; Square::COUNT] = {
    let mut all = [[Square::COUNT as u8; 4]; Square::COUNT];
    let width = Square::WIDTH as usize;
    let mut square = 0;
    while square < Square::COUNT {
        let (file, rank) = (square % width, square / width);
        if file > 0 {
            all[square][0] = square as u8 - 1;
        }
        if file + 1 < width {
            all[square][1] = square as u8 + 1;
        }
        if rank > 0 {
            all[square][2] = (square - width) as u8;
        }
        if rank + 1 < width {
            all[square][3] = (square + width) as u8;
        }
        square += 1;
    }
    all
};

/// By square and card: where the card takes the crown from there, as the board sees it.
pub(super) const TARGETS: [[Option<Square>; Card::COUNT]; Square::COUNT] = {
    let mut all = [[None; Card::COUNT]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut card = 0;
        while card < Card::COUNT {
            let Card { direction, steps } = Card::ALL[card];
            if let Some(from) = Square::from_index(square) {
                all[square][card] = from.step(direction, steps);
            }
            card += 1;
        }
        square += 1;
    }
    all
};
