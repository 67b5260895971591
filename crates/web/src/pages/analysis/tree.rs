mod lines;
mod place;
mod record;

use bosworth_board::movement;
use bosworth_rules::{Card, Game, IllegalPly, Ply, Position, Side, Square};

pub use lines::{TreeEntry, TreeLine};

/// A game tree: a main line with nested variations. The first child of a node continues its line.
#[derive(Clone, PartialEq, Debug)]
pub struct GameTree {
    // Invariant: never empty; the first node is the root; every ply leads from its parent's
    // position to its own. Deleted nodes stay in the arena, unreachable.
    nodes: Vec<Node>,
    at: usize,
}

#[derive(Clone, PartialEq, Debug)]
struct Node {
    /// The ply that led here; `None` for the root.
    ply: Option<Ply>,
    position: Position,
    parent: usize,
    children: Vec<usize>,
}

impl GameTree {
    /// Creates a tree with a single position.
    pub fn new(start: Position) -> Self {
        let root = Node { ply: None, position: start, parent: 0, children: Vec::new() };
        Self { nodes: vec![root], at: 0 }
    }

    /// Creates a tree with a game as its main line; the current node is the root.
    pub fn of(game: &Game) -> Self {
        let mut tree = Self::new(*game.start());
        for (n, ply) in game.plies().iter().enumerate() {
            let node = Node {
                ply: Some(*ply),
                position: game.positions()[n + 1],
                parent: n,
                children: Vec::new(),
            };
            tree.nodes[n].children.push(n + 1);
            tree.nodes.push(node);
        }
        tree
    }

    /// The current node.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.nodes[self.at].position
    }

    /// Whether the current node is a leaf.
    pub fn is_end(&self) -> bool {
        self.nodes[self.at].children.is_empty()
    }

    /// The last ply and the position before it.
    pub fn last(&self) -> Option<(Position, Ply)> {
        let node = &self.nodes[self.at];
        Some((self.nodes[node.parent].position, node.ply?))
    }

    /// The last move of the crown: from and to.
    pub fn movement(&self) -> Option<(Square, Square)> {
        self.path().into_iter().rev().find_map(|node| {
            let Node { ply, parent, .. } = &self.nodes[node];
            movement(&self.nodes[*parent].position, (*ply)?)
        })
    }

    /// The card drawn in the last ply, and by which side.
    pub fn drawn(&self) -> Option<(Side, Card)> {
        match self.last()? {
            (before, Ply::Draw(card)) => Some((before.side(), card)),
            _ => None,
        }
    }

    /// The nodes from the root to the current one.
    pub fn path(&self) -> Vec<usize> {
        let mut path = vec![self.at];
        let mut node = self.at;
        while node != 0 {
            node = self.nodes[node].parent;
            path.push(node);
        }
        path.reverse();
        path
    }

    /// Navigates to a node.
    pub fn go(&mut self, node: usize) {
        if node < self.nodes.len() {
            self.at = node;
        }
    }

    /// Navigates one ply back.
    pub fn back(&mut self) {
        self.at = self.nodes[self.at].parent;
    }

    /// Navigates one ply forward, along the line.
    pub fn forward(&mut self) {
        self.at = self.nodes[self.at].children.first().copied().unwrap_or(self.at);
    }

    /// Navigates to the end of the line.
    pub fn end(&mut self) {
        while let Some(next) = self.nodes[self.at].children.first() {
            self.at = *next;
        }
    }

    /// Navigates to the next or previous sibling.
    pub fn switch_sibling(&mut self, forward: bool) {
        let ways = &self.nodes[self.nodes[self.at].parent].children;
        let Some(place) = ways.iter().position(|way| *way == self.at) else { return };
        let place = if forward { place.checked_add(1) } else { place.checked_sub(1) };
        self.at = place.and_then(|place| ways.get(place)).copied().unwrap_or(self.at);
    }

    /// Plays a ply and navigates to its node, which is reused if it already exists.
    pub fn add(&mut self, ply: Ply) -> Result<(), IllegalPly> {
        let known = self.nodes[self.at].children.iter();
        let known = known.copied().find(|child| self.nodes[*child].ply == Some(ply));
        if let Some(child) = known {
            self.at = child;
            return Ok(());
        }
        let position = self.position().follow(ply)?;
        let (parent, child) = (self.at, self.nodes.len());
        self.nodes.push(Node { ply: Some(ply), position, parent, children: Vec::new() });
        self.nodes[parent].children.push(child);
        self.at = child;
        Ok(())
    }

    /// The first node of the innermost variation that contains the current node.
    fn branch(&self) -> Option<usize> {
        let path = self.path();
        path.into_iter().skip(1).rev().find(|&node| {
            let parent = self.nodes[node].parent;
            self.nodes[parent].children.first() != Some(&node)
        })
    }

    /// Whether the current node is on the main line.
    pub fn is_main(&self) -> bool {
        self.branch().is_none()
    }

    /// Promotes the current variation above its siblings.
    pub fn promote(&mut self) -> bool {
        let Some(node) = self.branch() else { return false };
        let parent = self.nodes[node].parent;
        let ways = &mut self.nodes[parent].children;
        ways.retain(|way| *way != node);
        ways.insert(0, node);
        true
    }

    /// Deletes the current node with its subtree, and navigates to its parent.
    pub fn delete(&mut self) -> bool {
        if self.at == 0 {
            return false;
        }
        let (node, parent) = (self.at, self.nodes[self.at].parent);
        self.nodes[parent].children.retain(|way| *way != node);
        self.at = parent;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl GameTree {
        /// The main line as a game.
        pub(super) fn game(&self) -> Game {
            let mut line = vec![0];
            self.extend_to_end(&mut line);
            self.game_of(&line)
        }
    }

    const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";

    fn tree(plies: &[&str]) -> GameTree {
        let mut tree = GameTree::new(START.parse().expect("a position"));
        play(&mut tree, plies);
        tree
    }

    fn play(tree: &mut GameTree, plies: &[&str]) {
        for ply in plies {
            tree.add(ply.parse().expect("a ply")).expect("a legal ply");
        }
    }

    /// The list as text: `depth: number.ply …`.
    fn picture(tree: &GameTree) -> Vec<String> {
        let entry = |entry: &TreeEntry| {
            let number = entry.number.map(|number| format!("{number}.")).unwrap_or_default();
            format!("{number}{}", entry.ply)
        };
        let line = |line: TreeLine| {
            let entries: Vec<_> = line.entries.iter().map(entry).collect();
            format!("{}: {}", line.depth, entries.join(" "))
        };
        tree.lines().into_iter().map(line).collect()
    }

    #[test]
    fn a_game_is_a_tree_of_one_line() {
        let mut game = Game::new(START.parse().expect("a position"));
        for ply in ["NE2", "W1", "+N1"] {
            game.push(ply.parse().expect("a ply")).expect("legal");
        }
        let mut from_game = GameTree::of(&game);
        assert_eq!(from_game.at(), 0);
        from_game.end();
        assert_eq!(from_game, tree(&["NE2", "W1", "+N1"]));
        assert_eq!(from_game.game(), game);
        assert_eq!(picture(&from_game), ["0: 1.NE2 W1 2.+N1"]);
        assert_eq!(from_game.drawn(), Some((Side::Red, "N1".parse().expect("a card"))));
        let (from, to) = from_game.movement().expect("W1 moved the crown");
        assert_eq!((from.to_string(), to.to_string()), ("g7".into(), "f7".into()));
    }

    #[test]
    fn an_existing_ply_is_reused() {
        let mut tree = tree(&["NE2", "W1"]);
        let there = tree.at();
        tree.go(0);
        play(&mut tree, &["NE2", "W1"]);
        assert_eq!(tree.at(), there);
        assert_eq!(tree.lines().len(), 1);
    }

    #[test]
    fn other_drawn_cards_are_variations() {
        let mut tree = tree(&["NE2", "W1", "+N1", "SW3"]);
        tree.back();
        tree.back();
        play(&mut tree, &["+N2", "SW2"]);
        tree.back();
        play(&mut tree, &["SW3", "E3"]);
        assert_eq!(
            picture(&tree),
            ["0: 1.NE2 W1 2.+N1", "1: 2.+N2 SW2", "2: 2.SW3 3.E3", "0: 2.SW3"]
        );
        tree.back();
        tree.switch_sibling(false);
        assert_eq!(tree.last().expect("a ply").1.to_string(), "SW2");
        tree.back();
        tree.switch_sibling(false);
        assert_eq!(tree.last().expect("a ply").1.to_string(), "+N1");
        tree.switch_sibling(false);
        assert!(tree.is_main());
    }

    #[test]
    fn a_variation_can_be_promoted_to_the_main_line() {
        let mut tree = tree(&["NE2", "W1"]);
        tree.go(0);
        play(&mut tree, &["E3", "SE1"]);
        assert!(!tree.is_main());
        assert!(tree.promote());
        assert!(!tree.promote());
        assert!(tree.is_main());
        assert_eq!(picture(&tree), ["0: 1.E3", "1: 1.NE2 W1", "0: 1.SE1"]);
        assert_eq!(tree.game().plies().len(), 2);
    }

    #[test]
    fn deleting_a_branch_keeps_the_rest() {
        let mut tree = tree(&["NE2", "W1"]);
        tree.go(0);
        play(&mut tree, &["E3", "SE1"]);
        tree.back();
        assert!(tree.delete());
        assert_eq!(picture(&tree), ["0: 1.NE2 W1"]);
        assert!(!tree.delete(), "the root cannot be deleted");
        tree.end();
        assert_eq!(tree.path().len(), 3);
    }

    #[test]
    fn an_illegal_ply_changes_nothing() {
        let mut tree = tree(&["NE2"]);
        let before = tree.clone();
        assert!(tree.add("W2".parse().expect("a ply")).is_err());
        assert!(tree.add("pass".parse().expect("a ply")).is_err());
        assert_eq!(tree, before);
    }

    #[test]
    fn numbering_starts_with_the_second_ply_if_white_starts() {
        let start = START.replace(" r ", " w ");
        let mut tree = GameTree::new(start.parse().expect("a position"));
        play(&mut tree, &["SE1", "W3"]);
        assert_eq!(picture(&tree), ["0: 1.SE1 2.W3"]);
    }
}
