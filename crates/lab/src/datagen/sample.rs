use anyhow::{Result, bail};
use bosworth_engine::Value;
use bosworth_rules::{
    Action, BySide, Card, Cards, Next, Position, Ruleset, Setup, Side, Square, Squares,
};

/// A position, or a draw whose card is unknown, with its training targets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) at: Next,
    pub(crate) kind: SampleKind,
    /// The search value, for the side to act or to draw.
    pub(crate) found: Value,
    /// The TD(λ) target: later values and the result, discounted. The same as `found` for a
    /// position that was not played.
    pub(crate) became: Value,
}

/// The origin of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SampleKind {
    /// A position of the game.
    Played,
    /// A position that was only visited by the search.
    LookedAt,
}

const DRAW: u8 = 1 << 7;
const WHITE: u8 = 1 << 6;
/// The fixed-point scale of a win.
const WIN: f32 = 16_384.0;
/// The fixed-point scale of a point of margin.
const POINT: f32 = 8.0;

impl Sample {
    /// The serialised size in bytes.
    pub(crate) const BYTES: usize = 42;

    pub(crate) fn position(&self) -> &Position {
        match &self.at {
            Next::Position(position) => position,
            Next::Draw(pending) => pending.position(),
        }
    }

    /// Serialises the sample without its ruleset, which is the same for a whole file.
    pub(super) fn pack(&self) -> [u8; Self::BYTES] {
        let position = self.position();
        let side = position.side();
        let pending = matches!(self.at, Next::Draw(_));
        let mut bytes = [0; Self::BYTES];
        bytes[..11].copy_from_slice(&squares(position.roses(side)));
        bytes[11..22].copy_from_slice(&squares(position.roses(!side)));
        bytes[22..25].copy_from_slice(&cards(position.hand(side)));
        bytes[25..28].copy_from_slice(&cards(position.hand(!side)));
        bytes[28..31].copy_from_slice(&cards(position.discard()));
        bytes[31] = position.crown().index() as u8 | if pending { DRAW } else { 0 };
        bytes[32] = position.heroes(side)
            | position.heroes(!side) << 3
            | if side == Side::White { WHITE } else { 0 };
        bytes[33] = u8::from(self.kind == SampleKind::LookedAt);
        for (place, value) in [(34, self.found), (38, self.became)] {
            bytes[place..place + 2].copy_from_slice(&number(value.win, WIN).to_le_bytes());
            bytes[place + 2..place + 4].copy_from_slice(&number(value.margin, POINT).to_le_bytes());
        }
        bytes
    }

    pub(super) fn unpack(bytes: &[u8; Self::BYTES], ruleset: Ruleset) -> Result<Self> {
        let side = if bytes[32] & WHITE == 0 { Side::Red } else { Side::White };
        let (own, theirs) = (from_squares(&bytes[..11]), from_squares(&bytes[11..22]));
        let (hand, other) = (from_cards(&bytes[22..25]), from_cards(&bytes[25..28]));
        let (heroes, others) = (bytes[32] & 7, bytes[32] >> 3 & 7);
        let Some(crown) = Square::from_index(usize::from(bytes[31] & !DRAW)) else {
            bail!("the crown of a sample is off the board");
        };
        let position = Position::try_from(Setup {
            roses: by_turn(own, theirs, side),
            crown,
            side,
            hands: by_turn(hand, other, side),
            heroes: by_turn(heroes, others, side),
            discard: from_cards(&bytes[28..31]),
            ruleset,
        })?;
        let at = if bytes[31] & DRAW == 0 {
            Next::Position(position)
        } else {
            position.act(Action::Draw)?
        };
        let value = |place: usize| {
            let number = |place| f32::from(i16::from_le_bytes([bytes[place], bytes[place + 1]]));
            Value { win: number(place) / WIN, margin: number(place + 2) / POINT }
        };
        let kind = if bytes[33] == 0 { SampleKind::Played } else { SampleKind::LookedAt };
        Ok(Self { at, kind, found: value(34), became: value(38) })
    }
}

fn number(value: f32, unit: f32) -> i16 {
    (value * unit).round().clamp(-32_767.0, 32_767.0) as i16
}

fn by_turn<T>(own: T, theirs: T, side: Side) -> BySide<T> {
    match side {
        Side::Red => BySide { red: own, white: theirs },
        Side::White => BySide { red: theirs, white: own },
    }
}

/// A bitmap of squares, with `a1` in the lowest bit of the first byte.
pub(crate) fn squares(set: Squares) -> [u8; 11] {
    let mut bytes = [0; 11];
    for square in set {
        bytes[square.index() / 8] |= 1 << (square.index() % 8);
    }
    bytes
}

pub(super) fn from_squares(bytes: &[u8]) -> Squares {
    Square::all()
        .filter(|square| bytes[square.index() / 8] >> (square.index() % 8) & 1 != 0)
        .collect()
}

/// A bitmap of cards in canonical order.
fn cards(set: Cards) -> [u8; 3] {
    let mut bytes = [0; 3];
    for card in set.unordered() {
        bytes[card.index() / 8] |= 1 << (card.index() % 8);
    }
    bytes
}

fn from_cards(bytes: &[u8]) -> Cards {
    Card::ALL
        .into_iter()
        .filter(|card| bytes[card.index() / 8] >> (card.index() % 8) & 1 != 0)
        .collect()
}
