//! Perft counts from `suites/perft.txt`, against the library and, where they are small, against
//! the naive reference too.

use bosworth_rules::{Position, perft};

use crate::reference::naive_of;

#[test]
fn perft_counts_match_the_suite() {
    let suite = include_str!("../../../../suites/perft.txt");
    let mut checked = 0;
    for line in suite.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let (text, counts) = line.split_once(" ; ").expect("position ; counts");
        let position: Position = text.parse().expect("a position");
        assert_eq!(position.to_string(), text);
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().expect("a count");
            assert_eq!(perft(&position, depth), count, "{text} at depth {depth}");
            if count < 20_000 {
                assert_eq!(naive_of(&position).perft(depth), count, "naive: {text} at {depth}");
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "the suite has lost entries");
}
