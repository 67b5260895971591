//! The book of the game: an article in each language, whose figures come from the study.
//!
//! The sources are `docs/study/book.LANGUAGE.md`. A figure is a placeholder, `{classic: margin | 1}`,
//! which [`figures`] looks up in figures.json; a claim in words is followed by a check of what it
//! says, `{classic: blockades in 0.3..0.4}`, which prints nothing. [`fragment`] makes the HTML that
//! the page `#/book` shows, [`readme`] the document docs/study/README.md.

mod drawing;
mod figures;
mod fragment;
mod placeholder;
mod readme;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use self::figures::StudyFigures;
use self::placeholder::NumberFormat;
use crate::tool::root;

/// The folder of the articles, the figures and the drawings.
pub(crate) fn folder() -> PathBuf {
    root().join("docs/study")
}

/// The source of the article in a language.
fn source(language: &str) -> PathBuf {
    folder().join(format!("book.{language}.md"))
}

/// Whether a file, seen from the root of the repository, is the source of an article.
pub(crate) fn is_source(path: &Path) -> bool {
    ["en", "de", "fr"].map(source).contains(&root().join(path))
}

/// An article in one language.
struct Article {
    language: &'static str,
    numbers: NumberFormat,
    /// The words around the text, from the head of the file.
    words: BTreeMap<String, String>,
    /// Markdown with placeholders.
    body: String,
    figures: StudyFigures,
}

/// The article of a language as HTML, without the heading of the page.
pub(crate) fn html(language: &'static str) -> Result<String> {
    let article = Article::read(language)?;
    fragment::html(&article).with_context(|| format!("in the {language} book of the game"))
}

/// Writes docs/study/README.md, the English article for readers of the repository.
pub(crate) fn write_readme() -> Result<()> {
    Ok(fs::write(folder().join("README.md"), readme::text(&Article::read("en")?)?)?)
}

impl Article {
    fn read(language: &'static str) -> Result<Self> {
        let path = source(language);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let head = text.strip_prefix("---\n").and_then(|text| text.split_once("\n---\n"));
        let (head, body) = head.with_context(|| format!("{} has no head", path.display()))?;
        let words = head.lines().filter_map(|line| line.split_once(": "));
        Ok(Self {
            language,
            numbers: NumberFormat::of(language),
            words: words.map(|(name, text)| (name.into(), text.into())).collect(),
            body: if language == "fr" { with_french_spaces(body) } else { body.into() },
            figures: StudyFigures::read(&folder().join("figures.json"))?,
        })
    }

    /// A line, unless it is for readers elsewhere: `WEB: ` marks those for the page, `TEXT: ` those for
    /// readers of the repository.
    fn lines(&self, other: &'static str, own: &'static str) -> impl Iterator<Item = &str> {
        let lines = self.body.trim_start().lines().filter(move |line| !line.starts_with(other));
        lines.map(move |line| line.strip_prefix(own).unwrap_or(line))
    }

    /// A word of the head.
    fn word(&self, name: &str) -> Result<&str> {
        let word = self.words.get(name).map(String::as_str);
        word.with_context(|| format!("the head has no {name}"))
    }
}

/// French puts a space before high punctuation and inside quotation marks; it must not break.
fn with_french_spaces(text: &str) -> String {
    let text = text.replace("« ", "«\u{a0}").replace(" »", "\u{a0}»").replace(" :", "\u{a0}:");
    [" ;", " ?", " !"]
        .iter()
        .fold(text, |text, sign| text.replace(sign, &sign.replace(' ', "\u{202f}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::LANGUAGES;

    #[test]
    fn readme_is_the_english_article() {
        let written = fs::read_to_string(folder().join("README.md")).expect("a README");
        let article = Article::read("en").expect("an article");
        let current = readme::text(&article).expect("a text");
        assert!(written == current, "run `cargo xtask article`");
    }

    #[test]
    fn every_language_has_the_same_sections_and_drawings() {
        let outline = |language| {
            let article = Article::read(language).expect("an article");
            let lines = article.body.lines().filter_map(|line| {
                let drawing = line.starts_with("![").then(|| line.split("](").nth(1)).flatten();
                let heading = line.starts_with("## ").then(|| line.split("{#").nth(1)).flatten();
                drawing.or(heading).and_then(|found| found.split([' ', '}', ')']).next())
            });
            let words: Vec<_> = article.words.keys().cloned().collect();
            (lines.map(str::to_string).collect::<Vec<_>>(), words)
        };
        let english = outline("en");
        assert!(english.0.len() > 12, "{english:?}");
        for language in LANGUAGES {
            assert_eq!(outline(language), english, "{language}");
        }
    }

    /// What is not looked up could differ from what was measured.
    #[test]
    fn no_percentage_is_written_by_hand() {
        for language in LANGUAGES {
            let article = Article::read(language).expect("an article");
            for line in article.lines("TEXT: ", "WEB: ") {
                // Figures of others are in the text of the link to them.
                let own = placeholder::without(line, ('{', '}'));
                let own = placeholder::without(&own, ('[', ')'));
                let own = placeholder::without(&own, ('`', '`'));
                assert!(!own.contains('%') && !own.contains('±'), "{language}: {line}");
            }
        }
    }

    #[test]
    fn every_article_becomes_a_page() {
        for language in LANGUAGES {
            let html = html(language).expect("a page");
            assert!(html.matches("<svg").count() >= 8, "{language}");
            assert!(html.matches("popovertarget").count() > 40, "{language}");
            assert!(!html.contains(" style=") && !html.contains("<style"), "{language}");
            assert!(!html.contains("<script") && !html.contains('{'), "{language}");
        }
    }
}
