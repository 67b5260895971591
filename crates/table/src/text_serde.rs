//! Serde adapters for rules types in their text form.

use core::fmt::Display;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serializer, de};

pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    String::deserialize(from)?.parse().map_err(de::Error::custom)
}

/// An optional text.
pub(crate) mod option {
    use core::fmt::Display;
    use core::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::ref_option, reason = "required by serde")]
    pub(crate) fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.collect_str(value),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
    }
}

/// Sides as `red` and `white`.
pub(crate) mod side {
    use bosworth_rules::Side;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// A side of the board.
    #[derive(Debug, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Side"))]
    #[serde(rename_all = "lowercase")]
    #[allow(missing_docs)]
    pub enum SideName {
        Red,
        White,
    }

    impl From<Side> for SideName {
        fn from(side: Side) -> Self {
            match side {
                Side::Red => Self::Red,
                Side::White => Self::White,
            }
        }
    }

    impl From<SideName> for Side {
        fn from(name: SideName) -> Self {
            match name {
                SideName::Red => Self::Red,
                SideName::White => Self::White,
            }
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
    pub(crate) fn serialize<S: Serializer>(side: &Side, to: S) -> Result<S::Ok, S::Error> {
        SideName::from(*side).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Side, D::Error> {
        SideName::deserialize(from).map(Side::from)
    }

    /// An optional side.
    pub(crate) mod option {
        use super::{Side, SideName};
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        #[expect(
            clippy::ref_option,
            clippy::trivially_copy_pass_by_ref,
            reason = "required by serde"
        )]
        pub(crate) fn serialize<S: Serializer>(
            side: &Option<Side>,
            to: S,
        ) -> Result<S::Ok, S::Error> {
            side.map(SideName::from).serialize(to)
        }

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<Side>, D::Error> {
            Ok(Option::<SideName>::deserialize(from)?.map(Side::from))
        }
    }
}
