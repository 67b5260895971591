use std::fmt;

use bosworth_rules::{Card, Direction, Square, Steps};

use super::row::ActionKind;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Measure {
    /// The result of the side that begins: 1 for a win, ½ for a draw.
    FirstMoverScore,
    /// Its win chance after the deal as the engine sees it: less noise, but perhaps a bias.
    FirstMoverChance,
    /// The share of games that nobody wins.
    DrawnGames,
    /// The number of plies.
    Plies,
    /// The number of roses on the final board.
    Roses,
    /// The share of games that end because nobody, or in some editions one side, can act.
    Blockades,
    /// The points by which a game is won.
    Margin,
    /// The share of games with such a margin.
    MarginWithin(MarginBin),
    /// The points of the winner.
    WinnerPoints,
    /// The number of roses in the largest territory of a game.
    LargestTerritory,
    /// The share of games whose winner has the largest territory.
    LargestWins,
    /// The number of plies after which the favourite is the other side.
    LeadChanges,
    /// The number of roses on the board when the winner's chances rise above nine in ten for good.
    RosesWhenDecided,
    /// The win chance of having such a card dealt instead of another.
    CardDealt(CardClass),
    /// The win chance of having such a pair of cards dealt instead of another.
    PairDealt(Angle),
    /// The win chance that drawing such a card adds to that of an average one.
    CardDrawn(CardClass),
    /// The share of such cards that are played, of those that could be when a card was.
    CardPlayed(CardClass),
    /// The share of hands with such a card that begin the game with one.
    Opening(CardClass),
    /// The share of openings with the first kind of card, when the other one was not chosen.
    OpeningPreferred(CardClass, CardClass),
    /// The share of decisions between drawing and playing in which a card is drawn.
    DrawRate(Held, Phase),
    /// The same with any hand, at any time.
    AnyDrawRate,
    /// The win chance of drawing less that of the best other action.
    DrawGain(Held, Phase),
    /// The number of heroes that a side plays.
    HeroesPlayed,
    /// The number of heroes that a winner has left.
    WinnerHeroesLeft,
    /// The number of heroes that a loser has left.
    LoserHeroesLeft,
    /// The share of heroes that are played in this phase.
    HeroPlayedIn(Phase),
    /// Where a hero is best, the win chance that it adds to the next best kind of action.
    HeroGain(Phase),
    /// What one unused hero adds to the win chance of the side to act.
    HeroWorth(Phase),
    /// The same, by the number of heroes that the side has.
    HeroWorthOf(u8),
    /// The share of final boards on which such a square has a rose.
    SquareTaken(SquareClass),
    /// The share of those roses that are the winner's.
    SquareWon(SquareClass),
    /// The win chance that a decision costs.
    DecisionLoss,
    /// The same, of those decisions only in which the first kind of action was best and the other
    /// one chosen, over all decisions.
    KindLoss(ActionKind, ActionKind),
    /// The win chance that a decision costs in this phase.
    PhaseLoss(Phase),
    /// The number of decisions of a side in a game that cost a seventh of the game or more.
    Blunders,
}

/// Cards that differ by a symmetry of the board only, and so are worth the same on an empty one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct CardClass {
    pub(super) is_diagonal: bool,
    pub(super) steps: Steps,
}

/// Margins that are counted together, narrow ones first; the last one has no upper end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct MarginBin(u32);

/// The angle between the directions of two cards, in eighths of a turn from 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Angle(pub(super) u8);

/// The number of cards in hand, from 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Held(pub(super) u8);

/// A quarter of the game, by the roses on the board, from 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Phase(pub(super) u8);

/// Squares that differ by a symmetry of the board only: their distances from the two centre lines,
/// the larger one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SquareClass(pub(super) u8, pub(super) u8);

impl CardClass {
    pub(super) fn of(card: Card) -> Self {
        let (x, y) = card.direction.vector();
        Self { is_diagonal: x != 0 && y != 0, steps: card.steps }
    }

    pub(super) fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|is_diagonal| {
            Steps::ALL.into_iter().map(move |steps| Self { is_diagonal, steps })
        })
    }
}

impl MarginBin {
    /// The width of a bin in points.
    const POINTS: u32 = 20;
    const LAST: u32 = 12;

    pub(super) fn of(margin: u32) -> Self {
        Self((margin / Self::POINTS).min(Self::LAST))
    }

    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=Self::LAST).map(Self)
    }

    /// The least margin, and the largest one if there is one.
    pub(super) fn ends(self) -> (u32, Option<u32>) {
        let from = self.0 * Self::POINTS;
        (from, (self.0 < Self::LAST).then(|| from + Self::POINTS - 1))
    }
}

impl Angle {
    pub(super) fn between(a: Card, b: Card) -> Self {
        let eighth = |card: Card| {
            let place = Direction::ALL.iter().position(|direction| *direction == card.direction);
            place.unwrap_or_default() as u8
        };
        let apart = eighth(a).abs_diff(eighth(b));
        Self(apart.min(8 - apart))
    }

    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=4).map(Self)
    }
}

impl Phase {
    /// The number of phases.
    pub(super) const COUNT: u8 = 4;
    /// The number of roses placed in one of them.
    pub(super) const ROSES: u32 = 13;

    pub(super) fn at(roses: u32) -> Self {
        Self(((roses / Self::ROSES) as u8).min(Self::COUNT - 1))
    }

    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

impl SquareClass {
    pub(super) fn of(square: Square) -> Self {
        let x = square.file().abs_diff(Square::CENTRE.file());
        let y = square.rank().abs_diff(Square::CENTRE.rank());
        Self(x.max(y), x.min(y))
    }
}

/// How a measure is named in figures.json.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FirstMoverScore => f.write_str("first-mover-score"),
            Self::FirstMoverChance => f.write_str("first-mover-chance"),
            Self::DrawnGames => f.write_str("drawn-games"),
            Self::Plies => f.write_str("plies"),
            Self::Roses => f.write_str("roses"),
            Self::Blockades => f.write_str("blockades"),
            Self::Margin => f.write_str("margin"),
            Self::MarginWithin(bin) => write!(f, "margin {bin}"),
            Self::WinnerPoints => f.write_str("winner-points"),
            Self::LargestTerritory => f.write_str("largest-territory"),
            Self::LargestWins => f.write_str("largest-wins"),
            Self::LeadChanges => f.write_str("lead-changes"),
            Self::RosesWhenDecided => f.write_str("roses-when-decided"),
            Self::CardDealt(class) => write!(f, "card-dealt {class}"),
            Self::PairDealt(angle) => write!(f, "pair-dealt {angle}"),
            Self::CardDrawn(class) => write!(f, "card-drawn {class}"),
            Self::CardPlayed(class) => write!(f, "card-played {class}"),
            Self::Opening(class) => write!(f, "opening {class}"),
            Self::OpeningPreferred(a, b) => write!(f, "opening-preferred {a} to {b}"),
            Self::DrawRate(held, phase) => write!(f, "draw-rate {held} {phase}"),
            Self::AnyDrawRate => f.write_str("draw-rate"),
            Self::DrawGain(held, phase) => write!(f, "draw-gain {held} {phase}"),
            Self::HeroesPlayed => f.write_str("heroes-played"),
            Self::WinnerHeroesLeft => f.write_str("heroes-left winner"),
            Self::LoserHeroesLeft => f.write_str("heroes-left loser"),
            Self::HeroPlayedIn(phase) => write!(f, "hero-played {phase}"),
            Self::HeroGain(phase) => write!(f, "hero-gain {phase}"),
            Self::HeroWorth(phase) => write!(f, "hero-worth {phase}"),
            Self::HeroWorthOf(heroes) => write!(f, "hero-worth of-{heroes}"),
            Self::SquareTaken(square) => write!(f, "square-taken {square}"),
            Self::SquareWon(square) => write!(f, "square-won {square}"),
            Self::DecisionLoss => f.write_str("decision-loss"),
            Self::KindLoss(best, made) => {
                write!(f, "kind-loss {}-instead-of-{}", made.name(), best.name())
            }
            Self::PhaseLoss(phase) => write!(f, "phase-loss {phase}"),
            Self::Blunders => f.write_str("blunders"),
        }
    }
}

impl fmt::Display for CardClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = if self.is_diagonal { "diagonal" } else { "straight" };
        write!(f, "{direction}-{}", self.steps.numeral())
    }
}

impl fmt::Display for MarginBin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ends() {
            (from, Some(to)) => write!(f, "{from}-to-{to}-points"),
            (from, None) => write!(f, "{from}-points-or-more"),
        }
    }
}

impl fmt::Display for Angle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-degrees", u32::from(self.0) * 45)
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-cards", self.0)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = u32::from(self.0) * Self::ROSES;
        write!(f, "{from}-to-{}-roses", from + Self::ROSES - 1)
    }
}

impl fmt::Display for SquareClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}
