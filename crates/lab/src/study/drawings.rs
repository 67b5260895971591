//! The drawings of the report.

use anyhow::Result;

use super::chart::{Series, StackedBar, bars, board, lines, stacked_bars};
use super::estimate::Estimate;
use super::measure::{CardClass, Held, Measure, Phase, SquareClass};
use super::report::{GroupKey, StudyReport};
use super::row::ActionKind;
use super::tally::{MARGIN_BIN, StudyTally};

/// Win chances are drawn in per cent.
const PER_CENT: f64 = 100.0;

/// All drawings with their file names. One that would show nothing is left out.
pub(super) fn drawings(report: &StudyReport) -> Result<Vec<(String, String)>> {
    let mut drawings = Vec::new();
    let mut add = |file: String, drawing: String| drawings.push((file, drawing));
    for (key, tally) in report.groups.iter().filter(|(key, _)| key.level.is_none()) {
        let name = key.name();
        add(format!("cards-dealt-{name}.svg"), cards_dealt(tally)?);
        add(format!("cards-drawn-{name}.svg"), cards_drawn(tally)?);
        add(format!("draws-{name}.svg"), draws(tally)?);
        add(format!("heroes-{name}.svg"), heroes(tally)?);
        add(format!("squares-{name}.svg"), squares(tally)?);
        add(format!("margins-{name}.svg"), margins(tally)?);
        add(format!("openings-{name}.svg"), openings(tally)?);
    }
    add("luck.svg".into(), luck(report)?);
    if report.groups.keys().any(|key| key.level.is_some()) {
        add("mistakes.svg".into(), mistakes(report)?);
    }
    Ok(drawings)
}

fn scaled(estimate: Estimate) -> Estimate {
    let Estimate { value, interval, .. } = estimate;
    Estimate { value: value * PER_CENT, interval: interval * PER_CENT, ..estimate }
}

fn scaled_estimate(tally: &StudyTally, measure: Measure) -> Option<Estimate> {
    tally.estimate(measure).map(scaled)
}

fn card_bars(tally: &StudyTally, measure: fn(CardClass) -> Measure) -> Vec<(String, Estimate)> {
    let bar = |class| Some((card_name(class), scaled_estimate(tally, measure(class))?));
    CardClass::all().filter_map(bar).collect()
}

fn card_name(class: CardClass) -> String {
    let direction = if class.is_diagonal { "diagonal" } else { "straight" };
    format!("{direction} {}", class.steps.numeral())
}

fn cards_dealt(tally: &StudyTally) -> Result<String> {
    bars("A card dealt instead of another", &card_bars(tally, Measure::CardDealt), " %")
}

fn cards_drawn(tally: &StudyTally) -> Result<String> {
    bars("A card drawn instead of an average one", &card_bars(tally, Measure::CardDrawn), " %")
}

fn openings(tally: &StudyTally) -> Result<String> {
    bars("First action, of hands that have such a card", &card_bars(tally, Measure::Opening), " %")
}

fn phase_names() -> Vec<String> {
    let name = |phase: Phase| {
        let from = u32::from(phase.0) * Phase::ROSES;
        format!("{from}–{} roses", from + Phase::ROSES - 1)
    };
    Phase::all().map(name).collect()
}

/// A line over the phases of the game.
fn over_phases(tally: &StudyTally, name: &str, measure: impl Fn(Phase) -> Measure) -> Series {
    let points = Phase::all().map(|phase| scaled_estimate(tally, measure(phase)));
    Series { name: name.into(), points: points.collect() }
}

fn draws(tally: &StudyTally) -> Result<String> {
    let series = (1..=4).map(|held| {
        let name = if held == 1 { "1 card".into() } else { format!("{held} cards") };
        over_phases(tally, &name, |phase| Measure::DrawRate(Held(held), phase))
    });
    let series: Vec<_> = series.collect();
    lines("How often a card is drawn where one could be played", &phase_names(), &series, " %")
}

fn heroes(tally: &StudyTally) -> Result<String> {
    let series = [
        over_phases(tally, "gain of a hero when it is best", Measure::HeroGain),
        over_phases(tally, "worth of an unused hero", Measure::HeroWorth),
    ];
    lines("Heroes, in win chance", &phase_names(), &series, " %")
}

fn squares(tally: &StudyTally) -> Result<String> {
    let class = |file: u8, rank: u8| {
        let (x, y) = (file.abs_diff(4), rank.abs_diff(4));
        SquareClass(x.max(y), x.min(y))
    };
    let won = |file, rank| {
        let estimate = tally.estimate(Measure::SquareWon(class(file, rank)));
        estimate.map_or(0.5, |estimate| estimate.value)
    };
    let all: Vec<_> = (0..9).flat_map(|file| (0..9).map(move |rank| won(file, rank))).collect();
    let least = all.iter().copied().fold(1.0, f64::min);
    let most = all.iter().copied().fold(0.0, f64::max);
    board(
        "Roses that are the winner's, in per cent",
        &|file, rank| (won(file, rank) - least) / (most - least).max(1e-9),
        &|file, rank| format!("{:.0}", won(file, rank) * PER_CENT),
    )
}

fn margins(tally: &StudyTally) -> Result<String> {
    /// Larger margins are put together.
    const BINS: u32 = 12;
    let games = tally.games.max(1) as f64;
    let share = |count: u64| {
        let value = count as f64 / games;
        let interval = 1.96 * (value * (1.0 - value) / games).sqrt();
        scaled(Estimate { value, interval, games: tally.games, observations: count })
    };
    let rows = (0..=BINS).map(|bin| {
        let from = bin * MARGIN_BIN;
        if bin == BINS {
            let count = tally.margins.range(bin..).map(|(_, games)| games).sum();
            return (format!("{from} or more points"), share(count));
        }
        let count = tally.margins.get(&bin).copied().unwrap_or_default();
        (format!("{from} to {} points", from + MARGIN_BIN - 1), share(count))
    });
    bars("Games by their margin", &rows.collect::<Vec<_>>(), " %")
}

fn group_name(key: &GroupKey) -> String {
    match key.level {
        Some(level) => format!("level {level}, {}", key.edition),
        None => format!("engine, {}", key.edition),
    }
}

fn luck(report: &StudyReport) -> Result<String> {
    let rows = report.groups.iter().filter_map(|(key, tally)| {
        let shares = tally.luck_shares()?.named();
        let parts = shares.iter().map(|(_, share)| share.value * PER_CENT).collect();
        Some(StackedBar { name: group_name(key), parts })
    });
    let parts = ["deal", "draws", "play", "seen too late"];
    stacked_bars("What the result depends on", &parts, &rows.collect::<Vec<_>>(), " %")
}

fn mistakes(report: &StudyReport) -> Result<String> {
    let rows = report.groups.iter().filter_map(|(key, tally)| {
        let loss = |best, made| {
            let estimate = tally.estimate(Measure::KindLoss(best, made));
            estimate.map_or(0.0, |estimate| estimate.value * PER_CENT)
        };
        let [play, hero, draw] = ActionKind::ALL;
        let parts = vec![
            loss(play, play),
            loss(play, draw) + loss(hero, draw),
            loss(draw, play) + loss(draw, hero),
            loss(hero, play),
            loss(play, hero) + loss(hero, hero),
        ];
        key.level.map(|_| StackedBar { name: group_name(key), parts })
    });
    let parts = ["wrong card", "drew", "did not draw", "kept a hero", "wrong hero"];
    stacked_bars("What a decision costs, in win chance", &parts, &rows.collect::<Vec<_>>(), " %")
}
