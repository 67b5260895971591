use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use bosworth_rules::Ruleset;

use crate::answer::MAX_HALF_POINTS;
use crate::packed::{POSITION_BYTES, edition_number, edition_of, pack_position, unpack_position};
use crate::{Answer, Puzzle, PuzzleId, Tags};

/// A file of puzzles.
///
/// The format: eight bytes `BOSWPUZ` and the version; then 38 bytes for each puzzle, by ascending id.
///
/// | bytes | |
/// |---|---|
/// | 0–2 | the id, the lowest byte first |
/// | 3–4 | the tags, in bits 0 to 10; the level, in bits 12 to 15 |
/// | 5–6 | the rating |
/// | 7 | the win chance of the best action, in half points of 100 |
/// | 8–12 | the loss of each legal action, in the order of [`Actions::iter`](bosworth_rules::Actions::iter), in half points; 255 beyond the last |
/// | 13 | the edition × 25 + Red's heroes × 5 + White's heroes |
/// | 14 | the crown's square, 0 to 80; bit 7 if White is to act |
/// | 15–20 | two bits for each card in canonical order: pile, Red's hand, White's, discard |
/// | 21–37 | five squares to a byte, as a number to the base of 3: empty, Red, White |
///
/// Everything is checked when a set is [read](Self::read), so that access cannot fail; no positions
/// are kept in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSet {
    // Invariant: `read` accepts them.
    bytes: Cow<'static, [u8]>,
}

/// What is known about a puzzle without looking at its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleHeader {
    /// Its number.
    pub id: PuzzleId,
    /// The ideas in it.
    pub tags: Tags,
    /// See [`Puzzle::level`].
    pub level: u8,
    /// The rating that it starts with.
    pub rating: u16,
    /// The edition.
    pub edition: Ruleset,
}

/// Why bytes are not a set of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAPuzzleSet {
    /// They do not begin as one of this version does.
    OtherFormat,
    /// They end within a puzzle.
    CutOff,
    /// The ids are not in ascending order at this place, counted from 0.
    OutOfOrder(usize),
    /// The bytes at this place, counted from 0, are not those of a puzzle.
    BadPuzzle(usize),
}

impl fmt::Display for NotAPuzzleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherFormat => f.write_str("this is not a set of puzzles of this version"),
            Self::CutOff => f.write_str("the set of puzzles is cut off"),
            Self::OutOfOrder(place) => write!(f, "puzzle {place} of the set is out of order"),
            Self::BadPuzzle(place) => write!(f, "puzzle {place} of the set is damaged"),
        }
    }
}

impl core::error::Error for NotAPuzzleSet {}

/// Two puzzles have the same id: they are the same, or a set can hold only one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SameId(pub PuzzleId);

impl fmt::Display for SameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two puzzles have the id {}", self.0)
    }
}

impl core::error::Error for SameId {}

/// The last byte is the version of the format.
const MAGIC: &[u8; 8] = b"BOSWPUZ\x01";
const HEADER: usize = 8;
const LOSSES: usize = HEADER;
/// No position has more legal actions: a full hand holds five cards, and another one may be drawn to.
const MAX_ACTIONS: usize = 5;
const NO_ACTION: u8 = u8::MAX;
const POSITION: usize = LOSSES + MAX_ACTIONS;
const PUZZLE: usize = POSITION + POSITION_BYTES;
const LEVEL_SHIFT: u32 = 12;

impl PuzzleSet {
    /// The set of some puzzles, in any order.
    pub fn new(puzzles: &[Puzzle]) -> Result<Self, SameId> {
        let mut sorted: Vec<_> = puzzles.iter().collect();
        sorted.sort_by_key(|puzzle| puzzle.id());
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0].id() == pair[1].id()) {
            return Err(SameId(pair[0].id()));
        }
        let mut bytes = MAGIC.to_vec();
        for puzzle in sorted {
            bytes.extend(pack(puzzle));
        }
        Ok(Self { bytes: bytes.into() })
    }

    /// Checks the bytes of a set.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, NotAPuzzleSet> {
        let bytes = bytes.into();
        let puzzles = bytes.strip_prefix(MAGIC).ok_or(NotAPuzzleSet::OtherFormat)?;
        if puzzles.len() % PUZZLE != 0 {
            return Err(NotAPuzzleSet::CutOff);
        }
        let mut last = None;
        for (place, puzzle) in puzzles.chunks_exact(PUZZLE).enumerate() {
            let read = unpack(puzzle).ok_or(NotAPuzzleSet::BadPuzzle(place))?;
            if last.is_some_and(|last| last >= read.id()) {
                return Err(NotAPuzzleSet::OutOfOrder(place));
            }
            last = Some(read.id());
        }
        Ok(Self { bytes })
    }

    /// The bytes, as [`read`](Self::read) takes them.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn packed(&self) -> core::slice::ChunksExact<'_, u8> {
        self.bytes.get(MAGIC.len()..).unwrap_or_default().chunks_exact(PUZZLE)
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        self.packed().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The puzzle at a place, counted from 0.
    pub fn get(&self, place: usize) -> Option<Puzzle> {
        unpack(self.packed().nth(place)?)
    }

    /// What is known about the puzzle at a place without looking at its position.
    pub fn header(&self, place: usize) -> Option<PuzzleHeader> {
        unpack_header(self.packed().nth(place)?)
    }

    /// The place of a puzzle.
    pub fn place(&self, id: PuzzleId) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.header(middle)?.id {
                found if found == id => return Some(middle),
                found if found < id => low = middle + 1,
                _ => high = middle,
            }
        }
        None
    }

    /// The puzzle with an id.
    pub fn find(&self, id: PuzzleId) -> Option<Puzzle> {
        self.get(self.place(id)?)
    }

    /// What is known about each puzzle without looking at its position, in the order of their places.
    pub fn headers(&self) -> impl Iterator<Item = PuzzleHeader> + '_ {
        self.packed().filter_map(unpack_header)
    }

    /// All puzzles.
    pub fn iter(&self) -> impl Iterator<Item = Puzzle> + '_ {
        self.packed().filter_map(unpack)
    }
}

fn pack(puzzle: &Puzzle) -> [u8; PUZZLE] {
    let mut bytes = [0; PUZZLE];
    bytes[..3].copy_from_slice(&puzzle.id().0.to_le_bytes()[..3]);
    let ideas = puzzle.tags().bits() | u16::from(puzzle.level()) << LEVEL_SHIFT;
    bytes[3..5].copy_from_slice(&ideas.to_le_bytes());
    bytes[5..7].copy_from_slice(&puzzle.rating().to_le_bytes());
    bytes[7] = puzzle.chance_half_points();
    bytes[LOSSES..POSITION].fill(NO_ACTION);
    for (place, action) in puzzle.position().actions().iter().enumerate() {
        if let Some(answer) = puzzle.answer(action) {
            bytes[LOSSES + place] = answer.half_points();
        }
    }
    // A puzzle is played by an edition.
    let edition = edition_number(puzzle.edition()).unwrap_or_default();
    bytes[POSITION..].copy_from_slice(&pack_position(puzzle.position(), edition));
    bytes
}

fn unpack_header(bytes: &[u8]) -> Option<PuzzleHeader> {
    let [low, middle, high, ideas @ ..] = bytes.first_chunk::<HEADER>()?;
    let ideas = u16::from_le_bytes([ideas[0], ideas[1]]);
    Some(PuzzleHeader {
        id: PuzzleId(u32::from_le_bytes([*low, *middle, *high, 0])),
        tags: Tags::from_bits(ideas & ((1 << LEVEL_SHIFT) - 1))?,
        level: (ideas >> LEVEL_SHIFT) as u8,
        rating: u16::from_le_bytes([bytes[5], bytes[6]]),
        edition: edition_of(*bytes.get(POSITION)?)?,
    })
}

/// `None` if these are not the bytes that [`pack`] would write.
fn unpack(bytes: &[u8]) -> Option<Puzzle> {
    let header = unpack_header(bytes)?;
    let position = unpack_position(bytes.get(POSITION..)?.first_chunk()?)?;
    let mut losses = bytes[LOSSES..POSITION].iter();
    let mut answers = Vec::new();
    for action in position.actions().iter() {
        let half_points = *losses.next().filter(|loss| **loss <= MAX_HALF_POINTS)?;
        answers.push(Answer::of_half_points(action, half_points));
    }
    if bytes[7] > MAX_HALF_POINTS || losses.any(|loss| *loss != NO_ACTION) {
        return None;
    }
    Puzzle::unchecked(header, position, answers, bytes[7]).checked().ok()
}
