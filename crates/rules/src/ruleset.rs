use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// The points in which the published editions differ.
///
/// The three editions are presets; any other combination is a custom game. As text, a preset is
/// its name and a custom game is `classic` followed by its differences:
///
/// ```
/// use bosworth_rules::{Ending, Ruleset};
///
/// let sudden = Ruleset { ending: Ending::EitherBlocked, ..Ruleset::CLASSIC };
/// assert_eq!(sudden.to_string(), "classic:ending=either");
/// assert_eq!("classic:ending=either".parse(), Ok(sudden));
/// assert_eq!("kingofroses".parse(), Ok(Ruleset::KINGOFROSES));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ruleset {
    /// From whose point of view the direction of a card is read.
    pub cards: CardView,
    /// Who acts first.
    pub first: First,
    /// When the discard becomes the pile.
    pub reshuffle: Reshuffle,
    /// Which blockade ends the game.
    pub ending: Ending,
    /// What breaks a tie on points.
    pub ties: Ties,
    /// The name and look of the second colour.
    pub colours: Colours,
}

/// From whose point of view the direction of a card is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CardView {
    /// The board's, the same for both sides: `N` is north.
    Board,
    /// Its holder's: `N` is away from the holder, so Red's `N2` moves the crown south.
    Holder,
}

/// Who acts first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum First {
    /// Always Red.
    Red,
    /// The side chosen by lot or by agreement.
    Lot,
}

/// When the discard becomes the pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reshuffle {
    /// When a card is to be drawn and the pile is empty.
    WhenNeeded,
    /// At once when the last card of the pile is drawn.
    WhenEmptied,
}

/// Which blockade ends the game. (The last rose ends it in every edition.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Both sides hold five cards and neither can act.
    BothBlocked,
    /// Either side holds five cards and can play none of them, whoever is to act.
    EitherBlocked,
}

/// What breaks a tie on points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ties {
    /// The larger largest territory, then more roses.
    LargestThenRoses,
    /// More roses.
    Roses,
}

/// The name and look of the second colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Colours {
    RedWhite,
    RedBlue,
}

impl Ruleset {
    /// The Kosmos game, German and English.
    pub const CLASSIC: Self = Self {
        cards: CardView::Board,
        first: First::Red,
        reshuffle: Reshuffle::WhenNeeded,
        ending: Ending::BothBlocked,
        ties: Ties::LargestThenRoses,
        colours: Colours::RedWhite,
    };

    /// The online platform's game.
    pub const BRETTSPIELNETZ: Self = Self { reshuffle: Reshuffle::WhenEmptied, ..Self::CLASSIC };

    /// The French open-source game.
    pub const KINGOFROSES: Self = Self {
        cards: CardView::Holder,
        first: First::Lot,
        ending: Ending::EitherBlocked,
        ties: Ties::Roses,
        colours: Colours::RedBlue,
        ..Self::CLASSIC
    };

    /// The published editions with their names.
    pub const PRESETS: [(&'static str, Self); 3] = [
        ("classic", Self::CLASSIC),
        ("brettspielnetz", Self::BRETTSPIELNETZ),
        ("kingofroses", Self::KINGOFROSES),
    ];

    /// The name of the edition, unless this is a custom game.
    pub fn preset(self) -> Option<&'static str> {
        Self::PRESETS.into_iter().find(|(_, preset)| *preset == self).map(|(name, _)| name)
    }

    /// Each point as text: its name and its value.
    fn points(self) -> [(&'static str, &'static str); 6] {
        [
            ("cards", choose(self.cards, CARD_VIEWS)),
            ("first", choose(self.first, FIRSTS)),
            ("reshuffle", choose(self.reshuffle, RESHUFFLES)),
            ("ending", choose(self.ending, ENDINGS)),
            ("ties", choose(self.ties, TIES)),
            ("colours", choose(self.colours, COLOURS)),
        ]
    }

    fn set(&mut self, point: &str, value: &str) -> Result<(), ParseRulesetError> {
        match point {
            "cards" => self.cards = find(point, value, CARD_VIEWS)?,
            "first" => self.first = find(point, value, FIRSTS)?,
            "reshuffle" => self.reshuffle = find(point, value, RESHUFFLES)?,
            "ending" => self.ending = find(point, value, ENDINGS)?,
            "ties" => self.ties = find(point, value, TIES)?,
            "colours" => self.colours = find(point, value, COLOURS)?,
            _ => return Err(ParseRulesetError::UnknownPoint(point.to_string())),
        }
        Ok(())
    }
}

type Names<T> = [(&'static str, T); 2];

const CARD_VIEWS: Names<CardView> = [("board", CardView::Board), ("holder", CardView::Holder)];
const FIRSTS: Names<First> = [("red", First::Red), ("lot", First::Lot)];
const RESHUFFLES: Names<Reshuffle> =
    [("needed", Reshuffle::WhenNeeded), ("emptied", Reshuffle::WhenEmptied)];
const ENDINGS: Names<Ending> = [("both", Ending::BothBlocked), ("either", Ending::EitherBlocked)];
const TIES: Names<Ties> = [("largest", Ties::LargestThenRoses), ("roses", Ties::Roses)];
const COLOURS: Names<Colours> = [("white", Colours::RedWhite), ("blue", Colours::RedBlue)];

fn choose<T: Copy + PartialEq>(value: T, [one, other]: Names<T>) -> &'static str {
    if value == one.1 { one.0 } else { other.0 }
}

fn find<T: Copy>(point: &str, value: &str, names: Names<T>) -> Result<T, ParseRulesetError> {
    names.iter().find(|(name, _)| *name == value).map(|(_, value)| *value).ok_or_else(|| {
        ParseRulesetError::UnknownValue {
            point: point.to_string(),
            value: value.to_string(),
            choices: names.map(|(name, _)| name),
        }
    })
}

/// The classic edition.
impl Default for Ruleset {
    fn default() -> Self {
        Self::CLASSIC
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.preset() {
            return f.write_str(name);
        }
        f.write_str("classic")?;
        let mut mark = ':';
        for ((point, value), (_, usual)) in self.points().into_iter().zip(Self::CLASSIC.points()) {
            if value != usual {
                write!(f, "{mark}{point}={value}")?;
                mark = ',';
            }
        }
        Ok(())
    }
}

/// The text does not describe a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseRulesetError {
    /// No edition has this name.
    UnknownName(String),
    /// What follows the colon is not `point=value`.
    NotAPoint(String),
    /// No point of the rules has this name.
    UnknownPoint(String),
    /// The point cannot have this value.
    UnknownValue {
        /// The point's name.
        point: String,
        /// The rejected value.
        value: String,
        /// The accepted values.
        choices: [&'static str; 2],
    },
}

impl fmt::Display for ParseRulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName(name) => write!(
                f,
                "no edition is called {name:?}; there are classic, brettspielnetz and kingofroses"
            ),
            Self::NotAPoint(text) => {
                write!(f, "{text:?} is not point=value, such as ending=either")
            }
            Self::UnknownPoint(point) => write!(
                f,
                "no point of the rules is called {point:?}; there are cards, first, reshuffle, \
                 ending, ties and colours"
            ),
            Self::UnknownValue { point, value, choices: [one, other] } => {
                write!(f, "{point} is {one} or {other}, not {value:?}")
            }
        }
    }
}

impl core::error::Error for ParseRulesetError {}

impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Self, ParseRulesetError> {
        let (name, points) = match text.split_once(':') {
            Some((name, points)) => (name, Some(points)),
            None => (text, None),
        };
        let preset = Self::PRESETS.into_iter().find(|(preset, _)| *preset == name);
        let (_, mut ruleset) =
            preset.ok_or_else(|| ParseRulesetError::UnknownName(name.to_string()))?;
        for point in points.into_iter().flat_map(|points| points.split(',')) {
            let (point, value) = point
                .split_once('=')
                .ok_or_else(|| ParseRulesetError::NotAPoint(point.to_string()))?;
            ruleset.set(point, value)?;
        }
        Ok(ruleset)
    }
}
