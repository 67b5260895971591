mod chances;
mod hand;
mod help;
mod list;
mod messages;
mod seat;

use bosworth_board::{Press, Scene};
use bosworth_rules::Action;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::app::{App, Hit, Source};
use crate::board::{self, Size};
use crate::ink::{Ink, width, wrap};
use crate::online::Told;

/// The minimum window size.
pub const LEAST: (u16, u16) = (80, 24);
/// The minimum width of the panel beside the board.
const PANEL: u16 = 40;
/// Rows above and below the board.
const MARGIN: u16 = 2;

/// Draws everything and returns the clickable areas.
pub fn draw(app: &App, buffer: &mut Buffer) -> Vec<(Rect, Hit)> {
    let area = buffer.area;
    let mut ink = Ink::new(app.theme, buffer);
    ink.fill(area, Style::new());
    let mut hits = Vec::new();
    let (width, height) = LEAST;
    let size = Size::fitting(area, PANEL + 1, MARGIN);
    let (Some(size), true) = (size, area.width >= width && area.height >= height) else {
        too_small(app, &mut ink, area);
        return hits;
    };
    let rows = size.height();
    let spare_rows = area.height - MARGIN - rows;
    let panel_width = (area.width - size.width() - 1).min(72);
    let left = (area.width - size.width() - 1 - panel_width) / 2;
    heading(app, &mut ink, area);
    let top = 1 + spare_rows / 2;
    let scene = app.scene();
    board::draw(&scene, &mut ink, area.x + left, top, size, &mut hits);
    let panel = Rect {
        x: area.x + left + size.width() + 1,
        y: 1,
        width: panel_width,
        height: area.height - MARGIN,
    };
    draw_panel(app, &scene, &mut ink, panel, &mut hits);
    footer(app, &mut ink, area);
    if app.help {
        help::draw(app, &mut ink, area);
        hits.clear();
    }
    hits
}

/// The message for a window that is too small for the board.
pub fn too_small(app: &App, ink: &mut Ink<'_>, area: Rect) {
    let values = [
        ("width", area.width.into()),
        ("height", area.height.into()),
        ("wide", LEAST.0.into()),
        ("high", LEAST.1.into()),
    ];
    let text = app.texts.format("tui-too-small", &values);
    for (row, line) in (area.y..area.bottom()).zip(wrap(&text, area.width)) {
        ink.text(area.x, row, area.width, &line, Style::new());
    }
}

fn heading(app: &App, ink: &mut Ink<'_>, area: Rect) {
    let theme = ink.theme;
    let terms = app.online().map(|online| Told::new(&app.texts, &online.snapshot).terms());
    let terms = terms.unwrap_or_else(|| app.texts.ruleset(app.ruleset()));
    let mut text = format!("{} · {terms}", app.texts.get("tui-title"));
    if let Source::Records { games, place, .. } = &app.source
        && games.len() > 1
    {
        let values = [("number", (place + 1).into()), ("count", games.len().into())];
        text += &format!(" · {}", app.texts.format("tui-game-of", &values));
    }
    if let Some(table) = app.table() {
        text += &format!(" · {}", table.id);
    }
    let end = ink.text(area.x + 1, area.y, area.width - 2, &text, theme.strong());
    let status = status(app);
    let columns = width(&status);
    let start = (area.right().saturating_sub(columns + 1)).max(end + 2);
    ink.text(start, area.y, area.right().saturating_sub(start), &status, theme.target());
}

/// Whose turn it is, or which ply the board shows.
fn status(app: &App) -> String {
    let all = app.game().plies().len();
    if !app.is_live() {
        let values = [("at", app.ply().into()), ("all", all.into())];
        return app.texts.format("tui-viewing", &values);
    }
    if app.shows_end() {
        return app.texts.get("tui-over");
    }
    if let Some(online) = app.online() {
        return seat::status(app, online);
    }
    let side = ("side", app.side_name(app.position().side()).into());
    if app.watching() && app.paused {
        return app.texts.get("tui-paused");
    }
    let people =
        app.table().is_some_and(|table| table.seats.red == table.seats.white && !app.watching());
    let id = match (app.may_act(), people) {
        (true, false) => "tui-your-turn",
        (_, true) => "tui-to-act",
        (false, false) => "tui-thinking",
    };
    app.texts.format(id, &[side])
}

fn footer(app: &App, ink: &mut Ink<'_>, area: Rect) {
    let over = app.is_live() && app.shows_end();
    let id = if let Some(online) = app.online() {
        match (online.snapshot.side, over) {
            (None, _) => "online-bar-watch",
            (Some(_), true) => "online-bar-over",
            (Some(_), false) if online.elsewhere > 0 => "online-bar-next",
            (Some(_), false) => "online-bar-play",
        }
    } else if over && app.table().is_some() {
        "tui-hint-bar-over"
    } else if app.watching() {
        "tui-hint-bar-watch"
    } else if app.table().is_none() {
        "tui-hint-bar-view"
    } else {
        "tui-hint-bar-play"
    };
    let faint = ink.theme.faint();
    let row = area.bottom() - 1;
    let others = app.online().map_or(0, |online| online.elsewhere);
    let line = app.texts.format(id, &[("count", others.into())]);
    ink.text(area.x + 1, row, area.width - 2, &line, faint);
}

/// Hands, piles, chances, actions and messages, beside the board.
fn draw_panel(
    app: &App,
    scene: &Scene,
    ink: &mut Ink<'_>,
    area: Rect,
    hits: &mut Vec<(Rect, Hit)>,
) {
    let large = area.height >= 34;
    let card_rows = if large { 5 } else { 3 };
    let near = app.near();
    let area = match app.online() {
        Some(online) => seat::draw(app, online, ink, area),
        None => area,
    };
    hand::hand(app, scene, ink, Rect { height: card_rows + 1, ..area }, !near, hits);
    let own = Rect { y: area.bottom() - card_rows - 1, height: card_rows + 1, ..area };
    hand::hand(app, scene, ink, own, near, hits);
    let gap = u16::from(large);
    let mut y = area.y + card_rows + 1 + gap;
    let end = own.y - gap;
    y = piles(app, scene, ink, Rect { y, height: 1, ..area }, hits) + gap;
    if app.valued {
        y = chances::chances(app, ink, Rect { y, height: end - y, ..area }) + gap;
    }
    let words = messages::messages(app, scene, area.width, large);
    let rows = (words.len() as u16).min(end.saturating_sub(y));
    // The last lines matter most.
    for (row, (line, style)) in (end - rows..end).zip(&words[words.len() - usize::from(rows)..]) {
        ink.text(area.x, row, area.width, line, *style);
    }
    let list = Rect { y, height: (end - rows).saturating_sub(y + gap), ..area };
    list::actions(app, ink, list, hits);
}

fn piles(
    app: &App,
    scene: &Scene,
    ink: &mut Ink<'_>,
    area: Rect,
    hits: &mut Vec<(Rect, Hit)>,
) -> u16 {
    let position = &scene.position;
    let texts = &app.texts;
    let chosen = scene.chosen == Some(Action::Draw);
    let drawable = scene.actions.draw;
    let pile = texts.count("tui-pile", position.pile().len());
    let pile = if drawable { format!("{pile} (d)") } else { pile };
    let style = match (chosen, drawable) {
        (true, _) => ink.theme.chosen(),
        (false, true) => ink.theme.target(),
        (false, false) => Style::new(),
    };
    let end = ink.text(area.x, area.y, area.width, &pile, style);
    hits.push((Rect { width: end - area.x, ..area }, Hit::Press(Press::Pile)));
    let rest = format!(
        " · {} · {}",
        texts.count("tui-discard", position.discard().len()),
        texts.count("tui-roses", u32::from(position.supply())),
    );
    ink.text(end, area.y, area.right() - end, &rest, Style::new());
    area.y + 1
}

/// A centred pop-up window.
pub fn window(ink: &mut Ink<'_>, area: Rect, columns: u16, rows: u16, title: &str) -> Rect {
    let theme = ink.theme;
    let (columns, rows) = (columns.min(area.width), rows.min(area.height));
    let place = Rect {
        x: area.x + (area.width - columns) / 2,
        y: area.y + (area.height - rows) / 2,
        width: columns,
        height: rows,
    };
    ink.fill(place, Style::new());
    ink.frame(place, theme.or("╭╮╰╯─│", "++++-|"), theme.faint());
    ink.text(
        place.x + 2,
        place.y,
        columns.saturating_sub(4),
        &format!(" {title} "),
        theme.strong(),
    );
    Rect { x: place.x + 2, y: place.y + 1, width: columns - 4, height: rows - 2 }
}
