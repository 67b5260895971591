use bosworth_rules::Side;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::app::{OnlineGame, TerminalApp};
use crate::online::{TableDescription, time_text};
use crate::painter::{Painter, cut, width};

/// Maximum number of chat lines in a short and in a tall window.
const MAX_CHAT_LINES_SHORT: usize = 3;
const MAX_CHAT_LINES_TALL: usize = 8;

/// Draws the players of an online table, a line each with presence and clock, at the top and at the
/// bottom; returns the area in between.
pub(super) fn draw(
    app: &TerminalApp,
    online: &OnlineGame,
    painter: &mut Painter<'_>,
    area: Rect,
) -> Rect {
    let near = app.near();
    seat(app, online, painter, Rect { height: 1, ..area }, !near);
    seat(app, online, painter, Rect { y: area.bottom() - 1, height: 1, ..area }, near);
    Rect { y: area.y + 1, height: area.height - 2, ..area }
}

fn seat(app: &TerminalApp, online: &OnlineGame, painter: &mut Painter<'_>, area: Rect, side: Side) {
    let theme = painter.theme;
    let snapshot = &online.snapshot;
    let description = TableDescription::new(&app.texts, snapshot);
    let clock = snapshot.table.opening().clock;
    let left = snapshot.left(online.now).map(|left| left[side]);
    let runs = snapshot.table.turn() == Some(side) && snapshot.table.clocks_run();
    let time = left.map(|left| {
        let low = snapshot.is_low(left) && !snapshot.is_over();
        let mark = match (low, runs) {
            (true, _) => "!",
            (false, true) => theme.or("◷", "*"),
            (false, false) => " ",
        };
        let style = match (low, runs) {
            (true, _) => theme.hero(),
            (false, true) => theme.target(),
            (false, false) => Style::new(),
        };
        (format!("{mark} {}", time_text(left, clock)), style)
    });
    let room = time.as_ref().map_or(0, |(text, _)| width(text) + 1);
    let here = snapshot.table.is_connected(side);
    let away = if here || snapshot.is_over() {
        String::new()
    } else {
        format!(" · {}", app.texts.get("online-away"))
    };
    let own = if snapshot.side == Some(side) {
        format!(" ({})", app.texts.get("tui-you"))
    } else {
        String::new()
    };
    let rest = area.width.saturating_sub(room + width(&away) + width(&own) + 2);
    let name = cut(&description.rated_name(side), rest, theme);
    let dot = if here { theme.or("●", "o") } else { theme.or("○", ".") };
    let pieces = [
        (format!("{dot} "), if here { theme.target() } else { theme.faint() }),
        (name, theme.strong()),
        (own, theme.faint()),
        (away, theme.hero()),
    ];
    painter.pieces(area.x, area.y, area.width, &pieces);
    if let Some((text, style)) = time {
        let start = area.right().saturating_sub(width(&text));
        painter.text(start, area.y, width(&text), &text, style);
    }
}

/// Whose turn it is, or the state of the connection.
pub(super) fn status(app: &TerminalApp, online: &OnlineGame) -> String {
    let snapshot = &online.snapshot;
    if online.lost {
        return app.texts.get("online-lost-short");
    }
    if snapshot.sending {
        return app.texts.get("online-sending");
    }
    let side = snapshot.table.turn().unwrap_or(Side::Red);
    let name = [("side", app.side_name(side).into())];
    let id = match snapshot.side {
        Some(own) if own == side => "tui-your-turn",
        _ => "tui-to-act",
    };
    app.texts.format(id, &name)
}

/// Chat, spectators, pending offers, and the state of the connection.
pub(super) fn messages(
    app: &TerminalApp,
    online: &OnlineGame,
    columns: u16,
    large: bool,
    put: &mut impl FnMut(&str, Style),
) {
    let theme = app.theme;
    let snapshot = &online.snapshot;
    let description = TableDescription::new(&app.texts, snapshot);
    let shown = if large { MAX_CHAT_LINES_TALL } else { MAX_CHAT_LINES_SHORT };
    let silent = snapshot.side.is_some_and(|side| snapshot.table.is_quiet(side));
    let first = snapshot.chat.len().saturating_sub(shown);
    for (side, text) in snapshot.chat[first..].iter().filter(|_| !silent) {
        put(&description.said(*side, text), Style::new());
    }
    if snapshot.watchers > 0 {
        put(&app.texts.count("online-watchers", snapshot.watchers), theme.faint());
    }
    for line in description.waiting(online.now, true) {
        put(&line, theme.hint());
    }
    if online.lost {
        put(&app.texts.get("online-lost"), theme.hero());
        if snapshot.sending {
            put(&app.texts.get("online-sent-later"), theme.hero());
        }
    }
    if let Some(typing) = &online.typing {
        // A long message is scrolled to its end, where it is being typed.
        let skipped = (width(typing) + 12).saturating_sub(columns);
        let end: String = typing.chars().skip(skipped.into()).collect();
        let line = app.texts.format("online-typing", &[("text", end.into())]);
        put(&format!("{line}{}", theme.or("▏", "_")), theme.chosen());
    }
}
