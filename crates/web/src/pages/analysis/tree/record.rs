//! Storing the tree in a record: the game that was played as its actions, everything else as
//! variations in comments.

use bosworth_rules::{Game, Ply, Position, Record, Side, Variation, VariationStep};

use super::GameTree;

impl GameTree {
    /// Reads the tree of a record and its game. The variations are moved from the record's comments
    /// into the tree. The current node is the root.
    pub fn read(record: &mut Record, game: &Game) -> Self {
        let mut tree = Self::of(game);
        // The n-th node is the n-th one of the line that was played.
        let mut take = |parent: usize, comments: &mut Vec<String>| {
            comments.retain(|comment| {
                let Some(line) = Variation::of_comment(comment) else { return true };
                let legal = is_legal(&tree.nodes[parent].position, &line.steps);
                if legal {
                    tree.graft(parent, &line);
                }
                !legal
            });
        };
        take(0, &mut record.comments);
        for (parent, step) in record.steps.iter_mut().enumerate() {
            take(parent, &mut step.comments);
        }
        tree.at = 0;
        tree
    }

    /// Adds a legal variation after a node.
    fn graft(&mut self, parent: usize, line: &Variation) {
        let mut before = parent;
        let mut first = None;
        for step in &line.steps {
            self.at = before;
            if self.add(step.ply).is_err() {
                return;
            }
            let after = self.at;
            first.get_or_insert(after);
            for other in &step.variations {
                self.graft(before, other);
            }
            before = after;
        }
        if let Some(first) = first.filter(|_| line.is_main) {
            let ways = &mut self.nodes[parent].children;
            ways.retain(|way| *way != first);
            ways.insert(0, first);
        }
    }

    /// The nodes of a line from the root, or `None` if it is not in the tree.
    pub fn line(&self, plies: impl IntoIterator<Item = Ply>) -> Option<Vec<usize>> {
        let mut line = vec![0];
        let mut node = 0;
        for ply in plies {
            let mut ways = self.nodes[node].children.iter().copied();
            node = ways.find(|way| self.nodes[*way].ply == Some(ply))?;
            line.push(node);
        }
        Some(line)
    }

    /// Prolongs a line to the end of its main continuation.
    pub fn extend_to_end(&self, line: &mut Vec<usize>) {
        while let Some(next) = line.last().and_then(|last| self.nodes[*last].children.first()) {
            line.push(*next);
        }
    }

    /// The game of a line.
    pub fn game_of(&self, line: &[usize]) -> Game {
        let mut game = Game::new(self.nodes[0].position);
        for ply in line.iter().filter_map(|node| self.nodes[*node].ply) {
            // Plies of a tree are legal.
            let _ = game.push(ply);
        }
        game
    }

    /// Writes everything outside of a line into the comments of the line's record.
    pub fn write_beside(&self, line: &[usize], record: &mut Record) {
        let skip = usize::from(self.nodes[0].position.side() == Side::White);
        for (count, &node) in line.iter().enumerate() {
            let ways = &self.nodes[node].children;
            if let Some(next) = line.get(count + 1) {
                let place = ways.iter().position(|way| way == next).unwrap_or_default();
                let variation =
                    |way: &usize, is_main| Variation { is_main, ..self.variation(*way) };
                // When read, each of these is inserted before the others.
                let before = ways[..place].iter().rev().map(|way| variation(way, true));
                let after = ways[place + 1..].iter().map(|way| variation(way, false));
                let comments = before.chain(after).map(|line| line.to_comment(skip + count));
                record.steps[count].comments.extend(comments);
            } else if let Some(last) = count.checked_sub(1) {
                // A continuation of the game starts with its last action.
                if let Some(ply) = self.nodes[node].ply.filter(|_| !ways.is_empty()) {
                    let mut steps = vec![VariationStep { ply, variations: Vec::new() }];
                    steps.extend(self.continuation(node));
                    let line = Variation { is_main: false, steps };
                    record.steps[last].comments.push(line.to_comment(skip + last));
                }
            } else {
                let lines = ways.iter().map(|way| self.variation(*way).to_comment(skip));
                record.comments.extend(lines);
            }
        }
    }

    /// The line that begins with a node, with its own variations but not its siblings.
    fn variation(&self, node: usize) -> Variation {
        let first = self.nodes[node].ply.map(|ply| VariationStep { ply, variations: Vec::new() });
        let steps = first.into_iter().chain(self.continuation(node)).collect();
        Variation { is_main: false, steps }
    }

    /// The line that follows a node.
    fn continuation(&self, mut node: usize) -> Vec<VariationStep> {
        let mut steps = Vec::new();
        while let Some((next, others)) = self.nodes[node].children.split_first() {
            let Some(ply) = self.nodes[*next].ply else { break };
            let variations = others.iter().map(|other| self.variation(*other)).collect();
            steps.push(VariationStep { ply, variations });
            node = *next;
        }
        steps
    }
}

fn is_legal(start: &Position, steps: &[VariationStep]) -> bool {
    let mut position = *start;
    steps.iter().all(|step| {
        let before = position;
        let others = || step.variations.iter().all(|other| is_legal(&before, &other.steps));
        match position.follow(step.ply) {
            Ok(after) => {
                position = after;
                others()
            }
            Err(_) => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "[Red \"Anne\"]\n[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n";

    fn read(actions: &str) -> (Record, GameTree) {
        let mut record: Record = format!("{HEAD}{actions}").parse().expect("a record");
        let game = record.replay().expect("a legal game");
        let tree = GameTree::read(&mut record, &game);
        (record, tree)
    }

    fn written(record: &Record, tree: &GameTree) -> String {
        let line = tree.line(record.steps.iter().map(|step| step.ply)).expect("the played line");
        let mut record = record.clone();
        tree.write_beside(&line, &mut record);
        let text = record.to_string();
        text.split_once("\n\n").expect("actions").1.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn trees_round_trip_through_record_comments() {
        for actions in [
            "1. NE2 W1 2. +N1 *",
            "1. NE2 {[%var 1. E3 SE1 (1... SW2) 2. S2]} 1... W1 {kept} 2. +N1 *",
            "1. NE2 {[%main 1. E3 SE1]} 1... W1 {[%var 1... SE2 2. S2 (2. W3 SE1) 2... SW2]} 2. +N1 1-0",
            "1. NE2 {[%main 1. S2]} {[%main 1. E3]} {[%var 1. W3]} 1... W1 *",
            "1. NE2 W1 {[%var 1... W1 2. E3 (2. S2) 2... SW2]} 1-0",
            "{[%var 1. NE2]} {[%var 1. E3 SE1]} 0-1",
        ] {
            let (record, tree) = read(actions);
            let left: Vec<_> = record.steps.iter().flat_map(|step| &step.comments).collect();
            assert!(left.iter().all(|comment| *comment == "kept"), "{left:?}");
            assert_eq!(written(&record, &tree), actions);
            let (_, again) = read(actions);
            assert_eq!(again, tree);
        }
    }

    #[test]
    fn promoting_a_variation_keeps_the_original_game() {
        let (record, mut tree) = read("1. NE2 W1 1-0");
        tree.add("E3".parse().expect("a ply")).expect("legal");
        assert!(tree.promote());
        assert_eq!(written(&record, &tree), "1. NE2 {[%main 1. E3]} 1... W1 1-0");
        let (_, again) = read("1. NE2 {[%main 1. E3]} 1... W1 1-0");
        assert_eq!(again.game().plies().len(), 1, "E3 is the main line again");
    }

    #[test]
    fn an_illegal_variation_stays_a_comment() {
        let (record, tree) = read("1. NE2 {[%var 1. N1]} {[%var 1. E3 N1]} 1... W1 *");
        assert_eq!(record.steps[0].comments.len(), 2);
        assert_eq!(tree.lines().len(), 1);
    }
}
