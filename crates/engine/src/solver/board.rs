use std::collections::HashMap;

use bosworth_rules::{
    Action, BySide, Card, Cards, Next, Position, Setup, Side, Square, Squares, Verdict,
};

use super::hand_tests::HandTests;
use super::swing::swing;
use super::territories::TerritoryMap;

/// What is on the table but the cards: roses, crown, heroes. The number of roses left follows.
///
/// Few boards can be reached near the end, but each with very many distributions of the cards.
/// What depends on the board alone is therefore computed once.
pub(super) struct Board {
    /// The result if the game ended now.
    pub(super) result: RedResult,
    /// Bounds on the result, whatever both sides do and draw.
    pub(super) results: Results,
    /// Red's points less White's.
    pub(super) lead: i32,
    pub(super) supply: u8,
    /// The number of plays after which the game is over at the latest.
    pub(super) plays_left: u8,
    /// With one rose left: the results of placing it by card.
    pub(super) last_rose: BySide<LastRose>,
    /// Which hands are interchangeable, if that was worth computing.
    pub(super) tests: Option<Box<HandTests>>,
    /// The boards after the play of a card, if known.
    children: BySide<[Option<BoardId>; Card::COUNT]>,
}

/// The place of a board in its arena, plus one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct BoardId(core::num::NonZeroU32);

/// The result of a game from Red's point of view: 1, 0 or -1.
type RedResult = i8;

/// An interval of results, from Red's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Results {
    least: RedResult,
    most: RedResult,
}

impl Results {
    /// Whether the result is certain.
    pub(super) fn is_decided(self) -> bool {
        self.least == self.most
    }

    /// Bounds on the value for a side.
    pub(super) fn for_side(self, side: Side) -> (f64, f64) {
        match side {
            Side::Red => (f64::from(self.least), f64::from(self.most)),
            Side::White => (f64::from(-self.most), f64::from(-self.least)),
        }
    }

    fn include(&mut self, other: Self) {
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }
}

/// A result for a side.
pub(super) fn value_for(result: RedResult, side: Side) -> f64 {
    match side {
        Side::Red => f64::from(result),
        Side::White => f64::from(-result),
    }
}

/// The cards with which a side can end the game or decide it, by what it gets for that.
#[derive(Clone, Copy, Default)]
pub(super) struct LastRose {
    pub(super) wins: Cards,
    pub(super) draws: Cards,
    pub(super) losses: Cards,
}

impl LastRose {
    /// The best result of a hand: 1, 0, -1, or `None` if no card can be played.
    pub(super) fn best(&self, hand: Cards) -> Option<i8> {
        let has = |cards: Cards| !(hand & cards).is_empty();
        match () {
            () if has(self.wins) => Some(1),
            () if has(self.draws) => Some(0),
            () if has(self.losses) => Some(-1),
            () => None,
        }
    }

    fn insert(&mut self, card: Card, result: RedResult) {
        match result {
            1.. => self.wins.insert(card),
            0 => self.draws.insert(card),
            _ => self.losses.insert(card),
        }
    }
}

/// The boards that a search has met.
#[derive(Default)]
pub(super) struct Boards {
    all: Vec<Board>,
    ids: HashMap<BoardKey, BoardId>,
}

type BoardKey = (BySide<Squares>, Square, BySide<u8>);

/// With at most this many plays left, interchangeable hands are worth finding.
const MAX_PLAYS_FOR_TESTS: u8 = 3;

impl core::ops::Index<BoardId> for Boards {
    type Output = Board;

    #[inline]
    fn index(&self, id: BoardId) -> &Board {
        &self.all[id.0.get() as usize - 1]
    }
}

impl Boards {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.ids.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The board of a position.
    pub(super) fn of(&mut self, position: &Position) -> BoardId {
        let heroes = BySide::from_fn(|side| position.heroes(side));
        let roses = BySide::from_fn(|side| position.roses(side));
        let key = (roses, position.crown(), heroes);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        self.all.push(Board::of(position));
        let number = core::num::NonZeroU32::new(self.all.len() as u32);
        let Some(id) = number.map(BoardId) else { unreachable!("a board was just added") };
        self.ids.insert(key, id);
        id
    }

    /// The board of the position after a side's card was played.
    pub(super) fn after(
        &mut self,
        board: BoardId,
        side: Side,
        card: Card,
        next: &Position,
    ) -> BoardId {
        if let Some(child) = self[board].children[side][card.index()] {
            return child;
        }
        let child = self.of(next);
        self.all[board.0.get() as usize - 1].children[side][card.index()] = Some(child);
        child
    }

    /// Finds the tests of the hands on an undecided board near the end, and with them the exact
    /// bounds on its result. Returns whether they are known.
    pub(super) fn find_tests(&mut self, board: BoardId, position: &Position) -> bool {
        let Board { supply, plays_left, ref tests, results, .. } = self[board];
        let near = plays_left <= MAX_PLAYS_FOR_TESTS
            || supply == 1 && plays_left <= MAX_PLAYS_FOR_TESTS + 1;
        if tests.is_some() || results.is_decided() || !near {
            return tests.is_some();
        }
        let result = self[board].result;
        let mut results = Results { least: result, most: result };
        let mut sets = BySide::<Vec<Cards>>::default();
        for side in Side::ALL {
            let mut at_once = LastRose::default();
            for card in Card::ALL {
                let reached = match self.play(board, position, side, card) {
                    None => continue,
                    Some(Outcome::Over(result)) => Results { least: result, most: result },
                    Some(Outcome::Board(next)) => {
                        let Board { results, tests, .. } = &self[next];
                        if !results.is_decided() {
                            let Some(tests) = tests else {
                                unreachable!("with fewer plays left, they are worth finding, too")
                            };
                            // The card is gone then.
                            let own = tests.sets(side).iter().map(|&set| set - Cards::of(card));
                            sets[side].extend(own);
                            sets[side].push(Cards::of(card));
                            sets[!side].extend_from_slice(tests.sets(!side));
                        }
                        *results
                    }
                };
                results.include(reached);
                if reached.is_decided() {
                    at_once.insert(card, value_for(reached.least, side) as RedResult);
                }
            }
            let LastRose { wins, draws, losses } = at_once;
            sets[side].extend([wins, wins | draws, wins | draws | losses]);
        }
        let board = &mut self.all[board.0.get() as usize - 1];
        board.results = results;
        board.tests = Some(Box::new(HandTests::new(sets)));
        true
    }

    /// What the play of a card by a side leads to, if it is possible.
    fn play(
        &mut self,
        board: BoardId,
        position: &Position,
        side: Side,
        card: Card,
    ) -> Option<Outcome> {
        if self[board].supply == 1 {
            if let Some(result) = self[board].last_rose[side].best(Cards::of(card)) {
                return Some(Outcome::Over(if side == Side::Red { result } else { -result }));
            }
            if position.heroes(side) == 0 {
                return None;
            }
        }
        let mut hands = BySide::default();
        hands[side] = Cards::of(card);
        let setup = Setup { side, hands, discard: Cards::EMPTY, ..Setup::from(*position) };
        let Ok(alone) = Position::try_from(setup) else {
            unreachable!("one card in one hand is possible on every board")
        };
        let choice = alone
            .choices()
            .iter()
            .find(|choice| matches!(choice.action(), Action::Play(_) | Action::Hero(_)))?;
        let Next::Position(next) = choice.take() else { return None };
        let child = self.after(board, side, card, &next);
        self.find_tests(child, &next);
        Some(Outcome::Board(child))
    }
}

/// What a play leads to.
enum Outcome {
    Over(RedResult),
    Board(BoardId),
}

impl Board {
    fn of(position: &Position) -> Self {
        let scores = position.scores();
        let lead = scores.red.points as i32 - scores.white.points as i32;
        let result = result(Verdict::of(scores, position.ruleset()));
        let supply = position.supply();
        let mut results = Results { least: result, most: result };
        // Equal points may be broken either way.
        if supply > 0 && result < 1 {
            results.most = if lead + swing(position, Side::Red) >= 0 { 1 } else { -1 };
        }
        if supply > 0 && result > -1 {
            results.least = if swing(position, Side::White) - lead >= 0 { -1 } else { 1 };
        }
        let heroes = Side::ALL.map(|side| position.heroes(side)).iter().sum::<u8>();
        let mut last_rose = BySide::default();
        if supply == 1 && !results.is_decided() {
            last_rose = Self::last_rose(position, lead);
            if heroes == 0 {
                results = Results { least: result, most: result };
                for LastRose { wins, draws, losses } in [last_rose.red, swapped(last_rose.white)] {
                    for (cards, result) in [(wins, 1), (draws, 0), (losses, -1)] {
                        if !cards.is_empty() {
                            results.include(Results { least: result, most: result });
                        }
                    }
                }
            }
        }
        Self {
            result,
            results,
            lead,
            supply,
            plays_left: supply + heroes,
            last_rose,
            tests: None,
            children: BySide::from_fn(|_| [None; Card::COUNT]),
        }
    }

    /// The results of placing the last rose.
    fn last_rose(position: &Position, lead: i32) -> BySide<LastRose> {
        let taken = position.roses(Side::Red) | position.roses(Side::White);
        BySide::from_fn(|side| {
            let map = TerritoryMap::of(position.roses(side));
            let lead = if side == Side::Red { lead } else { -lead };
            let mut cards = LastRose::default();
            for card in Card::ALL {
                let target = position.target(side, card).filter(|&target| !taken.contains(target));
                if let Some(target) = target {
                    let result = match lead + map.gain(target) {
                        1.. => 1,
                        0 => tie(position, side, target),
                        _ => -1,
                    };
                    cards.insert(card, result);
                }
            }
            cards
        })
    }

    /// Whether the next play ends the game.
    pub(super) fn is_last_play(&self) -> bool {
        self.plays_left == 1
    }
}

/// The same results from the other side's point of view.
fn swapped(LastRose { wins, draws, losses }: LastRose) -> LastRose {
    LastRose { wins: losses, draws, losses: wins }
}

/// The result for a side that places the last rose and has as many points as its opponent then.
fn tie(position: &Position, side: Side, target: Square) -> RedResult {
    let scores = BySide::from_fn(|owner| {
        let more = if owner == side { Squares::of(target) } else { Squares::EMPTY };
        bosworth_rules::Score::of(position.roses(owner) | more)
    });
    let result = result(Verdict::of(scores, position.ruleset()));
    if side == Side::Red { result } else { -result }
}

fn result(verdict: Verdict) -> RedResult {
    match verdict.winner() {
        Some(Side::Red) => 1,
        Some(Side::White) => -1,
        None => 0,
    }
}
