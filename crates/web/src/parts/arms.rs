//! The coat of arms of a player: drawn from the name alone, so that it is the same everywhere.

use bosworth_texts::lower_case;
use bosworth_view::prelude::*;

/// A tincture. Two of them contrast if one is a metal and the other a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Tincture {
    Or,
    Argent,
    Gules,
    Azure,
    Vert,
    Sable,
}

impl Tincture {
    const METALS: [Self; 2] = [Self::Or, Self::Argent];
    const COLOURS: [Self; 4] = [Self::Gules, Self::Azure, Self::Vert, Self::Sable];

    /// The CSS class of a part in this tincture.
    fn class(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::Argent => "argent",
            Self::Gules => "gules",
            Self::Azure => "azure",
            Self::Vert => "vert",
            Self::Sable => "sable",
        }
    }
}

/// How the field is divided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Partition {
    Plain,
    // Two tinctures of a kind beside each other.
    PerPale,
    PerFess,
    PerBend,
    PerSaltire,
    Quarterly,
    // A stripe or an edge that contrasts with the field.
    Fess,
    Pale,
    Bend,
    Chief,
    Chevron,
    Bordure,
}

impl Partition {
    const ALL: [Self; 12] = [
        Self::Plain,
        Self::PerPale,
        Self::PerFess,
        Self::PerBend,
        Self::PerSaltire,
        Self::Quarterly,
        Self::Fess,
        Self::Pale,
        Self::Bend,
        Self::Chief,
        Self::Chevron,
        Self::Bordure,
    ];

    /// Whether both parts of the field are metals, or both are colours.
    fn is_parted(self) -> bool {
        matches!(
            self,
            Self::PerPale | Self::PerFess | Self::PerBend | Self::PerSaltire | Self::Quarterly
        )
    }

    /// The outline of the second part, on a shield from 2, 2 to 38, 46.5.
    fn outline(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::PerPale => "M20 2H38V24C38 36 28 43 20 46.5Z",
            Self::PerFess => "M2 2H38V23H2Z",
            Self::PerBend => "M2 2H38V24C38 30 35.5 34.7 32 38.4Z",
            Self::PerSaltire => {
                "M2 2H38L20 22ZM20 22L32 38.4C28.5 42.1 24 44.7 20 46.5C16 44.7 11.5 42.1 8 38.4Z"
            }
            Self::Quarterly => "M2 2H20V22H2ZM20 22H38V24C38 36 28 43 20 46.5Z",
            Self::Fess => "M2 13H38V28H2Z",
            Self::Pale => "M12.5 2H27.5V42.3L20 46.5L12.5 42.3Z",
            Self::Bend => "M2 2H12L36.3 32.1L32 38.4L26.2 43.2L2 14Z",
            Self::Chief => "M2 2H38V14H2Z",
            Self::Chevron => "M20 17L37.2 31L33.6 36.8L20 26L6.4 36.8L2.8 31Z",
            Self::Bordure => {
                "M2 2H38V24C38 36 28 43 20 46.5C12 43 2 36 2 24ZM7 7V24C7 32.5 14 38 20 41C26 38 33 32.5 33 24V7Z"
            }
        }
    }

    /// Where the charges are, and how large.
    fn places(self) -> &'static [&'static str] {
        match self {
            Self::Fess => &["translate(20 20.5) scale(.6)"],
            Self::Pale => &["translate(20 21) scale(.62)"],
            Self::Bend => &["translate(19 22.5) scale(.6)"],
            Self::Chief => &["translate(20 28) scale(.95)"],
            Self::Chevron => &[
                "translate(9.5 12) scale(.5)",
                "translate(30.5 12) scale(.5)",
                "translate(20 36.5) scale(.5)",
            ],
            Self::Bordure => &["translate(20 23) scale(.9)"],
            _ => &["translate(20 22.5) scale(1.1)"],
        }
    }
}

/// The figure on the shield, within 12 units around 0, 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Charge {
    Rose,
    Crown,
    Sword,
    Star,
    Crescent,
    Cross,
    Tower,
    Lily,
    Sun,
    Heart,
}

impl Charge {
    const ALL: [Self; 10] = [
        Self::Rose,
        Self::Crown,
        Self::Sword,
        Self::Star,
        Self::Crescent,
        Self::Cross,
        Self::Tower,
        Self::Lily,
        Self::Sun,
        Self::Heart,
    ];

    /// Its outline, and its details, which have the tincture of the ground.
    fn outlines(self) -> (&'static str, &'static str) {
        match self {
            Self::Rose => (
                "M-5 -6.2a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM.9 -1.9a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM-1.4 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM-8.6 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM-10.9 -1.9a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
                "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
            ),
            Self::Crown => {
                ("M-10.5 9L-12 -5L-6 .5L0 -10L6 .5L12 -5L10.5 9Z", "M-10.2 4.4H10.2L10 6.2H-10Z")
            }
            Self::Sword => {
                ("M0 -12L2.2 -9V3.6H6.4V6.4H1.9V9A2.2 2.2 0 1 1 -1.9 9V6.4H-6.4V3.6H-2.2V-9Z", "")
            }
            Self::Star => (
                "M0 -12L2.8 -3.9L11.4 -3.7L4.6 1.5L7.1 9.7L0 4.8L-7.1 9.7L-4.6 1.5L-11.4 -3.7L-2.8 -3.9Z",
                "",
            ),
            Self::Crescent => ("M-9.5 -6A10.5 10.5 0 1 0 9.5 -6A9.6 9.6 0 0 1 -9.5 -6Z", ""),
            Self::Cross => (
                "M-4.8 -11H4.8L2.4 -2.4L11 -4.8V4.8L2.4 2.4L4.8 11H-4.8L-2.4 2.4L-11 4.8V-4.8L-2.4 -2.4Z",
                "",
            ),
            Self::Tower => (
                "M-8 -11H-4.4V-8H-1.8V-11H1.8V-8H4.4V-11H8V-4H6V8H8.5V11H-8.5V8H-6V-4H-8Z",
                "M-2.4 11V5A2.4 2.4 0 0 1 2.4 5V11Z",
            ),
            Self::Lily => (
                "M0 -12C3 -8 4 -6 4 -3C4 0 2.5 1.5 2 3H5C5 1 4.5 .5 5 -2C6 -5.5 10.5 -5.5 11 -1.5C11.2 1 9.5 2.5 8 2C9 4 6.5 5.5 5.5 5.5H2.2C2.4 8 4 9.5 5.5 10.5H2L0 12L-2 10.5H-5.5C-4 9.5 -2.4 8 -2.2 5.5H-5.5C-6.5 5.5 -9 4 -8 2C-9.5 2.5 -11.2 1 -11 -1.5C-10.5 -5.5 -6 -5.5 -5 -2C-4.5 .5 -5 1 -5 3H-2C-2.5 1.5 -4 0 -4 -3C-4 -6 -3 -8 0 -12Z",
                "",
            ),
            Self::Sun => (
                "M0 -12L1.8 -6.8L6 -10.4L5 -5L10.4 -6L6.8 -1.8L12 0L6.8 1.8L10.4 6L5 5L6 10.4L1.8 6.8L0 12L-1.8 6.8L-6 10.4L-5 5L-10.4 6L-6.8 1.8L-12 0L-6.8 -1.8L-10.4 -6L-5 -5L-6 -10.4L-1.8 -6.8Z",
                "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
            ),
            Self::Heart => (
                "M0 10.5C-7 5 -11 1 -11 -4A5.8 5.8 0 0 1 0 -6.2A5.8 5.8 0 0 1 11 -4C11 1 7 5 0 10.5Z",
                "",
            ),
        }
    }
}

/// A coat of arms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arms {
    partition: Partition,
    /// The field, or its first part.
    field: Tincture,
    /// The second part; on a plain field, that of the charge.
    other: Tincture,
    charge: Charge,
    charge_tincture: Tincture,
}

/// The arms of the computer: no name has a charge and a border of different metals.
const COMPUTER: Arms = Arms {
    partition: Partition::Bordure,
    field: Tincture::Sable,
    other: Tincture::Or,
    charge: Charge::Crown,
    charge_tincture: Tincture::Argent,
};

/// A hash of a name, whatever the case of its letters, that never changes: FNV-1a, mixed so that similar names differ.
fn hash(name: &str) -> u64 {
    let letters = name.chars().map(lower_case);
    let sum = letters.fold(0xcbf2_9ce4_8422_2325, |sum: u64, letter| {
        (sum ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3)
    });
    let sum = (sum ^ (sum >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    sum ^ (sum >> 33)
}

impl Arms {
    /// The arms of a name.
    pub fn of(name: &str) -> Self {
        let mut left = hash(name);
        let mut below = |count: usize| {
            let digit = left % count as u64;
            left /= count as u64;
            digit as usize
        };
        let partition = Partition::ALL[below(Partition::ALL.len())];
        let charge = Charge::ALL[below(Charge::ALL.len())];
        let first = below(2);
        let (metal, second_metal) = (Tincture::METALS[first], Tincture::METALS[1 - first]);
        let first = below(Tincture::COLOURS.len());
        let colour = Tincture::COLOURS[first];
        let second_colour = Tincture::COLOURS[(first + 1 + below(3)) % 4];
        let metal_first = below(3) == 0;
        let (field, contrast, second) = if metal_first {
            (metal, colour, second_metal)
        } else {
            (colour, metal, second_colour)
        };
        let other = if partition.is_parted() { second } else { contrast };
        // A charge on a stripe has the tincture of the field.
        let on_stripe = matches!(partition, Partition::Fess | Partition::Pale | Partition::Bend);
        let charge_tincture = if on_stripe { field } else { contrast };
        Self { partition, field, other, charge, charge_tincture }
    }

    /// The tincture below the charge.
    fn ground(self) -> Tincture {
        if self.charge_tincture == self.field { self.other } else { self.field }
    }

    /// The drawing, in an `svg` of 40 by 49.
    fn view(self) -> View {
        let (outline, details) = self.charge.outlines();
        let charges = self.partition.places().iter().map(|&place| {
            view! {
                <g transform=place>
                    <path class=self.charge_tincture.class() d=outline/>
                    <path class=self.ground().class() d=details/>
                </g>
            }
        });
        view! {
            <svg class="arms" viewBox="0 0 40 49" aria-hidden="true">
                <path class=self.field.class() d=SHIELD/>
                <path class=self.other.class() d=self.partition.outline()/>
                {charges.collect_view()}
                <path class="rim" d=SHIELD/>
            </svg>
        }
    }
}

/// The outline of the shield.
const SHIELD: &str = "M2 2H38V24C38 36 28 43 20 46.5C12 43 2 36 2 24Z";

/// The arms of a player, an ornament beside the name.
pub fn arms(name: &str) -> View {
    Arms::of(name).view()
}

/// The arms of the computer.
pub fn computer_arms() -> View {
    COMPUTER.view()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names() -> impl Iterator<Item = String> {
        (0..2000).map(|n| format!("player-{n}"))
    }

    fn is_metal(tincture: Tincture) -> bool {
        Tincture::METALS.contains(&tincture)
    }

    #[test]
    fn a_name_always_has_the_same_arms() {
        let arms = Arms {
            partition: Partition::PerBend,
            field: Tincture::Or,
            other: Tincture::Argent,
            charge: Charge::Heart,
            charge_tincture: Tincture::Gules,
        };
        assert_eq!(Arms::of("anna"), arms);
        assert_eq!(Arms::of("ÉMILE"), Arms::of("émile"));
        assert_ne!(Arms::of("anna"), Arms::of("anne"));
    }

    #[test]
    fn metal_lies_on_colour_and_colour_on_metal() {
        for name in names() {
            let arms = Arms::of(&name);
            assert_ne!(is_metal(arms.charge_tincture), is_metal(arms.ground()), "{arms:?}");
            let alike = is_metal(arms.field) == is_metal(arms.other);
            assert_eq!(arms.partition.is_parted(), alike, "{arms:?}");
            assert_ne!(arms.field, arms.other, "{arms:?}");
        }
    }

    #[test]
    fn few_names_share_their_arms() {
        let different =
            names().map(|name| format!("{:?}", Arms::of(&name))).collect::<BTreeSet<_>>();
        assert!(different.len() > 1200, "{}", different.len());
        assert!(names().all(|name| Arms::of(&name) != COMPUTER));
    }
}
