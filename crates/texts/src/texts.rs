use bosworth_rules::{Colours, Ruleset, Side};

use crate::message::{self, Catalogue};
use crate::{Fixed, Language, MessageArgument};

/// The messages of one language.
#[derive(Clone, Debug)]
pub struct Texts {
    language: Language,
    messages: Catalogue,
    /// Whether White is called blue.
    blue: bool,
    /// Whether steps are the numerals on the cards.
    pub(crate) numerals: bool,
}

impl Texts {
    /// The messages about the game, and those of the program that shows it: files in Fluent's
    /// syntax.
    #[cfg(feature = "embedded")]
    pub fn new(language: Language, more: &[&str]) -> Self {
        let own = [language.game(), language.reasons(), language.handicap()];
        Self::from_sources(language, own.iter().chain(more).copied())
    }

    /// The messages of files in Fluent's syntax, and no others.
    pub fn from_sources<'a>(
        language: Language,
        sources: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut texts = Self { language, messages: Catalogue::new(), blue: false, numerals: false };
        sources.into_iter().for_each(|source| texts.add(source));
        texts
    }

    /// Adds the messages of one more file, for programs that load them in parts.
    pub fn add(&mut self, source: &str) {
        self.messages.extend(message::read(self.language, source));
        if self.blue {
            self.paint();
        }
    }

    /// The same texts for a board that shows White's roses in blue: each message `blue…` takes the
    /// place of `white…`, so that the name of the side matches its colour on screen.
    #[must_use]
    pub fn in_blue(mut self) -> Self {
        self.blue = true;
        self.paint();
        self
    }

    /// The same texts for a screen with drawn cards: short notation has the numerals on them, and whole
    /// sentences have no notation.
    #[must_use]
    pub fn with_numerals(mut self) -> Self {
        self.numerals = true;
        self
    }

    fn paint(&mut self) {
        let blue: Vec<_> = self
            .messages
            .iter()
            .filter_map(|(id, message)| Some((id.strip_prefix("blue")?, message.clone())))
            .map(|(rest, message)| (format!("white{rest}"), message))
            .collect();
        self.messages.extend(blue);
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Whether the message exists.
    pub fn has(&self, id: &str) -> bool {
        self.messages.contains_key(id)
    }

    /// A message without placeables.
    pub fn get(&self, id: &str) -> String {
        self.format(id, &[])
    }

    /// A message with its gaps filled. One that is missing shows its name.
    pub fn format(&self, id: &str, values: &[(&str, MessageArgument<'_>)]) -> String {
        let Some(message) = self.messages.get(id) else { return id.into() };
        let mut text = String::new();
        message.write(self.language, values, &self.messages, &mut text);
        text
    }

    /// A message that depends on one number.
    pub fn count(&self, id: &str, count: u32) -> String {
        self.format(id, &[("count", count.into())])
    }

    /// A number with a fixed number of decimals, in the language's format.
    pub fn number(&self, number: f64, digits: u32) -> String {
        let text = Fixed(number, digits).to_string().replace('-', "\u{2212}");
        text.replace('.', &self.get("decimal-mark"))
    }

    /// A percentage with a fixed number of decimals: `53.2%`, in German `53,2 %`.
    pub fn percent(&self, percent: f64, digits: u32) -> String {
        self.format("percent", &[("number", self.number(percent, digits).into())])
    }

    /// A label before what it introduces: `Game 1: Anne – Jo`.
    pub fn labelled(&self, label: &str, text: &str) -> String {
        self.format("labelled", &[("label", label.into()), ("text", text.into())])
    }

    /// The name of an edition; custom rules are written out.
    pub fn ruleset(&self, ruleset: Ruleset) -> String {
        match ruleset.preset() {
            Some(name) => self.get(&format!("edition-{name}")),
            None => self.format("edition-own", &[("rules", ruleset.to_string().into())]),
        }
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
    use std::path::{Path, PathBuf};

    use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

    use super::*;

    /// All files of messages of a language, of all crates.
    fn files(language: Language) -> Vec<PathBuf> {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let one = |owner: &str| crates.join(owner).join(format!("locales/{}.ftl", language.code()));
        let web = crates.join("web/locales").join(language.code());
        let web = std::fs::read_dir(&web).expect("the messages of the web app");
        let mut files: Vec<_> = web.map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        files.extend(["texts", "tui", "cli", "server"].map(one));
        for part in ["reasons", "handicap"] {
            files.push(crates.join(format!("texts/locales/{part}/{}.ftl", language.code())));
        }
        files
    }

    /// The names of all messages of a file, each with its gaps.
    fn names(texts: &Texts) -> BTreeSet<(String, BTreeSet<String>)> {
        let with_gaps = texts.messages.iter().map(|(id, message)| {
            let mut gaps = BTreeSet::new();
            message.gaps(&mut gaps);
            (id.clone(), gaps)
        });
        with_gaps.collect()
    }

    #[test]
    fn all_languages_have_the_same_messages() {
        let all = Language::ALL.map(files);
        assert!(all[0].len() > 10);
        for ((english, german), french) in all[0].iter().zip(&all[1]).zip(&all[2]) {
            let [english, german, french] = [english, german, french].map(|file| {
                let source = std::fs::read_to_string(file).expect("a readable file");
                names(&Texts::from_sources(Language::English, [source.as_str()]))
            });
            assert_eq!(english, german);
            assert_eq!(english, french);
        }
    }

    /// Fluent's own runtime is the reference: every message of every language is formatted identically,
    /// whatever its gaps are filled with.
    #[test]
    fn every_message_reads_as_fluent_formats_it() {
        let mut compared = 0;
        for language in Language::ALL {
            for file in files(language) {
                let source = std::fs::read_to_string(&file).expect("a readable file");
                let texts = Texts::from_sources(language, [source.as_str()]);
                let resource = FluentResource::try_new(source).expect("a well-formed file");
                let ids: Vec<_> = resource.entries().filter_map(message_id).collect();
                assert_eq!(ids.len(), texts.messages.len(), "{}", file.display());
                let id = language.code().parse().expect("the name of a language");
                let mut bundle = FluentBundle::new(vec![id]);
                bundle.set_use_isolating(false);
                bundle.add_resource(resource).expect("no message is there twice");
                for (id, gaps) in names(&texts) {
                    let message = bundle.get_message(&id).and_then(|message| message.value());
                    let pattern = message.expect("a message with a text");
                    for number in [0_u32, 1, 2, 21] {
                        let mut args = FluentArgs::new();
                        let mut values = Vec::new();
                        for gap in &gaps {
                            args.set(gap.as_str(), FluentValue::from(number));
                            values.push((gap.as_str(), MessageArgument::from(number)));
                        }
                        let reference =
                            bundle.format_pattern(pattern, Some(&args), &mut Vec::new());
                        let reference = message::typeset(language, &reference);
                        assert_eq!(texts.format(&id, &values), reference, "{id}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 4000, "only {compared} were compared");
    }

    fn message_id<'s>(entry: &fluent_syntax::ast::Entry<&'s str>) -> Option<&'s str> {
        match entry {
            fluent_syntax::ast::Entry::Message(message) => Some(message.id.name),
            _ => None,
        }
    }

    #[test]
    fn a_missing_argument_shows_its_name() {
        let texts = Texts::from_sources(Language::English, ["a = so { $much } more"]);
        assert_eq!(texts.get("a"), "so {$much} more");
        assert_eq!(texts.get("b"), "b");
    }

    #[test]
    fn a_missing_argument_falls_back_to_the_message_of_its_name() {
        let source = "white = White\nblue = Blue\na = { $white } won, { $n }";
        let texts = Texts::from_sources(Language::English, [source]);
        assert_eq!(texts.get("a"), "White won, {$n}");
        assert_eq!(
            texts.format("a", &[("white", "Anne".into()), ("n", 1_u32.into())]),
            "Anne won, 1"
        );
        assert_eq!(texts.in_blue().get("a"), "Blue won, {$n}");
    }

    #[test]
    fn the_blue_theme_calls_no_side_white() {
        for (language, name) in Language::ALL.into_iter().zip(["Blue", "Blau", "Bleu"]) {
            let texts = Texts::new(language, &[]).in_blue();
            assert_eq!(texts.side(Side::White, Ruleset::CLASSIC), name);
            assert_ne!(texts.side(Side::Red, Ruleset::CLASSIC), name);
        }
    }

    #[test]
    fn malformed_messages_are_skipped() {
        let source = "a = { $x\nb = { $n ->\n    [one] 1\n}\nc = c\n";
        let texts = Texts::from_sources(Language::English, [source]);
        assert!(!texts.has("b"), "a selection has a default");
        assert_eq!(texts.get("c"), "c");
    }

    #[test]
    fn punctuation_spacing_follows_the_language() {
        let source = "a = « { $x } » : 5 % ; oui ! non ?";
        let format = |language| {
            let texts = Texts::from_sources(language, [source]);
            texts.format("a", &[("x", "x".into())])
        };
        assert_eq!(format(Language::English), "« x » : 5 % ; oui ! non ?");
        assert_eq!(format(Language::German), "« x » : 5\u{a0}% ; oui ! non ?");
        let n = '\u{202f}';
        assert_eq!(format(Language::French), format!("«{n}x{n}»{n}: 5{n}%{n}; oui{n}! non{n}?"));
    }

    /// "1 roses, 1 points" was to be read at the end of a game. A noun in the plural after a number
    /// is chosen by the number.
    #[test]
    fn nouns_agree_with_their_counts() {
        // Seconds, minutes and percentages are abbreviated or fixed; these are words of ours.
        let nouns = [
            "points", "roses", "actions", "games", "cards", "draws", "pairs", "Punkte", "Rosen",
            "Aktionen", "Partien", "Karten", "parties", "cartes", "pioches", "leçons",
        ];
        for language in Language::ALL {
            for file in files(language) {
                let source = std::fs::read_to_string(&file).expect("a readable file");
                for line in source.lines().filter(|line| !line.trim_start().starts_with("*[")) {
                    let after_gap = line
                        .split("} ")
                        .skip(1)
                        .filter_map(|rest| rest.split(|c: char| !c.is_alphabetic()).next());
                    for word in after_gap.filter(|word| nouns.contains(word)) {
                        let name = line.split(" =").next().unwrap_or_default();
                        let excused = EXCUSED.contains(&name);
                        assert!(excused, "{}: {word}: {line}", file.display());
                    }
                }
            }
        }
    }

    /// Messages whose number is never one, because it is a total of at least two or has decimals, or where
    /// the word is a verb.
    const EXCUSED: [&str; 37] = [
        "why-threat",
        "why-joins",
        "why-joins-single",
        "why-extends",
        "why-cuts",
        "why-shrinks",
        "why-denies-joins",
        "why-denies-joins-single",
        "why-denies-extends",
        "why-prepares",
        "why-prepares-single",
        "why-rescue-few",
        "why-rescue-many",
        "best-answer",
        "arena-progress",
        "arena-progress-many",
        "arena-interrupted",
        "an-games-more",
        "an-many-roses",
        "advice-scattered",
        "advice-split",
        "an-large-hand",
        "event-series-bo",
        "hint-text",
        "will-win-unless",
        "will-win-only",
        "will-win-with",
        "insights-results",
        "train-best",
        "train-cards-mean",
        "handicap-cards",
        "odds-range",
        "odds-least",
        "odds-measured",
        "study-held",
        "why-wait-may-draw",
        "why-drawn-joins",
    ];

    /// French uses the singular for zero, so a literal 1 there would claim one point for none.
    #[test]
    fn zero_is_singular_in_french() {
        assert_eq!(Texts::new(Language::French, &[]).count("points", 0), "0 point");
        for file in files(Language::French) {
            let source = std::fs::read_to_string(&file).expect("a readable file");
            let one = |line: &&str| line.trim_start().starts_with("[one]") && line.contains('1');
            assert_eq!(source.lines().find(one), None, "{}", file.display());
        }
    }

    /// Wordings that readers stumbled over.
    #[test]
    fn corrected_words_do_not_return() {
        let unwanted = [
            (Language::English, &["give up", "gives up", "gave up"][..]),
            (Language::German, &["Gelegentlich", "Gewonnen: "][..]),
        ];
        for (language, words) in unwanted {
            for file in files(language) {
                let source = std::fs::read_to_string(&file).expect("a readable file");
                let found = words.iter().find(|word| source.contains(**word));
                assert_eq!(found, None, "{}", file.display());
            }
        }
    }

    #[test]
    fn plurals_and_decimal_marks_follow_the_language() {
        let texts = Texts::new(Language::German, &[]);
        assert_eq!(texts.count("points", 1), "1 Punkt");
        assert_eq!(texts.count("points", 69), "69 Punkte");
        assert_eq!(texts.number(-0.5, 1), "\u{2212}0,5");
    }
}
