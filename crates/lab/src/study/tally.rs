use std::collections::BTreeMap;

use bosworth_rules::{Action, BySide, Card, Cards, End, Ply, Position, Side, Square, Territory};

use super::estimate::{Estimate, GameRatio, Observed};
use super::luck::{LuckShares, ResultParts};
use super::measure::{Angle, CardClass, Held, MarginBin, Measure, Phase, SquareClass};
use super::reader::StudiedGame;
use super::row::{ActionKind, StudyRow};

/// What was counted in some games.
#[derive(Clone, Debug, Default)]
pub(super) struct StudyTally {
    pub(super) games: u64,
    pub(super) positions: u64,
    ratios: BTreeMap<Measure, GameRatio>,
    results: Vec<ResultParts>,
}

/// What was counted in one game.
type Counts = BTreeMap<Measure, Observed>;

/// The win chance above which a game counts as decided.
const DECIDED: f64 = 0.9;
/// A lead is a win chance outside of one half by this much: below it, changes are noise.
const LEAD: f64 = 0.05;
/// The loss of a blunder, as in reviews.
const BLUNDER: f64 = 0.15;

impl StudyTally {
    /// Counts a game.
    pub(super) fn add(&mut self, game: &StudiedGame) {
        let mut counts = Counts::new();
        let first = game.positions[0].side();
        let [.., last] = game.positions.as_slice() else { return };
        let winner = last.outcome().and_then(|outcome| outcome.winner());
        let result = winner.map_or(0.5, |winner| f64::from(u8::from(winner == first)));
        count_result(&mut counts, game, last, winner, result);
        count_deal(&mut counts, game, first);
        count_lead(&mut counts, game, winner);
        for ((row, position), ply) in game.rows.iter().zip(&game.positions).zip(&game.plies) {
            count_ply(&mut counts, row, position, *ply);
        }
        count_heroes(&mut counts, game, last, winner);
        count_squares(&mut counts, last, winner);
        for (measure, observed) in counts {
            self.ratios.entry(measure).or_default().add(observed);
        }
        self.games += 1;
        self.positions += game.rows.len() as u64;
        self.results.push(ResultParts::of(game, result, first));
    }

    /// Adds other games.
    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        for (measure, ratio) in &other.ratios {
            self.ratios.entry(*measure).or_default().merge(ratio);
        }
        self.results.extend(&other.results);
    }

    /// All figures but the shares of luck.
    pub(super) fn estimates(&self) -> impl Iterator<Item = (Measure, Estimate)> {
        self.ratios.iter().filter_map(|(measure, ratio)| Some((*measure, ratio.estimate()?)))
    }

    pub(super) fn luck_shares(&self) -> Option<LuckShares> {
        LuckShares::of(&self.results)
    }
}

fn observe(counts: &mut Counts, measure: Measure, value: f64) {
    counts.entry(measure).or_default().add(value);
}

fn observe_if(counts: &mut Counts, measure: Measure, holds: bool) {
    observe(counts, measure, f64::from(u8::from(holds)));
}

fn points(position: &Position) -> BySide<u32> {
    position.scores().map(|score| score.points)
}

fn margin(position: &Position) -> u32 {
    let BySide { red, white } = points(position);
    red.abs_diff(white)
}

fn roses(position: &Position) -> u32 {
    u32::from(Position::ROSES - position.supply())
}

/// The win chance of a side.
fn chance(row: &StudyRow, position: &Position, side: Side) -> f64 {
    if position.side() == side { row.value } else { 1.0 - row.value }
}

fn count_result(
    counts: &mut Counts,
    game: &StudiedGame,
    last: &Position,
    winner: Option<Side>,
    result: f64,
) {
    observe(counts, Measure::FirstMoverScore, result);
    observe_if(counts, Measure::DrawnGames, winner.is_none());
    observe(counts, Measure::Plies, game.plies.len() as f64);
    observe(counts, Measure::Roses, f64::from(roses(last)));
    observe_if(counts, Measure::Blockades, last.end() != Some(End::LastRose));
    for bin in MarginBin::all() {
        observe_if(counts, Measure::MarginWithin(bin), bin == MarginBin::of(margin(last)));
    }
    let largest = BySide::from_fn(|side| {
        last.territories(side).map(Territory::size).max().unwrap_or_default()
    });
    observe(counts, Measure::LargestTerritory, largest.red.max(largest.white).into());
    if let Some(winner) = winner {
        observe(counts, Measure::Margin, margin(last).into());
        observe(counts, Measure::WinnerPoints, points(last)[winner].into());
        if largest.red != largest.white {
            observe_if(counts, Measure::LargestWins, largest[winner] > largest[!winner]);
        }
    }
}

/// Slopes on an empty board, where symmetry makes the kinds of cards and pairs independent of each
/// other.
fn count_deal(counts: &mut Counts, game: &StudiedGame, first: Side) {
    let (row, deal) = (&game.rows[0], &game.positions[0]);
    let chance = chance(row, deal, first);
    observe(counts, Measure::FirstMoverChance, chance);
    let (own, other) = (deal.hand(first), deal.hand(!first));
    let mut slope = |measure, x: f64| {
        counts.entry(measure).or_default().add_slope(x, chance - 0.5);
    };
    for class in CardClass::all() {
        let of = |hand: Cards| hand.iter().filter(|card| CardClass::of(*card) == class).count();
        slope(Measure::CardDealt(class), of(own) as f64 - of(other) as f64);
    }
    for angle in Angle::all() {
        let of = |hand: Cards| pairs(hand).filter(|(a, b)| Angle::between(*a, *b) == angle).count();
        slope(Measure::PairDealt(angle), of(own) as f64 - of(other) as f64);
    }
    let Some(Ply::Play(chosen)) = game.plies.first() else { return };
    let chosen = CardClass::of(*chosen);
    let has = |class| own.iter().any(|card| CardClass::of(card) == class);
    for class in CardClass::all().filter(|class| has(*class)) {
        observe_if(counts, Measure::Opening(class), class == chosen);
        for other in CardClass::all().filter(|other| *other > class && has(*other)) {
            if [class, other].contains(&chosen) {
                observe_if(counts, Measure::OpeningPreferred(class, other), class == chosen);
            }
        }
    }
}

fn pairs(hand: Cards) -> impl Iterator<Item = (Card, Card)> {
    hand.iter().flat_map(move |a| hand.iter().filter(move |b| a < *b).map(move |b| (a, b)))
}

fn count_lead(counts: &mut Counts, game: &StudiedGame, winner: Option<Side>) {
    let mut leader = None;
    let mut changes = 0;
    for (row, position) in game.rows.iter().zip(&game.positions) {
        let red = chance(row, position, Side::Red) - 0.5;
        let ahead = if red > 0.0 { Side::Red } else { Side::White };
        if red.abs() > LEAD && leader != Some(ahead) {
            changes += u32::from(leader.is_some());
            leader = Some(ahead);
        }
    }
    observe(counts, Measure::LeadChanges, changes.into());
    let Some(winner) = winner else { return };
    let undecided = game.rows.iter().zip(&game.positions);
    let mut undecided = undecided.filter(|(row, position)| chance(row, position, winner) < DECIDED);
    let last = undecided.next_back().map_or(0, |(_, position)| roses(position));
    observe(counts, Measure::RosesWhenDecided, last.into());
}

fn count_ply(counts: &mut Counts, row: &StudyRow, position: &Position, ply: Ply) {
    let phase = Phase::at(roses(position));
    let side = position.side();
    if let Ply::Draw(card) = ply
        && !row.luck.is_nan()
    {
        observe(counts, Measure::CardDrawn(CardClass::of(card)), row.luck);
    }
    if let Ply::Play(played) = ply {
        for card in position.playable(side).0 {
            observe_if(counts, Measure::CardPlayed(CardClass::of(card)), card == played);
        }
    }
    if let Ply::Hero(_) = ply {
        for any in Phase::all() {
            observe_if(counts, Measure::HeroPlayedIn(any), any == phase);
        }
    }
    if !row.hero_worth.is_nan() {
        observe(counts, Measure::HeroWorth(phase), row.hero_worth);
        observe(counts, Measure::HeroWorthOf(position.heroes(side)), row.hero_worth);
    }
    let (Some(made), Some(best)) = (ActionKind::of(ply.action()), best_kind(row)) else { return };
    count_loss(counts, row, phase, best, made);
    let other = row.play.max(row.hero);
    if !row.draw.is_nan() && !other.is_nan() {
        let held = Held(position.hand(side).len() as u8);
        observe_if(counts, Measure::DrawRate(held, phase), made == ActionKind::Draw);
        observe_if(counts, Measure::AnyDrawRate, made == ActionKind::Draw);
        observe(counts, Measure::DrawGain(held, phase), row.draw - other);
    }
    let without = row.play.max(row.draw);
    if best == ActionKind::Hero && !without.is_nan() {
        observe(counts, Measure::HeroGain(phase), (row.hero - without).max(0.0));
    }
}

/// The kind of the best action, if there was a choice.
fn best_kind(row: &StudyRow) -> Option<ActionKind> {
    ActionKind::of(row.best.parse::<Action>().ok()?)
}

fn count_loss(
    counts: &mut Counts,
    row: &StudyRow,
    phase: Phase,
    best: ActionKind,
    made: ActionKind,
) {
    observe(counts, Measure::DecisionLoss, row.loss);
    observe(counts, Measure::PhaseLoss(phase), row.loss);
    for a in ActionKind::ALL {
        for b in ActionKind::ALL {
            let loss = if (a, b) == (best, made) { row.loss } else { 0.0 };
            observe(counts, Measure::KindLoss(a, b), loss);
        }
    }
    counts.entry(Measure::Blunders).or_default().sum += f64::from(u8::from(row.loss >= BLUNDER));
}

fn count_heroes(counts: &mut Counts, game: &StudiedGame, last: &Position, winner: Option<Side>) {
    for side in Side::ALL {
        let played = game.positions[0].heroes(side) - last.heroes(side);
        observe(counts, Measure::HeroesPlayed, played.into());
        // The sum is counted ply by ply.
        let blunders = counts.entry(Measure::Blunders).or_default();
        blunders.weight += 1.0;
        blunders.count += 1;
    }
    if let Some(winner) = winner {
        observe(counts, Measure::WinnerHeroesLeft, last.heroes(winner).into());
        observe(counts, Measure::LoserHeroesLeft, last.heroes(!winner).into());
    }
}

fn count_squares(counts: &mut Counts, last: &Position, winner: Option<Side>) {
    for square in Square::all() {
        let class = SquareClass::of(square);
        let rose = last.rose_at(square);
        observe_if(counts, Measure::SquareTaken(class), rose.is_some());
        if let (Some(rose), Some(winner)) = (rose, winner) {
            observe_if(counts, Measure::SquareWon(class), rose == winner);
        }
    }
}
