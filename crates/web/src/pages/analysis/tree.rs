use bosworth_board::movement;
use bosworth_rules::{Card, Game, IllegalPly, Ply, Position, Side, Square};

/// A game with all that could have happened instead: from every position several plies may
/// lead on, and the first of them is the main one.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    // Invariant: never empty; the first node is the start; every ply leads from its parent's
    // position to its own. What was cut off stays here, but nothing leads to it.
    nodes: Vec<Node>,
    at: usize,
}

#[derive(Clone, PartialEq, Debug)]
struct Node {
    /// What led here; none for the start.
    ply: Option<Ply>,
    position: Position,
    parent: usize,
    children: Vec<usize>,
}

/// Plies in a row, as the list shows them. Side lines are deeper than what they leave.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// How many lines it is a side line of.
    pub depth: usize,
    /// The plies.
    pub entries: Vec<Entry>,
}

/// One ply in the list.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The node it leads to.
    pub node: usize,
    /// What is done.
    pub ply: Ply,
    /// Where it is done.
    pub before: Position,
    /// The number of the pair of plies it is in, where the list has to say it.
    pub number: Option<usize>,
}

impl Tree {
    /// A tree of one position.
    pub fn new(start: Position) -> Self {
        let root = Node { ply: None, position: start, parent: 0, children: Vec::new() };
        Self { nodes: vec![root], at: 0 }
    }

    /// A game as the main line, at its start.
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

    /// Where we are.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The position where we are.
    pub fn position(&self) -> &Position {
        &self.nodes[self.at].position
    }

    /// Whether nothing follows here.
    pub fn is_end(&self) -> bool {
        self.nodes[self.at].children.is_empty()
    }

    /// The ply that led here and the position before it.
    pub fn last(&self) -> Option<(Position, Ply)> {
        let node = &self.nodes[self.at];
        Some((self.nodes[node.parent].position, node.ply?))
    }

    /// Where the crown came from and went last.
    pub fn movement(&self) -> Option<(Square, Square)> {
        self.path().into_iter().rev().find_map(|node| {
            let Node { ply, parent, .. } = &self.nodes[node];
            movement(&self.nodes[*parent].position, (*ply)?)
        })
    }

    /// The card that was drawn just now, and by whom.
    pub fn drawn(&self) -> Option<(Side, Card)> {
        match self.last()? {
            (before, Ply::Draw(card)) => Some((before.side(), card)),
            _ => None,
        }
    }

    /// The nodes from the start to where we are.
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

    /// Goes anywhere.
    pub fn go(&mut self, node: usize) {
        if node < self.nodes.len() {
            self.at = node;
        }
    }

    /// One ply back.
    pub fn back(&mut self) {
        self.at = self.nodes[self.at].parent;
    }

    /// One ply on, on the first of the ways.
    pub fn on(&mut self) {
        self.at = self.nodes[self.at].children.first().copied().unwrap_or(self.at);
    }

    /// To the end of this line.
    pub fn end(&mut self) {
        while let Some(next) = self.nodes[self.at].children.first() {
            self.at = *next;
        }
    }

    /// To the next or the former way from the position before.
    pub fn aside(&mut self, forward: bool) {
        let ways = &self.nodes[self.nodes[self.at].parent].children;
        let Some(place) = ways.iter().position(|way| *way == self.at) else { return };
        let place = if forward { place.checked_add(1) } else { place.checked_sub(1) };
        self.at = place.and_then(|place| ways.get(place)).copied().unwrap_or(self.at);
    }

    /// Does a ply here and goes there; what was done here before is found again.
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

    /// The node where the innermost side line that we are on leaves another.
    fn branch(&self) -> Option<usize> {
        let path = self.path();
        path.into_iter().skip(1).rev().find(|&node| {
            let parent = self.nodes[node].parent;
            self.nodes[parent].children.first() != Some(&node)
        })
    }

    /// Whether we are on the main line.
    pub fn is_main(&self) -> bool {
        self.branch().is_none()
    }

    /// Makes the side line that we are on the first of the ways where it leaves another.
    pub fn promote(&mut self) -> bool {
        let Some(node) = self.branch() else { return false };
        let parent = self.nodes[node].parent;
        let ways = &mut self.nodes[parent].children;
        ways.retain(|way| *way != node);
        ways.insert(0, node);
        true
    }

    /// Cuts off where we are and all that follows, and goes one back.
    pub fn delete(&mut self) -> bool {
        if self.at == 0 {
            return false;
        }
        let (node, parent) = (self.at, self.nodes[self.at].parent);
        self.nodes[parent].children.retain(|way| *way != node);
        self.at = parent;
        true
    }

    /// The main line as a game.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.nodes[0].position);
        let mut node = 0;
        while let Some(next) = self.nodes[node].children.first() {
            node = *next;
            let ply = self.nodes[node].ply;
            // Plies of a tree are legal, so this never ends before the line does.
            if ply.is_none_or(|ply| game.push(ply).is_err()) {
                break;
            }
        }
        game
    }

    /// All plies, line by line.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let skip = usize::from(self.nodes[0].position.side() == Side::White);
        self.collect(0, skip, 0, None, &mut lines);
        lines
    }

    /// Adds what follows a node, which `count` plies lead to, side lines after the ply they
    /// stand for. With `first`, the line begins with that child and no other.
    fn collect(
        &self,
        mut node: usize,
        mut count: usize,
        depth: usize,
        mut first: Option<usize>,
        lines: &mut Vec<Line>,
    ) {
        let mut line = Line { depth, entries: Vec::new() };
        loop {
            let alone = first.is_some();
            let Some(next) = first.take().or(self.nodes[node].children.first().copied()) else {
                break;
            };
            let Some(ply) = self.nodes[next].ply else { break };
            let told = count.is_multiple_of(2) || line.entries.is_empty();
            let before = self.nodes[node].position;
            let number = told.then_some(count / 2 + 1);
            line.entries.push(Entry { node: next, ply, before, number });
            let others = self.nodes[node].children.iter().filter(|child| **child != next);
            if !alone && others.clone().next().is_some() {
                lines.push(core::mem::replace(&mut line, Line { depth, entries: Vec::new() }));
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

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";

    fn tree(plies: &[&str]) -> Tree {
        let mut tree = Tree::new(START.parse().expect("a position"));
        play(&mut tree, plies);
        tree
    }

    fn play(tree: &mut Tree, plies: &[&str]) {
        for ply in plies {
            tree.add(ply.parse().expect("a ply")).expect("a legal ply");
        }
    }

    /// The list as text: `depth: number.ply …`.
    fn picture(tree: &Tree) -> Vec<String> {
        let entry = |entry: &Entry| {
            let number = entry.number.map(|number| format!("{number}.")).unwrap_or_default();
            format!("{number}{}", entry.ply)
        };
        let line = |line: Line| {
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
        let mut from_game = Tree::of(&game);
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
    fn what_was_done_before_is_found_again() {
        let mut tree = tree(&["NE2", "W1"]);
        let there = tree.at();
        tree.go(0);
        play(&mut tree, &["NE2", "W1"]);
        assert_eq!(tree.at(), there);
        assert_eq!(tree.lines().len(), 1);
    }

    #[test]
    fn other_cards_that_come_up_are_side_lines() {
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
        tree.aside(false);
        assert_eq!(tree.last().expect("a ply").1.to_string(), "SW2");
        tree.back();
        tree.aside(false);
        assert_eq!(tree.last().expect("a ply").1.to_string(), "+N1");
        tree.aside(false);
        assert!(tree.is_main());
    }

    #[test]
    fn a_side_line_becomes_the_main_line() {
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
    fn what_is_cut_off_is_gone_and_the_rest_stays() {
        let mut tree = tree(&["NE2", "W1"]);
        tree.go(0);
        play(&mut tree, &["E3", "SE1"]);
        tree.back();
        assert!(tree.delete());
        assert_eq!(picture(&tree), ["0: 1.NE2 W1"]);
        assert!(!tree.delete(), "the start stays");
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
    fn numbers_begin_with_the_second_of_a_pair_where_white_begins() {
        let start = START.replace(" r ", " w ");
        let mut tree = Tree::new(start.parse().expect("a position"));
        play(&mut tree, &["SE1", "W3"]);
        assert_eq!(picture(&tree), ["0: 1.SE1 2.W3"]);
    }
}
