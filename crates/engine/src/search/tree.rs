mod reading;

use bosworth_rules::{Action, Card, Next, PendingDraw, Position};

use super::Searcher;
use crate::eval::{decided, over};
use crate::{Analysis, Evaluation, Random, SearchLimits, Value, Watch};

/// Best-first tree search with explicit chance nodes.
///
/// Each iteration descends from the root to a leaf by the PUCT formula, and round-robin through
/// the cards of a draw. Expanding a leaf evaluates all its children in one batch; a pending draw
/// is a single evaluation. Backpropagation is closer to a maximum than to the mean of MCTS,
/// because a player picks the best action, not an average one.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    most: usize,
    path: Vec<usize>,
    seed: u64,
    /// The share of the visits of a node that each of its children gets, whatever its value.
    guaranteed_share: f32,
    /// Scratch space for expanding a node, kept to reuse the allocations.
    acted: Vec<(Action, Next)>,
    drawn: Vec<(Card, Position)>,
    values: Vec<Value>,
}

/// A position or a pending draw. The position itself is not stored but replayed on the way
/// down, which is cheaper than the memory traffic.
#[derive(Clone, Copy)]
struct Node {
    /// The value for the side to act, or for the side that draws.
    value: Value,
    visits: u32,
    first: u32,
    count: u8,
    certainty: Certainty,
    kind: Kind,
}

/// How much is known of a node's value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    /// The value is an estimate.
    Estimated,
    /// All leaves below are ends of games, so that another visit would not change the value. It is
    /// a mean with rounding errors.
    Complete,
    /// Whatever cards come, the result is certain: a win, a loss or a draw.
    Proven,
}

/// How a node is reached from its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// By an action that leads to a position.
    Acted(Action),
    /// By choosing to draw: a chance node.
    Drawing,
    /// By a card that came up.
    Drawn(Card),
}

/// The exploration constant of the PUCT formula, with the same prior for every child. Small,
/// because values are already good and the children are few.
const EXPLORATION: f32 = 0.12;
/// How much of the visit-weighted mean is in a backed-up value; the rest is the maximum.
const MEAN_WEIGHT: f32 = 0.2;
/// Near the end, every child of a node gets this share of its visits: first estimates are often
/// wrong there, and an action with a low one would hardly be visited again.
const GUARANTEED_SHARE: f32 = 0.1;
/// With more roses left, the share would cost strength.
const MAX_ROSES_FOR_GUARANTEE: u8 = 8;
/// The maximum number of children of a node.
const MAX_CHILDREN: usize = Card::COUNT;
/// The width of the noise that a seed adds to evaluations.
const NOISE: f32 = 0.02;
/// The number of nodes between two polls of the watcher.
const POLL_INTERVAL: u64 = 256;

impl Tree {
    /// A tree with a memory limit. Seeds other than 0 add noise to its evaluations.
    pub(crate) fn new(bytes: usize, seed: u64) -> Self {
        let most = (bytes / size_of::<Node>()).max(64);
        Self {
            nodes: Vec::new(),
            most,
            path: Vec::new(),
            seed,
            guaranteed_share: 0.0,
            acted: Vec::new(),
            drawn: Vec::new(),
            values: Vec::new(),
        }
    }

    fn children(&self, node: usize) -> core::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[node];
        first as usize..first as usize + usize::from(count)
    }

    /// A child's value from the parent's point of view: negated if the side to act changes,
    /// which it does not while a draw is pending.
    fn seen_from_parent(&self, child: usize) -> Value {
        match self.nodes[child].kind {
            Kind::Acted(_) | Kind::Drawn(_) => -self.nodes[child].value,
            Kind::Drawing => self.nodes[child].value,
        }
    }

    fn push(&mut self, kind: Kind, value: Value, certainty: Certainty) {
        self.nodes.push(Node { value, visits: 0, first: 0, count: 0, certainty, kind });
    }

    /// Expands a decision node.
    fn expand<E: Evaluation + ?Sized>(&mut self, node: usize, position: &Position, evaluation: &E) {
        let first = self.nodes.len();
        self.acted.clear();
        for choice in position.choices().iter() {
            let action = choice.action();
            match choice.take() {
                Next::Position(next) if self.is_over(Kind::Acted(action), &next) => {}
                next => self.acted.push((action, next)),
            }
        }
        self.values.clear();
        evaluation.evaluate_acted(position, &self.acted, &mut self.values);
        for n in 0..self.acted.len() {
            match self.acted[n] {
                (action, Next::Position(next)) => self.add(Kind::Acted(action), &next, n),
                (_, Next::Draw(_)) => {
                    self.push(Kind::Drawing, self.values[n], Certainty::Estimated);
                }
            }
        }
        self.adopt(node, first);
    }

    /// Expands a chance node.
    fn expand_draw<E: Evaluation + ?Sized>(
        &mut self,
        node: usize,
        pending: &PendingDraw,
        evaluation: &E,
    ) {
        let first = self.nodes.len();
        self.drawn.clear();
        for (card, next) in pending.each() {
            if !self.is_over(Kind::Drawn(card), &next) {
                self.drawn.push((card, next));
            }
        }
        self.values.clear();
        evaluation.evaluate_drawn(pending, &self.drawn, &mut self.values);
        for n in 0..self.drawn.len() {
            let (card, next) = self.drawn[n];
            self.add(Kind::Drawn(card), &next, n);
        }
        self.adopt(node, first);
    }

    /// Adds a terminal child if its game is over.
    fn is_over(&mut self, kind: Kind, next: &Position) -> bool {
        let value = over(next);
        if let Some(value) = value {
            self.push(kind, value, Certainty::Proven);
        }
        value.is_some()
    }

    /// Adds a child with the `n`-th value of the batch.
    fn add(&mut self, kind: Kind, next: &Position, n: usize) {
        let mut value = self.values[n];
        if let Some(win) = decided(next) {
            return self.push(kind, Value { win, ..value }, Certainty::Proven);
        }
        if self.seed != 0 {
            let noise = Random::new(self.seed ^ next.key()).unit() as f32 - 0.5;
            value.win = (value.win + NOISE * noise).clamp(-1.0, 1.0);
        }
        self.push(kind, value, Certainty::Estimated);
    }

    fn adopt(&mut self, node: usize, first: usize) {
        let count = self.nodes.len() - first;
        self.nodes[node].first = first as u32;
        self.nodes[node].count = count as u8;
    }

    /// One iteration: selection, expansion, backpropagation. Returns the depth of the leaf.
    fn iterate<E: Evaluation + ?Sized>(&mut self, root: &Position, evaluation: &E) -> u32 {
        self.path.clear();
        let mut node = 0;
        let mut at = Next::Position(*root);
        loop {
            self.path.push(node);
            if self.nodes[node].count == 0 {
                break;
            }
            node = match at {
                Next::Position(_) => self.select(node),
                Next::Draw(_) => self.select_card(node),
            };
            at = self.follow(&at, node);
        }
        if self.nodes[node].certainty == Certainty::Estimated {
            match &at {
                Next::Position(position) => self.expand(node, position, evaluation),
                Next::Draw(pending) => self.expand_draw(node, pending, evaluation),
            }
        }
        let depth = self.path.len() as u32;
        while let Some(node) = self.path.pop() {
            self.nodes[node].visits += 1;
            if self.nodes[node].count > 0 {
                self.back_up(node);
            }
        }
        depth
    }

    fn select(&self, node: usize) -> usize {
        let explore = EXPLORATION * ((self.nodes[node].visits + 1) as f32).sqrt();
        let guaranteed = self.guaranteed_share * self.nodes[node].visits as f32;
        let mut best = (f32::NEG_INFINITY, 0);
        for child in self.children(node) {
            let Node { visits, certainty, .. } = self.nodes[child];
            if certainty > Certainty::Estimated {
                continue;
            }
            if (visits as f32) < guaranteed {
                return child;
            }
            let bonus = explore / (visits + 1) as f32;
            let worth = self.seen_from_parent(child).worth() + bonus;
            if worth > best.0 {
                best = (worth, child);
            }
        }
        best.1
    }

    /// The card with the fewest visits, those with a certain value last.
    fn select_card(&self, node: usize) -> usize {
        let rank = |child: &usize| {
            let Node { certainty, visits, .. } = self.nodes[*child];
            (certainty > Certainty::Estimated, visits)
        };
        self.children(node).min_by_key(rank).unwrap_or(node)
    }

    /// Backs up a node's value from its children.
    fn back_up(&mut self, node: usize) {
        if self.nodes[node].kind == Kind::Drawing {
            self.back_up_draw(node);
        } else {
            self.back_up_decision(node);
        }
    }

    /// The value of a chance node is the mean over its cards.
    fn back_up_draw(&mut self, node: usize) {
        let mut sum = Value::default();
        let mut certainty = Certainty::Proven;
        for child in self.children(node) {
            sum += self.seen_from_parent(child);
            certainty = certainty.min(self.nodes[child].certainty);
        }
        let children = self.children(node);
        let mut value = sum * (1.0 / children.len() as f32);
        if certainty == Certainty::Proven {
            let win = self.seen_from_parent(children.start).win;
            // Proven values are -1, 0 and 1.
            let same = |child| (self.seen_from_parent(child).win - win).abs() < 0.5;
            if children.clone().all(same) {
                value.win = win;
            } else {
                certainty = Certainty::Complete;
            }
        }
        self.nodes[node].value = value;
        self.nodes[node].certainty = certainty;
    }

    /// The value of a decision is between the maximum and the mean.
    fn back_up_decision(&mut self, node: usize) {
        let children = self.children(node);
        let mut best = self.seen_from_parent(children.start);
        let (mut sum, mut weight) = (Value::default(), 0.0);
        let mut certainty = Certainty::Proven;
        // Among certain values, the win chance alone decides, and the margin between equal ones.
        let rank = |value: Value| (value.win, value.margin);
        let mut best_certain: Option<(usize, Value)> = None;
        for child in children.clone() {
            let value = self.seen_from_parent(child);
            let visits = self.nodes[child].visits as f32;
            sum += value * visits;
            weight += visits;
            certainty = certainty.min(self.nodes[child].certainty);
            if value.worth() > best.worth() {
                best = value;
            }
            if self.nodes[child].certainty > Certainty::Estimated
                && best_certain.is_none_or(|(_, known)| rank(value) > rank(known))
            {
                best_certain = Some((child, value));
            }
        }
        let (value, certainty) = match best_certain {
            // A proven win proves the node, whatever the other actions are.
            Some((child, value))
                if value.win >= 1.0 && self.nodes[child].certainty == Certainty::Proven =>
            {
                (value, Certainty::Proven)
            }
            Some((_, value)) if certainty > Certainty::Estimated => (value, certainty),
            _ if weight == 0.0 => (best, Certainty::Estimated),
            _ => {
                let mean = sum * (MEAN_WEIGHT / weight);
                (best * (1.0 - MEAN_WEIGHT) + mean, Certainty::Estimated)
            }
        };
        self.nodes[node].value = value;
        self.nodes[node].certainty = certainty;
    }

    /// The state of a child, given the state of its parent.
    fn follow(&self, at: &Next, child: usize) -> Next {
        match (at, self.nodes[child].kind) {
            (Next::Position(position), Kind::Acted(action)) => must(position.act(action)),
            (Next::Position(position), _) => must(position.act(Action::Draw)),
            (Next::Draw(pending), Kind::Drawn(card)) => Next::Position(must(pending.resolve(card))),
            (Next::Draw(_), _) => unreachable!("the children of a chance node are cards"),
        }
    }
}

fn must<T, E: core::fmt::Display>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("the tree contains only legal plies: {error}"),
    }
}

impl Searcher for Tree {
    fn search<E: Evaluation + ?Sized, W: Watch + ?Sized>(
        &mut self,
        position: &Position,
        evaluation: &E,
        limits: SearchLimits,
        watch: &mut W,
    ) -> Analysis {
        self.nodes.clear();
        let near_the_end = position.supply() <= MAX_ROSES_FOR_GUARANTEE;
        self.guaranteed_share = if near_the_end { GUARANTEED_SHARE } else { 0.0 };
        // At least the root must be expanded, so that there is a result.
        let most = limits.nodes.map_or(self.most, |nodes| self.most.min(nodes.max(2) as usize));
        // Reserved up front: amortised growth would copy the tree and exceed the memory limit.
        self.nodes.reserve_exact(most + MAX_CHILDREN);
        self.push(Kind::Acted(Action::Pass), Value::default(), Certainty::Estimated);
        let mut depth = 0;
        let mut asked = 0;
        let mut said = 512;
        while self.nodes.len() < most
            && self.nodes[0].certainty == Certainty::Estimated
            && self.nodes[0].visits < u32::MAX
        {
            depth = depth.max(self.iterate(position, evaluation));
            let nodes = self.nodes.len() as u64;
            if nodes >= asked {
                asked = nodes + POLL_INTERVAL;
                if watch.keep_on(nodes).is_break() {
                    break;
                }
            }
            if nodes >= said {
                said = nodes * 2;
                watch.report(&self.analysis(depth));
            }
            if limits.depth.is_some_and(|most| depth > most) {
                break;
            }
        }
        self.analysis(depth)
    }
}
