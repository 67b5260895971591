mod ascii;
mod palette;

pub(crate) use ascii::ascii;

use bosworth_rules::{Colours, Direction, Ruleset, Side};
use ratatui::style::{Modifier, Style};

use self::palette::{Paint, Palette};

/// The colour depth of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// 24-bit colour.
    True,
    /// The 256 colours of xterm.
    Indexed,
    /// The sixteen ANSI colours.
    Sixteen,
    /// None. Colour is always redundant: shapes, letters and weight carry the same information.
    None,
}

/// The background of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Ground {
    #[default]
    Dark,
    Light,
}

/// Appearance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The colours.
    pub depth: Depth,
    /// The background.
    pub ground: Ground,
    /// ASCII only.
    pub ascii: bool,
}

impl Theme {
    /// The theme for the terminal that the environment describes. `ascii` forces ASCII.
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
        } else if terminal.contains("256color") {
            Depth::Indexed
        } else {
            Depth::Sixteen
        };
        // `COLORFGBG`, as rxvt and Konsole set it, ends with the number of the background.
        let colours = variable("COLORFGBG").unwrap_or_default();
        let ground = match colours.rsplit(';').next().and_then(|number| number.parse().ok()) {
            Some(7u8 | 9..=15) => Ground::Light,
            _ => Ground::Dark,
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&variable);
        let locale = locale.unwrap_or_default().to_lowercase();
        let unicode = locale.contains("utf-8") || locale.contains("utf8") || cfg!(windows);
        Self { depth, ground, ascii: ascii || !unicode }
    }

    fn palette(self) -> &'static Palette {
        Palette::of(self.ground)
    }

    fn ink(self, ink: Paint) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            depth => Style::new().fg(ink.at(depth)),
        }
    }

    fn on(self, (ground, ink): (Paint, Paint)) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            depth => Style::new().bg(ground.at(depth)).fg(ink.at(depth)),
        }
    }

    /// The background of everything, and ordinary text.
    pub fn paper(self) -> Style {
        let palette = self.palette();
        self.on((palette.paper, palette.text))
    }

    /// A side's name, roses and cards.
    pub fn side(self, side: Side, ruleset: Ruleset) -> Style {
        let palette = self.palette();
        let ink = match (side, ruleset.colours) {
            (Side::Red, _) => palette.red,
            (Side::White, Colours::RedWhite) => palette.white,
            (Side::White, Colours::RedBlue) => palette.blue,
        };
        self.ink(ink).add_modifier(Modifier::BOLD)
    }

    /// A square of the board, dark or light.
    pub fn square(self, dark: bool) -> Style {
        let palette = self.palette();
        self.on((palette.squares[usize::from(!dark)], palette.dot))
    }

    /// The square of the crown.
    pub fn crown(self) -> Style {
        self.on(self.palette().crown).add_modifier(Modifier::BOLD)
    }

    /// The target of a card.
    pub fn target(self) -> Style {
        self.ink(self.palette().target).add_modifier(Modifier::BOLD)
    }

    /// The target of a card played with a hero.
    pub fn hero(self) -> Style {
        self.ink(self.palette().hero).add_modifier(Modifier::BOLD)
    }

    /// The selection.
    pub fn chosen(self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.on(self.palette().chosen),
        }
        .add_modifier(Modifier::BOLD)
    }

    /// The suggestion of the computer.
    pub fn hint(self) -> Style {
        self.ink(self.palette().hint).add_modifier(Modifier::BOLD)
    }

    /// De-emphasised text.
    pub fn faint(self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::DIM),
            _ => self.ink(self.palette().faint),
        }
    }

    /// Emphasised text.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The Unicode or the ASCII variant.
    pub fn or<'t>(self, unicode: &'t str, ascii: &'t str) -> &'t str {
        if self.ascii { ascii } else { unicode }
    }

    /// An arrow in a direction on the screen; ASCII has none.
    pub fn arrow(self, direction: Direction) -> Option<&'static str> {
        let arrow = match direction {
            Direction::North => "↑",
            Direction::NorthEast => "↗",
            Direction::East => "→",
            Direction::SouthEast => "↘",
            Direction::South => "↓",
            Direction::SouthWest => "↙",
            Direction::West => "←",
            Direction::NorthWest => "↖",
        };
        (!self.ascii).then_some(arrow)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_theme_follows_the_environment() {
        let check = |variables: &[(&str, &str)], depth, ground, ascii| {
            let variable = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, v)| (*v).to_string())
            };
            let theme = Theme { depth, ground, ascii };
            assert_eq!(Theme::of(variable, false), theme, "{variables:?}");
        };
        let utf8 = ("LANG", "de_DE.UTF-8");
        check(&[], Depth::Sixteen, Ground::Dark, true);
        check(&[utf8, ("COLORTERM", "truecolor")], Depth::True, Ground::Dark, false);
        let none = [("LANG", "C.utf8"), ("NO_COLOR", "1"), ("COLORTERM", "24bit")];
        check(&none, Depth::None, Ground::Dark, false);
        check(&[("LC_ALL", "C"), utf8], Depth::Sixteen, Ground::Dark, true);
        check(&[("TERM", "dumb")], Depth::None, Ground::Dark, true);
        check(&[utf8, ("TERM", "tmux-256color")], Depth::Indexed, Ground::Dark, false);
        check(&[utf8, ("COLORFGBG", "0;15")], Depth::Sixteen, Ground::Light, false);
        check(&[utf8, ("COLORFGBG", "15;default;0")], Depth::Sixteen, Ground::Dark, false);
    }

    #[test]
    fn shapes_differ_without_colours() {
        for ascii in [true, false] {
            let theme = Theme { depth: Depth::None, ground: Ground::Dark, ascii };
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
