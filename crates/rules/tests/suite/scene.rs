//! Builders for concise test positions.

use bosworth_rules::{
    BySide, Card, Cards, GameResult, IllegalAction, IllegalPly, Position, Record, ReplayError,
    Ruleset, Setup, Side, Square, Squares, Territory,
};

/// A setup with roses given as lists of squares, Red to act, four heroes a side and no cards.
pub fn scene(red: &str, white: &str, crown: &str) -> Setup {
    Setup {
        roses: BySide { red: squares(red), white: squares(white) },
        crown: crown.parse().expect("a square"),
        side: Side::Red,
        hands: BySide::default(),
        heroes: BySide { red: 4, white: 4 },
        discard: Cards::EMPTY,
        ruleset: Ruleset::CLASSIC,
    }
}

pub fn squares(names: &str) -> Squares {
    names.split_whitespace().map(|name| name.parse::<Square>().expect("a square")).collect()
}

pub fn cards(names: &str) -> Cards {
    names.split_whitespace().map(|name| name.parse::<Card>().expect("a card")).collect()
}

pub fn hands(red: &str, white: &str) -> BySide<Cards> {
    BySide { red: cards(red), white: cards(white) }
}

pub fn position(setup: Setup) -> Position {
    Position::try_from(setup).expect("a possible position")
}

/// The legal actions, as text.
pub fn legal(setup: Setup) -> String {
    let actions: Vec<_> =
        position(setup).actions().iter().map(|action| action.to_string()).collect();
    actions.join(" ")
}

/// The position after some plies.
pub fn after(setup: Setup, plies: &str) -> Position {
    plies.split_whitespace().fold(position(setup), |position, ply| {
        position.follow(ply.parse().expect("a ply")).expect("a legal ply")
    })
}

/// Why a ply is illegal.
pub fn refused(setup: Setup, ply: &str) -> IllegalPly {
    position(setup).follow(ply.parse().expect("a ply")).expect_err("an illegal ply")
}

/// A hand for each side that is blocked while the crown is on `i9`.
pub const STUCK: (&str, &str) = ("N1 N2 N3 NE1 E1", "NE2 NE3 E2 E3 NW1");

/// A finished game in which both sides are blocked. The crown is on `i9`, so that must be one of
/// the roses.
pub fn finished(red: &str, white: &str) -> Setup {
    Setup { hands: hands(STUCK.0, STUCK.1), ..scene(red, white, "i9") }
}

/// Replays a record that claims this result for a position.
pub fn claim(setup: Setup, result: GameResult, points: (u32, u32)) -> Result<(), ReplayError> {
    let record = Record {
        tags: Vec::new(),
        start: position(setup),
        comments: Vec::new(),
        steps: Vec::new(),
        result,
        score: Some(BySide { red: points.0, white: points.1 }),
    };
    record.replay().map(|_| ())
}

/// The hands of [`start`].
pub const DEAL: (&str, &str) = ("NE2 E3 S2 W3 NW3", "SE1 SE2 SW2 SW3 W1");

pub fn start(ruleset: Ruleset) -> Position {
    Position::deal(hands(DEAL.0, DEAL.1), Side::Red, ruleset).expect("a deal")
}

pub fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

pub fn card(name: &str) -> Card {
    name.parse().expect("a card")
}

pub fn illegal(action: IllegalAction) -> IllegalPly {
    IllegalPly::Action(action)
}

pub fn sizes(setup: Setup, side: Side) -> Vec<u32> {
    position(setup).territories(side).map(Territory::size).collect()
}
