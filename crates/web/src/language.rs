//! The texts of the pages.
//!
//! The whole page is made anew when the language changes, so texts are plain strings.

use std::cell::RefCell;
use std::rc::Rc;

use bosworth_texts::{FluentValue, Language, Texts};

/// The files of a language, one for each page.
macro_rules! sources {
    ($code:literal) => {
        &[
            include_str!(concat!("../locales/", $code, "/shell.ftl")),
            include_str!(concat!("../locales/", $code, "/play.ftl")),
            include_str!(concat!("../locales/", $code, "/review.ftl")),
            include_str!(concat!("../locales/", $code, "/analysis.ftl")),
            include_str!(concat!("../locales/", $code, "/learn.ftl")),
            include_str!(concat!("../locales/", $code, "/rules.ftl")),
            include_str!(concat!("../locales/", $code, "/library.ftl")),
            include_str!(concat!("../locales/", $code, "/settings.ftl")),
        ]
    };
}

fn sources(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => sources!("en"),
        Language::German => sources!("de"),
        Language::French => sources!("fr"),
    }
}

thread_local! {
    static TEXTS: RefCell<Option<Rc<Texts>>> = const { RefCell::new(None) };
}

/// Speaks another language from now on.
pub fn speak(language: Language) {
    TEXTS.set(Some(Rc::new(Texts::new(language, sources(language)))));
}

/// The texts.
pub fn texts() -> Rc<Texts> {
    TEXTS.with_borrow_mut(|texts| {
        let language = Language::default();
        Rc::clone(texts.get_or_insert_with(|| Rc::new(Texts::new(language, sources(language)))))
    })
}

/// A message with nothing to fill in.
pub fn tr(id: &str) -> String {
    texts().get(id)
}

/// A message with its gaps filled.
pub fn fill(id: &str, values: &[(&str, FluentValue<'_>)]) -> String {
    texts().format(id, values)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names(source: &str) -> BTreeSet<String> {
        let messages = source.lines().filter(|line| !line.starts_with([' ', '#', '}']));
        let messages = messages.filter_map(|line| line.split_once(" ="));
        let messages = messages.map(|(name, _)| name.trim().to_string());
        let gaps = source.split("{ $").skip(1).filter_map(|rest| rest.split([' ', '}']).next());
        messages.chain(gaps.map(|gap| format!("${gap}"))).collect()
    }

    #[test]
    fn all_languages_have_the_same_messages() {
        for (n, english) in sources(Language::English).iter().enumerate() {
            for language in [Language::German, Language::French] {
                let other = sources(language)[n];
                assert_eq!(names(english), names(other), "file {n} in {language:?}");
            }
        }
    }

    #[test]
    fn every_message_asked_for_by_name_exists() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let texts = Texts::new(Language::English, sources(Language::English));
        let mut asked = 0;
        for file in files(folder.as_ref()) {
            let source = std::fs::read_to_string(&file).expect("a readable file");
            for call in ["tr(\"", "fill(\"", "texts().get(\"", "texts().count(\""] {
                for (at, _) in source.match_indices(call) {
                    // The end of a longer name is another call.
                    let before = source[..at].chars().next_back();
                    if before.is_some_and(|before| before.is_alphanumeric() || before == '_') {
                        continue;
                    }
                    let Some((id, _)) = source[at + call.len()..].split_once('"') else { continue };
                    asked += 1;
                    assert!(texts.has(id), "{}: {id} is missing", file.display());
                }
            }
        }
        assert!(asked > 20, "the search finds the calls");
    }

    fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries
            .flat_map(|entry| {
                let path = entry.expect("an entry").path();
                if path.is_dir() { files(&path) } else { vec![path] }
            })
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .filter(|path| !path.ends_with("language.rs"))
            .collect()
    }
}
