//! What is inside of arrays, objects and enumerations.

use serde::Deserializer;
use serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use crate::Unexpected;
use crate::reader::Reader;

/// The items of an array or an object.
pub(crate) struct Items<'a, 'de> {
    reader: &'a mut Reader<'de>,
    end: u8,
    first: bool,
}

impl<'a, 'de> Items<'a, 'de> {
    pub(crate) fn new(reader: &'a mut Reader<'de>, end: u8) -> Self {
        Self { reader, end, first: true }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Unexpected;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unexpected> {
        if !self.reader.next(&mut self.first, self.end)? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }
}

impl<'de> MapAccess<'de> for Items<'_, 'de> {
    type Error = Unexpected;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Unexpected> {
        if !self.reader.next(&mut self.first, self.end)? {
            return Ok(None);
        }
        seed.deserialize(Key(self.reader)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Unexpected> {
        self.reader.take(b':')?;
        seed.deserialize(&mut *self.reader)
    }
}

/// The key of an object: a string, also where it stands for a number.
struct Key<'a, 'de>(&'a mut Reader<'de>);

macro_rules! number_keys {
    ($($method:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
            self.0.take(b'"')?;
            let value = self.0.$method(visitor)?;
            self.0.take(b'"')?;
            Ok(value)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'_, 'de> {
    type Error = Unexpected;

    number_keys! {
        deserialize_u8, deserialize_u16, deserialize_u32, deserialize_u64,
        deserialize_i8, deserialize_i16, deserialize_i32, deserialize_i64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unexpected> {
        self.0.deserialize_str(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.0.deserialize_enum(name, variants, visitor)
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

/// A variant that has content: `{"Name": content}`.
pub(crate) struct Variant<'a, 'de>(pub(crate) &'a mut Reader<'de>);

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = Unexpected;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), Unexpected> {
        let name = seed.deserialize(&mut *self.0)?;
        self.0.take(b':')?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Unexpected;

    fn unit_variant(self) -> Result<(), Unexpected> {
        self.0.null()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, Unexpected> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unexpected> {
        self.0.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unexpected> {
        self.0.deserialize_map(visitor)
    }
}
