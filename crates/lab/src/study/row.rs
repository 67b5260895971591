use bosworth_engine::{Analysis, Effort, Engine, PlyReview, SearchLimits};
use bosworth_rules::{Action, Position, Setup};

use crate::datagen::{Column, ParquetRow, SelfPlayGame};

/// A position of a game, the last one included, and the ply that was made in it. A figure that a
/// position does not have is not a number.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct StudyRow {
    pub(super) game: u32,
    /// The number of plies made before.
    pub(super) ply: u32,
    pub(super) position: String,
    /// The ply that was made, with the drawn card; nothing in the last position.
    pub(super) made: String,
    /// The best action; nothing where there is no choice.
    pub(super) best: String,
    /// The win chance of the side to act, in the last position its result.
    pub(super) value: f64,
    /// The win chance after the best action of each kind.
    pub(super) play: f64,
    pub(super) hero: f64,
    pub(super) draw: f64,
    /// The win chance that the choice has cost.
    pub(super) loss: f64,
    /// The luck of the side that drew.
    pub(super) luck: f64,
    /// What one hero more is worth to the side to act, measured in one position of [`HERO_EVERY`].
    pub(super) hero_worth: f64,
}

/// The worth of a hero costs another search of a position, so not every one gets it.
const HERO_EVERY: u32 = 4;

impl ParquetRow for StudyRow {
    const TABLE: &str = "positions";

    const COLUMNS: &[(&str, Column<Self>)] = &[
        ("game", Column::Count(|row| row.game)),
        ("ply", Column::Count(|row| row.ply)),
        ("position", Column::Text(|row| &row.position)),
        ("made", Column::Text(|row| &row.made)),
        ("best", Column::Text(|row| &row.best)),
        ("value", Column::Fraction(|row| row.value)),
        ("play", Column::Fraction(|row| row.play)),
        ("hero", Column::Fraction(|row| row.hero)),
        ("draw", Column::Fraction(|row| row.draw)),
        ("loss", Column::Fraction(|row| row.loss)),
        ("luck", Column::Fraction(|row| row.luck)),
        ("hero_worth", Column::Fraction(|row| row.hero_worth)),
    ];
}

/// The rows of a game. Each ply is judged as in a review.
pub(super) fn rows_of(played: &SelfPlayGame, engine: &Engine, nodes: u32) -> Vec<StudyRow> {
    let limits = SearchLimits::nodes(nodes.into());
    let mut search =
        |position: &Position, effort: Effort| engine.analyse(position, effort.limits(limits));
    let game = &played.game;
    let mut decisions = played.decisions.iter().peekable();
    let mut analyses = Vec::with_capacity(game.positions().len());
    for (ply, position) in (1..).zip(game.positions()) {
        let searched = decisions.next_if(|decision| decision.ply == ply);
        analyses.push(match searched {
            Some(decision) => decision.analysis.clone(),
            None => search(position, Effort::Full),
        });
    }
    let mut rows = Vec::with_capacity(analyses.len());
    for (index, (position, analysis)) in game.positions().iter().zip(&analyses).enumerate() {
        let ply = index as u32;
        let made = game.plies().get(index);
        let review = analyses
            .get(index + 1)
            .map(|after| PlyReview::of(game, index, analysis, after, &mut search));
        let decision = review.as_ref().and_then(|review| review.decision.as_ref());
        let measured = (played.number + ply).is_multiple_of(HERO_EVERY) && !position.is_over();
        let fewer = measured.then(|| with_a_hero_less(position)).flatten();
        let hero_worth =
            fewer.map(|fewer| analysis.win_chance() - search(&fewer, Effort::Full).win_chance());
        let best_of = |kind| decision.and_then(|_| best_chance(analysis, kind));
        rows.push(StudyRow {
            game: played.number,
            ply,
            position: position.to_string(),
            made: made.map(ToString::to_string).unwrap_or_default(),
            best: decision.map(|decision| decision.best.to_string()).unwrap_or_default(),
            value: rounded(analysis.win_chance()),
            play: number(best_of(ActionKind::Play)),
            hero: number(best_of(ActionKind::Hero)),
            draw: number(best_of(ActionKind::Draw)),
            loss: number(decision.map(|decision| decision.loss)),
            luck: number(review.as_ref().and_then(PlyReview::luck)),
            hero_worth: number(hero_worth),
        });
    }
    rows
}

/// The kinds of actions that a player can choose between.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum ActionKind {
    Play,
    Hero,
    Draw,
}

impl ActionKind {
    pub(super) const ALL: [Self; 3] = [Self::Play, Self::Hero, Self::Draw];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Hero => "hero",
            Self::Draw => "draw",
        }
    }

    /// The kind of an action that is not a pass.
    pub(super) const fn of(action: Action) -> Option<Self> {
        match action {
            Action::Play(_) => Some(Self::Play),
            Action::Hero(_) => Some(Self::Hero),
            Action::Draw => Some(Self::Draw),
            Action::Pass => None,
        }
    }
}

/// The win chance after the best action of a kind.
fn best_chance(analysis: &Analysis, kind: ActionKind) -> Option<f64> {
    let lines = analysis.lines.iter().filter(|line| ActionKind::of(line.action()) == Some(kind));
    lines.map(|line| line.win_chance()).reduce(f64::max)
}

/// The same position, but the side to act has lost a hero.
fn with_a_hero_less(position: &Position) -> Option<Position> {
    let mut setup = Setup::from(*position);
    let heroes = &mut setup.heroes[position.side()];
    *heroes = heroes.checked_sub(1)?;
    Position::try_from(setup).ok()
}

fn number(number: Option<f64>) -> f64 {
    number.map_or(f64::NAN, rounded)
}

/// A number without digits that mean nothing.
fn rounded(number: f64) -> f64 {
    (number * 1e5).round() / 1e5
}
