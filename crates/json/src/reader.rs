//! The text and the place in it. Nothing here is generic.

use std::borrow::Cow;

use crate::Unexpected;
use crate::number::{Number, number};

/// How deep arrays and objects may be nested: each level takes stack.
const DEEPEST: u8 = 127;

pub(crate) struct Reader<'de> {
    text: &'de str,
    at: usize,
    depth: u8,
}

impl<'de> Reader<'de> {
    pub(crate) fn new(text: &'de str) -> Self {
        Self { text, at: 0, depth: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The next byte that is no white space, which is not taken; 0 at the end.
    pub(crate) fn peek(&mut self) -> u8 {
        let rest = &self.text.as_bytes()[self.at..];
        let space = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        let spaces = rest.iter().take_while(|byte| space(byte)).count();
        self.at += spaces;
        rest.get(spaces).copied().unwrap_or(0)
    }

    /// Takes a byte.
    pub(crate) fn take(&mut self, byte: u8) -> Result<(), Unexpected> {
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

    pub(crate) fn null(&mut self) -> Result<(), Unexpected> {
        self.word("null")
    }

    pub(crate) fn bool(&mut self) -> Result<bool, Unexpected> {
        let is_true = self.peek() == b't';
        self.word(if is_true { "true" } else { "false" })?;
        Ok(is_true)
    }

    pub(crate) fn number(&mut self) -> Result<Number, Unexpected> {
        self.peek();
        let (number, length) = number(&self.text.as_bytes()[self.at..])?;
        self.at += length;
        Ok(number)
    }

    /// A string, borrowed unless it has escapes.
    pub(crate) fn string(&mut self) -> Result<Cow<'de, str>, Unexpected> {
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
                    // The second half of a pair of surrogates.
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

    /// Enters an array or an object.
    pub(crate) fn open(&mut self, bracket: u8) -> Result<(), Unexpected> {
        if self.depth == DEEPEST {
            return Err(Unexpected);
        }
        self.take(bracket)?;
        self.depth += 1;
        Ok(())
    }

    /// Goes to the next item of what is open; returns whether there is one.
    pub(crate) fn next(&mut self, first: &mut bool, bracket: u8) -> Result<bool, Unexpected> {
        let was_first = core::mem::replace(first, false);
        if self.peek() == bracket {
            return Ok(false);
        }
        if !was_first {
            self.take(b',')?;
        }
        Ok(true)
    }

    /// Leaves an array or an object.
    pub(crate) fn close(&mut self, bracket: u8) -> Result<(), Unexpected> {
        self.depth -= 1;
        self.take(bracket)
    }

    /// Takes a value of any type.
    pub(crate) fn skip(&mut self) -> Result<(), Unexpected> {
        match self.peek() {
            b'"' => self.string().map(drop),
            b'n' => self.null(),
            b't' | b'f' => self.bool().map(drop),
            open @ (b'[' | b'{') => {
                let close = open + 2;
                self.open(open)?;
                let mut first = true;
                while self.next(&mut first, close)? {
                    if open == b'{' {
                        self.string()?;
                        self.take(b':')?;
                    }
                    self.skip()?;
                }
                self.close(close)
            }
            _ => self.number().map(drop),
        }
    }

    /// Whether everything was taken.
    pub(crate) fn end(&mut self) -> Result<(), Unexpected> {
        self.peek();
        if self.at == self.text.len() { Ok(()) } else { Err(Unexpected) }
    }
}
