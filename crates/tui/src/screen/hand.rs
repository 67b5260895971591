use bosworth_board::{Press, Scene};
use bosworth_rules::{Card, Direction, Side};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::app::{ClickTarget, TerminalApp};
use crate::painter::{Painter, cut, width};

/// A side's name, heroes, points and cards; the name is on the outer edge.
pub(super) fn hand(
    app: &TerminalApp,
    scene: &Scene,
    painter: &mut Painter<'_>,
    area: Rect,
    side: Side,
    hits: &mut Vec<(Rect, ClickTarget)>,
) {
    let theme = painter.theme;
    let position = &scene.position;
    let above = side != scene.near;
    let style = theme.side(side, app.ruleset());
    let heroes = usize::from(position.heroes(side));
    let to_act = !app.shows_end() && position.side() == side;
    let row = if above { area.y } else { area.bottom() - 1 };
    let shape = theme.rose(side, 2, 2).swap_remove(0);
    let mark = if to_act { theme.or("▶", ">") } else { " " };
    let name = format!("{shape} {}", app.side_name(side));
    let score = position.scores()[side].points;
    let seat = app.seat_name(side);
    let room = |points: &str| area.width.saturating_sub(width(&name) + width(points) + 10);
    let points = app.texts.count("tui-points", score);
    let points = match app.clock.zip(app.now) {
        Some((clock, now)) => {
            let mark = if clock.runs(side) { theme.or("◷ ", "* ") } else { "" };
            let time = format!("{mark}{} {}", clock.text(side, now), theme.or("·", "|"));
            // The player's name is more important than the unit.
            match format!("{time} {points}") {
                points if room(&points) < width(&seat) + 3 => format!("{time} {score}"),
                points => points,
            }
        }
        None => points,
    };
    // A long name is truncated in favour of heroes and points.
    let left = room(&points);
    let seat = match cut(&seat, left.saturating_sub(3), theme) {
        seat if seat.is_empty() => seat,
        seat => format!(" ({seat})"),
    };
    let pieces = [
        (format!("{mark} "), theme.target()),
        (name, style),
        (seat, theme.faint()),
        ("  ".into(), Style::new()),
        (theme.or("♞", "H").repeat(heroes), theme.hero()),
        (theme.or("·", ".").repeat(4usize.saturating_sub(heroes)), theme.faint()),
    ];
    let end = painter.pieces(area.x, row, area.width, &pieces);
    let start = area.right().saturating_sub(width(&points)).max(end + 1);
    painter.text(start, row, area.right().saturating_sub(start), &points, style);
    let top = if above { area.y + 1 } else { area.y };
    let columns = (area.width / 5).min(11);
    for (n, card) in position.hand(side).iter().enumerate() {
        let place = Rect {
            x: area.x + n as u16 * columns,
            y: top,
            // A gap between the cards, if there is room.
            width: if columns > 7 { columns - 1 } else { columns },
            height: area.height - 1,
        };
        draw_card(app, scene, painter, place, side, n + 1, card);
        if to_act {
            hits.push((place, ClickTarget::Press(Press::Card(card))));
        }
    }
}

fn draw_card(
    app: &TerminalApp,
    scene: &Scene,
    painter: &mut Painter<'_>,
    area: Rect,
    side: Side,
    number: usize,
    card: Card,
) {
    let theme = painter.theme;
    let position = &scene.position;
    let held = scene.held(side, card);
    let chosen = held.chosen;
    let own = theme.side(side, app.ruleset());
    let (signs, style) = if chosen {
        (theme.or("┏┓┗┛━┃", "######"), theme.chosen())
    } else if held.playable && !held.hero {
        (theme.or("╭╮╰╯─│", "++++-|"), own)
    } else if held.playable {
        (theme.or("╔╗╚╝═║", "****=!"), theme.hero())
    } else {
        (theme.or("┌┐└┘┄┆", "......"), theme.faint())
    };
    if chosen {
        painter.fill(area, style);
    }
    painter.frame(area, signs, style);
    // The name is the one used in lists and hints, so that arrows need no translation.
    let name = app.card_name(card);
    let face = match theme.arrow(on_screen(app, side, card)) {
        Some(arrow) => format!("{arrow} {name}"),
        None => name,
    };
    let middle = area.y + (area.height - 1) / 2;
    let inner = area.width - 2;
    let face_style = if chosen { style } else { style.add_modifier(Modifier::BOLD) };
    painter.centred(area.x + 1, middle, inner, &face, face_style);
    if scene.is_open_for(side) {
        let mark = if held.hinted { format!("{number}!") } else { number.to_string() };
        painter.text(area.x + 1, area.y, 2, &mark, if held.hinted { theme.hint() } else { style });
    }
    if area.height >= 5 {
        let target = position.target(side, card).map(|target| target.to_string());
        let target = target.unwrap_or_else(|| theme.or("–", "-").into());
        painter.centred(area.x + 1, middle - 1, inner, card.steps.numeral(), style);
        painter.centred(area.x + 1, middle + 1, inner, &target, style);
    }
}

/// The direction of a card in the board's orientation on the screen.
fn on_screen(app: &TerminalApp, side: Side, card: Card) -> Direction {
    let direction = app.position().direction(side, card);
    if app.bottom() == Side::Red { direction.turned(4) } else { direction }
}
