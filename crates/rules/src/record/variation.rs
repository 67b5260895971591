use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::reader::number_length;
use crate::{Ply, Side};

/// Variations nested deeper than this are not read, which bounds the recursion.
const DEEPEST: usize = 200;

/// A line that was analysed but not played, as stored in a comment of a record.
///
/// Records have no variations of their own, so that every reader can replay them. An analysis is
/// therefore written into comments, which other readers skip: `{[%var 2. SW3 (2. E3 W1) SE1]}`
/// after an action is an alternative to that action; before the first action, a line from the
/// start. `[%main …]` is the same for a line that the analyst prefers to what was played. Inside,
/// parentheses are alternatives to the action before them, as in PGN.
///
/// ```
/// use bosworth_rules::Variation;
///
/// let comment = "[%var 2. SW3 (2. E3 W1) 2... SE1]";
/// let line = Variation::of_comment(comment).expect("a variation");
/// assert_eq!(line.steps.len(), 2);
/// assert_eq!(line.steps[0].variations[0].steps.len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// Whether it is the main line of the analysis, ahead of what was played.
    pub is_main: bool,
    /// Its plies.
    pub steps: Vec<VariationStep>,
}

/// One ply of a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariationStep {
    /// The ply itself.
    pub ply: Ply,
    /// The alternatives to it.
    pub variations: Vec<Variation>,
}

impl Variation {
    /// The variation in a comment, or `None` if the comment is something else.
    pub fn of_comment(comment: &str) -> Option<Self> {
        let inside = comment.trim().strip_prefix("[%")?.strip_suffix(']')?;
        let (name, text) = inside.split_once(char::is_whitespace)?;
        let is_main = match name {
            "var" => false,
            "main" => true,
            _ => return None,
        };
        let mut rest = text;
        let steps = read(&mut rest, 0)?;
        (rest.is_empty() && !steps.is_empty()).then_some(Self { is_main, steps })
    }

    /// The comment that keeps it. `number` counts the plies before it, from the one that begins
    /// with Red.
    pub fn to_comment(&self, number: usize) -> String {
        let mut text = String::new();
        self.write(number, &mut text);
        format!("[%{} {text}]", if self.is_main { "main" } else { "var" })
    }

    fn write(&self, mut number: usize, text: &mut String) {
        let mut interrupted = true;
        for step in &self.steps {
            if !text.is_empty() && !text.ends_with('(') {
                text.push(' ');
            }
            let side = if number % 2 == 0 { Side::Red } else { Side::White };
            match side {
                Side::Red => *text += &format!("{}. ", number / 2 + 1),
                Side::White if interrupted => *text += &format!("{}... ", number / 2 + 1),
                Side::White => {}
            }
            *text += &step.ply.to_string();
            for other in &step.variations {
                text.push_str(" (");
                other.write(number, text);
                text.push(')');
            }
            interrupted = !step.variations.is_empty();
            number += 1;
        }
    }
}

/// Reads plies up to the end of the text or the parenthesis that closes them.
fn read(rest: &mut &str, depth: usize) -> Option<Vec<VariationStep>> {
    let mut steps = Vec::<VariationStep>::new();
    loop {
        *rest = rest.trim_start();
        match rest.chars().next() {
            None => return (depth == 0).then_some(steps),
            Some(')') => return (depth > 0 && !steps.is_empty()).then_some(steps),
            Some('(') => {
                if depth == DEEPEST {
                    return None;
                }
                *rest = &rest[1..];
                let line = read(rest, depth + 1)?;
                *rest = rest.strip_prefix(')')?;
                let line = Variation { is_main: false, steps: line };
                steps.last_mut()?.variations.push(line);
            }
            Some(_) => {
                let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
                let word = &rest[..end.unwrap_or(rest.len())];
                let number = number_length(word);
                if number == 0 {
                    steps.push(VariationStep { ply: word.parse().ok()?, variations: Vec::new() });
                }
                *rest = &rest[if number > 0 { number } else { word.len() }..];
            }
        }
    }
}
