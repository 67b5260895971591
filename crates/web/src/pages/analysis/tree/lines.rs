use bosworth_rules::{Ply, Position, Side};

use super::GameTree;

/// A run of plies, as displayed in the list. Variations are nested one level deeper than the line
/// they branch from.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeLine {
    /// The nesting level; 0 for the main line.
    pub depth: usize,
    /// The plies.
    pub entries: Vec<TreeEntry>,
}

/// One ply in the list.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeEntry {
    /// The node it leads to.
    pub node: usize,
    /// The ply.
    pub ply: Ply,
    /// The position before it.
    pub before: Position,
    /// The move number, where the list shows it.
    pub number: Option<usize>,
}

impl GameTree {
    /// All plies, flattened into lines for display.
    pub fn lines(&self) -> Vec<TreeLine> {
        let mut lines = Vec::new();
        let skip = usize::from(self.nodes[0].position.side() == Side::White);
        self.collect(0, skip, 0, None, &mut lines);
        lines
    }

    /// Adds the continuation of a node at depth `count`, with variations after the ply they are an
    /// alternative to. With `first`, only that child is followed.
    fn collect(
        &self,
        mut node: usize,
        mut count: usize,
        depth: usize,
        mut first: Option<usize>,
        lines: &mut Vec<TreeLine>,
    ) {
        let mut line = TreeLine { depth, entries: Vec::new() };
        loop {
            let alone = first.is_some();
            let Some(next) = first.take().or(self.nodes[node].children.first().copied()) else {
                break;
            };
            let Some(ply) = self.nodes[next].ply else { break };
            let told = count.is_multiple_of(2) || line.entries.is_empty();
            let before = self.nodes[node].position;
            let number = told.then_some(count / 2 + 1);
            line.entries.push(TreeEntry { node: next, ply, before, number });
            let others = self.nodes[node].children.iter().filter(|child| **child != next);
            if !alone && others.clone().next().is_some() {
                lines.push(core::mem::replace(&mut line, TreeLine { depth, entries: Vec::new() }));
                for other in others {
                    self.collect(node, count, depth + 1, Some(*other), lines);
                }
            }
            node = next;
            count += 1;
        }
        if !line.entries.is_empty() {
            lines.push(line);
        }
    }
}
