//! An article as HTML.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html as markup};

use super::Article;
use super::drawing::{Image, commands};
use super::placeholder::{NumberFormat, WrittenFigure, fill};

/// The content of the page: a list of contents, then the sections.
pub(super) fn html(article: &Article) -> Result<String> {
    let mut markdown = String::new();
    let (mut figures, mut drawings) = (0, 0);
    let games = article.word("games")?;
    let mut button = |figure: WrittenFigure| {
        figures += 1;
        button(&figure, figures, games)
    };
    let mut plain = |figure: WrittenFigure| figure.value;
    for line in article.lines("TEXT: ", "WEB: ") {
        if let Some(image) = Image::read(line) {
            drawings += 1;
            let mut plainly =
                |text: &str| fill(text, &article.figures, &article.numbers, &mut plain);
            let (alternative, caption) = (plainly(image.alternative)?, plainly(image.caption)?);
            let image = Image { alternative: &alternative, name: image.name, caption: &caption };
            markdown += &image.html(article, drawings)?;
        } else if line == "RUNS" {
            markdown += &runs(article)?;
        } else {
            markdown += &fill(line, &article.figures, &article.numbers, &mut button)?;
        }
        markdown.push('\n');
    }
    let (contents, sections) = sections(&markdown)?;
    let name = article.word("contents")?;
    Ok(format!(
        "<nav aria-label=\"{name}\"><ul class=\"contents\">{contents}</ul></nav>\n{sections}"
    ))
}

/// A figure that says more when it is pressed.
fn button(figure: &WrittenFigure, number: usize, games: &str) -> String {
    let WrittenFigure { value, interval, .. } = figure;
    let Some(interval) = interval else { return value.clone() };
    let count = NumberFormat::count(figure.games);
    format!(
        "<button type=\"button\" popovertarget=\"f{number}\">{value}</button>\
         <span popover id=\"f{number}\">{value} ± {interval} · {count}\u{a0}{games}</span>"
    )
}

/// All games and their commands, folded.
fn runs(article: &Article) -> Result<String> {
    let list = commands(article, article.figures.runs()?)?;
    Ok(format!("<details><summary>{}</summary>{list}</details>\n", article.word("runs")?))
}

/// The entries of the list of contents, and the text.
fn sections(markdown: &str) -> Result<(String, String)> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let (mut contents, mut events) = (String::new(), Vec::new());
    let mut heading = String::new();
    let mut events_in = Parser::new_ext(markdown, options);
    while let Some(event) = events_in.next() {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, id, .. }) => {
                let id = id.context("a heading without an id")?;
                heading.clear();
                for inner in events_in.by_ref() {
                    match inner {
                        Event::End(TagEnd::Heading(_)) => break,
                        Event::Text(text) | Event::Code(text) => heading += &text,
                        _ => {}
                    }
                }
                let _ = write!(
                    contents,
                    "<li><a class=\"button\" href=\"#/book/{id}\">{heading}</a></li>"
                );
                events.push(raw(format!("<h2 id=\"book-{id}\" tabindex=\"-1\">{heading}</h2>\n")));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let section = dest_url.strip_prefix('#').map(|id| format!("#/book/{id}").into());
                let dest_url = section.unwrap_or(dest_url);
                events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Table(alignments)) => {
                events.push(raw(format!(
                    "<div class=\"wide-table\" tabindex=\"0\" role=\"region\" aria-label=\"{heading}\">"
                )));
                events.push(Event::Start(Tag::Table(alignments)));
            }
            Event::End(TagEnd::Table) => {
                events.push(Event::End(TagEnd::Table));
                events.push(raw("</div>\n".into()));
            }
            other => events.push(other),
        }
    }
    let mut html = String::new();
    markup::push_html(&mut html, events.into_iter());
    // An empty cell heads no column.
    let html = html.replace("<th></th>", "<td></td>");
    Ok((contents, html))
}

fn raw(html: String) -> Event<'static> {
    Event::Html(CowStr::from(html))
}
