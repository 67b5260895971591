use bosworth_rules::{Action, Side};
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::app::{ClickTarget, TerminalApp};
use crate::painter::{Painter, width};

/// The list of actions, scrolled so that the current one is visible.
pub(super) fn actions(
    app: &TerminalApp,
    painter: &mut Painter<'_>,
    area: Rect,
    hits: &mut Vec<(Rect, ClickTarget)>,
) {
    if area.height < 2 {
        return;
    }
    let theme = painter.theme;
    let rule = theme.or("─", "-");
    let title = format!("{rule}{rule} {} ", app.texts.get("tui-moves"));
    let line = format!("{title}{}", rule.repeat(area.width.saturating_sub(width(&title)).into()));
    painter.text(area.x, area.y, area.width, &line, theme.faint());
    let game = app.game();
    if game.plies().is_empty() {
        let text = app.texts.get("tui-no-moves");
        painter.text(area.x, area.y + 1, area.width, &text, theme.faint());
        return;
    }
    let cell = 8;
    let columns = usize::from((area.width / (2 * cell + 4)).max(1));
    let rows = usize::from(area.height - 1);
    // If White begins, Red's place in the first turn stays empty.
    let shift = usize::from(game.start().side() == Side::White);
    let turns = (game.plies().len() + shift).div_ceil(2);
    let here = (app.ply() + shift).saturating_sub(1) / 2;
    let shown = rows * columns;
    let first =
        if turns <= shown { 0 } else { (here + 1).saturating_sub(shown).min(turns - shown) };
    for turn in first..turns.min(first + shown) {
        let place = turn - first;
        let x = area.x + (place / rows) as u16 * (2 * cell + 4);
        let y = area.y + 1 + (place % rows) as u16;
        painter.text(x, y, 4, &format!("{:3}.", turn + 1), theme.faint());
        for half in 0..2 {
            let Some(ply) = (2 * turn + half).checked_sub(shift) else { continue };
            let Some(done) = game.plies().get(ply) else { continue };
            let mark = app.plies.get(ply).and_then(|review| review.mark());
            let mark = mark.map(|mark| mark.sign()).unwrap_or_default();
            let text = match done.action() {
                Action::Pass => theme.or("–", "-").to_string(),
                _ => format!("{}{mark}", app.texts.short_ply(*done)),
            };
            let side = game.positions()[ply].side();
            let current = app.ply() == ply + 1;
            let style = theme.side(side, app.ruleset()).remove_modifier(Modifier::BOLD);
            let style = if current {
                style.add_modifier(Modifier::REVERSED | Modifier::BOLD)
            } else {
                style
            };
            let left = x + 5 + half as u16 * cell;
            painter.text(left, y, cell - 1, &text, style);
            let area = Rect { x: left, y, width: cell - 1, height: 1 };
            hits.push((area, ClickTarget::Ply(ply + 1)));
        }
    }
}
