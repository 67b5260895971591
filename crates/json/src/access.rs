//! Access to the content of arrays, objects and enums.

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::value::U64Deserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use crate::Unexpected;
use crate::node::{MISSING, Node, place};
use crate::number::{JsonNumber, number};

/// The items of an array, or the fields of an object in the order of the struct. One type for both,
/// because the code that reads from it is compiled for every item type.
pub(crate) enum Items<'a, 'de> {
    Array(core::slice::Iter<'a, Node<'de>>),
    Fields(&'a [(Cow<'de, str>, Node<'de>)], core::slice::Iter<'static, &'static str>),
}

impl<'a, 'de> Items<'a, 'de> {
    fn next(&mut self) -> Option<&'a Node<'de>> {
        match self {
            Self::Array(items) => items.next(),
            Self::Fields(entries, names) => {
                let name = names.next()?;
                let found = entries.iter().find(|(key, _)| key == name);
                Some(found.map_or(&MISSING, |(_, node)| node))
            }
        }
    }

    /// Checks that no items are left.
    pub(crate) fn end(&mut self) -> Result<(), Unexpected> {
        if self.next().is_none() { Ok(()) } else { Err(Unexpected) }
    }
}

impl<'de> SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = Unexpected;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unexpected> {
        let Some(node) = self.next() else { return Ok(None) };
        match seed.deserialize(node) {
            Ok(value) => Ok(Some(value)),
            // Only optional values can be read from a missing field. Without an element, serde uses
            // the default or rejects the struct.
            Err(_) if matches!(node, Node::Missing) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The entries of a map.
pub(crate) struct Entries<'a, 'de> {
    pub(crate) rest: core::slice::Iter<'a, (Cow<'de, str>, Node<'de>)>,
    /// The value for the key that was read last.
    pub(crate) value: &'a Node<'de>,
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = Unexpected;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Unexpected> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Unexpected> {
        seed.deserialize(self.value)
    }
}

/// The key of an object: a string, even if it represents a number.
struct Key<'a>(&'a str);

impl Key<'_> {
    fn number(&self) -> Result<JsonNumber, Unexpected> {
        let (number, length) = number(self.0.as_bytes())?;
        if length == self.0.len() { Ok(number) } else { Err(Unexpected) }
    }
}

macro_rules! whole_keys {
    ($($method:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
            visitor.visit_u64(self.number()?.whole()?)
        }
    )*};
}

macro_rules! signed_keys {
    ($($method:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
            visitor.visit_i64(self.number()?.signed()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Unexpected;

    whole_keys! { deserialize_u8, deserialize_u16, deserialize_u32, deserialize_u64 }

    signed_keys! { deserialize_i8, deserialize_i16, deserialize_i32, deserialize_i64 }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        visitor.visit_str(self.0)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        visitor.visit_enum(Variant(place(variants, self.0), &MISSING))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// A variant by its index, and its content, if any.
pub(crate) struct Variant<'a, 'de>(pub(crate) usize, pub(crate) &'a Node<'de>);

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = Unexpected;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), Unexpected> {
        let place: U64Deserializer<Unexpected> = (self.0 as u64).into_deserializer();
        Ok((seed.deserialize(place)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Unexpected;

    fn unit_variant(self) -> Result<(), Unexpected> {
        if matches!(self.1, Node::Missing | Node::Null) { Ok(()) } else { Err(Unexpected) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, Unexpected> {
        if matches!(self.1, Node::Missing) {
            return Err(Unexpected);
        }
        seed.deserialize(self.1)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.1.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.1.deserialize_struct("", fields, visitor)
    }
}
