//! A position in 25 bytes.

use bosworth_rules::{BySide, Card, Cards, Position, Ruleset, Setup, Side, Square, Squares};

/// The number of bytes.
pub(crate) const POSITION_BYTES: usize = 25;

const CROWN: usize = 1;
const CARDS: usize = 2;
/// Two bits for each card.
const CARD_BYTES: usize = Card::COUNT / 4;
const BOARD: usize = CARDS + CARD_BYTES;
/// Five squares to a byte: 3⁵ is below 2⁸.
const SQUARES_PER_BYTE: usize = 5;
/// The bit that says whose turn it is, beside the square of the crown.
const WHITE: u8 = 1 << 7;
/// The base of the numbers of heroes.
const HEROES: u8 = Position::HEROES + 1;

/// The place of an edition in the list of presets.
pub(crate) fn edition_number(ruleset: Ruleset) -> Option<u8> {
    let place = Ruleset::PRESETS.iter().position(|(_, preset)| *preset == ruleset);
    place.map(|place| place as u8)
}

/// The inverse of [`edition_number`], from the first byte of a position.
pub(crate) fn edition_of(byte: u8) -> Option<Ruleset> {
    Ruleset::PRESETS.get(usize::from(byte / (HEROES * HEROES))).map(|(_, preset)| *preset)
}

/// Writes a position; of its ruleset, only the number of an edition.
pub(crate) fn pack_position(position: &Position, edition: u8) -> [u8; POSITION_BYTES] {
    let Setup { roses, crown, side, hands, heroes, discard, .. } = Setup::from(*position);
    let mut bytes = [0; POSITION_BYTES];
    bytes[0] = (edition * HEROES + heroes.red) * HEROES + heroes.white;
    bytes[CROWN] = crown.index() as u8 | if side == Side::White { WHITE } else { 0 };
    for (place, set) in (1u8..).zip([hands.red, hands.white, discard]) {
        for card in set.unordered() {
            bytes[CARDS + card.index() / 4] |= place << (2 * (card.index() % 4));
        }
    }
    for square in Square::all().rev() {
        let rose = match () {
            () if roses.red.contains(square) => 1,
            () if roses.white.contains(square) => 2,
            () => 0,
        };
        let byte = &mut bytes[BOARD + square.index() / SQUARES_PER_BYTE];
        *byte = *byte * 3 + rose;
    }
    bytes
}

/// Reads a position; `None` if the bytes are not those of a position, or not those that
/// [`pack_position`] would write.
pub(crate) fn unpack_position(bytes: &[u8; POSITION_BYTES]) -> Option<Position> {
    let mut places = [Cards::EMPTY; 4];
    for card in Card::ALL {
        let place = bytes[CARDS + card.index() / 4] >> (2 * (card.index() % 4)) & 3;
        places[usize::from(place)].insert(card);
    }
    let [_, red, white, discard] = places;
    let mut roses = BySide { red: Squares::EMPTY, white: Squares::EMPTY };
    for (byte, first) in (0..).step_by(SQUARES_PER_BYTE).zip(&bytes[BOARD..]).map(|(n, b)| (b, n)) {
        let mut left = *byte;
        for index in (first..Square::COUNT).take(SQUARES_PER_BYTE) {
            let square = Square::from_index(index)?;
            match left % 3 {
                1 => roses.red.insert(square),
                2 => roses.white.insert(square),
                _ => {}
            }
            left /= 3;
        }
        if left > 0 {
            return None;
        }
    }
    let heroes = bytes[0] % (HEROES * HEROES);
    let setup = Setup {
        roses,
        crown: Square::from_index(usize::from(bytes[CROWN] & !WHITE))?,
        side: if bytes[CROWN] & WHITE == 0 { Side::Red } else { Side::White },
        hands: BySide { red, white },
        heroes: BySide { red: heroes / HEROES, white: heroes % HEROES },
        discard,
        ruleset: edition_of(bytes[0])?,
    };
    Position::try_from(setup).ok()
}
