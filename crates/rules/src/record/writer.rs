use alloc::string::{String, ToString};
use core::fmt;

use super::Record;
use crate::{BySide, Position, Side};

/// Lines of actions are wrapped before this column.
const WIDTH: usize = 80;

/// The tags that every record has, in order.
const ROSTER: [&str; 5] = ["Event", "Site", "Date", "Red", "White"];

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        let hands = BySide::from_fn(|side| self.start.hand(side));
        write_tag(f, "Rules", &self.start.ruleset().to_string())?;
        write_tag(f, "Deal", &alloc::format!("{} / {}", hands.red, hands.white))?;
        write_tag(f, "Result", &self.result.to_string())?;
        if let Some(BySide { red, white }) = self.score {
            write_tag(f, "Score", &alloc::format!("{red}-{white}"))?;
        }
        let dealt = Position::deal(hands, Side::Red, self.start.ruleset());
        if dealt != Some(self.start) {
            write_tag(f, "Position", &self.start.to_string())?;
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str())) {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        self.write_actions(f)
    }
}

impl Record {
    fn write_actions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = LineWriter { f, column: 0 };
        for comment in &self.comments {
            line.word(&as_comment(comment))?;
        }
        let mut side = self.start.side();
        let mut number = 1;
        let mut interrupted = true;
        for step in &self.steps {
            match side {
                Side::Red => line.word(&alloc::format!("{number}."))?,
                Side::White if interrupted => line.word(&alloc::format!("{number}..."))?,
                Side::White => {}
            }
            line.word(&step.ply.to_string())?;
            for comment in &step.comments {
                line.word(&as_comment(comment))?;
            }
            interrupted = !step.comments.is_empty();
            if side == Side::White {
                number += 1;
            }
            side = !side;
        }
        line.word(&self.result.to_string())?;
        writeln!(f)
    }
}

/// Writes words separated by spaces, wrapping lines.
struct LineWriter<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    column: usize,
}

impl LineWriter<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width >= WIDTH {
            writeln!(self.f)?;
            self.column = 0;
        } else if self.column > 0 {
            write!(self.f, " ")?;
            self.column += 1;
        }
        self.column += width;
        self.f.write_str(word)
    }
}

/// Comments have no escape for their closing brace.
fn as_comment(text: &str) -> String {
    alloc::format!("{{{}}}", text.replace('}', ")"))
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The tags that are represented by the other fields of a record.
pub(super) const DERIVED: [&str; 5] = ["Rules", "Deal", "Result", "Score", "Position"];
