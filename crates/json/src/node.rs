//! The parsed tree.

use std::borrow::Cow;

use crate::Unexpected;
use crate::number::JsonNumber;

/// A value in the text.
#[derive(Debug)]
pub(crate) enum Node<'de> {
    /// A field that the object does not have.
    Missing,
    Null,
    Bool(bool),
    Number(JsonNumber),
    String(Cow<'de, str>),
    Array(Vec<Self>),
    Object(Vec<(Cow<'de, str>, Self)>),
}

/// The shared instance of [`Node::Missing`].
pub(crate) static MISSING: Node<'static> = Node::Missing;

impl<'de> Node<'de> {
    pub(crate) fn bool(&self) -> Result<bool, Unexpected> {
        if let Self::Bool(is_true) = self { Ok(*is_true) } else { Err(Unexpected) }
    }

    pub(crate) fn number(&self) -> Result<JsonNumber, Unexpected> {
        if let Self::Number(number) = self { Ok(*number) } else { Err(Unexpected) }
    }

    pub(crate) fn string(&self) -> Result<&str, Unexpected> {
        if let Self::String(text) = self { Ok(text) } else { Err(Unexpected) }
    }

    pub(crate) fn array(&self) -> Result<&[Self], Unexpected> {
        if let Self::Array(items) = self { Ok(items) } else { Err(Unexpected) }
    }

    pub(crate) fn object(&self) -> Result<&[(Cow<'de, str>, Self)], Unexpected> {
        if let Self::Object(entries) = self { Ok(entries) } else { Err(Unexpected) }
    }

    pub(crate) fn null(&self) -> Result<(), Unexpected> {
        if let Self::Null = self { Ok(()) } else { Err(Unexpected) }
    }

    /// The index of the named variant, and its content: `"Name"` or `{"Name": content}`.
    pub(crate) fn variant(&self, names: &[&str]) -> Result<(usize, &Self), Unexpected> {
        let (name, content) = match self {
            Self::String(name) => (name, &MISSING),
            Self::Object(entries) => match &entries[..] {
                [(name, content)] => (name, content),
                _ => return Err(Unexpected),
            },
            _ => return Err(Unexpected),
        };
        Ok((place(names, name), content))
    }

    /// The entries of an object, which has each of these fields at most once.
    pub(crate) fn fields(&self, names: &[&str]) -> Result<&[(Cow<'de, str>, Self)], Unexpected> {
        let entries = self.object()?;
        let twice = |name: &&str| entries.iter().filter(|(key, _)| key == name).count() > 1;
        if names.iter().any(twice) { Err(Unexpected) } else { Ok(entries) }
    }
}

/// The index of a variant; an unknown name gets an index for `#[serde(other)]`.
pub(crate) fn place(names: &[&str], name: &str) -> usize {
    names.iter().position(|known| *known == name).unwrap_or(usize::MAX)
}
