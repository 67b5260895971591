//! Serde's side of the reader: thin, because it is compiled for every type.

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::Visitor;
use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::forward_to_deserialize_any;

use crate::Unexpected;
use crate::access::{Items, Variant};
use crate::number::Number;
use crate::reader::Reader;

macro_rules! numbers {
    ($($method:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
            match self.number()? {
                Number::Whole(number) => visitor.visit_u64(number),
                Number::Negative(number) => visitor.visit_i64(number),
                Number::Fraction(number) => visitor.visit_f64(number),
            }
        }
    )*};
}

macro_rules! strings {
    ($($method:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
            match self.string()? {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Unexpected;

    numbers! {
        deserialize_u8, deserialize_u16, deserialize_u32, deserialize_u64,
        deserialize_i8, deserialize_i16, deserialize_i32, deserialize_i64,
        deserialize_f32, deserialize_f64
    }

    strings! { deserialize_str, deserialize_string, deserialize_char, deserialize_identifier }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        match self.peek() {
            b'n' => self.deserialize_unit(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'"' => self.deserialize_str(visitor),
            b'[' => self.deserialize_seq(visitor),
            b'{' => self.deserialize_map(visitor),
            _ => self.deserialize_f64(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        visitor.visit_bool(self.bool()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        if self.peek() == b'n' {
            self.null()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
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
        self.open(b'[')?;
        let value = visitor.visit_seq(Items::new(self, b']'))?;
        self.close(b']')?;
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
        self.open(b'{')?;
        let value = visitor.visit_map(Items::new(self, b'}'))?;
        self.close(b'}')?;
        Ok(value)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        if self.peek() != b'{' {
            return match self.string()? {
                Cow::Borrowed(name) => visitor.visit_enum(BorrowedStrDeserializer::new(name)),
                Cow::Owned(name) => visitor.visit_enum(StringDeserializer::new(name)),
            };
        }
        self.open(b'{')?;
        let value = visitor.visit_enum(Variant(self))?;
        self.close(b'}')?;
        Ok(value)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        self.skip()?;
        visitor.visit_unit()
    }
}
