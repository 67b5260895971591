use bosworth_board::{Press, Scene, Target, place, square_at};
use bosworth_rules::{Side, Square, Squares};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::app::ClickTarget;
use crate::painter::Painter;

/// The size of the board on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    /// Columns and rows of a cell.
    pub cell: (u16, u16),
}

impl BoardSize {
    /// All sizes, the largest first.
    const ALL: [Self; 5] = [
        Self { cell: (12, 6) },
        Self { cell: (10, 5) },
        Self { cell: (8, 4) },
        Self { cell: (6, 3) },
        Self { cell: (4, 2) },
    ];

    /// The largest board that leaves this many columns and rows free.
    pub fn fitting(area: Rect, columns: u16, rows: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|size| {
            size.width() + columns <= area.width && size.height() + rows <= area.height
        })
    }

    /// Columns of the board with the ranks beside it.
    pub fn width(self) -> u16 {
        9 * self.cell.0 + 3
    }

    /// Rows of the board with the files above and below.
    pub fn height(self) -> u16 {
        9 * self.cell.1 + 2
    }

    /// Columns and rows of a rose.
    fn rose(self) -> (u16, u16) {
        match self.cell.1 {
            ..=2 => (2, 2),
            3 => (4, 2),
            4 | 5 => (6, 3),
            _ => (8, 4),
        }
    }
}

/// Draws the board and returns the areas of its squares.
pub fn draw(
    scene: &Scene,
    painter: &mut Painter<'_>,
    x: u16,
    y: u16,
    size: BoardSize,
    hits: &mut Vec<(Rect, ClickTarget)>,
) {
    let (width, height) = size.cell;
    let faint = painter.theme.faint();
    for step in 0..Square::WIDTH {
        // The diagonal visits each file and each rank once.
        let Some(square) = square_at(step, step, scene.bottom) else { continue };
        let letter = char::from(b'a' + square.file()).to_string();
        let column = x + 2 + u16::from(step) * width;
        painter.centred(column, y, width, &letter, faint);
        painter.centred(column, y + 1 + 9 * height, width, &letter, faint);
        let row = y + 1 + u16::from(step) * height + (height - 1) / 2;
        let digit = (square.rank() + 1).to_string();
        painter.text(x, row, 1, &digit, faint);
    }
    let drawing = SquarePainter { scene };
    for square in Square::all() {
        let (column, row) = place(square, scene.bottom);
        let cell = Rect {
            x: x + 2 + u16::from(column) * width,
            y: y + 1 + u16::from(row) * height,
            width,
            height,
        };
        drawing.cell(painter, square, cell, size);
        hits.push((cell, ClickTarget::Press(Press::Square(square))));
    }
}

/// The squares of a scene.
struct SquarePainter<'a> {
    scene: &'a Scene,
}

impl SquarePainter<'_> {
    fn cell(&self, painter: &mut Painter<'_>, square: Square, cell: Rect, scale: BoardSize) {
        let position = &self.scene.position;
        let target = self.scene.target_at(square);
        let crown = self.scene.crown == square;
        let dark = (square.file() + square.rank()).is_multiple_of(2);
        let ground = if crown { painter.theme.crown() } else { painter.theme.square(dark) };
        painter.fill(cell, ground);
        match position.rose_at(square) {
            Some(side) => self.rose(painter, square, side, cell, scale, ground),
            None if target.is_none() && !crown => {
                let from = self.scene.last.map(|(from, _)| from);
                let dot = if from == Some(square) {
                    painter.theme.or("×", "x")
                } else {
                    painter.theme.or("·", ".")
                };
                painter.centred(cell.x, cell.y + (cell.height - 1) / 2, cell.width, dot, ground);
            }
            None => {}
        }
        if crown {
            Self::crown(painter, cell, position.rose_at(square).is_some(), ground);
        }
        if let Some(target) = target {
            self.target(painter, target, cell, ground);
        }
    }

    fn rose(
        &self,
        painter: &mut Painter<'_>,
        square: Square,
        side: Side,
        cell: Rect,
        scale: BoardSize,
        ground: Style,
    ) {
        let theme = painter.theme;
        let style = ground.patch(theme.side(side, self.scene.position.ruleset()));
        let (width, height) = scale.rose();
        let left = cell.x + (cell.width - width) / 2;
        // A row below stays free for the label, if there is room.
        let top = cell.y + (cell.height - height) / 2;
        for (row, line) in (top..).zip(theme.rose(side, width.into(), height.into())) {
            raw(painter, left, row, &line, style);
        }
        if !self.scene.areas {
            return;
        }
        let roses = self.scene.position.roses(side);
        let size = roses.joined_to(Squares::of(square)).len();
        self.links(painter, square, side, cell, (left, top, width, height), style);
        let text = size.to_string();
        let row = top + height / 2;
        let style = style.add_modifier(Modifier::REVERSED);
        painter.centred(cell.x, row, cell.width, &text, style);
    }

    /// Connects a rose with its territory to the right and below.
    fn links(
        &self,
        painter: &mut Painter<'_>,
        square: Square,
        side: Side,
        cell: Rect,
        (left, top, width, height): (u16, u16, u16, u16),
        style: Style,
    ) {
        let theme = painter.theme;
        let (column, row) = place(square, self.scene.bottom);
        let beside = |right: i8, down: i8| {
            let column = column.checked_add_signed(right)?;
            let found = square_at(column, row.checked_add_signed(down)?, self.scene.bottom)?;
            (self.scene.position.rose_at(found) == Some(side)).then_some(())
        };
        let across = theme.or(if side == Side::Red { "█" } else { "═" }, "=");
        let down = theme.or(if side == Side::Red { "█" } else { "║" }, "|");
        let (middle, centre) = (top + (height - 1) / 2, left + (width - 1) / 2);
        if beside(1, 0).is_some() {
            let gap = cell.right() - left - width;
            raw(painter, left + width, middle, &across.repeat(gap.into()), style);
        }
        if beside(-1, 0).is_some() {
            raw(painter, cell.x, middle, &across.repeat((left - cell.x).into()), style);
        }
        if beside(0, 1).is_some() {
            for row in top + height..cell.bottom() {
                raw(painter, centre, row, &down.repeat(2), style);
            }
        }
        if beside(0, -1).is_some() {
            for row in cell.y..top {
                raw(painter, centre, row, &down.repeat(2), style);
            }
        }
    }

    fn crown(painter: &mut Painter<'_>, cell: Rect, on_rose: bool, ground: Style) {
        let theme = painter.theme;
        for row in cell.top()..cell.bottom() {
            raw(painter, cell.x, row, "[", ground);
            raw(painter, cell.right() - 1, row, "]", ground);
        }
        let row = if on_rose || cell.height < 3 { cell.y } else { cell.y + cell.height / 2 - 1 };
        let blank = " ".repeat(cell.width as usize - 2);
        if on_rose && cell.height < 3 {
            raw(painter, cell.x + 1, row, &blank, ground);
        }
        let sign = match (cell.width, theme.ascii) {
            (..=5, true) => "WW",
            (_, true) => "\\WW/",
            (..=5, false) => "♛♛",
            (_, false) => " ♛♛ ",
        };
        painter.centred(cell.x, row, cell.width, sign, ground);
        if !on_rose {
            painter.centred(cell.x, row + 1, cell.width, theme.or("▀▀", "=="), ground);
        }
    }

    fn target(&self, painter: &mut Painter<'_>, target: &Target, cell: Rect, ground: Style) {
        let theme = painter.theme;
        let chosen = self.scene.chosen == Some(target.action);
        let hinted = self.scene.hint == Some(target.action);
        let style = if chosen {
            theme.chosen()
        } else if hinted {
            ground.patch(theme.hint())
        } else if target.is_hero() {
            ground.patch(theme.hero())
        } else {
            ground.patch(theme.target())
        };
        let number = target.number;
        let mark = if hinted { "!" } else { "" };
        let label = match (target.is_hero(), chosen) {
            (true, true) => format!(">*{number}"),
            (true, false) => format!("*{number}*"),
            (false, true) => format!(">{number}<"),
            (false, false) => format!("({number})"),
        } + mark;
        if target.is_hero() {
            // The rose stays visible around the label, or below it where it is small.
            let (_, height) = BoardSize { cell: (cell.width, cell.height) }.rose();
            let row = if height < 3 { cell.y } else { cell.y + (cell.height - 1) / 2 };
            painter.centred(cell.x, row, cell.width, &label, style);
            return;
        }
        if chosen {
            painter.fill(cell, style);
        }
        let row = cell.y + (cell.height - 2) / 2;
        painter.centred(cell.x, row, cell.width, &label, style);
        let gain = target.gain[target.side];
        if gain != 0 {
            let faint = if chosen { style } else { ground.patch(theme.faint()) };
            painter.centred(cell.x, row + 1, cell.width, &format!("{gain:+}"), faint);
        }
    }
}

/// Text that needs no ASCII fallback.
fn raw(painter: &mut Painter<'_>, x: u16, y: u16, text: &str, style: Style) {
    painter.text(x, y, text.chars().count() as u16, text, style);
}
