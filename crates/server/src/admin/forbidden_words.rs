//! Words that are forbidden in names and in chat.

use std::collections::BTreeMap;

use crate::auth::account_name;
use crate::limits::MAX_FORBIDDEN_WORDS;

/// Words that names and chat must not contain, as they were given, by their normalised form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ForbiddenWords(BTreeMap<String, String>);

impl ForbiddenWords {
    /// Parses a list with one word per line. Older versions stored the normalised form.
    pub fn parse(text: &str) -> Self {
        Self(text.lines().map(|word| (folded(word), word.to_owned())).collect())
    }

    /// The list with one word per line.
    pub fn text(&self) -> String {
        self.list().join("\n")
    }

    /// The words.
    pub fn list(&self) -> Vec<&str> {
        self.0.values().map(String::as_str).collect()
    }

    /// Adds and removes words. Returns false if one is invalid or the list becomes too long.
    pub fn change(&mut self, add: &[String], remove: &[String]) -> bool {
        for word in remove {
            self.0.remove(&folded(word));
        }
        for word in add {
            let word = word.trim().to_lowercase();
            let folded = folded(&word);
            let plain = folded.chars().chain(word.chars()).all(char::is_alphanumeric);
            if !plain || !(2..=40).contains(&folded.chars().count()) {
                return false;
            }
            self.0.insert(folded, word);
        }
        self.0.len() <= MAX_FORBIDDEN_WORDS
    }

    /// Whether a name contains one of the words, ignoring dashes and confusable letters.
    pub fn is_in_name(&self, name: &str) -> bool {
        let bare: String = folded(name).chars().filter(|c| c.is_alphanumeric()).collect();
        self.0.keys().any(|word| bare.contains(word.as_str()))
    }

    /// Whether a text contains one of them as a whole word: parts of harmless words do not count.
    pub fn is_in_text(&self, text: &str) -> bool {
        let text = folded(text);
        text.split(|c: char| !c.is_alphanumeric()).any(|word| self.0.contains_key(word))
    }
}

/// The normalised form of a text: lower case, with confusable letters folded.
fn folded(text: &str) -> String {
    account_name::key(&text.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_names_and_as_words_in_chat() {
        let mut words = ForbiddenWords::default();
        assert!(words.change(&["Ass".into(), "größe".into()], &[]));
        assert_eq!(ForbiddenWords::parse(&words.text()), words);
        assert_eq!(words.list(), ["ass", "größe"]);
        for name in ["ASS", "a-s-s", "xassx", "A_5s".replace('5', "s").as_str()] {
            assert!(words.is_in_name(name), "{name}");
        }
        assert!(!words.is_in_name("anna"));
        for (text, forbidden) in [
            ("you ass!", true),
            ("ASS", true),
            ("Grösse", true),
            ("GRÖßE", true),
            ("Grosse", false),
            ("class", false),
        ] {
            assert_eq!(words.is_in_text(text), forbidden, "{text}");
        }
        assert!(!words.change(&["two words".into()], &[]));
        assert!(!words.change(&["x".into()], &[]));
        assert!(words.change(&[], &["aSS".into()]));
        assert!(!words.is_in_name("ass"));
    }

    #[test]
    fn a_word_is_shown_as_it_was_given() {
        let mut words = ForbiddenWords::default();
        assert!(words.change(&["Mist".into()], &[]));
        assert_eq!(words.list(), ["mist"]);
        assert!(words.is_in_text("Mist, MLST"));
        assert!(words.change(&[], &["MIST".into()]));
        assert!(words.list().is_empty());
    }
}
