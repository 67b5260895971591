//! What a person reads in the terminal, in English, German and French.

use clap::ValueEnum;

pub(crate) use bosworth_texts::Texts;

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
    /// The language of the locale, from the usual environment variables.
    pub(crate) fn from_environment() -> Self {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        match asked.and_then(|code| bosworth_texts::Language::from_code(&code)) {
            Some(bosworth_texts::Language::German) => Self::De,
            Some(bosworth_texts::Language::French) => Self::Fr,
            _ => Self::En,
        }
    }

    /// All messages in this language.
    pub(crate) fn texts(self) -> Texts {
        in_language(match self {
            Self::En => bosworth_texts::Language::English,
            Self::De => bosworth_texts::Language::German,
            Self::Fr => bosworth_texts::Language::French,
        })
    }
}

/// All messages in a language: of the game, of the terminal's screen and of the commands.
pub(crate) fn in_language(language: bosworth_texts::Language) -> Texts {
    let commands = match language {
        bosworth_texts::Language::English => include_str!("../locales/en.ftl"),
        bosworth_texts::Language::German => include_str!("../locales/de.ftl"),
        bosworth_texts::Language::French => include_str!("../locales/fr.ftl"),
    };
    bosworth_tui::texts(language, &[commands])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// The names of messages and of their placeholders.
    fn names(source: &str) -> BTreeSet<String> {
        let messages = source.lines().filter_map(|line| line.split_once(" ="));
        let messages = messages.map(|(name, _)| name.trim().to_string());
        let gaps = source.split('$').skip(1).filter_map(|rest| rest.split([' ', '}']).next());
        messages.chain(gaps.map(|gap| format!("${gap}"))).collect()
    }

    #[test]
    fn all_languages_have_the_same_messages() {
        let english = names(include_str!("../locales/en.ftl"));
        assert!(english.len() > 30);
        assert_eq!(english, names(include_str!("../locales/de.ftl")));
        assert_eq!(english, names(include_str!("../locales/fr.ftl")));
    }
}
