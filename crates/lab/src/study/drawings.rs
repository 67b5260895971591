//! The drawings of a study, in the reader's language. Each says in its `title` what it shows, and
//! lists in its `desc` what it draws: a line for each row, and cells between ` | `.

use anyhow::Result;

use super::chart::{Bar, NumberStyle, Series, StackedBar, bars, board, lines, stacked_bars};
use super::estimate::Estimate;
use super::figures::{GroupEntry, GroupName, StudyFigures};
use super::measure::{CardClass, Held, MarginBin, Measure, Phase, SquareClass};
use super::row::ActionKind;

/// Win chances are drawn in per cent.
const PER_CENT: f64 = 100.0;

/// The words of the drawings: the text of a message, given its id and the value that it may mention.
pub type DrawingWords<'a> = &'a dyn Fn(&str, &str) -> String;

/// What a drawing shows, and as a table.
struct Drawing {
    svg: String,
    rows: Vec<Vec<String>>,
}

/// All drawings with their file names. One that would show nothing is left out.
pub(super) fn drawings(
    figures: &StudyFigures,
    words: DrawingWords<'_>,
) -> Result<Vec<(String, String)>> {
    let pen = Pen::new(words);
    let mut drawings = Vec::new();
    let mut add = |kind: &str, file: String, drawing: Option<Drawing>| {
        let described = drawing.map(|drawing| drawing.described(&pen.word(kind)));
        drawings.extend(described.map(|svg| (format!("{file}.svg"), svg)));
    };
    for (name, group) in figures.groups().filter(|(name, _)| name.level.is_none()) {
        let name = name.whole;
        for (kind, measure) in CARD_DRAWINGS {
            add(kind, format!("{kind}-{name}"), pen.cards(group, measure)?);
        }
        add("draws", format!("draws-{name}"), pen.draws(group)?);
        add("heroes", format!("heroes-{name}"), pen.heroes(group)?);
        add("squares", format!("squares-{name}"), pen.squares(group)?);
        add("margins", format!("margins-{name}"), pen.margins(group)?);
    }
    add("luck", "luck".into(), pen.luck(figures)?);
    add("mistakes", "mistakes".into(), pen.mistakes(figures)?);
    Ok(drawings)
}

/// The name of a drawing of cards, and what it shows of a class of cards.
type CardDrawing = (&'static str, fn(CardClass) -> Measure);

/// The drawings that have a bar for each kind of card.
const CARD_DRAWINGS: [CardDrawing; 3] = [
    ("cards-dealt", Measure::CardDealt),
    ("cards-drawn", Measure::CardDrawn),
    ("openings", Measure::Opening),
];

/// The parts of the result, by their names in figures.json.
const LUCK_PARTS: [&str; 4] = ["deal", "draws", "play", "revision"];

/// Which of the best action and the one taken instead were what kind of action.
const MISTAKES: [(&str, &[(ActionKind, ActionKind)]); 5] = {
    use ActionKind::{Draw, Hero, Play};
    [
        ("wrong-card", &[(Play, Play)]),
        ("drew", &[(Play, Draw), (Hero, Draw)]),
        ("did-not-draw", &[(Draw, Play), (Draw, Hero)]),
        ("kept-hero", &[(Hero, Play)]),
        ("wrong-hero", &[(Play, Hero), (Hero, Hero)]),
    ]
};

impl Drawing {
    fn described(&self, title: &str) -> String {
        let lines: Vec<_> = self.rows.iter().map(|cells| cells.join(" | ")).collect();
        let described = format!("<title>{title}</title>\n<desc>\n{}\n</desc>\n", lines.join("\n"));
        let start = self.svg.find('>').map_or(0, |end| end + 1);
        format!("{}\n{described}{}", &self.svg[..start], self.svg[start..].trim_start())
    }
}

/// Draws in a language.
struct Pen<'a> {
    words: DrawingWords<'a>,
    per_cent: NumberStyle,
}

impl<'a> Pen<'a> {
    fn new(words: DrawingWords<'a>) -> Self {
        let (decimal_mark, unit) = (words("decimal-mark", ""), words("percent", ""));
        Self { words, per_cent: NumberStyle { decimal_mark, unit } }
    }

    fn word(&self, id: &str) -> String {
        self.fill(id, "")
    }

    fn fill(&self, id: &str, value: &str) -> String {
        (self.words)(&format!("study-{id}"), value)
    }

    fn heads<const N: usize>(&self, ids: [&str; N]) -> Vec<String> {
        ids.map(|id| self.word(id)).into()
    }

    /// Bars, unless there is nothing to show.
    fn bars(&self, what: &str, bars_shown: &[Bar]) -> Result<Option<Drawing>> {
        if bars_shown.is_empty() {
            return Ok(None);
        }
        let rows = bars_shown.iter().map(|(name, estimate)| {
            vec![name.clone(), self.per_cent.estimate(*estimate), estimate.games.to_string()]
        });
        let rows = std::iter::once(self.heads([what, "value", "games"])).chain(rows).collect();
        Ok(Some(Drawing { svg: bars(bars_shown, &self.per_cent)?, rows }))
    }

    fn cards(
        &self,
        group: &GroupEntry,
        measure: fn(CardClass) -> Measure,
    ) -> Result<Option<Drawing>> {
        let bar = |class: CardClass| {
            let kind = if class.is_diagonal { "diagonal" } else { "straight" };
            let name = self.fill(kind, class.steps.numeral());
            Some((name, scaled(group.estimate(measure(class))?)))
        };
        self.bars("card", &CardClass::all().filter_map(bar).collect::<Vec<_>>())
    }

    fn margins(&self, group: &GroupEntry) -> Result<Option<Drawing>> {
        let bar = |bin: MarginBin| {
            let name = match bin.ends() {
                (from, Some(to)) => format!("{from}–{to}"),
                (from, None) => self.fill("or-more", &from.to_string()),
            };
            Some((name, scaled(group.estimate(Measure::MarginWithin(bin))?)))
        };
        self.bars("margin", &MarginBin::all().filter_map(bar).collect::<Vec<_>>())
    }

    fn over_phases(&self, series: &[Series]) -> Result<Option<Drawing>> {
        if series.iter().all(|series| series.points.iter().all(Option::is_none)) {
            return Ok(None);
        }
        let name = |phase: Phase| {
            let from = u32::from(phase.0) * Phase::ROSES;
            format!("{from}–{}", from + Phase::ROSES - 1)
        };
        let places: Vec<_> = Phase::all().map(name).collect();
        let axis = self.word("roses");
        let svg = lines(&axis, &places, series, &self.per_cent)?;
        let heads = std::iter::once(axis).chain(series.iter().map(|series| series.name.clone()));
        let mut rows = vec![heads.collect::<Vec<_>>()];
        for (place, name) in places.into_iter().enumerate() {
            let cell = |series: &Series| {
                let point = series.points.get(place).copied().flatten();
                point.map_or_else(|| "–".into(), |estimate| self.per_cent.estimate(estimate))
            };
            rows.push(std::iter::once(name).chain(series.iter().map(cell)).collect());
        }
        Ok(Some(Drawing { svg, rows }))
    }

    fn draws(&self, group: &GroupEntry) -> Result<Option<Drawing>> {
        let series = (1..=4u8).map(|held| {
            let id = if held == 1 { "one-held" } else { "held" };
            let name = self.fill(id, &held.to_string());
            over_phases(group, name, |phase| Measure::DrawRate(Held(held), phase))
        });
        self.over_phases(&series.collect::<Vec<_>>())
    }

    fn heroes(&self, group: &GroupEntry) -> Result<Option<Drawing>> {
        self.over_phases(&[
            over_phases(group, self.word("hero-gain"), Measure::HeroGain),
            over_phases(group, self.word("hero-worth"), Measure::HeroWorth),
        ])
    }

    fn squares(&self, group: &GroupEntry) -> Result<Option<Drawing>> {
        let class = |file: u8, rank: u8| {
            let (x, y) = (file.abs_diff(4), rank.abs_diff(4));
            SquareClass(x.max(y), x.min(y))
        };
        let won = |file, rank| group.estimate(Measure::SquareWon(class(file, rank)));
        let places = || (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank)));
        let known: Vec<_> =
            places().filter_map(|(file, rank)| Some(won(file, rank)?.value)).collect();
        if known.is_empty() {
            return Ok(None);
        }
        let least = known.iter().copied().fold(1.0, f64::min);
        let most = known.iter().copied().fold(0.0, f64::max);
        let svg = board(
            &|file, rank| {
                let value = won(file, rank).map_or(least, |estimate| estimate.value);
                (value - least) / (most - least).max(1e-9)
            },
            &|file, rank| {
                won(file, rank).map_or_else(String::new, |it| format!("{:.0}", it.value * PER_CENT))
            },
        )?;
        // Squares that symmetry makes equal are listed once.
        let listed = (4..9u8).flat_map(|file| (4..=file).map(move |rank| (file, rank)));
        let row = |(file, rank): (u8, u8)| {
            let estimate = scaled(won(file, rank)?);
            let name = format!("{}{}", char::from(b'a' + file), rank + 1);
            Some(vec![name, self.per_cent.estimate(estimate), estimate.games.to_string()])
        };
        let rows = std::iter::once(self.heads(["square", "value", "games"]));
        Ok(Some(Drawing { svg, rows: rows.chain(listed.filter_map(row)).collect() }))
    }

    fn group_name(&self, name: GroupName<'_>) -> String {
        match name.level {
            Some(level) => self.fill("level", &level.to_string()),
            None => self.word(name.edition),
        }
    }

    fn stacked(&self, parts: &[String], rows: &[(StackedBar, u64)]) -> Result<Option<Drawing>> {
        if rows.is_empty() {
            return Ok(None);
        }
        let bars: Vec<_> = rows.iter().map(|(bar, _)| bar.clone()).collect();
        let svg = stacked_bars(parts, &bars, &self.per_cent)?;
        let mut heads = vec![self.word("player")];
        heads.extend(parts.iter().cloned());
        heads.push(self.word("games"));
        let row = |(bar, games): &(StackedBar, u64)| {
            let parts = bar.parts.iter().map(|part| self.per_cent.estimate(*part));
            let name = std::iter::once(bar.name.clone());
            name.chain(parts).chain([games.to_string()]).collect()
        };
        let rows = std::iter::once(heads).chain(rows.iter().map(row)).collect();
        Ok(Some(Drawing { svg, rows }))
    }

    fn luck(&self, figures: &StudyFigures) -> Result<Option<Drawing>> {
        let bar = |(name, group): (GroupName<'_>, &GroupEntry)| {
            let share = |part: &str| Some(scaled(group.named(&format!("luck-share {part}"))?));
            let parts = LUCK_PARTS.iter().map(|part| share(part)).collect::<Option<_>>()?;
            Some((StackedBar { name: self.group_name(name), parts }, group.games))
        };
        let parts = LUCK_PARTS.map(|part| self.word(&format!("part-{part}")));
        self.stacked(&parts, &figures.groups().filter_map(bar).collect::<Vec<_>>())
    }

    fn mistakes(&self, figures: &StudyFigures) -> Result<Option<Drawing>> {
        let bar = |(name, group): (GroupName<'_>, &GroupEntry)| {
            let loss = |(best, made): &(ActionKind, ActionKind)| {
                group.estimate(Measure::KindLoss(*best, *made)).map(scaled)
            };
            let part = |pairs: &[(ActionKind, ActionKind)]| {
                pairs.iter().filter_map(loss).reduce(Estimate::plus)
            };
            let parts = MISTAKES.iter().map(|(_, pairs)| part(pairs)).collect::<Option<_>>()?;
            name.level?;
            Some((StackedBar { name: self.group_name(name), parts }, group.games))
        };
        let parts = MISTAKES.map(|(id, _)| self.word(id));
        self.stacked(&parts, &figures.groups().filter_map(bar).collect::<Vec<_>>())
    }
}

fn scaled(estimate: Estimate) -> Estimate {
    let Estimate { value, interval, .. } = estimate;
    Estimate { value: value * PER_CENT, interval: interval * PER_CENT, ..estimate }
}

/// A line over the phases of the game.
fn over_phases(group: &GroupEntry, name: String, measure: impl Fn(Phase) -> Measure) -> Series {
    let points = Phase::all().map(|phase| group.estimate(measure(phase)).map(scaled));
    Series { name, points: points.collect() }
}
