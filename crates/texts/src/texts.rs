use bosworth_rules::{Colours, Ruleset, Side};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

use crate::Language;

/// The messages of one language.
pub struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    /// The messages about the game, and those of the program in `more`, as Fluent sources.
    pub fn new(language: Language, more: &[&str]) -> Self {
        let mut bundle = FluentBundle::new(vec![language.id()]);
        // No bidirectional isolation marks: some terminals show them as boxes, and none of the
        // languages is written right to left.
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

    /// Whether the message exists.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// A message without placeables.
    pub fn get(&self, id: &str) -> String {
        self.format(id, &[])
    }

    /// A message with its placeables filled in. A missing message shows its id.
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

    /// A number with a fixed number of decimals, in the language's format.
    pub fn number(&self, number: f64, digits: usize) -> String {
        let text = format!("{number:.digits$}").replace('-', "\u{2212}");
        text.replace('.', &self.get("decimal-mark"))
    }

    /// A side's name; the name of the second colour depends on the ruleset.
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

    /// The ids of messages and the names of their variables.
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
    fn plurals_and_decimal_marks_follow_the_language() {
        let texts = Texts::new(Language::German, &[]);
        assert_eq!(texts.count("points", 1), "1 Punkt");
        assert_eq!(texts.count("points", 69), "69 Punkte");
        assert_eq!(texts.number(-0.5, 1), "\u{2212}0,5");
    }
}
