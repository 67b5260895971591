mod entry;

use core::mem::replace;

use bosworth_rules::{Action, Next, PendingDraw, Position, Squares};

use self::entry::{Bound, Packed, TableEntry};
use super::Searcher;
use crate::eval::over;
use crate::{Analysis, Evaluation, PrincipalVariation, SearchLimits, Value, Watch};

/// Looks at everything up to a depth: expectimax with Ballard's Star2, iterative deepening
/// and a transposition table.
///
/// The value of a chance node is the mean over its cards. Before these are searched in full,
/// the probing phase bounds each by the opponent's most promising reply alone; often that is
/// enough for a fail-low, and the full searches are skipped.
pub(crate) struct Star {
    table: Vec<Packed>,
    /// The generation of the table: entries of earlier searches count as empty.
    search: u32,
}

/// No value is worth more than this, and none less than its negative.
const MAX_WORTH: f32 = Value::MAX_WORTH;
/// The number of nodes between two polls of the watcher.
const POLL_INTERVAL: u64 = 1024;
/// An upper bound on the length of a game.
const MAX_DEPTH: u32 = 250;

impl Star {
    /// A search with a transposition table of this size.
    pub(crate) fn new(bytes: usize) -> Self {
        let entries = (bytes / size_of::<Packed>()).max(1024);
        Self { table: vec![[0; 3]; 1 << entries.ilog2()], search: 0 }
    }
}

/// The state of one search.
struct Run<'a, E: ?Sized, W: ?Sized> {
    table: &'a mut [Packed],
    search: u32,
    evaluation: &'a E,
    watch: &'a mut W,
    nodes: u64,
    most: u64,
    asked: u64,
    stopped: bool,
    /// Whether any value so far rests on a static evaluation.
    estimated: bool,
}

impl<E: Evaluation + ?Sized, W: Watch + ?Sized> Run<'_, E, W> {
    fn check(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.most {
            self.stopped = true;
        } else if self.nodes >= self.asked {
            self.asked = self.nodes + POLL_INTERVAL;
            self.stopped |= self.watch.keep_on(self.nodes).is_break();
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.table.len() - 1)
    }

    /// Probes the transposition table.
    fn lookup(&self, key: u64) -> Option<TableEntry> {
        let entry = TableEntry::unpack(self.table[self.slot(key)]);
        (entry.search == self.search && entry.key == key).then_some(entry)
    }

    /// The value of a position for the side to act: exact inside the alpha-beta window, a bound
    /// outside.
    fn decide(&mut self, position: &Position, depth: u32, alpha: f32, beta: f32) -> Value {
        self.check();
        if self.stopped {
            return Value::default();
        }
        if let Some(value) = over(position) {
            return value;
        }
        if depth == 0 {
            self.estimated = true;
            return self.evaluation.evaluate(position);
        }
        let key = position.key();
        let mut first = u8::MAX;
        if let Some(known) = self.lookup(key) {
            let worth = known.value.worth();
            let enough = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => worth >= beta,
                Bound::AtMost => worth <= alpha,
            };
            if enough && (known.certain || u32::from(known.depth) >= depth) {
                self.estimated |= !known.certain;
                return known.value;
            }
            first = known.best;
        }
        let estimated_before = replace(&mut self.estimated, false);
        let (order, count) = ordered(position, first);
        let mut best = Value { win: -2.0, margin: 0.0 };
        let mut best_place = 0;
        let mut low = alpha;
        for &(place, action) in &order[..count] {
            let value = self.act(position, action, depth, low, beta);
            if self.stopped {
                return Value::default();
            }
            if value.worth() > best.worth() {
                best = value;
                best_place = place;
                low = low.max(value.worth());
                if low >= beta {
                    break;
                }
            }
        }
        let bound = match best.worth() {
            worth if worth >= beta => Bound::AtLeast,
            worth if worth <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let (slot, search) = (self.slot(key), self.search);
        let certain = !self.estimated;
        self.estimated |= estimated_before;
        let depth = depth as u8;
        self.table[slot] =
            TableEntry { key, value: best, search, depth, bound, certain, best: best_place }.pack();
        best
    }

    /// The value of an action for the side that acts.
    fn act(&mut self, at: &Position, action: Action, depth: u32, alpha: f32, beta: f32) -> Value {
        match at.act(action) {
            Ok(Next::Position(next)) => -self.decide(&next, depth - 1, -beta, -alpha),
            Ok(Next::Draw(pending)) => self.draw(&pending, depth, alpha, beta),
            Err(illegal) => unreachable!("only legal actions are searched: {illegal}"),
        }
    }

    /// The value of a chance node for the side that draws, by Star2.
    fn draw(&mut self, pending: &PendingDraw, depth: u32, alpha: f32, beta: f32) -> Value {
        if depth <= 1 {
            self.check();
            self.estimated = true;
            return self.evaluation.evaluate_draw(pending);
        }
        let count = pending.outcomes().len() as f32;
        let (low, high) = (alpha * count, beta * count);
        // Probing: one reply is a lower bound for the opponent, thus an upper bound for the
        // side that draws.
        let mut at_most = [MAX_WORTH; 24];
        let mut sum_at_most = MAX_WORTH * count;
        if depth >= 3 && alpha > -MAX_WORTH {
            for ((_, next), at_most) in pending.each().zip(&mut at_most) {
                let others = sum_at_most - *at_most;
                let value = self.probe(&next, depth - 1, low - others);
                if self.stopped {
                    return Value::default();
                }
                sum_at_most = others + value.worth().min(MAX_WORTH);
                *at_most = value.worth().min(MAX_WORTH);
                if sum_at_most <= low {
                    let worth = sum_at_most / count;
                    return Value { win: worth, margin: 0.0 };
                }
            }
        }
        let mut sum = Value::default();
        let mut left = count;
        let mut rest_at_most = sum_at_most;
        for ((_, next), at_most) in pending.each().zip(at_most) {
            left -= 1.0;
            rest_at_most -= at_most;
            let done = sum.worth();
            let need = low - done - rest_at_most;
            let cut = high - done + left * MAX_WORTH;
            let value = -self.decide(&next, depth - 1, -cut.min(MAX_WORTH), -need.max(-MAX_WORTH));
            if self.stopped {
                return Value::default();
            }
            if value.worth() <= need {
                return bound(sum + value, rest_at_most, count);
            }
            if value.worth() >= cut {
                return bound(sum + value, -left * MAX_WORTH, count);
            }
            sum += value;
        }
        sum * (1.0 / count)
    }

    /// An upper bound for the side that draws after a card, from the opponent's first reply.
    fn probe(&mut self, next: &Position, depth: u32, need: f32) -> Value {
        if let Some(value) = over(next) {
            return -value;
        }
        let first = self.lookup(next.key()).map_or(u8::MAX, |known| known.best);
        let (order, _) = ordered(next, first);
        -self.act(next, order[0].1, depth, -MAX_WORTH, -need.max(-MAX_WORTH))
    }
}

/// A bound on the mean: the sum of the values so far and a bound on the sum of the rest.
fn bound(sum: Value, rest: f32, count: f32) -> Value {
    Value { win: (sum.win + rest) / count, margin: sum.margin / count }
}

/// Move ordering: the legal actions with their indices, the best one of the transposition table
/// first, then by the number of own roses beside the target, heroes before plays, the draw last.
fn ordered(position: &Position, first: u8) -> ([(u8, Action); 5], usize) {
    let side = position.side();
    let own = position.roses(side);
    let mut order = [(0, Action::Pass); 5];
    let mut ranks = [0; 5];
    let mut count = 0;
    for (place, action) in (0u8..).zip(position.actions().iter()) {
        let beside = |card| {
            let target = position.target(side, card).map_or(Squares::EMPTY, Squares::of);
            (target.neighbours() & own).len() as i32
        };
        let rank = match action {
            _ if place == first => 100,
            Action::Play(card) => 2 * beside(card) + 1,
            Action::Hero(card) => 3 * beside(card) + 1,
            Action::Draw | Action::Pass => 0,
        };
        let mut at = count;
        while at > 0 && ranks[at - 1] < rank {
            ranks[at] = ranks[at - 1];
            order[at] = order[at - 1];
            at -= 1;
        }
        ranks[at] = rank;
        order[at] = (place, action);
        count += 1;
    }
    (order, count)
}

impl Searcher for Star {
    fn search<E: Evaluation + ?Sized, W: Watch + ?Sized>(
        &mut self,
        position: &Position,
        evaluation: &E,
        limits: SearchLimits,
        watch: &mut W,
    ) -> Analysis {
        self.search = self.search.wrapping_add(1).max(1);
        let mut run = Run {
            table: &mut self.table,
            search: self.search,
            evaluation,
            watch,
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            asked: 0,
            stopped: false,
            estimated: false,
        };
        let mut found = Analysis::default();
        let (order, count) = ordered(position, u8::MAX);
        let mut lines: Vec<_> = order[..count]
            .iter()
            .map(|&(_, action)| PrincipalVariation {
                actions: vec![action],
                value: Value::default(),
                exact: None,
                nodes: 0,
            })
            .collect();
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            run.estimated = false;
            for line in &mut lines {
                let before = run.nodes;
                // A full window for every action: an analysis reports all values, not only
                // that of the best action.
                let value = run.act(position, line.action(), depth, -MAX_WORTH, MAX_WORTH);
                if run.stopped {
                    break;
                }
                line.value = value;
                line.nodes += run.nodes - before;
            }
            if run.stopped && depth > 1 {
                break;
            }
            lines.sort_by(|a, b| {
                b.value.worth().partial_cmp(&a.value.worth()).unwrap_or(core::cmp::Ordering::Equal)
            });
            found = Analysis {
                value: lines[0].value,
                lines: lines.clone(),
                depth,
                nodes: run.nodes,
                exact: false,
                forecast: None,
            };
            run.watch.report(&found);
            if !run.estimated || run.stopped {
                break;
            }
        }
        found.nodes = run.nodes;
        found
    }
}
