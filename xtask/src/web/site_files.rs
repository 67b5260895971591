use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use super::chunk_plan::ChunkPlan;
use super::compact::{ShortNames, compact};
use super::loader::{self, PROGRAM};
use super::merge::merge;
use super::page::{PageTemplate, minified};
use super::{Chunks, LOADER, texts};

/// The prefix of chunk names.
pub(super) const CHUNK_PREFIX: &str = "chunk-";
/// The prefix of texts and styles that are loaded with a chunk.
pub(super) const LATE_PREFIX: &str = "late-";
/// The styles that are loaded with the code of pages other than play: groups of files, by name.
const LATE_STYLES: [(&str, &[&str]); 8] = [
    ("local", &["analysis", "book", "learn", "library", "review", "setup"]),
    ("online", &["online"]),
    ("table", &["table"]),
    ("people", &["people"]),
    ("events", &["events"]),
    ("announce", &["announce"]),
    ("moderation", &["moderation"]),
    ("train", &["train"]),
];
/// The name of the file of puzzles.
pub(super) const PUZZLES: &str = "puzzles";
/// The name of the files of the book of the game.
pub(super) const BOOK: &str = "book";
/// The extension of the fonts, which are compressed already.
pub(super) const FONT_EXTENSION: &str = "woff2";
/// The service worker.
const SERVICE_WORKER: &str = "sw.js";
/// What tells the program that a server comes with the site: an attribute of the page's root.
const SERVER_MARK: &str = " data-server";

/// All files of the site, by their paths.
#[derive(Default)]
pub(crate) struct SiteFiles {
    files: BTreeMap<String, Vec<u8>>,
    /// The hashed paths of the assets, by their original names.
    assets: BTreeMap<String, String>,
    /// The numbers of the files of each chunk, by its name.
    pub(super) chunks: BTreeMap<String, Vec<usize>>,
}

/// The program as it is fetched.
struct Program {
    /// The main module.
    main: Vec<u8>,
    /// The paths of the files of its chunks, by their numbers.
    files: Vec<String>,
}

impl SiteFiles {
    /// Collects the compiled modules and the files of the web crate.
    ///
    /// Immutable, content-hashed files go to `assets/`. The page, the service worker and the
    /// manifest keep their names. With a book, the page says where it is. Without chunks, the program
    /// was not split, and is not re-encoded.
    pub(super) fn collect(
        bound: &Path,
        crates: &Path,
        chunks: Option<&Chunks>,
        with_book: bool,
    ) -> Result<Self> {
        let mut site = Self::default();
        let program = match chunks {
            Some(chunks) => site.add_split_program(bound, chunks)?,
            None => site.add_plain_program(bound)?,
        };
        site.asset("engine", "wasm", read(&bound.join("engine_bg.wasm"))?);
        site.asset("engine", "js", minified(&read_text(&bound.join("engine.js"))?).into_bytes());
        let messages = |language: &&str| texts::messages(crates, language);
        let messages: Vec<_> = texts::LANGUAGES.iter().map(messages).collect::<Result<_>>()?;
        for (language, text) in texts::LANGUAGES.iter().zip(&messages) {
            site.asset(&format!("texts-{language}"), "ftl", text.clone().into_bytes());
            for (group, files) in texts::LATE_GROUPS {
                let late = texts::late_messages(crates, language, files)?;
                site.asset(&format!("{LATE_PREFIX}{group}-{language}"), "ftl", late.into_bytes());
            }
        }
        for (group, files) in LATE_STYLES {
            let path = |name: &&str| crates.join(format!("web/styles/late/{name}.css"));
            let late = styles(&files.iter().map(path).collect::<Vec<_>>())?;
            site.asset(&format!("{LATE_PREFIX}{group}"), "css", late.into_bytes());
        }
        for language in texts::LANGUAGES {
            let book = crate::article::html(language)?;
            site.asset(&format!("{BOOK}-{language}"), "html", book.into_bytes());
        }
        site.asset(PUZZLES, "bin", read(&crates.join("puzzles/data/puzzles.bin"))?);
        for path in files_in(&crates.join("web/fonts"))? {
            if path.extension().is_some_and(|extension| extension == FONT_EXTENSION) {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                site.asset(&name, FONT_EXTENSION, read(&path)?);
            }
        }
        let worker = boot_worker(&site.assets["engine.js"], &site.assets["engine.wasm"]);
        site.asset("engine-boot", "js", worker.into_bytes());
        let page = PageTemplate {
            assets: &site.assets,
            files: &program.files,
            chunks: &site.chunks,
            styles: &styles(&files_in(&crates.join("web/styles"))?)?,
            texts: &messages,
            program: &program.main,
        };
        let mut page = page.fill(&read_text(&crates.join("web/public/index.html"))?)?;
        if with_book {
            page = page.replace("</head>", "<link rel=\"help\" href=\"book/index.html\">\n</head>");
        }
        site.files.insert("index.html".into(), page.into_bytes());
        for entry in fs::read_dir(crates.join("web/public"))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name != "index.html" && name != SERVICE_WORKER {
                site.files.insert(name, read(&path)?);
            }
        }
        // The service worker comes last, because it lists all other files. The page is `./` there.
        let listed = site.files.keys().filter(|path| *path != "index.html");
        let listed: Vec<_> = listed.map(|path| format!("\"{path}\"")).collect();
        let worker = read_text(&crates.join("web/public").join(SERVICE_WORKER))?;
        let worker = worker.replace("{{files}}", &listed.join(","));
        let worker = worker.replace("{{version}}", &site.version());
        site.files.insert(SERVICE_WORKER.into(), worker.into_bytes());
        Ok(site)
    }

    /// Adds the chunks of a program that was split, its script and its loader.
    fn add_split_program(&mut self, bound: &Path, chunks: &Chunks) -> Result<Program> {
        let wasm = read(&bound.join("app_bg.wasm"))?;
        let names = ShortNames::of(&wasm)?;
        let modules: BTreeSet<_> = chunks.values().flatten().collect();
        let modules: BTreeMap<_, _> = modules
            .into_iter()
            .map(|module| Ok((module.clone(), read(&bound.join(format!("{module}.wasm")))?)))
            .collect::<Result<_>>()?;
        let plan = ChunkPlan::of(chunks, &modules);
        let mut files = Vec::new();
        for (number, together) in plan.files.iter().enumerate() {
            let together: Vec<_> = together.iter().map(|module| &modules[module][..]).collect();
            let wasm = compact(&merge(&together)?, &names)?;
            files.push(self.asset(&format!("{CHUNK_PREFIX}{number}"), "wasm", wasm));
        }
        self.chunks = plan.chunks;
        let main = compact(&wasm, &names)?;
        // The program and its loader import each other, so neither can have the other's hash in its
        // name: both have the hash of the two together.
        let program = names.rename(&minified(&read_text(&bound.join("app.js"))?));
        let loader = names.rename(&minified(&loader::script(chunks.keys())));
        let both = hash(format!("{program}{loader}").as_bytes());
        let program =
            program.replace(&format!("from \"{LOADER}\""), &format!("from \"./split-{both}.js\""));
        ensure!(program.contains(&both), "the program does not import its loader");
        let loader = loader.replace(PROGRAM, &format!("./app-{both}.js"));
        for (name, content) in [("app", program), ("split", loader)] {
            let path = format!("assets/{name}-{both}.js");
            self.files.insert(path.clone(), content.into_bytes());
            self.assets.insert(format!("{name}.js"), path);
        }
        Ok(Program { main, files })
    }

    /// Adds the script of a program that is a single module, and a loader with nothing to load.
    fn add_plain_program(&mut self, bound: &Path) -> Result<Program> {
        self.asset("app", "js", read(&bound.join("app.js"))?);
        self.asset("split", "js", Vec::new());
        Ok(Program { main: read(&bound.join("app_bg.wasm"))?, files: Vec::new() })
    }

    fn asset(&mut self, name: &str, extension: &str, content: Vec<u8>) -> String {
        let path = format!("assets/{name}-{}.{extension}", hash(&content));
        self.files.insert(path.clone(), content);
        self.assets.insert(format!("{name}.{extension}"), path.clone());
        path
    }

    /// A hash of all files.
    fn version(&self) -> String {
        let mut all = Sha256::new();
        for (path, content) in &self.files {
            all.update(path);
            all.update(content);
        }
        short(&all.finalize())
    }

    /// Writes the site, replacing an older build. Unchanged files are left alone, so that programs
    /// that embed them are not rebuilt.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder.join("assets"))?;
        for place in [folder.to_path_buf(), folder.join("assets")] {
            for entry in fs::read_dir(&place)? {
                let path = entry?.path();
                let name = path.strip_prefix(folder)?.to_string_lossy().into_owned();
                let plain = name.trim_end_matches(".br").trim_end_matches(".gz");
                let kept = self.files.get(plain).is_some_and(|content| {
                    fs::read(folder.join(plain)).is_ok_and(|found| found == *content)
                });
                if !kept && path.is_file() {
                    fs::remove_file(&path).context("cannot clear the old site")?;
                }
            }
        }
        for (path, content) in &self.files {
            let path = folder.join(path);
            if !path.exists() {
                fs::write(path, content)?;
            }
        }
        Ok(())
    }

    /// Writes compressed copies of each file.
    pub(crate) fn compress(&self, folder: &Path) -> Result<()> {
        let is_done = |path: &str| {
            [".br", ".gz"].iter().all(|ending| folder.join(format!("{path}{ending}")).exists())
        };
        let files = self.files.iter().filter(|(path, _)| is_compressible(path) && !is_done(path));
        std::thread::scope(|scope| {
            let jobs: Vec<_> = files
                .map(|(path, content)| {
                    scope.spawn(move || -> Result<()> {
                        fs::write(folder.join(format!("{path}.br")), brotli(content)?)?;
                        fs::write(folder.join(format!("{path}.gz")), gzip(content)?)?;
                        Ok(())
                    })
                })
                .collect();
            jobs.into_iter().try_for_each(|job| job.join().expect("compressing panicked"))
        })
    }

    /// Paths and sizes in bytes of a site that was written, compressed where that helps.
    pub(super) fn compressed(&self, folder: &Path) -> Result<Vec<(&str, usize)>> {
        let size = |path: &str| -> Result<usize> {
            let ending = if is_compressible(path) { ".br" } else { "" };
            Ok(fs::metadata(folder.join(format!("{path}{ending}")))?.len() as usize)
        };
        self.files.keys().map(|path| Ok((path.as_str(), size(path)?))).collect()
    }
}

fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The files in a folder, in the order of their names.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}

/// Style sheets as one, minified.
fn styles(paths: &[PathBuf]) -> Result<String> {
    let all = paths.iter().map(|path| read_text(path)).collect::<Result<String>>()?;
    Ok(minified_styles(&all))
}

fn minified_styles(all: &str) -> String {
    let mut text = String::with_capacity(all.len());
    let mut rest = all;
    while let Some((before, after)) = rest.split_once("/*") {
        text += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text += rest;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let text = lines.collect::<Vec<_>>().join("\n");
    let shorter = [("; ", ";"), (": ", ":"), (", ", ","), (" {", "{"), ("{ ", "{"), (" }", "}")];
    let text = shorter.iter().fold(text, |text, (long, short)| text.replace(long, short));
    text.replace(";}", "}")
}

/// The boot script of the web worker, which queues messages that arrive before it is initialised.
fn boot_worker(script: &str, wasm: &str) -> String {
    let (script, wasm) = (beside(script), beside(wasm));
    format!(
        "import init from \"{script}\";\nconst early = [];\nself.onmessage = (event) => \
         early.push(event);\ninit({{ module_or_path: new URL(\"{wasm}\", import.meta.url) }})\
         .then(() => {{ for (const event of early) self.onmessage(event); }})\
         .catch((why) => setTimeout(() => {{ throw why; }}));\n"
    )
}

fn beside(asset: &str) -> String {
    format!("./{}", asset.trim_start_matches("assets/"))
}

fn hash(content: &[u8]) -> String {
    short(&Sha256::digest(content))
}

fn short(digest: &[u8]) -> String {
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Compresses the files in a folder, such as the book.
pub(crate) fn compress_folder(folder: &Path) -> Result<()> {
    for ending in ["html", "js", "css", "svg"] {
        for path in crate::book::pages(folder, ending)? {
            let content = fs::read(&path)?;
            let path = path.display();
            fs::write(format!("{path}.br"), brotli(&content)?)?;
            fs::write(format!("{path}.gz"), gzip(&content)?)?;
        }
    }
    Ok(())
}

/// Makes a site one for static hosts: its page offers no accounts.
pub(crate) fn remove_server_mark(folder: &Path) -> Result<()> {
    let path = folder.join("index.html");
    let page = without_server_mark(&read_text(&path)?)?.into_bytes();
    fs::write(folder.join("index.html.br"), brotli(&page)?)?;
    fs::write(folder.join("index.html.gz"), gzip(&page)?)?;
    fs::write(path, page)?;
    Ok(())
}

fn without_server_mark(page: &str) -> Result<String> {
    let (before, after) = page.split_once(SERVER_MARK).context("the page has no server's mark")?;
    Ok(format!("{before}{after}"))
}

fn is_compressible(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_none_or(|extension| extension != "png" && extension != FONT_EXTENSION)
}

fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut small = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut small, 1 << 16, 11, 22);
    writer.write_all(content)?;
    drop(writer);
    Ok(small)
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(content)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_for_static_hosts_says_that_no_server_comes_with_it() {
        let page = include_str!("../../../crates/web/public/index.html");
        assert!(page.contains(SERVER_MARK));
        let page = without_server_mark(page).expect("a mark");
        assert!(!page.contains(SERVER_MARK));
    }
}
