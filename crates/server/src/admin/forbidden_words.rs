//! Words that are forbidden in names and in chat.

use std::collections::BTreeSet;

use crate::auth::account_name;
use crate::limits::MAX_FORBIDDEN_WORDS;

/// Words that names and chat must not contain, in their normalised form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ForbiddenWords(BTreeSet<String>);

impl ForbiddenWords {
    /// Parses a list with one word per line. An older version may have normalised it differently.
    pub fn parse(text: &str) -> Self {
        Self(text.lines().map(folded).collect())
    }

    /// The list with one word per line.
    pub fn text(&self) -> String {
        self.list().join("\n")
    }

    /// The words.
    pub fn list(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    /// Adds and removes words. Returns false if one is invalid or the list becomes too long.
    pub fn change(&mut self, add: &[String], remove: &[String]) -> bool {
        for word in remove {
            self.0.remove(&folded(word));
        }
        for word in add {
            let word = folded(word.trim());
            let plain = word.chars().all(char::is_alphanumeric);
            if !plain || !(2..=40).contains(&word.chars().count()) {
                return false;
            }
            self.0.insert(word);
        }
        self.0.len() <= MAX_FORBIDDEN_WORDS
    }

    /// Whether a name contains one of the words, ignoring dashes and confusable letters.
    pub fn is_in_name(&self, name: &str) -> bool {
        let bare: String = folded(name).chars().filter(|c| c.is_alphanumeric()).collect();
        self.0.iter().any(|word| bare.contains(word.as_str()))
    }

    /// Whether a text contains one of them as a whole word: parts of harmless words do not count.
    pub fn is_in_text(&self, text: &str) -> bool {
        let text = folded(text);
        text.split(|c: char| !c.is_alphanumeric()).any(|word| self.0.contains(word))
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
}
