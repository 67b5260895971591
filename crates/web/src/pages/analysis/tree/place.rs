//! The place in a tree as a short text, for links and drafts: `12` is the twelfth ply of the main
//! line, and `4.2.0` is the third continuation after the fourth ply. The numbers are alternately
//! steps along the line and the index of a continuation, which is a step, too.

use std::fmt::Write;

use super::GameTree;

impl GameTree {
    /// The place of the current node.
    pub fn place(&self) -> String {
        let mut text = String::new();
        let mut steps = 0;
        for step in self.path().windows(2) {
            let mut ways = self.nodes[step[0]].children.iter();
            match ways.position(|way| *way == step[1]) {
                None | Some(0) => steps += 1,
                Some(way) => {
                    let _ = write!(text, "{steps}.{way}.");
                    steps = 0;
                }
            }
        }
        let _ = write!(text, "{steps}");
        text
    }

    /// Navigates to a place, as far as it exists.
    pub fn go_to_place(&mut self, place: &str) {
        self.at = 0;
        for (n, number) in place.split('.').enumerate() {
            let Ok(number) = number.parse::<usize>() else { return };
            if n % 2 == 1 {
                let Some(&way) = self.nodes[self.at].children.get(number) else { return };
                self.at = way;
                continue;
            }
            for _ in 0..number {
                if self.is_end() {
                    return;
                }
                self.forward();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bosworth_rules::Record;

    use super::*;

    #[test]
    fn every_node_has_a_place_that_leads_back_to_it() {
        let text = "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n\
            1. NE2 {[%var 1. E3 SE1 (1... SW2) 2. S2]} {[%var 1. W3]} 1... W1 2. +N1 *\n";
        let mut record: Record = text.parse().expect("a record");
        let game = record.replay().expect("a legal game");
        let mut tree = GameTree::read(&mut record, &game);
        let mut places = Vec::new();
        for node in 0..tree.nodes.len() {
            tree.go(node);
            let place = tree.place();
            tree.go(0);
            tree.go_to_place(&place);
            assert_eq!(tree.at(), node, "{place}");
            places.push(place);
        }
        assert_eq!(places, ["0", "1", "2", "3", "0.1.0", "0.1.1", "0.1.0.1.0", "0.1.2", "0.2.0"]);
        for wrong in ["", "x", "1.7.0", "9999999999", "1.x", "-1", "0.1.99"] {
            tree.go_to_place(wrong);
        }
    }
}
