use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::writer::DERIVED;
use super::{GameResult, Record, RecordedPly};
use crate::notation::read_card_list;
use crate::{BySide, Position, Ruleset, Side};

/// Why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseRecordError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: RecordFault,
}

/// What is wrong with a record's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// There is no game in the text.
    NoGame,
    /// There is more than one game where one is expected.
    MoreThanOne,
    /// A line begins like a tag, but is malformed.
    NotATag(String),
    /// A tag is there twice.
    TagTwice(String),
    /// Neither a `Deal` nor a `Position` tag gives the start.
    NoDeal,
    /// A tag's value is invalid.
    Tag {
        /// The tag's name.
        name: String,
        /// What is wrong with its value.
        fault: String,
    },
    /// A comment is not closed.
    OpenComment,
    /// A variation in parentheses; records have none.
    Variation,
    /// A token that is not an action.
    NoAction(String),
    /// There is no result after the actions.
    NoResult,
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl core::error::Error for ParseRecordError {}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("the text contains no game"),
            Self::MoreThanOne => f.write_str("a second game follows where one is expected"),
            Self::NotATag(text) => {
                write!(f, "{text:?} is not a tag; a tag is a line such as [Red \"Anne\"]")
            }
            Self::TagTwice(name) => write!(f, "the tag {name} appears twice"),
            Self::NoDeal => f.write_str(
                "the tag Deal is missing; it is red-hand / white-hand, such as \
                 [Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]",
            ),
            Self::Tag { name, fault } => write!(f, "the tag {name}: {fault}"),
            Self::OpenComment => f.write_str("a comment is opened by { but not closed by }"),
            Self::Variation => f.write_str("variations in parentheses are not part of a record"),
            Self::NoAction(fault) => f.write_str(fault),
            Self::NoResult => f.write_str(
                "the actions end without a result: 1-0 (Red won), 0-1 (White won), 1/2-1/2 or *",
            ),
        }
    }
}

/// Iterates over the games of a file, in order.
///
/// A game that cannot be parsed is one `Err`; parsing resynchronises at the tags of the next game, so
/// that a game's number is its place in the file, even after games that cannot be parsed.
#[derive(Clone, Debug)]
pub struct Records<'t> {
    text: &'t str,
    rest: &'t str,
    line: usize,
}

impl Iterator for Records<'_> {
    type Item = Result<Record, ParseRecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_space();
        if self.rest.is_empty() {
            return None;
        }
        let record = self.read_record();
        if let Err(error) = &record {
            self.resynchronise(&error.fault);
        }
        Some(record)
    }
}

impl<'t> Records<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, rest: text, line: 1 }
    }

    pub(super) const fn fault(&self, fault: RecordFault) -> ParseRecordError {
        ParseRecordError { line: self.line, fault }
    }

    /// Skips what is left of a game that cannot be parsed: the rest of its tags, and everything up
    /// to the next line that is a tag. A game without a result ends where its successor begins.
    fn resynchronise(&mut self, fault: &RecordFault) {
        match fault {
            RecordFault::NoResult if self.is_at_tag() => return,
            RecordFault::NotATag(_) | RecordFault::TagTwice(_) => {
                self.skip_line();
                while self.rest.starts_with('[') {
                    self.skip_line();
                }
            }
            _ => {}
        }
        while !self.rest.is_empty() && !self.is_at_tag() {
            self.skip_line();
        }
    }

    /// Whether a line begins here, indentation apart, and is a tag.
    fn is_at_tag(&self) -> bool {
        let before = &self.text[..self.text.len() - self.rest.len()];
        let indentation = before.rsplit('\n').next().unwrap_or_default();
        let line = self.rest.lines().next().unwrap_or_default();
        indentation.trim().is_empty() && split_tag(line.trim()).is_some()
    }

    /// Whether the text so far ends with a blank line.
    fn is_after_blank_line(&self) -> bool {
        let before = &self.text[..self.text.len() - self.rest.len()];
        before[before.trim_end().len()..].matches('\n').count() > 1
    }

    fn skip_line(&mut self) {
        self.take(self.rest.find('\n').map_or(self.rest.len(), |end| end + 1));
    }

    fn read_record(&mut self) -> Result<Record, ParseRecordError> {
        let mut tags = Vec::<(String, String)>::new();
        while self.rest.starts_with('[') {
            let next_game = self.is_after_blank_line().then(|| self.clone());
            let (name, value) = self.read_tag()?;
            if tags.iter().any(|(other, _)| *other == name) {
                let Some(next_game) = next_game else {
                    return Err(self.fault(RecordFault::TagTwice(name)));
                };
                *self = next_game;
                return Err(self.fault(RecordFault::NoResult));
            }
            tags.push((name, value));
            self.skip_space();
        }
        let Start { position: start, result, score } = self.read_start(&tags)?;
        tags.retain(|(name, _)| !DERIVED.contains(&name.as_str()));
        let (comments, steps, written) = self.read_actions()?;
        if let Some(tagged) = result.filter(|&tagged| tagged != written) {
            let fault = alloc::format!("is {tagged}, but the actions end with {written}");
            return Err(self.fault(RecordFault::Tag { name: "Result".into(), fault }));
        }
        Ok(Record { tags, start, comments, steps, result: written, score })
    }

    /// The start, result and score according to the tags.
    fn read_start(&self, tags: &[(String, String)]) -> Result<Start, ParseRecordError> {
        let tag = |wanted: &str| {
            tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
        };
        let bad = |name: &str, fault: &dyn fmt::Display| {
            self.fault(RecordFault::Tag { name: name.to_string(), fault: fault.to_string() })
        };
        let rules = tag("Rules").map(str::parse::<Ruleset>).transpose();
        let rules = rules.map_err(|error| bad("Rules", &error))?;
        let position = match (tag("Position"), tag("Deal")) {
            (Some(text), _) => {
                let position: Position = text.parse().map_err(|error| bad("Position", &error))?;
                if rules.is_some_and(|rules| rules != position.ruleset()) {
                    return Err(bad("Position", &"names other rules than the tag Rules"));
                }
                position
            }
            (None, Some(deal)) => {
                let hands = read_deal(deal).map_err(|fault| bad("Deal", &fault))?;
                Position::deal(hands, Side::Red, rules.unwrap_or_default())
                    .ok_or_else(|| bad("Deal", &"is not five cards each, all different"))?
            }
            (None, None) => return Err(self.fault(RecordFault::NoDeal)),
        };
        let result = tag("Result").map(str::parse).transpose();
        let score = tag("Score").filter(|score| !matches!(*score, "?" | "*" | "-" | ""));
        let score = score.map(|text| read_score(text).ok_or(text)).transpose();
        Ok(Start {
            position,
            result: result.map_err(|error| bad("Result", &error))?,
            score: score.map_err(|text| {
                bad(
                    "Score",
                    &format_args!("is Red's and White's points, such as 34-69, not {text:?}"),
                )
            })?,
        })
    }

    fn read_actions(
        &mut self,
    ) -> Result<(Vec<String>, Vec<RecordedPly>, GameResult), ParseRecordError> {
        let mut comments = Vec::new();
        let mut steps = Vec::<RecordedPly>::new();
        loop {
            self.skip_space();
            match self.rest.chars().next() {
                None | Some('[') => return Err(self.fault(RecordFault::NoResult)),
                Some('(' | ')') => return Err(self.fault(RecordFault::Variation)),
                Some('{') => {
                    let comment = self.read_comment()?;
                    steps.last_mut().map_or(&mut comments, |step| &mut step.comments).push(comment);
                }
                Some(';') => {
                    let comment = self.rest.lines().next().unwrap_or_default();
                    self.take(comment.len());
                }
                Some(_) => {
                    let word = self.rest.split([' ', '\t', '\r', '\n', '{', '(', ')', ';']).next();
                    let word = word.unwrap_or_default();
                    if let Ok(result) = word.parse() {
                        self.take(word.len());
                        return Ok((comments, steps, result));
                    }
                    let number = number_length(word);
                    if number == 0 && !word.starts_with('$') {
                        let ply = word.parse();
                        let ply = ply.map_err(|error: crate::ParseActionError| {
                            self.fault(RecordFault::NoAction(error.to_string()))
                        })?;
                        steps.push(RecordedPly { ply, comments: Vec::new() });
                    }
                    self.take(if number > 0 { number } else { word.len() });
                }
            }
        }
    }

    fn read_comment(&mut self) -> Result<String, ParseRecordError> {
        let end = self.rest.find('}').ok_or_else(|| self.fault(RecordFault::OpenComment))?;
        let comment = self.rest[1..end].trim().to_string();
        self.take(end + 1);
        Ok(comment)
    }

    fn read_tag(&mut self) -> Result<(String, String), ParseRecordError> {
        let line = self.rest.lines().next().unwrap_or_default().trim_end();
        let tag = split_tag(line);
        let tag = tag.ok_or_else(|| self.fault(RecordFault::NotATag(line.to_string())))?;
        self.take(line.len());
        Ok(tag)
    }

    fn skip_space(&mut self) {
        // Some editors prepend a byte-order mark.
        let text = self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        self.take(self.rest.len() - text.len());
    }

    fn take(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
    }
}

struct Start {
    position: Position,
    result: Option<GameResult>,
    score: Option<BySide<u32>>,
}

/// The length of a word's leading action number: digits and at least one full stop.
pub(super) fn number_length(word: &str) -> usize {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.trim_start_matches('.');
    if rest.len() == word.len() || after.len() == rest.len() { 0 } else { word.len() - after.len() }
}

/// Parses `[Name "value"]`, where the value may contain the escapes `\"` and `\\`.
fn split_tag(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, quoted) = inside.split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let proper = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(proper) {
        return None;
    }
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => value.push(letters.next().filter(|next| matches!(next, '"' | '\\'))?),
            '"' => return None,
            _ => value.push(letter),
        }
    }
    Some((name.to_string(), value))
}

fn read_deal(text: &str) -> Result<BySide<crate::Cards>, String> {
    let (red, white) = text
        .split_once('/')
        .ok_or_else(|| "is red-hand / white-hand, with a slash between the hands".to_string())?;
    Ok(BySide { red: read_card_list(red.trim())?, white: read_card_list(white.trim())? })
}

fn read_score(text: &str) -> Option<BySide<u32>> {
    let (red, white) = text.split_once(['-', ':', '–'])?;
    Some(BySide { red: red.trim().parse().ok()?, white: white.trim().parse().ok()? })
}
