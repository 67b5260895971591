use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

/// All files of the site, by their paths.
pub(crate) struct Site {
    files: BTreeMap<String, Vec<u8>>,
}

impl Site {
    /// Collects the compiled modules and the files of the web crate.
    ///
    /// Assets are named by content hash and go to `assets/`, so that they can be cached forever.
    /// The page, the service worker and the manifest keep their names; `{{name}}` in them stands
    /// for the path of an asset.
    pub(crate) fn collect(bound: &Path, web: &Path) -> Result<Self> {
        let mut site = Self { files: BTreeMap::new() };
        let mut names = BTreeMap::new();
        for name in PROGRAMS.into_iter().map(|(name, _)| name).chain(["engine"]) {
            let wasm = site.asset(name, "wasm", read(&bound.join(format!("{name}_bg.wasm")))?);
            let script = site.asset(name, "js", read(&bound.join(format!("{name}.js")))?);
            let boot = match name {
                "engine" => boot_worker(&script, &wasm),
                _ => boot(&script, &wasm, ""),
            };
            let boot = site.asset(&format!("{name}-boot"), "js", boot.into_bytes());
            names.extend([
                (format!("{name}.wasm"), wasm),
                (format!("{name}.js"), script),
                (format!("{name}-boot.js"), boot),
            ]);
        }
        let start = start(|name| &names[&format!("{name}-boot.js")]);
        names.insert("start.js".into(), site.asset("start", "js", start.into_bytes()));
        let style = styles(&web.join("styles"))?;
        names.insert("style.css".into(), site.asset("style", "css", style));
        let mut pages = Vec::new();
        for entry in fs::read_dir(web.join("public"))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name == "index.html" || name == "sw.js" {
                pages.push((name, fs::read_to_string(&path)?));
            } else {
                site.files.insert(name, read(&path)?);
            }
        }
        // The service worker comes last, because it lists all other files.
        pages.sort_by_key(|(name, _)| name == "sw.js");
        for (name, text) in pages {
            let listed: Vec<_> = site.files.keys().map(|path| format!("\"{path}\"")).collect();
            let text = names
                .iter()
                .fold(text, |text, (name, path)| text.replace(&format!("{{{{{name}}}}}"), path));
            let text = text.replace("{{files}}", &listed.join(","));
            let text = text.replace("{{version}}", &site.version());
            site.files.insert(name, text.into_bytes());
        }
        Ok(site)
    }

    fn asset(&mut self, name: &str, extension: &str, content: Vec<u8>) -> String {
        let path = format!("assets/{name}-{}.{extension}", hash(&content));
        self.files.insert(path.clone(), content);
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

    /// Writes the site, each file also precompressed, replacing an older one.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder).context("cannot clear the old site")?;
        }
        fs::create_dir_all(folder.join("assets"))?;
        for (path, content) in &self.files {
            let file = folder.join(path);
            fs::write(&file, content)?;
            if is_compressible(path) {
                fs::write(folder.join(format!("{path}.br")), brotli(content)?)?;
                fs::write(folder.join(format!("{path}.gz")), gzip(content)?)?;
            }
        }
        Ok(())
    }

    /// A report of the download sizes in brotli bytes; an error if one exceeds its budget.
    pub(crate) fn sizes(&self) -> Result<String> {
        let mut text = String::new();
        let (mut shared, mut engine) = (0, 0);
        let mut own = PROGRAMS.map(|(name, _)| (name, 0));
        for (path, content) in &self.files {
            let size = if is_compressible(path) { brotli(content)?.len() } else { content.len() };
            let _ = writeln!(text, "{size:>9} {path}");
            let program = |name: &str| path.starts_with(&format!("assets/{name}"));
            if path.contains("icon") {
            } else if program("engine") {
                engine += size;
            } else if let Some((_, sum)) = own.iter_mut().find(|(name, _)| program(name)) {
                *sum += size;
            } else {
                shared += size;
            }
        }
        let first = own.map(|(name, size)| (size + shared, name, FIRST_LOAD));
        let later = (engine, "the engine and its networks, which come later", ENGINE);
        for (size, what, most) in first.into_iter().chain([later]) {
            let _ = writeln!(text, "{size:>9} first load of {what}");
            ensure!(size <= most, "{text}that is more than {most} bytes");
        }
        Ok(text)
    }
}

/// The size budget of a first load, before a page is shown.
const FIRST_LOAD: usize = 350_000;
/// The size budget of the engine with its network, which is loaded on demand.
const ENGINE: usize = 900_000;

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// All style sheets in the order of their names, minified.
fn styles(folder: &Path) -> Result<Vec<u8>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    let mut all = String::new();
    for path in paths {
        all += &fs::read_to_string(&path)?;
    }
    let mut text = String::with_capacity(all.len());
    let mut rest = all.as_str();
    while let Some((before, after)) = rest.split_once("/*") {
        text += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text += rest;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.collect::<Vec<_>>().join("\n").into_bytes())
}

/// The programs that show pages, each with the first segments of its routes. The first program
/// is the fallback.
const PROGRAMS: [(&str, &[&str]); 4] = [
    ("app", &[]),
    ("study", &["review", "analysis", "learn", "rules"]),
    ("online", &["online", "seek", "people", "leaders", "account"]),
    ("table", &["game"]),
];

/// The script that starts the program of the requested page. It adds the element by which
/// programs know that this one is loaded.
fn start<'a>(boot: impl Fn(&str) -> &'a str) -> String {
    let pages = PROGRAMS[1..].iter().flat_map(|(program, pages)| {
        pages.iter().map(move |page| format!("{page}: \"{program}\""))
    });
    let pages: Vec<_> = pages.collect();
    let boots = PROGRAMS.map(|(program, _)| format!("{program}: \"{}\"", beside(boot(program))));
    format!(
        "const pages = {{ {} }};\nconst boots = {{ {} }};\n\
         const program = pages[location.hash.slice(2).split(/[/?]/)[0]] ?? \"app\";\n\
         const mark = document.createElement(\"meta\");\n\
         mark.id = `program-${{program}}`;\n\
         document.head.append(mark);\n\
         import(boots[program]);\n",
        pages.join(", "),
        boots.join(", ")
    )
}

/// The script that starts a module.
fn boot(script: &str, wasm: &str, more: &str) -> String {
    let (script, wasm) = (beside(script), beside(wasm));
    format!(
        "import init from \"{script}\";\n{more}init({{ module_or_path: new URL(\"{wasm}\", \
         import.meta.url) }});\n"
    )
}

/// The same for the web worker, which queues messages that arrive before it is initialised.
fn boot_worker(script: &str, wasm: &str) -> String {
    let early = "const early = [];\nself.onmessage = (event) => early.push(event);\n";
    let boot = boot(script, wasm, early);
    let boot = boot.trim_end().trim_end_matches(';');
    format!("{boot}.then(() => {{ for (const event of early) self.onmessage(event); }});\n")
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

fn is_compressible(path: &str) -> bool {
    Path::new(path).extension().is_none_or(|extension| extension != "png")
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
