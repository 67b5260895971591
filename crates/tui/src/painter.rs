use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::theme::{Theme, ascii};

/// Draws text into a clipped area of the screen, with an ASCII fallback.
pub struct Painter<'b> {
    pub theme: Theme,
    buffer: &'b mut Buffer,
}

/// The display width of a text, in columns.
pub fn width(text: &str) -> u16 {
    text.width() as u16
}

/// Truncates a text to a width, with an ellipsis.
pub fn cut(text: &str, columns: u16, theme: Theme) -> String {
    if width(text) <= columns {
        return text.into();
    }
    let mark = theme.or("…", "~");
    let mut out = String::new();
    let mut used = 1;
    for letter in text.chars() {
        used += letter.width().unwrap_or(0) as u16;
        if used > columns {
            break;
        }
        out.push(letter);
    }
    if columns == 0 { out } else { out + mark }
}

/// Word-wraps a text to a width.
pub fn wrap(text: &str, columns: u16) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && width(&line) + 1 + width(word) > columns {
            lines.push(std::mem::take(&mut line));
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

impl<'b> Painter<'b> {
    pub fn new(theme: Theme, buffer: &'b mut Buffer) -> Self {
        Self { theme, buffer }
    }

    /// Draws a text, truncated to a width; returns the column after it.
    pub fn text(&mut self, x: u16, y: u16, columns: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if y < area.y || y >= area.bottom() || x >= area.right() {
            return x;
        }
        let plain = if self.theme.ascii { ascii(text) } else { text.to_string() };
        let columns = columns.min(area.right() - x);
        let shown = cut(&plain, columns, self.theme);
        self.buffer.set_stringn(x, y, &shown, columns as usize, style).0
    }

    /// Draws spans of several styles in a row.
    pub fn pieces(&mut self, x: u16, y: u16, columns: u16, pieces: &[(String, Style)]) -> u16 {
        let end = x + columns;
        let mut at = x;
        for (text, style) in pieces {
            if at < end {
                at = self.text(at, y, end - at, text, *style);
            }
        }
        at
    }

    /// Draws a text centred in a width.
    pub fn centred(&mut self, x: u16, y: u16, columns: u16, text: &str, style: Style) {
        let plain = if self.theme.ascii { ascii(text) } else { text.to_string() };
        let left = columns.saturating_sub(width(&plain)) / 2;
        self.text(x + left, y, columns - left.min(columns), text, style);
    }

    /// Fills an area with blanks, in a style on the theme's background.
    pub fn fill(&mut self, area: Rect, style: Style) {
        let area = area.intersection(self.buffer.area);
        let ground = Style::reset().patch(self.theme.paper());
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                self.buffer[(x, y)].set_symbol(" ").set_style(ground.patch(style));
            }
        }
    }

    /// A frame: corners and edges as six characters, `╭╮╰╯─│`.
    pub fn frame(&mut self, area: Rect, signs: &str, style: Style) {
        let signs: Vec<_> = signs.chars().map(String::from).collect();
        let [nw, ne, sw, se, across, down] = &signs[..] else { return };
        let inner = area.width.saturating_sub(2) as usize;
        let line = |left: &str, right: &str| format!("{left}{}{right}", across.repeat(inner));
        self.text(area.x, area.y, area.width, &line(nw, ne), style);
        self.text(area.x, area.bottom() - 1, area.width, &line(sw, se), style);
        for y in area.y + 1..area.bottom() - 1 {
            self.text(area.x, y, 1, down, style);
            self.text(area.right() - 1, y, 1, down, style);
        }
    }
}
