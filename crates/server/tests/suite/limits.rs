//! The limits of the server are those that SECURITY.md promises.

use bosworth_server::limits::{MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_PLIES, security_table};
use bosworth_table::ConditionalTree;

const SECURITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../SECURITY.md");

#[test]
fn security_md_lists_the_limits_of_the_code() {
    let text = std::fs::read_to_string(SECURITY).expect("SECURITY.md");
    let (_, rest) = text.split_once("<!-- limits -->\n").expect("a start marker");
    let (table, _) = rest.split_once("<!-- /limits -->").expect("an end marker");
    let expected = security_table();
    assert_eq!(table, expected, "write this between the markers of SECURITY.md:\n{expected}");
}

#[test]
fn conditional_actions_have_the_promised_limits() {
    let line = |plies: usize| "N1 N1 ".repeat(plies / 2);
    assert!(ConditionalTree::parse([line(MAX_CONDITIONAL_DEPTH).as_str()]).is_ok());
    assert!(ConditionalTree::parse([line(MAX_CONDITIONAL_DEPTH + 2).as_str()]).is_err());
    let first = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    let replies =
        first.iter().flat_map(|direction| (1..=3).map(move |n| format!("{direction}{n}")));
    let replies: Vec<String> = replies.collect();
    let lines = replies
        .iter()
        .flat_map(|one| replies.iter().map(move |other| format!("{one} N1 {other} N1")));
    let lines: Vec<String> = lines.collect();
    // Each line adds two plies, and each first ply two more.
    let fitting = (1..lines.len()).take_while(|&count| {
        ConditionalTree::parse(lines[..count].iter().map(String::as_str)).is_ok()
    });
    let count = fitting.last().expect("a tree");
    let first_plies = count.div_ceil(replies.len());
    assert!(2 * (count + first_plies) <= MAX_CONDITIONAL_PLIES);
    assert!(2 * (count + 1 + first_plies) >= MAX_CONDITIONAL_PLIES);
}
