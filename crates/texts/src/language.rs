use strum::{EnumCount, VariantArray};

/// A supported language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, EnumCount, VariantArray)]
#[allow(missing_docs)]
pub enum Language {
    #[default]
    English,
    German,
    French,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; Self::COUNT] = *Self::VARIANTS.first_chunk().unwrap();

    /// The ISO 639-1 code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
        }
    }

    /// The language's name in the language itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::French => "Français",
        }
    }

    /// The language of a locale such as `de`, `de_CH.UTF-8` or `fr-CA`.
    pub fn from_code(code: &str) -> Option<Self> {
        let start = code.get(..2)?;
        let whole = code[2..].chars().next().is_none_or(|next| !next.is_ascii_alphanumeric());
        Self::ALL.into_iter().find(|language| whole && language.code().eq_ignore_ascii_case(start))
    }

    /// The messages about the game itself.
    #[cfg(feature = "embedded")]
    pub(crate) const fn game(self) -> &'static str {
        match self {
            Self::English => include_str!("../locales/en.ftl"),
            Self::German => include_str!("../locales/de.ftl"),
            Self::French => include_str!("../locales/fr.ftl"),
        }
    }

    /// The messages for [`Texts::because`](crate::Texts::because).
    #[cfg(feature = "embedded")]
    pub(crate) const fn reasons(self) -> &'static str {
        match self {
            Self::English => include_str!("../locales/reasons/en.ftl"),
            Self::German => include_str!("../locales/reasons/de.ftl"),
            Self::French => include_str!("../locales/reasons/fr.ftl"),
        }
    }

    /// The messages about handicaps.
    #[cfg(feature = "embedded")]
    pub(crate) const fn handicap(self) -> &'static str {
        match self {
            Self::English => include_str!("../locales/handicap/en.ftl"),
            Self::German => include_str!("../locales/handicap/de.ftl"),
            Self::French => include_str!("../locales/handicap/fr.ftl"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_of_locales_are_recognised() {
        assert_eq!(Language::from_code("de"), Some(Language::German));
        assert_eq!(Language::from_code("de_CH.UTF-8"), Some(Language::German));
        assert_eq!(Language::from_code("FR-ca"), Some(Language::French));
        assert_eq!(Language::from_code("den"), None, "that is Slavey");
        assert_eq!(Language::from_code("C"), None);
        assert_eq!(Language::from_code(""), None);
        assert_eq!(Language::from_code("日本"), None);
    }
}
