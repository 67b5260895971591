use bosworth_engine::Forecast;
use bosworth_rules::{Ruleset, Side};
use bosworth_texts::Fixed;
use bosworth_view::prelude::*;

use crate::language::{fill, texts, tr};
use crate::settings::BarKind;

/// Red's win chance and expected lead, and how the game ends, if that is known.
pub type BarValue = (f64, f64, Option<Forecast>);

/// The evaluation bar: Red's win chance, or the expected margin.
#[component]
pub fn EvaluationBar(
    /// What it shows.
    #[prop(into)]
    kind: Signal<BarKind>,
    /// The value of the position, if known.
    #[prop(into)]
    value: Signal<Option<BarValue>>,
    /// The side at the bottom.
    #[prop(into)]
    bottom: Signal<Side>,
    /// The ruleset, for the names of the sides.
    #[prop(into)]
    ruleset: Signal<Ruleset>,
) -> View {
    // Red's share of the bar.
    let share = move || match (kind.get(), value.get()) {
        (_, None) => 0.5,
        (BarKind::Margin, Some((_, margin, _))) => 0.5 + (margin / 200.0).clamp(-0.48, 0.48),
        (_, Some((chance, ..))) => chance.clamp(0.02, 0.98),
    };
    let text = move || match value.get() {
        None => String::new(),
        Some(value) => short(kind.get(), value),
    };
    let label = move || match value.get() {
        None => tr("bar-unknown"),
        Some(value) => evaluation_text(kind.get(), value, ruleset.get()),
    };
    view! {
        <div class="bar" class:white-below=move || bottom.get() == Side::White role="img" aria-label=label title=label>
            <div class="bar-red" style:transform=move || format!("scaleY({})", Fixed(share(), 3))></div>
            <span class="bar-text" aria-hidden="true">{text}</span>
        </div>
    }
}

fn short(kind: BarKind, (chance, margin, _): BarValue) -> String {
    match kind {
        BarKind::Margin => {
            let sign = if margin < 0.0 { "\u{2212}" } else { "+" };
            format!("{sign}{}", Fixed(margin.abs(), 0))
        }
        _ => Fixed(chance * 100.0, 0).to_string(),
    }
}

/// The evaluation in words: how the game ends, or else an estimate.
pub fn evaluation_text(
    kind: BarKind,
    (chance, margin, forecast): BarValue,
    ruleset: Ruleset,
) -> String {
    if let Some(forecast) = forecast {
        return texts().forecast(forecast, ruleset);
    }
    let ahead = |red: bool| texts().side(if red { Side::Red } else { Side::White }, ruleset);
    if kind == BarKind::Margin {
        let side = ahead(margin >= 0.0);
        let points = margin.abs().round() as u32;
        return fill("bar-says-margin", &[("side", side.into()), ("points", points.into())]);
    }
    let red = chance >= 0.5;
    let share = if red { chance } else { 1.0 - chance };
    let wins = texts().number(share * 100.0, 0);
    fill("bar-says-chance", &[("side", ahead(red).into()), ("wins", wins.into())])
}
