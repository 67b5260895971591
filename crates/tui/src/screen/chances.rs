use bosworth_rules::Side;
use ratatui::layout::Rect;

use crate::app::TerminalApp;
use crate::painter::{Painter, width, wrap};

/// A bar of the win chances, and what is known about the end of the game or else the expected lead.
pub(super) fn chances(app: &TerminalApp, painter: &mut Painter<'_>, area: Rect) -> u16 {
    let theme = painter.theme;
    let position = app.position();
    let found = app.value.as_ref().filter(|(of, found)| of == position && !found.lines.is_empty());
    let ruleset = app.ruleset();
    let (red, margin) = match (position.outcome(), found) {
        (Some(outcome), _) => {
            let red = match outcome.winner() {
                Some(Side::Red) => 1.0,
                Some(Side::White) => 0.0,
                None => 0.5,
            };
            let points = outcome.scores.map(|score| f64::from(score.points));
            (red, points.red - points.white)
        }
        (None, Some((_, found))) => {
            let chance = found.win_chance();
            let margin = f64::from(found.value.margin);
            match position.side() {
                Side::Red => (chance, margin),
                Side::White => (1.0 - chance, -margin),
            }
        }
        (None, None) => {
            painter.text(area.x, area.y, area.width, theme.or("…", "..."), theme.faint());
            return area.y + 2;
        }
    };
    let percent = (100.0 * red).round() as u16;
    let text = |side: Side, percent: u16| {
        format!("{} {}", app.side_name(side), app.texts.percent(percent.into(), 0))
    };
    let (left, right) = (text(Side::Red, percent), text(Side::White, 100 - percent));
    let columns = area.width.saturating_sub(width(&left) + width(&right) + 2);
    let full = (red * f64::from(columns)).round() as usize;
    let pieces = [
        (left + " ", theme.side(Side::Red, ruleset)),
        (theme.or("█", "#").repeat(full), theme.side(Side::Red, ruleset)),
        (theme.or("░", "-").repeat(usize::from(columns) - full), theme.side(Side::White, ruleset)),
        (format!(" {right}"), theme.side(Side::White, ruleset)),
    ];
    painter.pieces(area.x, area.y, area.width, &pieces);
    if let Some(forecast) = found.and_then(|(_, found)| found.forecast) {
        let sentence = wrap(&app.texts.forecast(forecast, ruleset), area.width);
        let rows = area.y + 1..area.bottom();
        let end = rows.end.min(rows.start + sentence.len() as u16);
        for (y, line) in rows.zip(&sentence) {
            painter.text(area.x, y, area.width, line, theme.strong());
        }
        return end;
    }
    let lead = if margin.abs() < 0.05 {
        app.texts.get("tui-even")
    } else {
        let side = if margin > 0.0 { Side::Red } else { Side::White };
        let values =
            [("side", app.side_name(side).into()), ("margin", app.signed(margin.abs()).into())];
        app.texts.format("tui-margin", &values)
    };
    painter.text(area.x, area.y + 1, area.width, &lead, theme.faint());
    area.y + 2
}
