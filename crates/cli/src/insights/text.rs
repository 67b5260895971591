//! The figures as a table.

use std::fmt::Write;

use bosworth_analysis::GamePhase;

use super::tally::{Grouping, Insights, MeanCost};
use crate::texts::Texts;

/// The results, and a row for each group of decisions.
pub(super) fn table(insights: &Insights, texts: &Texts) -> String {
    let results = insights.results();
    let number = |value: f64, digits| texts.number(value, digits);
    let values = [
        ("player", insights.player.as_str().into()),
        ("games", results.games.into()),
        ("score", number(results.score, 1).into()),
        ("adjusted", number(results.without_luck, 1).into()),
        ("interval", number(results.interval, 1).into()),
    ];
    let mut out = format!("{}\n\n", texts.format("insights-results", &values));
    let columns = ["decisions", "loss", "interval", "accuracy", "level"];
    let columns = columns.map(|name| texts.get(&format!("insights-column-{name}")));
    let mut rows = vec![(String::new(), columns)];
    let cells = |cost: &MeanCost| {
        [
            cost.decisions.to_string(),
            number(cost.loss, 2),
            format!("±{}", number(cost.interval, 2)),
            number(cost.accuracy, 1),
            cost.level.to_string(),
        ]
    };
    rows.extend(insights.all().map(|cost| (texts.get("insights-all"), cells(&cost))));
    for (aspect, groups) in insights.groups() {
        for (group, cost) in groups {
            rows.push((label(aspect, group, texts), cells(&cost)));
        }
    }
    let first = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let width = |column: usize| rows.iter().map(|(_, row)| row[column].chars().count()).max();
    let widths = [0, 1, 2, 3, 4].map(|column| width(column).unwrap_or(0));
    for (label, row) in &rows {
        let _ = write!(out, "{label:first$}");
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(out, "  {cell:>width$}");
        }
        out.push('\n');
    }
    out
}

/// The mean cost of all decisions, then that of each group, with their names.
pub(super) fn means(insights: &Insights, texts: &Texts) -> Vec<(String, MeanCost)> {
    let mut means: Vec<_> =
        insights.all().map(|cost| (texts.get("insights-all"), cost)).into_iter().collect();
    for (grouping, groups) in insights.groups() {
        let mut groups: Vec<_> = groups.into_iter().collect();
        // Phases in the order of a game, everything else by name.
        groups.sort_by_key(|(group, _)| GamePhase::ALL.iter().position(|it| it.name() == *group));
        let named = groups.into_iter().map(|(group, cost)| (label(grouping, group, texts), cost));
        means.extend(named);
    }
    means
}

/// The name of a group.
fn label(aspect: Grouping, group: &str, texts: &Texts) -> String {
    if let Some(level) = group.strip_prefix("level ") {
        return texts.format("insights-opponent-level", &[("level", level.into())]);
    }
    match aspect {
        Grouping::Phase => texts.get(&format!("insights-phase-{group}")),
        Grouping::Kind => texts.get(&format!("insights-kind-{group}")),
        Grouping::Side => texts.get(&format!("insights-side-{group}")),
        Grouping::Edition => group.into(),
        Grouping::Opponent => texts.get(&format!("insights-opponent-{group}")),
    }
}
