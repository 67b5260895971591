//! What a grown tree says.

use bosworth_rules::{Action, Next, Position};

use super::{Certainty, Kind, Node, Tree};
use crate::{Analysis, PrincipalVariation, Value};

impl Tree {
    /// Visits every node below the root with at least `least` visits, with its value for the side
    /// to act or to draw.
    pub(crate) fn show(&self, root: &Position, least: u32, see: &mut dyn FnMut(&Next, Value)) {
        self.show_below(0, &Next::Position(*root), least, see);
    }

    fn show_below(&self, node: usize, at: &Next, least: u32, see: &mut dyn FnMut(&Next, Value)) {
        for child in self.children(node) {
            let Node { visits, value, .. } = self.nodes[child];
            if visits >= least {
                let next = self.follow(at, child);
                see(&next, value);
                self.show_below(child, &next, least, see);
            }
        }
    }

    /// The children of the root, the best first.
    fn lines(&self) -> Vec<PrincipalVariation> {
        let lines: Vec<_> = self
            .children(0)
            .map(|child| PrincipalVariation {
                actions: self.principal_variation(child),
                value: self.seen_from_parent(child),
                exact: self.proven(child),
                nodes: u64::from(self.nodes[child].visits),
            })
            .collect();
        // Rank by value, but only trust actions with at least half the visits of the most
        // visited one, or a proven value: proven children are not visited again.
        let most = lines.iter().map(|line| line.nodes).max().unwrap_or_default();
        let certain = self.children(0).map(|child| self.nodes[child].certainty);
        let trust: Vec<_> = certain
            .zip(&lines)
            .map(|(certainty, line)| certainty > Certainty::Estimated || line.nodes * 2 >= most)
            .zip(lines.iter().map(|line| line.value.worth()))
            .collect();
        let mut order: Vec<_> = (0..lines.len()).collect();
        order.sort_by(|&a, &b| {
            trust[b].partial_cmp(&trust[a]).unwrap_or(core::cmp::Ordering::Equal)
        });
        order.into_iter().map(|n| lines[n].clone()).collect()
    }

    /// The win chance of a child of the root, if it is proven.
    fn proven(&self, child: usize) -> Option<f64> {
        let proven = self.nodes[child].certainty == Certainty::Proven;
        proven.then(|| self.seen_from_parent(child).win_chance())
    }

    /// The principal variation through a child of the root, up to the next draw.
    fn principal_variation(&self, child: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut node = child;
        loop {
            match self.nodes[node].kind {
                Kind::Acted(action) => actions.push(action),
                Kind::Drawing | Kind::Drawn(_) => {
                    actions.push(Action::Draw);
                    return actions;
                }
            }
            let best = self.children(node).max_by_key(|&child| self.nodes[child].visits);
            match best {
                Some(best) if self.nodes[best].visits > 0 => node = best,
                _ => return actions,
            }
        }
    }

    pub(super) fn analysis(&self, depth: u32) -> Analysis {
        let lines = self.lines();
        Analysis {
            value: lines.first().map_or(self.nodes[0].value, |line| line.value),
            exact: !lines.is_empty() && lines.iter().all(|line| line.exact.is_some()),
            lines,
            depth,
            nodes: self.nodes.len() as u64,
            forecast: None,
        }
    }
}
