use bosworth_rules::{Action, Card, Next, Position, Side};

use super::LadderPlayer;
use super::playout::playout;
use crate::{Random, SearchLimits, Watch};

/// Plain UCT: upper confidence bounds applied to trees, with random playouts and sampled draws.
/// No knowledge of the game beyond its rules.
pub struct Uct {
    random: Random,
    nodes: Vec<Node>,
}

struct Node {
    kind: Kind,
    /// The side whose choice led here.
    chooser: Side,
    visits: u32,
    /// In half-wins of the chooser: two for a win, one for a draw.
    wins: u32,
    children: Vec<u32>,
    opened: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Action(Action),
    Card(Card),
}

impl Uct {
    /// A player with a seed for its playouts.
    pub const fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), nodes: Vec::new() }
    }

    fn push(&mut self, kind: Kind, chooser: Side) -> u32 {
        self.nodes.push(Node {
            kind,
            chooser,
            visits: 0,
            wins: 0,
            children: Vec::new(),
            opened: false,
        });
        self.nodes.len() as u32 - 1
    }

    fn open(&mut self, node: usize, position: &Position) {
        let children = position
            .actions()
            .iter()
            .map(|action| self.push(Kind::Action(action), position.side()));
        let children = children.collect();
        self.nodes[node].children = children;
        self.nodes[node].opened = true;
    }

    fn round(&mut self, root: &Position) {
        let mut path = vec![0];
        let mut position = *root;
        let mut node = 0;
        while self.nodes[node].opened && !self.nodes[node].children.is_empty() {
            node = self.best(node);
            path.push(node);
            let Kind::Action(action) = self.nodes[node].kind else { break };
            position = match position.act(action) {
                Ok(Next::Position(next)) => next,
                Ok(Next::Draw(pending)) => {
                    let count = pending.outcomes().len();
                    let card =
                        pending.outcomes().pick(self.random.below(count)).unwrap_or(Card::ALL[0]);
                    node = self.card(node, card, position.side());
                    path.push(node);
                    match pending.resolve(card) {
                        Ok(next) => next,
                        Err(_) => break,
                    }
                }
                Err(_) => break,
            };
        }
        if !self.nodes[node].opened {
            self.open(node, &position);
        }
        let last = playout(position, &mut self.random);
        let winner = last.outcome().and_then(|outcome| outcome.winner());
        for node in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.wins += winner.map_or(1, |winner| if winner == node.chooser { 2 } else { 0 });
        }
    }

    /// The child for a drawn card, created on demand.
    fn card(&mut self, node: usize, card: Card, side: Side) -> usize {
        let known = self.nodes[node]
            .children
            .iter()
            .find(|&&child| self.nodes[child as usize].kind == Kind::Card(card));
        if let Some(&child) = known {
            return child as usize;
        }
        let child = self.push(Kind::Card(card), side);
        self.nodes[node].children.push(child);
        child as usize
    }

    fn best(&self, node: usize) -> usize {
        let total = (f64::from(self.nodes[node].visits) + 1.0).ln();
        let bound = |child: &&u32| {
            let Node { visits, wins, .. } = &self.nodes[**child as usize];
            if *visits == 0 {
                return f64::INFINITY;
            }
            let visits = f64::from(*visits);
            f64::from(*wins) / (2.0 * visits) + (2.0 * total / visits).sqrt() * 0.5
        };
        let children = self.nodes[node].children.iter();
        let best = children.max_by(|a, b| bound(a).total_cmp(&bound(b)));
        best.map_or(node, |&child| child as usize)
    }
}

impl LadderPlayer for Uct {
    /// The node limit counts playouts.
    fn choose(
        &mut self,
        position: &Position,
        limits: SearchLimits,
        watch: &mut dyn Watch,
    ) -> Action {
        self.nodes.clear();
        self.push(Kind::Action(Action::Pass), !position.side());
        self.open(0, position);
        let most = limits.nodes.unwrap_or(u64::MAX);
        for games in 0..most {
            if games % 64 == 63 && watch.keep_on(games).is_break() {
                break;
            }
            self.round(position);
        }
        let children = &self.nodes[0].children;
        let best = children.iter().max_by_key(|&&child| self.nodes[child as usize].visits);
        match best.map(|&child| self.nodes[child as usize].kind) {
            Some(Kind::Action(action)) => action,
            _ => Action::Pass,
        }
    }
}
