use bosworth_texts::Texts;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::window;
use crate::app::{GameSource, TerminalApp};
use crate::painter::{Painter, width};
use crate::theme::Theme;

/// A window with the available key bindings.
pub(super) fn draw(app: &TerminalApp, painter: &mut Painter<'_>, area: Rect) {
    let texts = &app.texts;
    let [enter, escape, space, ends] =
        ["key-enter", "key-escape", "key-space", "key-ends"].map(|id| texts.get(id));
    let watch = format!("{space} s + -");
    let mut keys = vec![("← → k j", "tui-help-browse"), (ends.as_str(), "tui-help-ends")];
    let plays = app.online().is_some_and(|online| online.snapshot.side.is_some());
    let trains = app.training().is_some();
    let acts = app.table().is_some() || plays || trains;
    if acts {
        let acting = [
            ("1 – 5", "tui-help-cards"),
            ("d", "tui-help-draw"),
            (&enter, "tui-help-enter"),
            (&escape, "tui-help-escape"),
        ];
        keys.splice(0..0, acting);
    }
    if plays {
        keys.extend([
            ("u m", "online-help-offers"),
            ("y x", "online-help-answer"),
            ("c", "online-help-claim"),
            ("/", "online-help-chat"),
        ]);
    } else if app.table().is_some() {
        keys.push(("u r", "tui-help-undo"));
    } else if matches!(&app.source, GameSource::Records { games, .. } if games.len() > 1) {
        keys.push(("n p", "tui-help-games"));
    }
    if app.is_review() {
        keys.push(("Tab", "tui-help-mistakes"));
    }
    if app.table().is_some() || plays {
        keys.push(("R", "tui-help-resign"));
    }
    if trains {
        keys.push(("h n", "train-help"));
    } else {
        keys.push((
            "h e",
            if app.online().is_some() { "online-help-engine" } else { "tui-help-engine" },
        ));
    }
    keys.push(("t f", "tui-help-view"));
    if app.is_played() && !trains {
        keys.push(("v", "tui-help-review"));
    }
    if app.watching() {
        keys.push((&watch, "tui-help-watch"));
    }
    if app.table().is_some() {
        keys.push(("n", "tui-help-new"));
    }
    if app.online().is_some() {
        keys.push(("n", "online-help-lobby"));
    }
    let quit = match app.source {
        GameSource::Online(_) => "online-help-quit",
        GameSource::Table(_) => "tui-help-quit",
        GameSource::Training(_) => "train-help-quit",
        GameSource::Records { .. } if app.returns => "tui-help-back",
        GameSource::Records { .. } => "tui-help-leave",
    };
    keys.push(("q", quit));
    let marks = texts.format("tui-help-marks", &[("play", "1".into())]);
    let mouse = acts.then(|| texts.get("tui-help-mouse"));
    let below: Vec<_> = [Some(marks), mouse].into_iter().flatten().collect();
    key_window(painter, area, texts, &keys, &below);
}

/// A window with keys and the messages that say what they do, and lines below.
pub fn key_window(
    painter: &mut Painter<'_>,
    area: Rect,
    texts: &Texts,
    keys: &[(&str, &str)],
    below: &[String],
) {
    let theme: Theme = painter.theme;
    let blank = usize::from(!below.is_empty());
    let rows = (keys.len() + below.len() + blank) as u16 + 2;
    let inner = window(painter, area, 66, rows, &texts.get("tui-help-title"));
    let columns = keys.iter().map(|(key, _)| width(key)).max().unwrap_or(0);
    for (y, (key, id)) in (inner.y..).zip(keys) {
        painter.text(inner.x, y, columns, key, theme.strong());
        let x = inner.x + columns + 2;
        painter.text(x, y, inner.right().saturating_sub(x), &texts.get(id), Style::new());
    }
    for (y, line) in (inner.bottom() - below.len() as u16..).zip(below) {
        painter.text(inner.x, y, inner.width, line, theme.faint());
    }
}
