//! The localised texts of the pages.
//!
//! The messages for the home page and local games are one file per language, fetched before the
//! first render; those of other pages are grouped, and fetched with their code. A language change
//! rebuilds the whole page, so texts are plain strings rather than signals.

use std::cell::RefCell;
use std::rc::Rc;

use bosworth_texts::{Language, MessageArgument, Texts};
use js_sys::Promise;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

thread_local! {
    static TEXTS: RefCell<Option<Rc<Texts>>> = const { RefCell::new(None) };
    /// The groups of messages that have been loaded, and are also loaded after a language change.
    static LOADED_GROUPS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Fetches the messages of a language. The error is in English, since no messages may be loaded.
pub async fn fetch(language: Language) -> Result<Texts, String> {
    let first = source(language, INITIAL_GROUP).await?;
    let mut texts = Texts::from_sources(language, [first.as_str()]).with_numerals();
    let mut added = 0;
    // More groups may be added to the old language meanwhile.
    while let Some(group) = LOADED_GROUPS.with_borrow(|late| late.get(added).copied()) {
        texts.add(&source(language, group).await?);
        added += 1;
    }
    Ok(texts)
}

/// Adds groups of messages to the current language, unless already loaded. The requests are sent
/// immediately, before the future is polled.
pub fn fetch_late(
    groups: &'static [&'static str],
) -> impl Future<Output = Result<(), String>> + 'static {
    let language = texts().language();
    let is_new = |group: &&&'static str| LOADED_GROUPS.with_borrow(|late| !late.contains(*group));
    let new = groups.iter().filter(is_new).copied();
    let asked: Vec<_> = new.map(|group| (group, request(language, group))).collect();
    async move {
        for (group, promise) in asked {
            add(group, language, promise).await?;
        }
        Ok(())
    }
}

/// The book of the game in the current language: markup of this site. The script in `index.html`
/// knows its file as it knows groups of messages.
pub async fn fetch_book() -> Result<String, String> {
    source(texts().language(), "book").await
}

/// Adds a group that was requested in a language.
async fn add(
    group: &'static str,
    mut language: Language,
    mut asked: Promise,
) -> Result<(), String> {
    loop {
        let source = answer(language, asked).await?;
        // The user may have changed the language meanwhile.
        let mut texts = texts();
        if texts.language() == language {
            // Another request may have added the group.
            let is_new = LOADED_GROUPS.with_borrow(|late| !late.contains(&group));
            if is_new {
                Rc::make_mut(&mut texts).add(&source);
                TEXTS.set(Some(texts));
                LOADED_GROUPS.with_borrow_mut(|late| late.push(group));
            }
            return Ok(());
        }
        language = texts.language();
        asked = request(language, group);
    }
}

#[wasm_bindgen]
extern "C" {
    /// Defined by the script in `index.html`, which requests the initial messages before the
    /// program runs.
    #[wasm_bindgen(js_name = fetchTexts)]
    fn fetch_texts(language: &str, group: &str) -> Promise;
}

/// The name of the initial messages, which are not a group.
const INITIAL_GROUP: &str = "";

fn request(language: Language, group: &str) -> Promise {
    fetch_texts(language.code(), group)
}

async fn source(language: Language, group: &str) -> Result<String, String> {
    answer(language, request(language, group)).await
}

async fn answer(language: Language, asked: Promise) -> Result<String, String> {
    let text = text(asked).await;
    text.map_err(|why| format!("cannot load the texts ({}): {why:?}", language.code()))
}

async fn text(asked: Promise) -> Result<String, JsValue> {
    let response = JsFuture::from(asked).await?;
    let response: Response = response.dyn_into()?;
    if !response.ok() {
        return Err(response.status().into());
    }
    JsFuture::from(response.text()?).await?.as_string().ok_or_else(|| "no text".into())
}

/// Switches to the messages of a language.
pub fn set_texts(texts: Texts) {
    TEXTS.set(Some(Rc::new(texts)));
}

/// The messages of the current language.
pub fn texts() -> Rc<Texts> {
    TEXTS.with_borrow_mut(|texts| Rc::clone(texts.get_or_insert_with(|| Rc::new(first()))))
}

/// The texts before any messages have been fetched.
#[cfg(not(test))]
fn first() -> Texts {
    Texts::from_sources(Language::default(), [])
}

/// Tests read the messages from the source tree.
#[cfg(test)]
fn first() -> Texts {
    tests::all(Language::default())
}

/// A message without placeholders.
pub fn tr(id: &str) -> String {
    texts().get(id)
}

/// A message with its placeholders filled.
pub fn fill(id: &str, values: &[(&str, MessageArgument<'_>)]) -> String {
    texts().format(id, values)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// All messages of a language, as in the files of the site.
    pub(super) fn all(language: Language) -> Texts {
        let web = Path::new(env!("CARGO_MANIFEST_DIR"));
        let game = web.join(format!("../texts/locales/{}.ftl", language.code()));
        let handicap = web.join(format!("../texts/locales/handicap/{}.ftl", language.code()));
        let server = web.join(format!("../server/locales/{}.ftl", language.code()));
        let own = files(&web.join("locales").join(language.code()), "ftl");
        let read = |path: &PathBuf| fs::read_to_string(path).expect("a readable file");
        let kinds = read(&server);
        let kinds = kinds.lines().filter(|line| line.starts_with("notify-"));
        let kinds = kinds.collect::<Vec<_>>().join("\n");
        let sources: Vec<_> =
            own.iter().chain([&game, &handicap]).map(read).chain([kinds]).collect();
        Texts::from_sources(language, sources.iter().map(String::as_str)).with_numerals()
    }

    #[test]
    fn every_message_used_in_the_code_exists() {
        let texts = all(Language::English);
        let mut asked = 0;
        for file in files(concat!(env!("CARGO_MANIFEST_DIR"), "/src").as_ref(), "rs") {
            let source = fs::read_to_string(&file).expect("a readable file");
            for call in ["tr(\"", "fill(\"", "texts().get(\"", "texts().count(\""] {
                for (at, _) in source.match_indices(call) {
                    // The suffix of a longer name is a different function.
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
        assert!(asked > 20, "only {asked} calls found");
    }

    /// The message files that code may use, by its folder.
    fn files_for(path: &str) -> Vec<&'static str> {
        let local =
            ["analysis", "learn", "library", "review", "rules", "server", "settings", "setup"];
        let of = |folders: &[&str]| folders.iter().any(|folder| path.contains(folder));
        let mut files = vec!["shell", "home", "play"];
        // Also used by the home page.
        if path.ends_with("library/open.rs") || path.ends_with("library/thumbnail.rs") {
            return files;
        }
        if of(&["pages/train"]) {
            files.push("train");
        }
        let course =
            ["course", "road", "lesson", "run", "progress_page", "aftermath", "late_parts"];
        if course.iter().any(|name| path.ends_with(&format!("pages/train/{name}.rs"))) {
            files.extend(local);
        }
        if local.iter().any(|page| path.contains(&format!("pages/{page}")))
            || path.contains("play/setup")
            || path.ends_with("parts/reasons.rs")
            || path.ends_with("parts/rollouts.rs")
            || path.ends_with("parts/card_outcomes.rs")
        {
            files.extend(local);
        }
        if of(&[
            "pages/online",
            "pages/people",
            "pages/moderation",
            "pages/tournaments",
            "online/session",
            "online/refusal",
        ]) {
            files.extend(["online", "server"]);
        }
        if of(&["pages/online/table"]) {
            files.push("table");
        }
        // Used by both groups.
        if path.ends_with("online/api.rs") {
            files.push("server");
        }
        if of(&["parts/handicap_fields", "pages/online/lobby"]) {
            files.push("handicap");
        }
        if of(&["pages/people"]) {
            files.push("people");
        }
        if of(&["pages/tournaments"]) {
            files.push("events");
        }
        if of(&["pages/tournaments/form"]) {
            files.push("announce");
        }
        if of(&["pages/moderation"]) {
            files.push("moderation");
        }
        files
    }

    #[test]
    fn every_page_uses_only_messages_that_are_loaded_with_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut homes = std::collections::BTreeMap::new();
        for file in files(&root.join("locales/en"), "ftl") {
            let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
            let source = fs::read_to_string(&file).expect("a readable file");
            for line in source.lines() {
                if let Some((id, _)) = line.split_once(" =").filter(|(id, _)| !id.contains(' ')) {
                    homes.insert(id.to_string(), name.clone());
                }
            }
        }
        let mut found = 0;
        for file in files(&root.join("src"), "rs") {
            let source = fs::read_to_string(&file).expect("a readable file");
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            let path = file.to_string_lossy().replace('\\', "/");
            let known = files_for(&path);
            // Every other piece is a string literal; attribute values in markup follow a `=`.
            let pieces: Vec<_> = source.split('"').collect();
            for pair in pieces.windows(2).filter(|pair| !pair[0].ends_with('=')) {
                if let Some(home) = homes.get(pair[1]) {
                    found += 1;
                    let is_known = known.contains(&home.as_str());
                    assert!(
                        is_known,
                        "{path}: {} is in {home}.ftl, which is loaded later",
                        pair[1]
                    );
                }
            }
        }
        assert!(found > 300, "only {found} messages found");
    }

    /// With the "red and blue" colours, no message may mention White.
    #[test]
    fn the_red_and_blue_texts_never_mention_white() {
        let words =
            ["White", "white", "Weiß", "weiße", "weißen", "Blanc", "blanc", "blanche", "blanches"];
        // The comparison of the editions describes the physical games.
        let facts = ["point-colours-white"];
        for language in Language::ALL {
            let texts = all(language).in_blue();
            let folder =
                Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(language.code());
            for file in files(&folder, "ftl") {
                let source = fs::read_to_string(&file).expect("a readable file");
                let lines = source.lines().filter(|line| !line.starts_with([' ', '#', '}']));
                for id in lines.filter_map(|line| line.split_once(" =")).map(|(id, _)| id) {
                    let text = texts.get(id);
                    let said = text.split(|letter: char| !letter.is_alphabetic());
                    let found = said.into_iter().find(|word| words.contains(word));
                    assert!(found.is_none() || facts.contains(&id), "{id}: {text}");
                }
            }
        }
    }

    /// All messages share one catalogue: ids must be unique.
    #[test]
    fn message_ids_are_unique() {
        let mut seen = std::collections::BTreeMap::new();
        for file in files(concat!(env!("CARGO_MANIFEST_DIR"), "/locales/en").as_ref(), "ftl") {
            let source = fs::read_to_string(&file).expect("a readable file");
            let names = source.lines().filter(|line| !line.starts_with([' ', '#', '}']));
            for name in names.filter_map(|line| line.split_once(" =")).map(|(name, _)| name) {
                if let Some(other) = seen.insert(name.to_string(), file.clone()) {
                    panic!("{name} is in {} and {}", file.display(), other.display());
                }
            }
        }
    }

    fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut files: Vec<_> = entries
            .flat_map(|entry| {
                let path = entry.expect("an entry").path();
                if path.is_dir() { files(&path, extension) } else { vec![path] }
            })
            .filter(|path| path.extension().is_some_and(|found| found == extension))
            .filter(|path| !path.ends_with("language.rs"))
            .collect();
        files.sort();
        files
    }
}
