mod chances;
mod hand;
mod help;
mod list;
mod messages;
mod seat;

pub use self::help::key_window;

use bosworth_board::{Press, Scene};
use bosworth_rules::Action;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::app::{ClickTarget, GameSource, TerminalApp};
use crate::board_painter::{self, BoardSize};
use crate::online::TableDescription;
use crate::painter::{Painter, width, wrap};

/// The minimum window size.
pub const MIN_WINDOW_SIZE: (u16, u16) = (80, 24);
/// The minimum width of the panel beside the board.
const MIN_PANEL_COLUMNS: u16 = 40;
/// Rows above and below the board.
const MARGIN_ROWS: u16 = 2;

/// Draws everything and returns the clickable areas.
pub fn draw(app: &TerminalApp, buffer: &mut Buffer) -> Vec<(Rect, ClickTarget)> {
    let area = buffer.area;
    let mut painter = Painter::new(app.theme, buffer);
    painter.fill(area, Style::new());
    let mut hits = Vec::new();
    let (width, height) = MIN_WINDOW_SIZE;
    let size = BoardSize::fitting(area, MIN_PANEL_COLUMNS + 1, MARGIN_ROWS);
    let (Some(size), true) = (size, area.width >= width && area.height >= height) else {
        too_small(app, &mut painter, area);
        return hits;
    };
    let rows = size.height();
    let spare_rows = area.height - MARGIN_ROWS - rows;
    let panel_width = (area.width - size.width() - 1).min(72);
    let left = (area.width - size.width() - 1 - panel_width) / 2;
    heading(app, &mut painter, area);
    let top = 1 + spare_rows / 2;
    let scene = app.scene();
    board_painter::draw(&scene, &mut painter, area.x + left, top, size, &mut hits);
    let panel = Rect {
        x: area.x + left + size.width() + 1,
        y: 1,
        width: panel_width,
        height: area.height - MARGIN_ROWS,
    };
    draw_panel(app, &scene, &mut painter, panel, &mut hits);
    footer(app, &mut painter, area);
    if app.help {
        help::draw(app, &mut painter, area);
        hits.clear();
    }
    hits
}

/// The message for a window that is too small for the board.
pub fn too_small(app: &TerminalApp, painter: &mut Painter<'_>, area: Rect) {
    let values = [
        ("width", area.width.into()),
        ("height", area.height.into()),
        ("wide", MIN_WINDOW_SIZE.0.into()),
        ("high", MIN_WINDOW_SIZE.1.into()),
    ];
    let text = app.texts.format("tui-too-small", &values);
    for (row, line) in (area.y..area.bottom()).zip(wrap(&text, area.width)) {
        painter.text(area.x, row, area.width, &line, Style::new());
    }
}

fn heading(app: &TerminalApp, painter: &mut Painter<'_>, area: Rect) {
    let theme = painter.theme;
    let terms =
        app.online().map(|online| TableDescription::new(&app.texts, &online.snapshot).terms());
    let terms = terms.unwrap_or_else(|| app.texts.ruleset(app.ruleset()));
    let mut text = format!("{} · {terms}", app.texts.get("tui-title"));
    if let GameSource::Records { games, place, .. } = &app.source
        && games.len() > 1
    {
        let values = [("number", (place + 1).into()), ("count", games.len().into())];
        text += &format!(" · {}", app.texts.format("tui-game-of", &values));
    }
    if let Some(session) = app.training() {
        text += &format!(" · {}", session.title(&app.texts));
    }
    if let Some(table) = app.table() {
        text += &format!(" · {}", table.id);
    }
    // Whose turn it is comes first; then what it is about; the name of the game is known.
    let status = status(app);
    let start = area.right().saturating_sub(width(&status) + 1).max(area.x + 1);
    let room = start.saturating_sub(area.x + 3);
    let about = text.split_once(" · ").map_or(&*text, |(_, about)| about);
    let text = if width(&text) > room { about } else { &text };
    painter.text(area.x + 1, area.y, room, text, theme.strong());
    painter.text(start, area.y, area.right().saturating_sub(start), &status, theme.target());
}

/// Whose turn it is, or which ply the board shows.
fn status(app: &TerminalApp) -> String {
    let all = app.game().plies().len();
    if !app.is_live() {
        let values = [("at", app.ply().into()), ("all", all.into())];
        return app.texts.format("tui-viewing", &values);
    }
    if app.shows_end() {
        return app.result_line().unwrap_or_default();
    }
    if let Some(online) = app.online() {
        return seat::status(app, online);
    }
    if app.training().is_some_and(|session| !session.is_open()) {
        return app.texts.get("train-answered");
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

fn footer(app: &TerminalApp, painter: &mut Painter<'_>, area: Rect) {
    let over = app.is_live() && app.shows_end();
    let id = if let Some(online) = app.online() {
        match (online.snapshot.side, over) {
            (None, true) => "online-bar-watch-over",
            (None, false) => "online-bar-watch",
            (Some(_), true) => "online-bar-over",
            (Some(_), false) if online.elsewhere > 0 => "online-bar-next",
            (Some(_), false) => "online-bar-play",
        }
    } else if app.training().is_some() {
        "train-bar"
    } else if over && app.table().is_some() {
        "tui-hint-bar-over"
    } else if app.watching() {
        "tui-hint-bar-watch"
    } else if app.returns {
        "tui-hint-bar-back"
    } else if app.is_review() {
        "tui-hint-bar-review"
    } else if app.table().is_none() {
        "tui-hint-bar-view"
    } else {
        "tui-hint-bar-play"
    };
    let faint = painter.theme.faint();
    let row = area.bottom() - 1;
    let others = app.online().map_or(0, |online| online.elsewhere);
    let line = app.texts.format(id, &[("count", others.into())]);
    painter.text(area.x + 1, row, area.width - 2, &line, faint);
}

/// Hands, piles, chances, actions and messages, beside the board.
fn draw_panel(
    app: &TerminalApp,
    scene: &Scene,
    painter: &mut Painter<'_>,
    area: Rect,
    hits: &mut Vec<(Rect, ClickTarget)>,
) {
    let large = area.height >= 34;
    let card_rows = if large { 5 } else { 3 };
    let near = app.near();
    let area = match app.online() {
        Some(online) => seat::draw(app, online, painter, area),
        None => area,
    };
    hand::hand(app, scene, painter, Rect { height: card_rows + 1, ..area }, !near, hits);
    let own = Rect { y: area.bottom() - card_rows - 1, height: card_rows + 1, ..area };
    hand::hand(app, scene, painter, own, near, hits);
    let gap = u16::from(large);
    let mut y = area.y + card_rows + 1 + gap;
    let end = own.y - gap;
    y = piles(app, scene, painter, Rect { y, height: 1, ..area }, hits) + gap;
    // At the end there is nothing to forecast: the first line says the result.
    if app.valued && !app.shows_end() {
        y = chances::chances(app, painter, Rect { y, height: end - y, ..area }) + gap;
    }
    let words = messages::messages(app, scene, area.width, large);
    let rows = (words.len() as u16).min(end.saturating_sub(y));
    // The last lines are the most important.
    for (row, (line, style)) in (end - rows..end).zip(&words[words.len() - usize::from(rows)..]) {
        painter.text(area.x, row, area.width, line, *style);
    }
    let list = Rect { y, height: (end - rows).saturating_sub(y + gap), ..area };
    list::actions(app, painter, list, hits);
}

fn piles(
    app: &TerminalApp,
    scene: &Scene,
    painter: &mut Painter<'_>,
    area: Rect,
    hits: &mut Vec<(Rect, ClickTarget)>,
) -> u16 {
    let position = &scene.position;
    let texts = &app.texts;
    let chosen = scene.chosen == Some(Action::Draw);
    let drawable = scene.actions.draw;
    let pile = texts.count("tui-pile", position.pile().len());
    let pile = if drawable { format!("{pile} (d)") } else { pile };
    let style = match (chosen, drawable) {
        (true, _) => painter.theme.chosen(),
        (false, true) => painter.theme.target(),
        (false, false) => Style::new(),
    };
    let end = painter.text(area.x, area.y, area.width, &pile, style);
    hits.push((Rect { width: end - area.x, ..area }, ClickTarget::Press(Press::Pile)));
    let rest = format!(
        " · {} · {}",
        texts.count("tui-discard", position.discard().len()),
        texts.count("tui-roses", u32::from(position.supply())),
    );
    painter.text(end, area.y, area.right() - end, &rest, Style::new());
    area.y + 1
}

/// A centred pop-up window.
pub fn window(painter: &mut Painter<'_>, area: Rect, columns: u16, rows: u16, title: &str) -> Rect {
    let theme = painter.theme;
    let (columns, rows) = (columns.min(area.width), rows.min(area.height));
    let place = Rect {
        x: area.x + (area.width - columns) / 2,
        y: area.y + (area.height - rows) / 2,
        width: columns,
        height: rows,
    };
    painter.fill(place, Style::new());
    painter.frame(place, theme.or("╭╮╰╯─│", "++++-|"), theme.faint());
    painter.text(
        place.x + 2,
        place.y,
        columns.saturating_sub(4),
        &format!(" {title} "),
        theme.strong(),
    );
    Rect { x: place.x + 2, y: place.y + 1, width: columns - 4, height: rows - 2 }
}
