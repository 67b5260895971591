//! The documents as a book (mdBook), which is part of the site where mdBook is installed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};

use crate::tool::{found, root, target, tool};

/// Whether mdBook is installed.
pub(crate) fn is_possible() -> bool {
    found("mdbook")
}

/// Builds the book into a folder, by default `target/book`.
pub(crate) fn run(folder: Option<&Path>) -> Result<()> {
    if !is_possible() {
        bail!("mdbook is missing: `cargo install mdbook --version ^0.5` installs it");
    }
    let build = target()?.join("book-build");
    let folder = folder.map_or(target()?.join("book"), Path::to_path_buf);
    for old in [&build, &folder] {
        if old.exists() {
            fs::remove_dir_all(old)?;
        }
    }
    gather(&build)?;
    tool("mdbook")
        .args(["build".as_ref(), "--dest-dir".as_ref(), folder.as_os_str(), build.as_os_str()])
        .run()?;
    // The fonts are those of the system, as in the web app.
    fs::remove_dir_all(folder.join("fonts"))?;
    for page in pages(&folder, "html")? {
        obey_policy(&page, &folder)?;
    }
    println!("the book is in {}", folder.display());
    Ok(())
}

/// The pages of the book, as paths relative to the root.
pub(crate) fn chapters() -> Result<Vec<PathBuf>> {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md"))?;
    Ok(links(&summary).map(|link| plain(&Path::new("docs").join(link))).collect())
}

/// Reports links to documents that are neither in the book nor meant for the repository alone.
pub(crate) fn check_links() -> Result<Vec<String>> {
    let chapters = chapters()?;
    let mut faults = Vec::new();
    for chapter in &chapters {
        let text = read_chapter(chapter)?;
        for file in links(&text).filter_map(|link| linked_page(chapter, link)) {
            if !chapters.contains(&file) && !is_outside(&file) {
                faults.push(format!(
                    "{} links to {}, which is missing in docs/SUMMARY.md",
                    chapter.display(),
                    file.display()
                ));
            }
        }
    }
    Ok(faults)
}

/// Documents for those who change the program, which are read in the repository.
fn is_outside(file: &Path) -> bool {
    let folders = ["docs/dev", "docs/lab", "docs/study"];
    let files = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/training.md"];
    folders.iter().any(|folder| file.starts_with(folder))
        || files.iter().any(|name| file == Path::new(name))
}

/// The document that a link in a chapter points to, if it is one.
fn linked_page(chapter: &Path, link: &str) -> Option<PathBuf> {
    if link.contains("://") {
        return None;
    }
    let here = chapter.parent().unwrap_or(Path::new(""));
    let file = plain(&here.join(link.split('#').next().unwrap_or_default()));
    file.extension().is_some_and(|ending| ending == "md").then_some(file)
}

fn read_chapter(chapter: &Path) -> Result<String> {
    fs::read_to_string(root().join(chapter))
        .with_context(|| format!("the chapter {} cannot be read", chapter.display()))
}

/// Copies the chapters and the files they link to into the layout that mdBook expects: one folder,
/// with the documents of `docs/` at the top.
fn gather(build: &Path) -> Result<()> {
    let faults = check_links()?;
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    let source = build.join("src");
    fs::create_dir_all(&source)?;
    fs::copy(root().join("docs/book.toml"), build.join("book.toml"))?;
    for chapter in [PathBuf::from("docs/SUMMARY.md")].into_iter().chain(chapters()?) {
        let text = read_chapter(&chapter)?;
        let here = chapter.parent().unwrap_or(Path::new(""));
        for link in links(&text).filter(|link| !link.contains("://")) {
            let file = plain(&here.join(link.split('#').next().unwrap_or_default()));
            let is_page = file.extension().is_some_and(|ending| ending == "md");
            if !is_page && root().join(&file).is_file() {
                copy(&root().join(&file), &source.join(staged(&file)))?;
            }
        }
        let place = source.join(staged(&chapter));
        let text = without_links_outside(&chapter, &text).replace("](docs/", "](");
        let text = if here == Path::new("docs") { text.replace("](../", "](") } else { text };
        fs::create_dir_all(place.parent().unwrap_or(&source))?;
        fs::write(place, text)?;
    }
    Ok(())
}

/// Replaces links to documents outside of the book by their text.
fn without_links_outside(chapter: &Path, text: &str) -> String {
    let mut parts = text.split("](");
    let mut whole = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (link, rest) = part.split_once(')').unwrap_or((part, ""));
        let outside = linked_page(chapter, link).is_some_and(|file| is_outside(&file));
        match whole.rfind('[').filter(|_| outside) {
            Some(bracket) => {
                whole.remove(bracket);
                whole += rest;
            }
            None => whole += &format!("]({part}"),
        }
    }
    whole
}

fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path {
        if part == ".." {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// Where a file of the repository is in the book.
fn staged(path: &Path) -> &Path {
    path.strip_prefix("docs").unwrap_or(path)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// The files with an extension in a folder, recursively.
pub(crate) fn pages(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The server's content security policy forbids inline code and fonts: scripts become files.
fn obey_policy(page: &Path, folder: &Path) -> Result<()> {
    let text = fs::read_to_string(page)?.replace(" style=\"clear: both\"", "");
    let depth = page.strip_prefix(folder)?.components().count() - 1;
    let mut parts = text.split("<script>");
    let mut whole = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (script, rest) = part.split_once("</script>").context("a script ends")?;
        let sum = Sha256::digest(script);
        let sum: String = sum.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        fs::write(folder.join(format!("inline-{sum}.js")), script)?;
        let way = "../".repeat(depth);
        whole += &format!("<script src=\"{way}inline-{sum}.js\"></script>{rest}");
    }
    let whole: String =
        whole.split_inclusive('\n').filter(|line| !line.contains("fonts/fonts")).collect();
    fs::write(page, whole)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_documents_outside_of_the_book_become_text() {
        let chapter = Path::new("docs/strength.md");
        let text = "[Runs](lab/strength.md#a) and [speed](speed.md), [x](../ARCHITECTURE.md).";
        let expected = "Runs and [speed](speed.md), x.";
        assert_eq!(without_links_outside(chapter, text), expected);
    }
}
