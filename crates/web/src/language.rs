//! The texts of the pages.
//!
//! The whole page is made anew when the language changes, so texts are plain strings.

use std::cell::RefCell;
use std::rc::Rc;

use bosworth_texts::{FluentValue, Language, Texts};

/// The files of a language that a program needs.
macro_rules! files {
    ($($name:literal),+) => {
        |language| match language {
            Language::English => &[$(include_str!(concat!("../locales/en/", $name, ".ftl"))),+],
            Language::German => &[$(include_str!(concat!("../locales/de/", $name, ".ftl"))),+],
            Language::French => &[$(include_str!(concat!("../locales/fr/", $name, ".ftl"))),+],
        }
    };
}

/// The messages of a program in a language.
pub type Sources = fn(Language) -> &'static [&'static str];

/// What the program for playing says.
pub const PLAYING: Sources = files!("shell", "home", "play", "setup", "library", "settings");
/// What the program for studying says.
pub const STUDYING: Sources =
    files!("shell", "play", "setup", "review", "analysis", "learn", "rules");

/// What the program for finding games and people says.
pub const ONLINE: Sources = files!("shell", "play", "server", "online");
/// What the program for playing with others says.
pub const TABLE: Sources = files!("shell", "play", "server", "table");

thread_local! {
    static TEXTS: RefCell<Option<Rc<Texts>>> = const { RefCell::new(None) };
}

/// Speaks a language from now on.
pub fn speak(language: Language, sources: Sources) {
    TEXTS.set(Some(Rc::new(Texts::new(language, sources(language)))));
}

/// The texts.
pub fn texts() -> Rc<Texts> {
    TEXTS.with_borrow_mut(|texts| {
        // Programs speak before anybody listens; tests do not.
        let first = if cfg!(test) { STUDYING(Language::default()) } else { &[] };
        Rc::clone(texts.get_or_insert_with(|| Rc::new(Texts::new(Language::default(), first))))
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
        for sources in [PLAYING, STUDYING, ONLINE, TABLE] {
            for (n, english) in sources(Language::English).iter().enumerate() {
                for language in [Language::German, Language::French] {
                    let other = sources(language)[n];
                    assert_eq!(names(english), names(other), "file {n} in {language:?}");
                }
            }
        }
    }

    /// The programs that a source file is part of.
    fn programs(file: &std::path::Path) -> Vec<Texts> {
        let path = file.to_string_lossy();
        let has = |pages: &[&str]| pages.iter().any(|page| path.contains(&format!("pages/{page}")));
        let playing = has(&["home", "play", "library", "settings"]);
        let studying = has(&["review", "analysis", "learn", "rules"]);
        let table = has(&["online/table"]);
        let finding = has(&["people", "online/lobby", "online/seek"]);
        let server = path.contains("/online") || finding;
        // The evaluation is not for games with others.
        let alone = playing || studying || path.contains("parts/bar");
        let all = [
            (PLAYING, !studying && !server),
            (STUDYING, !playing && !server),
            (ONLINE, !alone && !table),
            (TABLE, !alone && !finding),
        ];
        let used = all.into_iter().filter(|(_, used)| *used);
        used.map(|(sources, _)| Texts::new(Language::English, sources(Language::English))).collect()
    }

    #[test]
    fn every_message_asked_for_by_name_exists() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let mut asked = 0;
        for file in files(folder.as_ref()) {
            let source = std::fs::read_to_string(&file).expect("a readable file");
            let programs = programs(&file);
            for call in ["tr(\"", "fill(\"", "texts().get(\"", "texts().count(\""] {
                for (at, _) in source.match_indices(call) {
                    // The end of a longer name is another call.
                    let before = source[..at].chars().next_back();
                    if before.is_some_and(|before| before.is_alphanumeric() || before == '_') {
                        continue;
                    }
                    let Some((id, _)) = source[at + call.len()..].split_once('"') else { continue };
                    asked += 1;
                    for texts in &programs {
                        assert!(texts.has(id), "{}: {id} is missing", file.display());
                    }
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
