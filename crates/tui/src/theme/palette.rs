use ratatui::style::Color;

use super::{Depth, Ground};

/// A colour: 24-bit, and the nearest readable one of the sixteen ANSI colours.
#[derive(Clone, Copy)]
pub(super) struct Paint(pub(super) (u8, u8, u8), pub(super) Color);

impl Paint {
    pub(super) fn at(self, depth: Depth) -> Color {
        let Self((red, green, blue), sixteen) = self;
        match depth {
            Depth::True => Color::Rgb(red, green, blue),
            Depth::Indexed => Color::Indexed(indexed([red, green, blue])),
            Depth::Sixteen => sixteen,
            Depth::None => Color::Reset,
        }
    }
}

/// The colours of a theme. The background is always painted, so that every colour is readable
/// regardless of the terminal's own background.
pub(super) struct Palette {
    pub(super) paper: Paint,
    pub(super) text: Paint,
    pub(super) faint: Paint,
    pub(super) red: Paint,
    pub(super) white: Paint,
    pub(super) blue: Paint,
    /// The squares, dark and light, and the dots on them.
    pub(super) squares: [Paint; 2],
    pub(super) dot: Paint,
    /// The crown's square and the crown.
    pub(super) crown: (Paint, Paint),
    pub(super) target: Paint,
    pub(super) hero: Paint,
    pub(super) hint: Paint,
    /// The background and the text of the selection.
    pub(super) chosen: (Paint, Paint),
}

impl Palette {
    pub(super) const fn of(ground: Ground) -> &'static Self {
        match ground {
            Ground::Dark => &DARK,
            Ground::Light => &LIGHT,
        }
    }
}

static DARK: Palette = Palette {
    paper: Paint((16, 22, 20), Color::Black),
    text: Paint((226, 230, 226), Color::White),
    faint: Paint((150, 158, 156), Color::Gray),
    red: Paint((255, 112, 116), Color::LightRed),
    white: Paint((248, 240, 220), Color::White),
    blue: Paint((104, 168, 255), Color::LightBlue),
    squares: [Paint((30, 44, 40), Color::Black), Paint((38, 54, 49), Color::Black)],
    dot: Paint((110, 136, 124), Color::Gray),
    crown: (Paint((66, 52, 10), Color::Black), Paint((255, 208, 84), Color::LightYellow)),
    target: Paint((132, 224, 150), Color::LightGreen),
    hero: Paint((255, 170, 80), Color::LightYellow),
    hint: Paint((120, 200, 255), Color::LightCyan),
    chosen: (Paint((132, 224, 150), Color::LightGreen), Paint((12, 24, 16), Color::Black)),
};

/// Of the sixteen colours only black, red, blue and magenta are readable on white in every common
/// palette: green, yellow and cyan are not. Hollow roses in black are White's.
static LIGHT: Palette = Palette {
    paper: Paint((250, 248, 242), Color::White),
    text: Paint((36, 36, 32), Color::Black),
    faint: Paint((88, 90, 86), Color::Black),
    red: Paint((176, 20, 38), Color::Red),
    white: Paint((58, 54, 44), Color::Black),
    blue: Paint((24, 78, 190), Color::Blue),
    squares: [Paint((214, 226, 212), Color::White), Paint((228, 236, 226), Color::White)],
    dot: Paint((110, 128, 112), Color::DarkGray),
    crown: (Paint((246, 210, 100), Color::White), Paint((88, 60, 0), Color::Black)),
    target: Paint((0, 96, 44), Color::Blue),
    hero: Paint((130, 40, 0), Color::Magenta),
    hint: Paint((0, 80, 158), Color::Blue),
    chosen: (Paint((0, 96, 44), Color::Blue), Paint((255, 255, 255), Color::White)),
};

/// The steps of each component in the cube of the 256 colours.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The nearest of the 256 colours: of the 6 × 6 × 6 cube from 16 on, or of the greys from 232 on.
fn indexed(rgb: [u8; 3]) -> u8 {
    let distance = |other: [u8; 3]| -> u32 {
        rgb.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    (16..=255).min_by_key(|&index| distance(components(index))).unwrap_or(16)
}

/// The components of a colour from 16 on.
fn components(index: u8) -> [u8; 3] {
    if index >= 232 {
        return [8 + 10 * (index - 232); 3];
    }
    let place = usize::from(index.saturating_sub(16));
    [CUBE[place / 36], CUBE[place / 6 % 6], CUBE[place % 6]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sixteen colours of xterm, VGA, Windows Terminal and GNOME Terminal.
    const SIXTEEN: [(&str, [u32; 16]); 4] = [
        (
            "xterm",
            [
                0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd,
                0xe5_e5e5, 0x7f_7f7f, 0xff_0000, 0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff,
                0x00_ffff, 0xff_ffff,
            ],
        ),
        (
            "VGA",
            [
                0x00_0000, 0xaa_0000, 0x00_aa00, 0xaa_5500, 0x00_00aa, 0xaa_00aa, 0x00_aaaa,
                0xaa_aaaa, 0x55_5555, 0xff_5555, 0x55_ff55, 0xff_ff55, 0x55_55ff, 0xff_55ff,
                0x55_ffff, 0xff_ffff,
            ],
        ),
        (
            "Windows",
            [
                0x0c_0c0c, 0xc5_0f1f, 0x13_a10e, 0xc1_9c00, 0x00_37da, 0x88_1798, 0x3a_96dd,
                0xcc_cccc, 0x76_7676, 0xe7_4856, 0x16_c60c, 0xf9_f1a5, 0x3b_78ff, 0xb4_009e,
                0x61_d6d6, 0xf2_f2f2,
            ],
        ),
        (
            "GNOME",
            [
                0x17_1421, 0xc0_1c28, 0x26_a269, 0xa2_734c, 0x12_488b, 0xa3_47ba, 0x2a_a1b3,
                0xd0_cfcc, 0x5e_5c64, 0xf6_6151, 0x33_d17a, 0xe9_ad0c, 0x2a_7bde, 0xc0_61cb,
                0x33_c7de, 0xff_ffff,
            ],
        ),
    ];

    fn rgb(colour: Color, sixteen: &[u32; 16]) -> [u8; 3] {
        let place = match colour {
            Color::Rgb(red, green, blue) => return [red, green, blue],
            Color::Indexed(index) => return components(index),
            Color::Black => 0,
            Color::Red => 1,
            Color::Green => 2,
            Color::Yellow => 3,
            Color::Blue => 4,
            Color::Magenta => 5,
            Color::Cyan => 6,
            Color::Gray => 7,
            Color::DarkGray => 8,
            Color::LightRed => 9,
            Color::LightGreen => 10,
            Color::LightYellow => 11,
            Color::LightBlue => 12,
            Color::LightMagenta => 13,
            Color::LightCyan => 14,
            Color::White => 15,
            Color::Reset => panic!("the colour of the terminal may be anything"),
        };
        let [_, red, green, blue] = sixteen[place].to_be_bytes();
        [red, green, blue]
    }

    /// The contrast ratio of WCAG 2.
    fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
        let luminance = |[red, green, blue]: [u8; 3]| {
            let linear = |part: u8| {
                let part = f64::from(part) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn contrast_is_sufficient_on_both_grounds_at_every_depth() {
        for ground in [Ground::Dark, Ground::Light] {
            let palette = Palette::of(ground);
            let [dark, light] = palette.squares;
            let grounds = [palette.paper, dark, light];
            let words = [
                ("text", palette.text),
                ("faint", palette.faint),
                ("red", palette.red),
                ("white", palette.white),
                ("blue", palette.blue),
                ("target", palette.target),
                ("hero", palette.hero),
                ("hint", palette.hint),
            ];
            let mut pairs: Vec<_> = words
                .iter()
                .flat_map(|&(name, ink)| grounds.map(|ground| (name, ink, ground, 4.5)))
                .collect();
            let (crown, sign) = palette.crown;
            let (chosen, on_chosen) = palette.chosen;
            pairs.push(("crown", sign, crown, 4.5));
            pairs.push(("chosen", on_chosen, chosen, 4.5));
            // Shapes rather than letters: WCAG asks for 3.
            for (name, rose) in
                [("red", palette.red), ("white", palette.white), ("blue", palette.blue)]
            {
                pairs.push((name, rose, crown, 3.0));
            }
            for square in palette.squares {
                pairs.push(("dot", palette.dot, square, 2.0));
            }
            for depth in [Depth::True, Depth::Indexed, Depth::Sixteen] {
                for (system, sixteen) in &SIXTEEN {
                    for &(name, ink, under, least) in &pairs {
                        // The sixteen colours are the terminal's; the bright ones of some are
                        // less far from black than ours.
                        let least =
                            if depth == Depth::Sixteen { f64::min(least, 3.9) } else { least };
                        let ratio =
                            contrast(rgb(ink.at(depth), sixteen), rgb(under.at(depth), sixteen));
                        assert!(
                            ratio >= least,
                            "{name} at {depth:?} on {ground:?} of {system}: {ratio:.2}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_nearest_of_the_256_colours_is_found() {
        assert_eq!(indexed([0, 0, 0]), 16);
        assert_eq!(indexed([255, 255, 255]), 231);
        assert_eq!(indexed([255, 0, 0]), 196);
        assert_eq!(indexed([128, 128, 128]), 244);
    }
}
