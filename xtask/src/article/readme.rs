//! The English article as Markdown, for readers of the repository.

use std::fmt::Write as _;

use anyhow::Result;

use super::Article;
use super::drawing::Image;
use super::placeholder::{NumberFormat, WrittenFigure, fill};

/// The text of docs/study/README.md.
pub(super) fn text(article: &Article) -> Result<String> {
    let mut text = format!(
        "<!-- Made by `cargo xtask article` from book.en.md and figures.json. -->\n# {}\n",
        article.word("title")?
    );
    let mut print = |figure: WrittenFigure| match figure.interval {
        Some(interval) => format!("{} ± {interval}", figure.value),
        None => figure.value,
    };
    for line in article.lines("WEB: ", "TEXT: ") {
        if let Some(image) = Image::read(line) {
            let Image { alternative, name, caption } = image;
            let mut plain = |figure: WrittenFigure| figure.value;
            let alternative = fill(alternative, &article.figures, &article.numbers, &mut plain)?;
            let caption = fill(caption, &article.figures, &article.numbers, &mut plain)?;
            let _ =
                writeln!(text, "![{alternative}]({}/{name}.svg)\n\n*{caption}*", article.language);
        } else if line == "RUNS" {
            text += "| games | command |\n|---|---|\n";
            for run in article.figures.runs()? {
                let _ =
                    writeln!(text, "| {} | `{}` |", NumberFormat::count(run.games), run.command);
            }
        } else {
            let heading = heading_and_id(line).map(|(heading, _)| format!("## {heading}"));
            let line = heading.as_deref().unwrap_or(line);
            let line = fill(line, &article.figures, &article.numbers, &mut print)?;
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    // The anchors of the page are the ids of its headings; those of the document are their words.
    for line in article.body.lines() {
        if let Some((heading, id)) = heading_and_id(line) {
            let anchor = heading.to_lowercase().replace(' ', "-").replace('?', "");
            text = text.replace(&format!("](#{id})"), &format!("](#{anchor})"));
        }
    }
    Ok(text)
}

/// `## Heroes {#heroes}` in parts.
fn heading_and_id(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("## ")?.strip_suffix('}')?.split_once(" {#")
}
