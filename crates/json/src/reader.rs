//! The parser.

use std::borrow::Cow;

use crate::Unexpected;
use crate::node::Node;
use crate::number::{JsonNumber, number};

/// The maximum nesting depth: each level takes stack space.
const MAX_DEPTH: u8 = 127;

pub(crate) struct JsonReader<'de> {
    text: &'de str,
    at: usize,
    depth: u8,
}

impl<'de> JsonReader<'de> {
    pub(crate) fn new(text: &'de str) -> Self {
        Self { text, at: 0, depth: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Skips whitespace and returns the next byte without consuming it; 0 at the end.
    fn peek(&mut self) -> u8 {
        let rest = &self.text.as_bytes()[self.at..];
        let space = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        let spaces = rest.iter().take_while(|byte| space(byte)).count();
        self.at += spaces;
        rest.get(spaces).copied().unwrap_or(0)
    }

    /// Consumes a byte.
    fn take(&mut self, byte: u8) -> Result<(), Unexpected> {
        if self.peek() != byte || byte == 0 {
            return Err(Unexpected);
        }
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), Unexpected> {
        self.peek();
        if !self.text[self.at..].starts_with(word) {
            return Err(Unexpected);
        }
        self.at += word.len();
        Ok(())
    }

    /// Parses a value of any type.
    pub(crate) fn value(&mut self) -> Result<Node<'de>, Unexpected> {
        Ok(match self.peek() {
            b'n' => self.word("null").map(|()| Node::Null)?,
            b't' => self.word("true").map(|()| Node::Bool(true))?,
            b'f' => self.word("false").map(|()| Node::Bool(false))?,
            b'"' => Node::String(self.string()?),
            b'[' => {
                let mut items = Vec::new();
                self.items(b'[', |reader| {
                    items.push(reader.value()?);
                    Ok(())
                })?;
                Node::Array(items)
            }
            b'{' => {
                let mut entries = Vec::new();
                self.items(b'{', |reader| {
                    let key = reader.string()?;
                    reader.take(b':')?;
                    entries.push((key, reader.value()?));
                    Ok(())
                })?;
                Node::Object(entries)
            }
            _ => Node::Number(self.number()?),
        })
    }

    /// Parses the items between brackets.
    fn items(
        &mut self,
        bracket: u8,
        mut item: impl FnMut(&mut Self) -> Result<(), Unexpected>,
    ) -> Result<(), Unexpected> {
        if self.depth == MAX_DEPTH {
            return Err(Unexpected);
        }
        self.take(bracket)?;
        self.depth += 1;
        // In ASCII, a closing bracket is two places after the opening one.
        let end = bracket + 2;
        if self.peek() != end {
            item(self)?;
            while self.peek() != end {
                self.take(b',')?;
                item(self)?;
            }
        }
        self.depth -= 1;
        self.take(end)
    }

    fn number(&mut self) -> Result<JsonNumber, Unexpected> {
        self.peek();
        let (number, length) = number(&self.text.as_bytes()[self.at..])?;
        self.at += length;
        Ok(number)
    }

    /// Parses a string; it is borrowed unless it has escapes.
    fn string(&mut self) -> Result<Cow<'de, str>, Unexpected> {
        self.take(b'"')?;
        let mut owned = String::new();
        loop {
            let rest = &self.text[self.at..];
            let special = |byte: u8| byte == b'"' || byte == b'\\' || byte < 0x20;
            let plain = rest.bytes().position(special).ok_or(Unexpected)?;
            let (before, found) = (&rest[..plain], rest.as_bytes()[plain]);
            self.at += plain;
            if found < 0x20 {
                return Err(Unexpected);
            }
            self.at += 1;
            if found == b'"' {
                if owned.is_empty() {
                    return Ok(Cow::Borrowed(before));
                }
                owned.push_str(before);
                return Ok(Cow::Owned(owned));
            }
            owned.push_str(before);
            owned.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, Unexpected> {
        let code = *self.text.as_bytes().get(self.at).ok_or(Unexpected)?;
        self.at += 1;
        Ok(match code {
            b'"' | b'\\' | b'/' => char::from(code),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                let code = if (0xd800..0xdc00).contains(&first) {
                    // The second half of a surrogate pair.
                    if !self.text[self.at..].starts_with("\\u") {
                        return Err(Unexpected);
                    }
                    self.at += 2;
                    let second = self.hex()?.checked_sub(0xdc00).filter(|half| *half < 0x400);
                    0x1_0000 + ((first - 0xd800) << 10) + second.ok_or(Unexpected)?
                } else {
                    first
                };
                char::from_u32(code).ok_or(Unexpected)?
            }
            _ => return Err(Unexpected),
        })
    }

    fn hex(&mut self) -> Result<u32, Unexpected> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).ok_or(Unexpected)?;
        let mut code = 0;
        for digit in digits {
            code = code * 16 + char::from(*digit).to_digit(16).ok_or(Unexpected)?;
        }
        self.at += 4;
        Ok(code)
    }

    /// Checks that the whole text was consumed.
    pub(crate) fn end(&mut self) -> Result<(), Unexpected> {
        self.peek();
        if self.at == self.text.len() { Ok(()) } else { Err(Unexpected) }
    }
}
