use core::hash::{Hash, Hasher};

use bosworth_rules::{Action, Card, Cards, Next, PendingDraw, Position, Ruleset, Side};

use super::board::{BoardId, Boards, value_for};
use super::hand_tests::{HandTests, WordHasher, mix};
use super::table::{Bound, Found, NO_CARD, Table};
use crate::{SearchLimits, Watch};

/// Solves positions near the end: the exact win chance of every action under best play.
///
/// The game tree is searched to its end, with every card that may come. What makes that feasible:
/// - the value of an action is between -1 and 1, so alpha-beta with Star2 skips whatever cannot
///   change the result;
/// - bounds on what both sides can still reach decide most boards before their end;
/// - with few plays left many hands are interchangeable (`HandTests`), and a state is looked up by
///   what matters about both hands and the pile.
///
/// What was found stays in memory: asked again, a solver continues where it stopped, and later
/// positions of the same game are answered at once. Values never depend on what was asked before,
/// but the number of nodes does; [`clear`](Self::clear) makes that reproducible.
///
/// ```
/// use bosworth_engine::{SearchLimits, Solver};
/// use bosworth_rules::Position;
///
/// let ending: Position = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/1r1wwrw2 \
///     h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic".parse()?;
/// let solution = Solver::new(64 << 20).solve(&ending, SearchLimits::default(), &mut ());
/// assert!(solution.complete);
/// assert_eq!(solution.actions[0].action.to_string(), "S2");
/// assert!((solution.actions[0].win_chance - 0.934).abs() < 0.001);
/// # Ok::<(), bosworth_rules::ParsePositionError>(())
/// ```
pub struct Solver {
    boards: Boards,
    table: Table,
    /// The rules that the boards and the table belong to.
    ruleset: Option<Ruleset>,
    max_boards: usize,
    nodes: u64,
}

/// What a solver found.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The solved actions, the best first; actions of equal value in the order of
    /// [`Actions::iter`](bosworth_rules::Actions::iter).
    pub actions: Vec<SolvedAction>,
    /// Whether all actions are solved.
    pub complete: bool,
    /// The number of nodes searched.
    pub nodes: u64,
}

/// An action and its exact value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolvedAction {
    /// The action.
    pub action: Action,
    /// Its win chance for the side to act, from 0 to 1; a draw counts as half a win.
    pub win_chance: f64,
}

/// The number of nodes between two polls of the watcher.
const POLL_INTERVAL: u64 = 1024;
/// The memory of a board with its tests, in bytes, roughly.
const BOARD_BYTES: usize = 640;

impl Solver {
    /// A solver with a memory limit.
    pub fn new(bytes: usize) -> Self {
        Self {
            boards: Boards::default(),
            table: Table::new(bytes / 2),
            ruleset: None,
            max_boards: (bytes / 2 / BOARD_BYTES).max(1024),
            nodes: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.boards.clear();
        self.table.clear();
    }

    /// The number of nodes searched so far, in all positions.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Solves a position within limits of nodes, as far as the memory allows.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: SearchLimits,
        watch: &mut dyn Watch,
    ) -> Solution {
        let mut search = self.search(position, limits, watch);
        let mut actions = Vec::new();
        for choice in position.choices().iter() {
            let value = match choice.take() {
                Next::Position(next) => -search.value(&next),
                Next::Draw(pending) => {
                    let board = search.boards.of(position);
                    search.draw(&pending, board, -1.0, 1.0)
                }
            };
            if search.stopped {
                break;
            }
            let win_chance = f64::midpoint(value, 1.0);
            actions.push(SolvedAction { action: choice.action(), win_chance });
        }
        let nodes = search.nodes;
        self.nodes += nodes;
        actions.sort_by(|a, b| b.win_chance.total_cmp(&a.win_chance));
        let complete = actions.len() == position.actions().len() as usize;
        Solution { actions, complete, nodes }
    }

    /// The win chance of the side to act, or `None` if a limit was reached first. Of a game that is
    /// over, the result.
    pub fn win_chance(
        &mut self,
        position: &Position,
        limits: SearchLimits,
        watch: &mut dyn Watch,
    ) -> Option<f64> {
        let mut search = self.search(position, limits, watch);
        let value = search.value(position);
        let (nodes, stopped) = (search.nodes, search.stopped);
        self.nodes += nodes;
        (!stopped).then(|| f64::midpoint(value, 1.0))
    }

    fn search<'s>(
        &'s mut self,
        position: &Position,
        limits: SearchLimits,
        watch: &'s mut dyn Watch,
    ) -> Search<'s> {
        if self.ruleset != Some(position.ruleset()) || self.boards.len() > self.max_boards / 2 {
            self.ruleset = Some(position.ruleset());
            self.clear();
        }
        Search {
            boards: &mut self.boards,
            table: &mut self.table,
            max_boards: self.max_boards,
            watch,
            nodes: 0,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            stopped: false,
        }
    }
}

/// One run of a solver. Values are from -1 to 1, for the side to act.
struct Search<'s> {
    boards: &'s mut Boards,
    table: &'s mut Table,
    max_boards: usize,
    watch: &'s mut dyn Watch,
    nodes: u64,
    max_nodes: u64,
    stopped: bool,
}

/// A play from some position.
#[derive(Clone, Copy)]
struct Play {
    card: Card,
    next: Position,
    board: BoardId,
    rank: i32,
}

/// The plays of a position, one for each class of cards, the most promising first.
struct Plays {
    plays: [Option<Play>; 5],
}

impl Plays {
    fn iter(&self) -> impl Iterator<Item = &Play> {
        self.plays.iter().flatten()
    }
}

/// A class of cards that may be drawn, with bounds on the value for the side that draws.
#[derive(Clone, Copy)]
struct DrawnClass {
    next: Position,
    key: u64,
    cards: f64,
    low: f64,
    high: f64,
}

impl Search<'_> {
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.max_nodes || self.boards.len() > self.max_boards {
            self.stopped = true;
        } else if self.nodes % POLL_INTERVAL == 0 {
            self.stopped |= self.watch.keep_on(self.nodes).is_break();
        }
    }

    /// The exact value of a position, unless stopped.
    fn value(&mut self, position: &Position) -> f64 {
        let board = self.boards.of(position);
        self.decide(position, board, -1.0, 1.0)
    }

    /// Identifies what the value of a position depends on: of the cards, only the tests that they
    /// pass.
    fn key(&self, position: &Position, id: BoardId) -> u64 {
        let Some(tests) = &self.boards[id].tests else { return position.key() };
        let side = position.side();
        let (own, theirs, pile) = (position.hand(side), position.hand(!side), position.pile());
        let hands = self.passed_by_hands(tests, position, id);
        let sum = |cards: Cards| {
            let one = |card| mix(passed_with(tests, hands, side, card));
            cards.unordered().fold(0, |sum, card| u64::wrapping_add(sum, one(card)))
        };
        let mut hasher = WordHasher::default();
        (id, side, own.len() << 8 | theirs.len(), sum(pile)).hash(&mut hasher);
        match hands {
            Some(passed) => passed.hash(&mut hasher),
            None => (sum(own), sum(theirs)).hash(&mut hasher),
        }
        hasher.finish()
    }

    /// The tests that the hands of the side to act and of its opponent pass; `None` if the pile
    /// may run out: cards that were played may then come back, to either hand.
    fn passed_by_hands(
        &self,
        tests: &HandTests,
        position: &Position,
        id: BoardId,
    ) -> Option<(u64, u64)> {
        let side = position.side();
        let passed = |side| tests.of_hand(side, position.hand(side));
        (!self.may_reshuffle(position, id)).then(|| (passed(side), passed(!side)))
    }

    /// Whether the pile may run out before the game ends: every draw fills a place in a hand, and
    /// every play but the last makes one.
    fn may_reshuffle(&self, position: &Position, board: BoardId) -> bool {
        let side = position.side();
        let cards = position.hand(side).len() + position.hand(!side).len();
        let draws = 2 * Position::HAND - cards + u32::from(self.boards[board].plays_left) - 1;
        position.pile().len() < draws
    }

    /// The value of a position within a window; outside of it, a bound.
    fn decide(&mut self, position: &Position, id: BoardId, alpha: f64, beta: f64) -> f64 {
        let side = position.side();
        if !self.boards[id].results.is_decided() {
            self.boards.find_tests(id, position);
        }
        let board = &self.boards[id];
        let (low, high) = board.results.for_side(side);
        if low >= high || low >= beta {
            return low;
        }
        if high <= alpha {
            return high;
        }
        if board.is_last_play() {
            return self.last_play(position, id);
        }
        let actions = position.actions();
        if actions.is_empty() {
            return value_for(board.result, side);
        }
        if actions.pass {
            let Ok(Next::Position(next)) = position.act(Action::Pass) else {
                unreachable!("passing is legal")
            };
            return -self.decide(&next, id, -beta, -alpha);
        }
        let key = self.key(position, id);
        let mut first = NO_CARD;
        // Bounds from an earlier search with another window, which narrow this one.
        let (mut at_least, mut at_most) = (low, high);
        if let Some(Found { bound, card }) = self.table.get(key) {
            match bound {
                Bound::Exact(value) => return value,
                Bound::AtLeast(value) if value >= beta => return value,
                Bound::AtMost(value) if value <= alpha => return value,
                Bound::AtLeast(value) => at_least = value,
                Bound::AtMost(value) => at_most = value,
            }
            first = card;
        }
        let (alpha, beta) = (alpha.max(at_least), beta.min(at_most));
        self.count();
        if self.stopped {
            return 0.0;
        }
        let mut best = f64::NEG_INFINITY;
        let mut best_card = NO_CARD;
        for Play { card, next, board, .. } in self.plays(position, id, first).iter() {
            let value = -self.decide(next, *board, -beta, -alpha.max(best));
            if self.stopped {
                return 0.0;
            }
            if value > best {
                (best, best_card) = (value, card.index() as u8);
                if best >= beta {
                    break;
                }
            }
        }
        if actions.draw && best < beta {
            let Ok(Next::Draw(pending)) = position.act(Action::Draw) else {
                unreachable!("drawing is legal")
            };
            let value = self.draw(&pending, id, alpha.max(best), beta);
            if self.stopped {
                return 0.0;
            }
            if value > best {
                (best, best_card) = (value, NO_CARD);
            }
        }
        let bound = match best {
            _ if best >= at_most || best <= at_least => Bound::Exact(best),
            _ if best >= beta => Bound::AtLeast(best),
            _ if best <= alpha => Bound::AtMost(best),
            _ => Bound::Exact(best),
        };
        self.table.put(key, Found { bound, card: best_card });
        best
    }

    /// The plays of a position, that of the card `first` first, then by the lead they give.
    fn plays(&mut self, position: &Position, id: BoardId, first: u8) -> Plays {
        let side = position.side();
        let mut plays = [None; 5];
        let mut count = 0;
        for choice in position.choices().iter() {
            let (Action::Play(card) | Action::Hero(card)) = choice.action() else { continue };
            let Next::Position(next) = choice.take() else { unreachable!("a play is not a draw") };
            let board = self.boards.after(id, side, card, &next);
            let (low, high) = self.boards[board].results.for_side(side);
            let lead = value_for(1, side) as i32 * self.boards[board].lead;
            let known = if card.index() as u8 == first { 100_000 } else { 0 };
            let rank = known + 10_000 * (low + high) as i32 + lead;
            let mut at = count;
            while at > 0 && plays[at - 1].is_some_and(|before: Play| before.rank < rank) {
                plays[at] = plays[at - 1];
                at -= 1;
            }
            plays[at] = Some(Play { card, next, board, rank });
            count += 1;
        }
        Plays { plays }
    }

    /// The value of a draw for the side that draws, by Star2.
    fn draw(&mut self, pending: &PendingDraw, id: BoardId, alpha: f64, beta: f64) -> f64 {
        let side = pending.position().side();
        let (low, high) = self.boards[id].results.for_side(side);
        let (mut room, used) = self.drawn_classes(pending, id, low, high);
        let classes = &mut room[..used];
        let total = f64::from(pending.outcomes().len());
        // All lookups before any of their results is used, so that the processor waits for several
        // at once.
        for class in classes.iter_mut() {
            match self.table.get(class.key).map(|found| found.bound) {
                Some(Bound::Exact(value)) => (class.low, class.high) = (-value, -value),
                Some(Bound::AtLeast(value)) => class.high = class.high.min(-value),
                Some(Bound::AtMost(value)) => class.low = class.low.max(-value),
                None => {}
            }
        }
        let mut sum_low: f64 = classes.iter().map(|class| class.cards * class.low).sum();
        let mut sum_high: f64 = classes.iter().map(|class| class.cards * class.high).sum();
        let (low_enough, high_enough) = (alpha * total, beta * total);
        if sum_low >= high_enough {
            return sum_low / total;
        }
        if sum_high <= low_enough {
            return sum_high / total;
        }
        // The probing phase: the opponent's plays alone bound the value from above.
        if alpha > low {
            for class in classes.iter_mut().filter(|class| class.low < class.high) {
                let others = sum_high - class.cards * class.high;
                let need = (low_enough - others) / class.cards;
                let value = self.probe(&class.next, id, class.high, need);
                if self.stopped {
                    return 0.0;
                }
                if value < class.high {
                    class.high = value.max(class.low);
                    sum_high = others + class.cards * class.high;
                    if sum_high <= low_enough {
                        return sum_high / total;
                    }
                }
            }
        }
        for class in classes.iter_mut().filter(|class| class.low < class.high) {
            let others_low = sum_low - class.cards * class.low;
            let others_high = sum_high - class.cards * class.high;
            let need = (low_enough - others_high) / class.cards;
            let cut = (high_enough - others_low) / class.cards;
            let value = -self.decide(&class.next, id, -cut, -need);
            if self.stopped {
                return 0.0;
            }
            if value <= need {
                return (others_high + class.cards * value) / total;
            }
            if value >= cut {
                return (others_low + class.cards * value) / total;
            }
            (class.low, class.high) = (value, value);
            sum_low = others_low + class.cards * value;
            sum_high = others_high + class.cards * value;
        }
        // Added up again: the rounding does not depend on the order of the search.
        classes.iter().map(|class| class.cards * class.low).sum::<f64>() / total
    }

    /// The classes of the cards that may be drawn.
    fn drawn_classes(
        &self,
        pending: &PendingDraw,
        id: BoardId,
        low: f64,
        high: f64,
    ) -> ([DrawnClass; Card::COUNT], usize) {
        let before = *pending.position();
        let tests = self.boards[id].tests.as_deref();
        let hands = tests.and_then(|tests| self.passed_by_hands(tests, &before, id));
        let mut room = [DrawnClass { next: before, key: 0, cards: 0.0, low, high }; Card::COUNT];
        let mut passed = [(0, 0); Card::COUNT];
        let mut used = 0;
        for card in pending.outcomes().unordered() {
            if let Some(tests) = tests {
                let now = passed_with(tests, hands, before.side(), card);
                if let Some(n) = passed[..used].iter().position(|&other| other == now) {
                    room[n].cards += 1.0;
                    continue;
                }
                passed[used] = now;
            }
            let Ok(next) = pending.resolve(card) else { unreachable!("the card is in the pile") };
            let key = self.key(&next, id);
            room[used] = DrawnClass { next, key, cards: 1.0, low, high };
            used += 1;
        }
        (room, used)
    }

    /// An upper bound on the value for the side that has just drawn: the opponent's plays, without
    /// its draws. It is at most `need` if the first play shows that.
    fn probe(&mut self, position: &Position, id: BoardId, high: f64, need: f64) -> f64 {
        let mut bound = high;
        for (n, Play { next, board, .. }) in self.plays(position, id, NO_CARD).iter().enumerate() {
            // The last plays are known at once; of others, only the most promising one is tried.
            if n > 0 && !self.boards[*board].is_last_play() {
                break;
            }
            let value = self.decide(next, *board, need, bound);
            if self.stopped {
                break;
            }
            bound = bound.min(value);
            if bound <= need {
                break;
            }
        }
        bound
    }

    /// The value of a position with one rose and no hero left: the next play ends the game.
    fn last_play(&mut self, position: &Position, id: BoardId) -> f64 {
        let side = position.side();
        let actions = position.actions();
        if actions.is_empty() {
            return value_for(self.boards[id].result, side);
        }
        let (_, high) = self.boards[id].results.for_side(side);
        let best = self.boards[id].last_rose[side].best(position.hand(side)).map(f64::from);
        match best {
            Some(best) if best >= high || !actions.draw => return best,
            _ => {}
        }
        let key = self.key(position, id);
        if let Some(Found { bound: Bound::Exact(value), .. }) = self.table.get(key) {
            return value;
        }
        self.count();
        if self.stopped {
            return 0.0;
        }
        let value = if actions.pass {
            let Ok(Next::Position(next)) = position.act(Action::Pass) else {
                unreachable!("passing is legal")
            };
            -self.last_play(&next, id)
        } else {
            let Ok(Next::Draw(pending)) = position.act(Action::Draw) else {
                unreachable!("drawing is legal")
            };
            let (room, used) = self.drawn_classes(&pending, id, -1.0, 1.0);
            let mut sum = 0.0;
            for class in &room[..used] {
                sum -= class.cards * self.last_play(&class.next, id);
            }
            f64::max(best.unwrap_or(-1.0), sum / f64::from(pending.outcomes().len()))
        };
        if self.stopped {
            return 0.0;
        }
        self.table.put(key, Found { bound: Bound::Exact(value), card: NO_CARD });
        value
    }
}

/// The tests that the hands of a side and of its opponent pass with one more card.
#[inline]
fn passed_with(tests: &HandTests, hands: Option<(u64, u64)>, side: Side, card: Card) -> (u64, u64) {
    let (own, theirs) = hands.unwrap_or_default();
    (own | tests.of_card(side, card), theirs | tests.of_card(!side, card))
}
