//! The messages of the commands, in English, German and French.

use std::ffi::OsString;

use clap::ValueEnum;

pub(crate) use bosworth_texts::Texts;

/// A language of the user interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LanguageArg {
    /// English
    En,
    /// Deutsch
    De,
    /// Français
    Fr,
}

impl LanguageArg {
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

    /// The language that the arguments request, or else the locale's. Scanned before clap runs,
    /// which needs it for help and errors.
    pub(crate) fn asked_for(args: impl Iterator<Item = OsString>) -> Self {
        let args = args.take_while(|arg| arg != "--");
        let mut args = args.map(|arg| arg.to_string_lossy().into_owned());
        let mut asked = None;
        while let Some(arg) = args.next() {
            let code = match arg.strip_prefix("--lang") {
                Some("") => args.next(),
                Some(value) => value.strip_prefix('=').map(str::to_string),
                None => None,
            };
            asked = code.and_then(|code| Self::from_str(&code, true).ok()).or(asked);
        }
        asked.unwrap_or_else(Self::from_environment)
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

    use super::LanguageArg;

    #[test]
    fn the_language_is_taken_from_the_arguments() {
        let asked = |args: &str| LanguageArg::asked_for(args.split(' ').map(Into::into));
        for args in
            ["bosworth --lang fr score", "bosworth score --lang=fr", "b --lang de --lang fr"]
        {
            assert_eq!(asked(args), LanguageArg::Fr, "{args}");
        }
        for args in ["bosworth score", "bosworth --lang", "bosworth --lang xx", "b -- --lang fr"] {
            assert_eq!(asked(args), LanguageArg::from_environment(), "{args}");
        }
    }

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
