//! What a person reads, in English, German and French.

use bosworth_rules::{Colours, Ruleset, Side};
use clap::ValueEnum;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::{LanguageIdentifier, langid};

/// A language the program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// Deutsch
    De,
    /// Français
    Fr,
}

impl Language {
    /// The language that the environment asks for, as other programs do it.
    pub(crate) fn from_environment() -> Self {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        match asked.as_deref().and_then(|value| value.get(..2)) {
            Some("de") => Self::De,
            Some("fr") => Self::Fr,
            _ => Self::En,
        }
    }

    fn source(self) -> (LanguageIdentifier, &'static str) {
        match self {
            Self::En => (langid!("en"), include_str!("../locales/en.ftl")),
            Self::De => (langid!("de"), include_str!("../locales/de.ftl")),
            Self::Fr => (langid!("fr"), include_str!("../locales/fr.ftl")),
        }
    }
}

/// The messages of one language.
pub(crate) struct Texts {
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    pub(crate) fn new(language: Language) -> Self {
        let (id, source) = language.source();
        let mut bundle = FluentBundle::new(vec![id]);
        // Terminals show the marks for right-to-left text as boxes; none of ours needs them.
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(source.into());
        let resource = resource.unwrap_or_else(|(readable, _)| readable);
        bundle.add_resource_overriding(resource);
        Self { bundle }
    }

    /// A message with nothing to fill in.
    pub(crate) fn get(&self, id: &str) -> String {
        self.format(id, &[])
    }

    /// A message with its gaps filled. One that is missing shows its name.
    pub(crate) fn format(&self, id: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.into();
        };
        let args: FluentArgs<'_> =
            values.iter().map(|(name, value)| (*name, value.clone())).collect();
        self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
    }

    /// A message that depends on one number.
    pub(crate) fn count(&self, id: &str, count: u32) -> String {
        self.format(id, &[("count", count.into())])
    }

    /// A side's name; the second colour has its name from the ruleset.
    pub(crate) fn side(&self, side: Side, ruleset: Ruleset) -> String {
        self.get(match (side, ruleset.colours) {
            (Side::Red, _) => "red",
            (Side::White, Colours::RedWhite) => "white",
            (Side::White, Colours::RedBlue) => "blue",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Names of messages and of the gaps in them.
    fn names(language: Language) -> BTreeSet<String> {
        let (_, source) = language.source();
        assert!(FluentResource::try_new(source.into()).is_ok(), "{language:?} is well-formed");
        let messages = source.lines().filter_map(|line| line.split_once(" ="));
        let messages = messages.map(|(name, _)| name.trim().to_string());
        let gaps = source.split('$').skip(1).filter_map(|rest| rest.split([' ', '}']).next());
        messages.chain(gaps.map(|gap| format!("${gap}"))).collect()
    }

    #[test]
    fn all_languages_have_the_same_messages() {
        assert!(names(Language::En).len() > 40);
        assert_eq!(names(Language::En), names(Language::De));
        assert_eq!(names(Language::En), names(Language::Fr));
    }

    #[test]
    fn numbers_agree_with_their_words() {
        let texts = Texts::new(Language::De);
        assert_eq!(texts.count("points", 1), "1 Punkt");
        assert_eq!(texts.count("points", 69), "69 Punkte");
    }
}
