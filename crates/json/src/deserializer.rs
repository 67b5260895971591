//! The serde side of the reader: thin, because it is compiled for every type.

use serde::Deserializer;
use serde::de::Visitor;
use serde::forward_to_deserialize_any;

use crate::Unexpected;
use crate::access::{Entries, Items, Variant};
use crate::node::{MISSING, Node};
use crate::number::JsonNumber;

macro_rules! whole {
    ($($method:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
            visitor.visit_u64(self.number()?.whole()?)
        }
    )*};
}

macro_rules! signed {
    ($($method:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
            visitor.visit_i64(self.number()?.signed()?)
        }
    )*};
}

macro_rules! fractions {
    ($($method:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
            visitor.visit_f64(self.number()?.fraction())
        }
    )*};
}

macro_rules! strings {
    ($($method:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
            visitor.visit_str(self.string()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for &Node<'de> {
    type Error = Unexpected;

    whole! { deserialize_u8, deserialize_u16, deserialize_u32, deserialize_u64 }

    signed! { deserialize_i8, deserialize_i16, deserialize_i32, deserialize_i64 }

    fractions! { deserialize_f32, deserialize_f64 }

    strings! { deserialize_str, deserialize_string, deserialize_char, deserialize_identifier }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        match self {
            // The content of an adjacently tagged enum may be missing: its variant decides.
            Node::Missing => visitor.visit_none(),
            Node::Null => visitor.visit_unit(),
            Node::Bool(is_true) => visitor.visit_bool(*is_true),
            Node::Number(JsonNumber::Whole(number)) => visitor.visit_u64(*number),
            Node::Number(JsonNumber::Negative(number)) => visitor.visit_i64(*number),
            Node::Number(JsonNumber::Fraction(number)) => visitor.visit_f64(*number),
            Node::String(text) => visitor.visit_str(text),
            Node::Array(_) => self.deserialize_seq(visitor),
            Node::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        visitor.visit_bool(self.bool()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        match self {
            Node::Missing | Node::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        self.null()?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        let mut items = Items::Array(self.array()?.iter());
        let value = visitor.visit_seq(&mut items)?;
        items.end()?;
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        visitor.visit_map(Entries { rest: self.object()?.iter(), value: &MISSING })
    }

    /// Reads a struct as a sequence of its fields: a map would compile the names of all fields into
    /// the code of each struct.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        let mut items = Items::Fields(self.fields(fields)?, fields.iter());
        let value = visitor.visit_seq(&mut items)?;
        debug_assert!(items.end().is_ok(), "an alias shifts the fields behind it: {fields:?}");
        Ok(value)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        let (place, content) = self.variant(variants)?;
        visitor.visit_enum(Variant(place, content))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        visitor.visit_unit()
    }
}
