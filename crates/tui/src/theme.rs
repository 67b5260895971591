use bosworth_rules::{Colours, Direction, Ruleset, Side};
use ratatui::style::{Color, Modifier, Style};

/// The colour depth of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// 24-bit colour.
    True,
    /// The sixteen ANSI colours.
    Sixteen,
    /// None. Colour is always redundant: shapes, letters and weight carry the same information.
    None,
}

/// Appearance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The colours.
    pub depth: Depth,
    /// ASCII only.
    pub ascii: bool,
}

impl Theme {
    /// The theme for the environment. `ascii` forces ASCII.
    pub fn from_environment(ascii: bool) -> Self {
        Self::of(|name| std::env::var(name).ok().filter(|value| !value.is_empty()), ascii)
    }

    fn of(variable: impl Fn(&str) -> Option<String>, ascii: bool) -> Self {
        let terminal = variable("TERM").unwrap_or_default();
        let many = variable("COLORTERM")
            .is_some_and(|colours| colours == "truecolor" || colours == "24bit")
            || terminal.ends_with("-direct");
        let depth = if variable("NO_COLOR").is_some() || terminal == "dumb" {
            Depth::None
        } else if many {
            Depth::True
        } else {
            Depth::Sixteen
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&variable);
        let locale = locale.unwrap_or_default().to_lowercase();
        let unicode = locale.contains("utf-8") || locale.contains("utf8") || cfg!(windows);
        Self { depth, ascii: ascii || !unicode }
    }

    fn pick(self, many: (u8, u8, u8), sixteen: Color) -> Color {
        match self.depth {
            Depth::True => Color::Rgb(many.0, many.1, many.2),
            Depth::Sixteen => sixteen,
            Depth::None => Color::Reset,
        }
    }

    /// A side's name, roses and cards.
    pub fn side(self, side: Side, ruleset: Ruleset) -> Style {
        let colour = match (side, ruleset.colours) {
            (Side::Red, _) => self.pick((236, 84, 92), Color::LightRed),
            (Side::White, Colours::RedWhite) => self.pick((248, 240, 220), Color::White),
            (Side::White, Colours::RedBlue) => self.pick((104, 168, 255), Color::LightBlue),
        };
        Style::new().fg(colour).add_modifier(Modifier::BOLD)
    }

    /// A square of the board, dark or light.
    pub fn square(self, dark: bool) -> Style {
        match self.depth {
            Depth::True if dark => {
                Style::new().bg(Color::Rgb(30, 44, 40)).fg(Color::Rgb(98, 122, 112))
            }
            Depth::True => Style::new().bg(Color::Rgb(38, 54, 49)).fg(Color::Rgb(98, 122, 112)),
            Depth::Sixteen => Style::new().fg(Color::DarkGray),
            Depth::None => Style::new(),
        }
    }

    /// The square of the crown.
    pub fn crown(self) -> Style {
        match self.depth {
            Depth::True => Style::new().bg(Color::Rgb(92, 72, 16)).fg(Color::Rgb(255, 208, 84)),
            Depth::Sixteen => Style::new().fg(Color::Yellow),
            Depth::None => Style::new(),
        }
        .add_modifier(Modifier::BOLD)
    }

    /// The target of a card.
    pub fn target(self) -> Style {
        Style::new().fg(self.pick((132, 224, 150), Color::LightGreen)).add_modifier(Modifier::BOLD)
    }

    /// The target of a card played with a hero.
    pub fn hero(self) -> Style {
        Style::new().fg(self.pick((255, 170, 80), Color::LightYellow)).add_modifier(Modifier::BOLD)
    }

    /// The selection.
    pub fn chosen(self) -> Style {
        match self.depth {
            Depth::True => Style::new().bg(Color::Rgb(132, 224, 150)).fg(Color::Rgb(12, 24, 16)),
            _ => Style::new().add_modifier(Modifier::REVERSED),
        }
        .add_modifier(Modifier::BOLD)
    }

    /// The suggestion of the computer.
    pub fn hint(self) -> Style {
        Style::new().fg(self.pick((120, 200, 255), Color::LightCyan)).add_modifier(Modifier::BOLD)
    }

    /// De-emphasised.
    pub fn faint(self) -> Style {
        match self.depth {
            Depth::True => Style::new().fg(Color::Rgb(140, 146, 150)),
            Depth::Sixteen => Style::new().fg(Color::Gray),
            Depth::None => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// Emphasised.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The Unicode or the ASCII variant.
    pub fn or<'t>(self, unicode: &'t str, ascii: &'t str) -> &'t str {
        if self.ascii { ascii } else { unicode }
    }

    /// An arrow in a direction on the screen.
    pub fn arrow(self, direction: Direction) -> &'static str {
        if self.ascii {
            return direction.name();
        }
        match direction {
            Direction::North => "↑",
            Direction::NorthEast => "↗",
            Direction::East => "→",
            Direction::SouthEast => "↘",
            Direction::South => "↓",
            Direction::SouthWest => "↙",
            Direction::West => "←",
            Direction::NorthWest => "↖",
        }
    }

    /// The shape of a side's rose in a cell size: filled for Red, hollow for the other.
    pub fn rose(self, side: Side, width: usize, height: usize) -> Vec<String> {
        let line = |left: &str, middle: &str, right: &str| {
            format!("{left}{}{right}", middle.repeat(width.saturating_sub(2)))
        };
        let [top, middle, bottom] = match (side, self.ascii) {
            (Side::Red, false) => [line("▟", "█", "▙"), line("█", "█", "█"), line("▜", "█", "▛")],
            (Side::White, false) => [line("╭", "─", "╮"), line("│", " ", "│"), line("╰", "─", "╯")],
            (Side::Red, true) => [line("#", "#", "#"), line("#", "#", "#"), line("#", "#", "#")],
            (Side::White, true) => {
                [line("/", "-", "\\"), line("|", " ", "|"), line("\\", "-", "/")]
            }
        };
        let mut lines = vec![top];
        lines.extend(std::iter::repeat_n(middle, height.saturating_sub(2)));
        lines.push(bottom);
        lines
    }
}

/// Transliterates a text to ASCII.
pub fn ascii(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            ' '..='~' => out.push(letter),
            'ä' => out.push_str("ae"),
            'ö' | 'œ' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'Ä' => out.push_str("Ae"),
            'Ö' => out.push_str("Oe"),
            'Ü' => out.push_str("Ue"),
            'ß' => out.push_str("ss"),
            'à' | 'â' => out.push('a'),
            'é' | 'è' | 'ê' | 'ë' => out.push('e'),
            'î' | 'ï' => out.push('i'),
            'ô' => out.push('o'),
            'ù' | 'û' => out.push('u'),
            'ç' => out.push('c'),
            'À' | 'Â' => out.push('A'),
            'É' | 'È' | 'Ê' => out.push('E'),
            '\u{2212}' | '–' | '—' => out.push('-'),
            '±' => out.push_str("+-"),
            '’' | '‘' => out.push('\''),
            '“' | '”' | '«' | '»' | '„' => out.push('"'),
            '·' => out.push('|'),
            '…' => out.push_str("..."),
            '→' => out.push('>'),
            '←' => out.push('<'),
            '\u{a0}' | '\u{202f}' => out.push(' '),
            _ => out.push('?'),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_chooses() {
        let check = |variables: &[(&str, &str)], depth, ascii| {
            let variable = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, v)| (*v).to_string())
            };
            assert_eq!(Theme::of(variable, false), Theme { depth, ascii }, "{variables:?}");
        };
        check(&[], Depth::Sixteen, true);
        check(&[("LANG", "de_DE.UTF-8"), ("COLORTERM", "truecolor")], Depth::True, false);
        check(&[("LANG", "C.utf8"), ("NO_COLOR", "1"), ("COLORTERM", "24bit")], Depth::None, false);
        check(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")], Depth::Sixteen, true);
        check(&[("TERM", "dumb")], Depth::None, true);
    }

    #[test]
    fn shapes_differ_without_colours() {
        for ascii in [true, false] {
            let theme = Theme { depth: Depth::None, ascii };
            for (width, height) in [(2, 2), (4, 2), (6, 3), (8, 4)] {
                let [red, white] = Side::ALL.map(|side| theme.rose(side, width, height));
                assert_ne!(red, white);
                for line in red.iter().chain(&white) {
                    assert_eq!(line.chars().count(), width);
                }
                assert_eq!((red.len(), white.len()), (height, height));
            }
        }
    }
}
