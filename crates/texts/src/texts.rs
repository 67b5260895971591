use bosworth_rules::{Colours, Ruleset, Side};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

use crate::Language;

/// The messages of one language.
pub struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    /// The messages about the game, and those of the program that shows it.
    pub fn new(language: Language, more: &[&str]) -> Self {
        let mut bundle = FluentBundle::new(vec![language.id()]);
        // Some programs show the marks for right-to-left text as boxes; none of ours needs
        // them.
        bundle.set_use_isolating(false);
        for source in [language.game()].iter().chain(more) {
            let resource = FluentResource::try_new((*source).into());
            bundle.add_resource_overriding(resource.unwrap_or_else(|(readable, _)| readable));
        }
        Self { language, bundle }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Whether there is such a message.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// A message with nothing to fill in.
    pub fn get(&self, id: &str) -> String {
        self.format(id, &[])
    }

    /// A message with its gaps filled. One that is missing shows its name.
    pub fn format(&self, id: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.into();
        };
        let args: FluentArgs<'_> =
            values.iter().map(|(name, value)| (*name, value.clone())).collect();
        self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
    }

    /// A message that depends on one number.
    pub fn count(&self, id: &str, count: u32) -> String {
        self.format(id, &[("count", count.into())])
    }

    /// A number with so many digits behind the decimal mark.
    pub fn number(&self, number: f64, digits: usize) -> String {
        let text = format!("{number:.digits$}").replace('-', "\u{2212}");
        text.replace('.', &self.get("decimal-mark"))
    }

    /// A side's name; the second colour has its name from the ruleset.
    pub fn side(&self, side: Side, ruleset: Ruleset) -> String {
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
        let source = language.game();
        assert!(FluentResource::try_new(source.into()).is_ok(), "{language:?} is well-formed");
        let messages = source.lines().filter_map(|line| line.split_once(" ="));
        let messages = messages.map(|(name, _)| name.trim().to_string());
        let gaps = source.split('$').skip(1).filter_map(|rest| rest.split([' ', '}']).next());
        messages.chain(gaps.map(|gap| format!("${gap}"))).collect()
    }

    #[test]
    fn all_languages_have_the_same_messages() {
        assert!(names(Language::English).len() > 40);
        assert_eq!(names(Language::English), names(Language::German));
        assert_eq!(names(Language::English), names(Language::French));
    }

    #[test]
    fn numbers_agree_with_their_words() {
        let texts = Texts::new(Language::German, &[]);
        assert_eq!(texts.count("points", 1), "1 Punkt");
        assert_eq!(texts.count("points", 69), "69 Punkte");
        assert_eq!(texts.number(-0.5, 1), "\u{2212}0,5");
    }
}
