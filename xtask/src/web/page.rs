//! The page itself, a single file with everything that the first paint needs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::program::{self, TAKE_SCRIPT};
use super::texts::LANGUAGES;

/// The parts of the page.
pub(super) struct PageTemplate<'a> {
    /// The paths of assets, by their names.
    pub(super) assets: &'a BTreeMap<String, String>,
    /// The paths of the files of all chunks, by their numbers.
    pub(super) files: &'a [String],
    /// The numbers of the files of each chunk, by its name.
    pub(super) chunks: &'a BTreeMap<String, Vec<usize>>,
    /// All style sheets.
    pub(super) styles: &'a str,
    /// The messages of each language, in the order of [`LANGUAGES`].
    pub(super) texts: &'a [String],
    /// The main module of the program.
    pub(super) program: &'a [u8],
}

impl PageTemplate<'_> {
    /// Fills a template: `{{style}}`, `{{files}}`, `{{chunks}}`, `{{text ID}}` for a message in all languages, of
    /// which the style shows one, `{{program}}`, and `{{name}}` for the path of an asset. At the end
    /// `{{script-hash}}`, `{{take-hash}}` and `{{style-hash}}` let the content security policy allow
    /// what is inline, and nothing else.
    pub(super) fn fill(&self, template: &str) -> Result<String> {
        let (before, rest) = inline(template, "script")?;
        let (script, after) = rest;
        let mut page = format!("{before}{}{after}", minified(script));
        page = page.replace("{{style}}", self.styles);
        page = page.replace("{{files}}", &serde_json::to_string(self.files)?);
        page = page.replace("{{chunks}}", &serde_json::to_string(self.chunks)?);
        while let Some((before, rest)) = page.split_once("{{text ") {
            let (id, after) = rest.split_once("}}").context("{{text without an end")?;
            page = format!("{before}{}{after}", self.text(id)?);
        }
        for (name, path) in self.assets {
            page = page.replace(&format!("{{{{{name}}}}}"), path);
        }
        for element in ["script", "style"] {
            let hash = integrity(inline(&page, element)?.1.0);
            page = page.replace(&format!("{{{{{element}-hash}}}}"), &hash);
        }
        page = page.replace("{{take-hash}}", &integrity(TAKE_SCRIPT));
        Ok(page.replace("{{program}}", &program::elements(self.program)))
    }

    fn text(&self, id: &str) -> Result<String> {
        let mut all = String::new();
        for (language, texts) in LANGUAGES.iter().zip(self.texts) {
            let line = texts.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(" = "));
            let text = line.with_context(|| format!("{language} has no message {id}"))?;
            let _ = write!(all, "<span lang=\"{language}\">{text}</span>");
        }
        Ok(all)
    }
}

/// The page up to the content of its only inline element of a kind; that content; and the rest.
fn inline<'p>(page: &'p str, element: &str) -> Result<(&'p str, (&'p str, &'p str))> {
    let (start, end) = (format!("<{element}>"), format!("</{element}>"));
    let from = page.find(&start).with_context(|| format!("the page has no {start}"))? + start.len();
    let to = page[from..].find(&end).with_context(|| format!("the page has no {end}"))? + from;
    Ok((&page[..from], (&page[from..to], &page[to..])))
}

/// A source of the content security policy: exactly this text.
fn integrity(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// A script without comments of whole lines, indentation and empty lines.
pub(super) fn minified(script: &str) -> String {
    let is_comment =
        |line: &str| ["//", "/*", "* ", "*/"].iter().any(|sign| line.starts_with(sign));
    let lines = script.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && *line != "*" && !is_comment(line));
    lines.collect::<Vec<_>>().join("\n")
}
