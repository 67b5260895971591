//! The part of Fluent's syntax that our messages use: text, variables, and selection by a number.
//!
//! Fluent's own runtime carries a Unicode database and a grammar for everything a translator could
//! ever write; in the browser it was a fifth of what a newcomer had to wait for. The tests format
//! every message of every language with it as well, and the results are the same.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Fixed, Language, MessageArgument};

/// A message: text with gaps.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Message(Vec<Element>);

#[derive(Clone, PartialEq, Debug)]
enum Element {
    Text(String),
    Variable(String),
    Select { variable: String, variants: Vec<Variant> },
}

#[derive(Clone, PartialEq, Debug)]
struct Variant {
    key: String,
    message: Message,
    is_default: bool,
}

/// Reads the messages of a file. Malformed ones are skipped; the tests ensure that none
/// are malformed.
pub(crate) fn read(language: Language, source: &str) -> impl Iterator<Item = (String, Message)> {
    split(source).filter_map(move |(id, pattern)| {
        let mut reader = Reader { rest: pattern };
        let mut message = reader.message(0)?;
        message.typeset(language);
        reader.rest.trim().is_empty().then(|| (id.to_string(), message))
    })
}

/// Makes the spaces that a language wants at punctuation unbreakable, and narrow in French: the
/// files have ordinary ones, which are easier to type and to see. French has none before an ellipsis.
pub(crate) fn typeset(language: Language, text: &str) -> String {
    let mut text = text.to_string();
    match language {
        Language::English => {}
        Language::German => text = text.replace(" %", "\u{a0}%"),
        Language::French => {
            for sign in [";", ":", "!", "?", "»", "%"] {
                text = text.replace(&format!(" {sign}"), &format!("\u{202f}{sign}"));
                // After a comma the mark is not punctuation but quoted as a symbol.
                text = text.replace(&format!(",\u{202f}{sign}"), &format!(", {sign}"));
            }
            text = text.replace("« ", "«\u{202f}").replace(" …", "…");
        }
    }
    text
}

/// The names and patterns of a file. A message begins with a letter at the beginning of a line.
fn split(source: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_start = |line: &str| line.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut rest = source;
    core::iter::from_fn(move || {
        while !rest.is_empty() && !is_start(rest) {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
        let (id, after) = rest.split_once('=')?;
        let mut end = 0;
        for line in after.split_inclusive('\n') {
            if end > 0 && (is_start(line) || line.starts_with('#')) {
                break;
            }
            end += line.len();
        }
        rest = &after[end..];
        Some((id.trim(), &after[..end]))
    })
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Reads text and gaps, up to the end or, inside of a selection, to the next variant.
    fn message(&mut self, depth: u32) -> Option<Message> {
        let mut elements = Vec::new();
        let mut text = String::new();
        self.blank();
        while let Some(next) = self.rest.chars().next() {
            match next {
                '{' => {
                    if !text.is_empty() {
                        elements.push(Element::Text(core::mem::take(&mut text)));
                    }
                    self.rest = &self.rest[1..];
                    elements.push(self.gap(depth)?);
                }
                '}' if depth > 0 => break,
                '\n' => {
                    let blank_lines = self.blank();
                    if depth > 0 && self.rest.starts_with(['[', '*', '}']) {
                        break;
                    }
                    // Continuation lines are joined without their indentation.
                    text.extend(core::iter::repeat_n('\n', blank_lines));
                }
                _ => {
                    text.push(next);
                    self.rest = &self.rest[next.len_utf8()..];
                }
            }
        }
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            elements.push(Element::Text(text));
        }
        Some(Message(elements))
    }

    /// Parses the content of braces, up to and including the closing one.
    fn gap(&mut self, depth: u32) -> Option<Element> {
        self.blank();
        self.rest = self.rest.strip_prefix('$')?;
        let variable = self.name()?.to_string();
        self.blank();
        let element = match self.rest.strip_prefix("->") {
            None => Element::Variable(variable),
            Some(rest) => {
                self.rest = rest;
                Element::Select { variable, variants: self.variants(depth + 1)? }
            }
        };
        self.blank();
        self.rest = self.rest.strip_prefix('}')?;
        Some(element)
    }

    fn variants(&mut self, depth: u32) -> Option<Vec<Variant>> {
        let mut variants = Vec::new();
        loop {
            self.blank();
            let is_default = self.rest.starts_with('*');
            let Some(rest) = self.rest[usize::from(is_default)..].strip_prefix('[') else { break };
            self.rest = rest;
            let key = self.name()?.to_string();
            self.rest = self.rest.strip_prefix(']')?;
            variants.push(Variant { key, message: self.message(depth)?, is_default });
        }
        variants.iter().any(|variant| variant.is_default).then_some(variants)
    }

    fn name(&mut self) -> Option<&'a str> {
        let is_part = |char: char| char.is_ascii_alphanumeric() || "-_.".contains(char);
        let end = self.rest.find(|char| !is_part(char)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!name.is_empty()).then_some(name)
    }

    /// Skips spaces and ends of lines, and says how many of the latter.
    fn blank(&mut self) -> usize {
        let rest = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - rest.len()];
        self.rest = rest;
        skipped.matches('\n').count()
    }
}

impl Message {
    /// Writes the message with its gaps filled. A gap without a value takes the message of its name,
    /// if there is one.
    pub(crate) fn write(
        &self,
        language: Language,
        values: &[(&str, MessageArgument<'_>)],
        names: &Catalogue,
        text: &mut String,
    ) {
        let value = |name: &str| values.iter().find(|(key, _)| *key == name).map(|(_, it)| it);
        for element in &self.0 {
            match element {
                Element::Text(part) => text.push_str(part),
                Element::Variable(name) => {
                    let _ = match (value(name), names.get(name)) {
                        (Some(value), _) => write!(text, "{value}"),
                        (None, Some(message)) => {
                            // Names have no gaps of their own.
                            message.write(language, &[], &Catalogue::new(), text);
                            Ok(())
                        }
                        (None, None) => write!(text, "{{${name}}}"),
                    };
                }
                Element::Select { variable, variants } => {
                    if let Some(variant) = choose(language, variants, value(variable)) {
                        variant.message.write(language, values, names, text);
                    }
                }
            }
        }
    }

    fn typeset(&mut self, language: Language) {
        for element in &mut self.0 {
            match element {
                Element::Text(text) => *text = typeset(language, text),
                Element::Variable(_) => {}
                Element::Select { variants, .. } => {
                    for variant in variants {
                        variant.message.typeset(language);
                    }
                }
            }
        }
    }

    /// Adds the names of its gaps.
    #[cfg(test)]
    pub(crate) fn gaps(&self, names: &mut std::collections::BTreeSet<String>) {
        for element in &self.0 {
            match element {
                Element::Text(_) => {}
                Element::Variable(name) => drop(names.insert(name.clone())),
                Element::Select { variable, variants } => {
                    names.insert(variable.clone());
                    for variant in variants {
                        variant.message.gaps(names);
                    }
                }
            }
        }
    }
}

/// The variant for a value: for a number its own digits before its plural category.
fn choose<'a>(
    language: Language,
    variants: &'a [Variant],
    value: Option<&MessageArgument<'_>>,
) -> Option<&'a Variant> {
    let keyed = |key: &str| variants.iter().find(|variant| variant.key == key);
    let chosen = match value {
        None => None,
        Some(MessageArgument::Text(text)) => keyed(text),
        Some(MessageArgument::Number(number)) => {
            keyed(&Fixed::trimmed(*number)).or_else(|| keyed(plural(language, *number)))
        }
    };
    chosen.or_else(|| variants.iter().find(|variant| variant.is_default))
}

/// The plural category that Unicode's CLDR gives a cardinal number.
fn plural(language: Language, number: f64) -> &'static str {
    let whole = number.abs() as u64;
    let one = match language {
        Language::English | Language::German => whole == 1 && number.fract() == 0.0,
        Language::French => whole < 2,
    };
    if one { "one" } else { "other" }
}

/// All messages of some files by name; later ones replace earlier ones.
pub(crate) type Catalogue = BTreeMap<String, Message>;
