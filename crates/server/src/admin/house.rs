//! What the host has laid down for everybody: who may register, which words are not to be used,
//! what is announced.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

use bosworth_protocol::Registration;

use crate::people::name;
use crate::store::{Store, StoreError};

/// The names of the settings.
pub(super) const REGISTRATION: &str = "registration";
pub(super) const ANNOUNCEMENT: &str = "announcement";
pub(super) const WORDS: &str = "words";

/// The maximum number of words.
pub(super) const MAX_FORBIDDEN_WORDS: usize = 1_000;

/// The rules of the house.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// Who may open an account.
    pub registration: Registration,
    /// What is announced; empty if nothing is.
    pub announcement: String,
    /// Words that are not to be used.
    pub words: Words,
}

/// The value of a setting.
pub(super) fn value<'a>(settings: &'a [(String, String)], name: &str) -> &'a str {
    settings.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
}

/// A mode of registration by its name.
pub(super) fn registration_name(mode: Registration) -> &'static str {
    match mode {
        Registration::Open => "open",
        Registration::Invitation => "invitation",
        Registration::Closed => "closed",
    }
}

impl Rules {
    /// Reads them.
    pub async fn read(store: &Store) -> Result<Self, StoreError> {
        let settings = store.settings().await?;
        let modes = [Registration::Open, Registration::Invitation, Registration::Closed];
        let mode = value(&settings, REGISTRATION);
        let mode = modes.into_iter().find(|&known| registration_name(known) == mode);
        Ok(Self {
            registration: mode.unwrap_or_default(),
            announcement: value(&settings, ANNOUNCEMENT).into(),
            words: Words::parse(value(&settings, WORDS)),
        })
    }
}

/// Words that no name and no chat may contain, as they are compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words(BTreeSet<String>);

impl Words {
    /// Reads a list, a word a line.
    pub fn parse(text: &str) -> Self {
        Self(text.lines().map(str::to_owned).collect())
    }

    /// The list, a word a line.
    pub fn text(&self) -> String {
        self.list().join("\n")
    }

    /// The words.
    pub fn list(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    /// Adds and removes words. Returns whether all of them are words, and the list is short enough.
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

    /// Whether a name contains one of them, whatever its dashes and look-alikes.
    pub fn forbid_name(&self, name: &str) -> bool {
        let bare: String = folded(name).chars().filter(|c| c.is_alphanumeric()).collect();
        self.0.iter().any(|word| bare.contains(word.as_str()))
    }

    /// Whether a text contains one of them as a whole word: a part of a harmless one is no offence.
    pub fn forbid_text(&self, text: &str) -> bool {
        let text = folded(text);
        text.split(|c: char| !c.is_alphanumeric()).any(|word| self.0.contains(word))
    }
}

/// A text as it is compared: lower case, look-alikes as one.
fn folded(text: &str) -> String {
    name::key(&text.to_lowercase())
}

/// The rules as this node knows them; shared by all requests.
#[derive(Clone, Debug, Default)]
pub struct House(Arc<RwLock<Arc<Rules>>>);

impl House {
    /// The rules at the moment.
    pub fn rules(&self) -> Arc<Rules> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces them. Returns the old ones.
    pub(super) fn set(&self, rules: Rules) -> Arc<Rules> {
        let mut held = self.0.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *held, Arc::new(rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_names_and_as_words_in_chat() {
        let mut words = Words::default();
        assert!(words.change(&["Ass".into(), "größe".into()], &[]));
        assert_eq!(Words::parse(&words.text()), words);
        for name in ["ASS", "a-s-s", "xassx", "A_5s".replace('5', "s").as_str()] {
            assert!(words.forbid_name(name), "{name}");
        }
        assert!(!words.forbid_name("anna"));
        for (text, forbidden) in [
            ("you ass!", true),
            ("ASS", true),
            ("Grösse", false),
            ("GRÖßE", true),
            ("class", false),
        ] {
            assert_eq!(words.forbid_text(text), forbidden, "{text}");
        }
        assert!(!words.change(&["two words".into()], &[]));
        assert!(!words.change(&["x".into()], &[]));
        assert!(words.change(&[], &["aSS".into()]));
        assert!(!words.forbid_name("ass"));
    }
}
