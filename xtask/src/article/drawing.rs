//! Drawings inside a page: in its colours, with a text for screen readers and the numbers behind.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};

use super::figures::{Run, StudyFigures};
use super::placeholder::NumberFormat;
use super::{Article, folder};

/// The colours of the drawings, each with the suffix of the classes that replace it.
const COLOURS: [(&str, &str); 7] = [
    ("#2B2620", "ink"),
    ("#D8D2C8", "faint"),
    ("#A31F2E", "1"),
    ("#1F5C8A", "2"),
    ("#B08A2E", "3"),
    ("#4C7A3D", "4"),
    ("#7A4F8A", "5"),
];

/// An image in an article: `![what it shows](name "caption")`.
pub(super) struct Image<'a> {
    pub(super) alternative: &'a str,
    pub(super) name: &'a str,
    pub(super) caption: &'a str,
}

impl<'a> Image<'a> {
    /// Reads a line that is an image.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let (alternative, rest) = line.strip_prefix("![")?.split_once("](")?;
        let (name, caption) = rest.strip_suffix("\")")?.split_once(" \"")?;
        Some(Self { alternative, name, caption })
    }

    /// The drawing as a figure of a page, without empty lines.
    pub(super) fn html(&self, article: &Article, number: usize) -> Result<String> {
        let path = folder().join(article.language).join(format!("{}.svg", self.name));
        let svg =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let (_, described) = svg.split_once("<desc>").context("a drawing without numbers")?;
        let (rows, drawn) = described.split_once("</desc>").context("a drawing without an end")?;
        // The style sheet is that of the page.
        let drawn = drawn.split_once("</style>").map_or(drawn, |(_, drawn)| drawn);
        let view = svg.split("viewBox=\"").nth(1).and_then(|it| it.split('"').next());
        let view = view.context("a drawing without a size")?;
        let mut html = format!(
            "<figure><svg viewBox=\"{view}\" role=\"img\" aria-label=\"{}\">",
            escaped(self.alternative)
        );
        html += &in_page_colours(drawn);
        let _ = write!(html, "<figcaption>{}</figcaption>", self.caption);
        let _ = write!(html, "<details><summary>{}</summary>", article.word("details")?);
        html += &table(rows, &format!("{} {number}", article.word("table")?));
        let _ = write!(html, "<p>{}</p>", article.word("interval")?);
        html += &commands(article, self.runs(&article.figures)?)?;
        html += "</details></figure>";
        Ok(html)
    }

    /// The games that a drawing is about: those of the edition in its name, or all.
    fn runs(&self, figures: &StudyFigures) -> Result<Vec<Run>> {
        let runs = figures.runs()?;
        let mut groups = runs.iter().map(|run| run.group.clone());
        let edition = groups.find(|group| self.name.ends_with(&format!("-{group}")));
        let is_shown = |run: &Run| match &edition {
            Some(edition) => run.group == *edition,
            None => self.name != "mistakes" || run.group.contains("-level-"),
        };
        Ok(runs.into_iter().filter(is_shown).collect())
    }
}

/// A list of games and of the commands that played them.
pub(super) fn commands(article: &Article, runs: Vec<Run>) -> Result<String> {
    let games = article.word("games")?;
    let item = |Run { command, games: count, .. }: Run| {
        format!("<li>{}\u{a0}{games}: <code>{command}</code></li>", NumberFormat::count(count))
    };
    Ok(format!("<ul>{}</ul>", runs.into_iter().map(item).collect::<String>()))
}

/// A drawing whose colours are those of the page, by classes, and without empty lines.
fn in_page_colours(svg: &str) -> String {
    let mut svg = svg.to_string();
    for (colour, name) in COLOURS {
        svg = svg.replace(&format!("fill=\"{colour}\""), &format!("class=\"fill-{name}\""));
        svg = svg.replace(&format!("stroke=\"{colour}\""), &format!("class=\"line-{name}\""));
    }
    // What the style sheet says once, and what says nothing.
    for (long, short) in [
        (" font-family=\"sans-serif\"", ""),
        (" opacity=\"1\"", ""),
        (" stroke=\"none\"", ""),
        (" stroke-width=\"1\"", ""),
        ("\">\n", "\">"),
        ("\n</text>", "</text>"),
    ] {
        svg = svg.replace(long, short);
    }
    let lines = svg.lines().filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect::<String>().trim_end().into()
}

/// A table of lines with ` | ` between their cells, the first of which are the heads.
fn table(rows: &str, name: &str) -> String {
    let mut rows = rows.trim().lines().map(|row| row.split(" | "));
    let heads = rows.next().into_iter().flatten();
    let heads: String = heads.map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    let body = rows.map(|mut cells| {
        let first = cells.next().unwrap_or_default();
        let others: String = cells.map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr><th scope=\"row\">{first}</th>{others}</tr>")
    });
    format!(
        "<div class=\"wide-table\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\"><table><thead><tr>{heads}</tr></thead><tbody>{}</tbody></table></div>",
        body.collect::<String>()
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_has_an_alternative_a_name_and_a_caption() {
        let image =
            Image::read("![Bars (6).](cards-dealt \"What a card is worth\")").expect("an image");
        assert_eq!((image.alternative, image.name), ("Bars (6).", "cards-dealt"));
        assert_eq!(image.caption, "What a card is worth");
        assert!(Image::read("Some text with ![x](y)").is_none());
    }

    #[test]
    fn no_colour_of_a_drawing_is_left_in_a_page() {
        let svg = "<rect fill=\"#A31F2E\" stroke=\"none\"/>\n\n<line stroke=\"#2B2620\"/>\n</svg>";
        let page = in_page_colours(svg);
        assert_eq!(page, "<rect class=\"fill-1\"/>\n<line class=\"line-ink\"/>\n</svg>");
    }
}
