mod help;
mod seat;

use bosworth_board::{Press, Scene};
use bosworth_rules::{Action, Card, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::app::{App, Hit, Source};
use crate::board::{self, Size};
use crate::ink::{Ink, cut, width, wrap};
use crate::online::Told;
use crate::theme::Depth;

/// The smallest window that shows everything.
pub const LEAST: (u16, u16) = (80, 24);
/// Columns beside the board that are needed at least.
const PANEL: u16 = 40;
/// Rows above and below the board.
const MARGIN: u16 = 2;

/// Draws everything and says what a click would hit.
pub fn draw(app: &App, buffer: &mut Buffer) -> Vec<(Rect, Hit)> {
    let area = buffer.area;
    let mut ink = Ink::new(app.theme, buffer);
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

/// A message in a window that is too small for the board.
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
    let terms = terms.unwrap_or_else(|| app.ruleset().to_string());
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

/// Whose turn it is, or where in the game the board stands.
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
    ink.text(area.x + 1, row, area.width - 2, &app.texts.get(id), faint);
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
    let bottom = app.bottom();
    let area = match app.online() {
        Some(online) => seat::draw(app, online, ink, area),
        None => area,
    };
    hand(app, scene, ink, Rect { height: card_rows + 1, ..area }, !bottom, hits);
    let own = Rect { y: area.bottom() - card_rows - 1, height: card_rows + 1, ..area };
    hand(app, scene, ink, own, bottom, hits);
    let gap = u16::from(large);
    let mut y = area.y + card_rows + 1 + gap;
    let end = own.y - gap;
    y = piles(app, scene, ink, Rect { y, height: 1, ..area }, hits) + gap;
    if app.valued {
        y = chances(app, ink, Rect { y, height: end - y, ..area }) + gap;
    }
    let words = messages(app, scene, area.width, large);
    let rows = (words.len() as u16).min(end.saturating_sub(y));
    // The last ones matter most.
    for (row, (line, style)) in (end - rows..end).zip(&words[words.len() - usize::from(rows)..]) {
        ink.text(area.x, row, area.width, line, *style);
    }
    let list = Rect { y, height: (end - rows).saturating_sub(y + gap), ..area };
    actions(app, ink, list, hits);
}

/// A side's name, heroes and points, and its cards; the name away from the board's middle.
fn hand(
    app: &App,
    scene: &Scene,
    ink: &mut Ink<'_>,
    area: Rect,
    side: Side,
    hits: &mut Vec<(Rect, Hit)>,
) {
    let theme = ink.theme;
    let position = &scene.position;
    let above = side != scene.near;
    let style = theme.side(side, app.ruleset());
    let heroes = usize::from(position.heroes(side));
    let to_act = !app.shows_end() && position.side() == side;
    let row = if above { area.y } else { area.bottom() - 1 };
    let shape = theme.rose(side, 2, 2).swap_remove(0);
    let mark = if to_act { theme.or("▶", ">") } else { " " };
    let name = format!("{shape} {}", app.side_name(side));
    let points = app.texts.count("tui-points", position.scores()[side].points);
    // A long name gives way to heroes and points.
    let left = area.width.saturating_sub(width(&name) + width(&points) + 10);
    let seat = app.seat_name(side);
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
    let end = ink.pieces(area.x, row, area.width, &pieces);
    let start = area.right().saturating_sub(width(&points)).max(end + 1);
    ink.text(start, row, area.right().saturating_sub(start), &points, style);
    let top = if above { area.y + 1 } else { area.y };
    let columns = (area.width / 5).min(11);
    for (n, card) in position.hand(side).iter().enumerate() {
        let place = Rect {
            x: area.x + n as u16 * columns,
            y: top,
            // Where there is room, a gap stays between the cards.
            width: if columns > 7 { columns - 1 } else { columns },
            height: area.height - 1,
        };
        draw_card(app, scene, ink, place, side, n + 1, card);
        if to_act {
            hits.push((place, Hit::Press(Press::Card(card))));
        }
    }
}

fn draw_card(
    app: &App,
    scene: &Scene,
    ink: &mut Ink<'_>,
    area: Rect,
    side: Side,
    number: usize,
    card: Card,
) {
    let theme = ink.theme;
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
        ink.fill(area, style);
    }
    ink.frame(area, signs, style);
    let arrow = theme.arrow(on_screen(app, side, card));
    let face = format!("{arrow} {}", card.steps.numeral());
    let middle = area.y + (area.height - 1) / 2;
    let inner = area.width - 2;
    let face_style = if chosen { style } else { style.add_modifier(Modifier::BOLD) };
    ink.centred(area.x + 1, middle, inner, &face, face_style);
    if scene.is_open_for(side) {
        let mark = if held.hinted { format!("{number}!") } else { number.to_string() };
        ink.text(area.x + 1, area.y, 2, &mark, if held.hinted { theme.hint() } else { style });
    }
    if area.height >= 5 {
        let target = position.target(side, card).map(|target| target.to_string());
        let target = target.unwrap_or_else(|| theme.or("–", "-").into());
        ink.centred(area.x + 1, middle - 1, inner, &card.to_string(), style);
        ink.centred(area.x + 1, middle + 1, inner, &target, style);
    }
}

/// Where a card points as the board lies on the screen. In ASCII the names of directions are
/// those of the board.
fn on_screen(app: &App, side: Side, card: Card) -> bosworth_rules::Direction {
    let direction = app.position().direction(side, card);
    if app.bottom() == Side::Red && !app.theme.ascii { direction.turned(4) } else { direction }
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

/// A bar of the win chances, and the lead that is expected.
fn chances(app: &App, ink: &mut Ink<'_>, area: Rect) -> u16 {
    let theme = ink.theme;
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
            let chance = found.value.win_chance();
            let margin = f64::from(found.value.margin);
            match position.side() {
                Side::Red => (chance, margin),
                Side::White => (1.0 - chance, -margin),
            }
        }
        (None, None) => {
            ink.text(area.x, area.y, area.width, theme.or("…", "..."), theme.faint());
            return area.y + 2;
        }
    };
    let percent = (100.0 * red).round() as u16;
    let text = |side: Side, percent: u16| format!("{} {percent} %", app.side_name(side));
    let (left, right) = (text(Side::Red, percent), text(Side::White, 100 - percent));
    let columns = area.width.saturating_sub(width(&left) + width(&right) + 2);
    let full = (red * f64::from(columns)).round() as usize;
    let pieces = [
        (left + " ", theme.side(Side::Red, ruleset)),
        (theme.or("█", "#").repeat(full), theme.side(Side::Red, ruleset)),
        (theme.or("░", "-").repeat(usize::from(columns) - full), theme.side(Side::White, ruleset)),
        (format!(" {right}"), theme.side(Side::White, ruleset)),
    ];
    ink.pieces(area.x, area.y, area.width, &pieces);
    let lead = if margin.abs() < 0.05 {
        app.texts.get("tui-even")
    } else {
        let side = if margin > 0.0 { Side::Red } else { Side::White };
        let values =
            [("side", app.side_name(side).into()), ("margin", app.signed(margin.abs()).into())];
        app.texts.format("tui-margin", &values)
    };
    ink.text(area.x, area.y + 1, area.width, &lead, theme.faint());
    area.y + 2
}

/// What is chosen and what it brings, or what happened last.
fn messages(app: &App, scene: &Scene, columns: u16, large: bool) -> Vec<(String, Style)> {
    let theme = app.theme;
    let mut out = Vec::new();
    let mut put = |text: &str, style: Style| {
        out.extend(wrap(text, columns).into_iter().map(|line| (line, style)));
    };
    if let Source::Records { games, place, .. } = &app.source {
        let (record, game, fault) = &games[*place];
        if let Some(before) = app.ply().checked_sub(1) {
            put(&app.texts.ply(&game.positions()[before], game.plies()[before]), Style::new());
            for comment in record.steps.get(before).into_iter().flat_map(|step| &step.comments) {
                put(comment, theme.faint());
            }
        }
        review_words(app, &mut put);
        if let Some(fault) = fault.as_ref().filter(|_| app.ply() == game.plies().len()) {
            put(&app.texts.format("tui-fault", &[("fault", fault.clone().into())]), theme.hero());
        }
    }
    if let Some(online) = app.online() {
        seat::messages(app, online, columns, large, &mut put);
    }
    if let Some(question) = app.question() {
        put(&question, theme.hero());
    } else if scene.chosen.is_some() {
        put(&preview(app, scene), theme.target());
        put(&app.texts.get("tui-confirm"), theme.faint());
    } else if let Some(message) = &app.message {
        put(message, theme.strong());
    }
    if app.shows_end() {
        for line in app.end_lines() {
            put(&line, theme.target());
        }
    } else if scene.chosen.is_none() && app.asks.is_none() && scene.is_open() {
        put(&app.texts.get("tui-choose"), theme.faint());
    }
    out
}

/// What a review says of the ply that led here, and of the game.
fn review_words(app: &App, put: &mut impl FnMut(&str, Style)) {
    let theme = app.theme;
    let percent = |part: f64| app.texts.number(100.0 * part, 0);
    if let Some(ply) = app.ply().checked_sub(1).and_then(|n| app.plies.get(n)) {
        let mut parts = Vec::new();
        if let (Some(mark), Some(better)) = (ply.mark(), ply.better()) {
            parts.push(mark.sign().to_string());
            let better = app.action_name(better);
            parts.push(app.texts.format("tui-best", &[("action", better.into())]));
        }
        if let Some(loss) = ply.loss().filter(|loss| *loss >= 0.005) {
            parts.push(app.texts.format("tui-loss", &[("loss", percent(loss).into())]));
        }
        if let Some(luck) = ply.luck() {
            let luck = app.signed(100.0 * luck);
            parts.push(app.texts.format("tui-luck", &[("luck", luck.into())]));
        }
        if !parts.is_empty() {
            put(&parts.join(" · "), theme.hint());
        }
    }
    if app.is_reviewing() {
        let all = app.game().plies().len();
        let values = [("done", app.plies.len().into()), ("all", all.into())];
        put(&app.texts.format("tui-reviewing", &values), theme.faint());
    } else if let Some(summaries) = &app.summaries {
        // Accuracy is in percent already.
        let values = [
            ("red", app.texts.number(summaries.red.accuracy(), 0).into()),
            ("white", app.texts.number(summaries.white.accuracy(), 0).into()),
        ];
        put(&app.texts.format("tui-reviewed", &values), theme.faint());
    }
}

fn preview(app: &App, scene: &Scene) -> String {
    let position = &scene.position;
    let Some(target) = scene.chosen_target() else { return app.texts.get("tui-preview-draw") };
    let gains: Vec<_> = [position.side(), !position.side()]
        .into_iter()
        .filter(|&side| target.gain[side] != 0 || side == position.side())
        .map(|side| {
            let points = format!("{:+}", target.gain[side]).replace('-', "\u{2212}");
            let values = [("side", app.side_name(side).into()), ("points", points.into())];
            app.texts.format("tui-gain", &values)
        })
        .collect();
    let values = [
        ("action", target.action.to_string().into()),
        ("target", target.square.to_string().into()),
        ("gain", gains.join(", ").into()),
    ];
    app.texts.format(if target.is_hero() { "tui-preview-hero" } else { "tui-preview" }, &values)
}

/// The list of actions, as much of it as fits, with the one that led here in sight.
fn actions(app: &App, ink: &mut Ink<'_>, area: Rect, hits: &mut Vec<(Rect, Hit)>) {
    if area.height < 2 {
        return;
    }
    let theme = ink.theme;
    let rule = theme.or("─", "-");
    let title = format!("{rule}{rule} {} ", app.texts.get("tui-moves"));
    let line = format!("{title}{}", rule.repeat(area.width.saturating_sub(width(&title)).into()));
    ink.text(area.x, area.y, area.width, &line, theme.faint());
    let game = app.game();
    if game.plies().is_empty() {
        let text = app.texts.get("tui-no-moves");
        ink.text(area.x, area.y + 1, area.width, &text, theme.faint());
        return;
    }
    let cell = 8;
    let columns = usize::from((area.width / (2 * cell + 4)).max(1));
    let rows = usize::from(area.height - 1);
    // A game that White begins leaves the first place empty.
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
        ink.text(x, y, 4, &format!("{:3}.", turn + 1), theme.faint());
        for half in 0..2 {
            let Some(ply) = (2 * turn + half).checked_sub(shift) else { continue };
            let Some(done) = game.plies().get(ply) else { continue };
            let mark = app.plies.get(ply).and_then(|review| review.mark());
            let mark = mark.map(|mark| mark.sign()).unwrap_or_default();
            let text = match done.action() {
                Action::Pass => theme.or("–", "-").to_string(),
                _ => format!("{done}{mark}"),
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
            ink.text(left, y, cell - 1, &text, style);
            let area = Rect { x: left, y, width: cell - 1, height: 1 };
            hits.push((area, Hit::Ply(ply + 1)));
        }
    }
}

/// A window in the middle of the screen.
pub fn window(ink: &mut Ink<'_>, area: Rect, columns: u16, rows: u16, title: &str) -> Rect {
    let theme = ink.theme;
    let (columns, rows) = (columns.min(area.width), rows.min(area.height));
    let place = Rect {
        x: area.x + (area.width - columns) / 2,
        y: area.y + (area.height - rows) / 2,
        width: columns,
        height: rows,
    };
    let ground = match theme.depth {
        Depth::True => theme.square(true).fg(ratatui::style::Color::Rgb(220, 224, 220)),
        _ => Style::new(),
    };
    ink.fill(place, ground);
    ink.frame(place, theme.or("╭╮╰╯─│", "++++-|"), ground);
    ink.text(
        place.x + 2,
        place.y,
        columns.saturating_sub(4),
        &format!(" {title} "),
        theme.strong(),
    );
    Rect { x: place.x + 2, y: place.y + 1, width: columns - 4, height: rows - 2 }
}
