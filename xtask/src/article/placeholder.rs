use anyhow::{Context, Result, bail, ensure};

use super::figures::{Estimate, StudyFigures};

/// How a language writes numbers.
pub(super) struct NumberFormat {
    decimal_mark: char,
    per_cent: &'static str,
}

/// What a placeholder stands for.
pub(super) enum Placeholder {
    /// A figure.
    Figure(WrittenFigure),
    /// A check that holds, which is not shown.
    Check,
}

/// A figure as it is printed.
pub(super) struct WrittenFigure {
    pub(super) value: String,
    /// Half the length of its interval, unless it was counted.
    pub(super) interval: Option<String>,
    pub(super) games: u64,
}

impl NumberFormat {
    pub(super) fn of(language: &str) -> Self {
        let (decimal_mark, per_cent) = match language {
            "en" => ('.', "%"),
            "fr" => (',', "\u{202f}%"),
            _ => (',', "\u{a0}%"),
        };
        Self { decimal_mark, per_cent }
    }

    fn number(&self, number: f64, decimals: usize) -> String {
        let power = 10_f64.powi(decimals as i32);
        // Adding 0 makes 0 of −0.
        let number = (number * power).round() / power + 0.0;
        let text = format!("{number:.decimals$}").replace('-', "−");
        text.replace('.', &self.decimal_mark.to_string())
    }

    /// A whole number, in groups of three digits if it has more than four.
    pub(super) fn count(number: u64) -> String {
        let digits = number.to_string();
        if digits.len() <= 4 {
            return digits;
        }
        let parts = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
        parts.collect::<Vec<_>>().join("\u{202f}")
    }
}

impl Placeholder {
    /// Reads `GROUP: EXPRESSION | FORMAT` or `GROUP: EXPRESSION in FROM..TO`.
    ///
    /// Formats: `%1` per cent with one decimal, `+%1` the same with its sign,
    /// `-%1` with the opposite one, `1` one decimal, `count`
    /// a whole number, and `millions`.
    fn read(text: &str, figures: &StudyFigures, numbers: &NumberFormat) -> Result<Self> {
        let (group, rest) = text.split_once(": ").context("no group")?;
        if let Some((expression, range)) = rest.split_once(" in ") {
            let (from, to) = range.split_once("..").context("no range")?;
            let found = figures.evaluate(group, expression)?.value;
            let (from, to): (f64, f64) = (from.parse()?, to.parse()?);
            ensure!((from..=to).contains(&found), "it is {found}");
            return Ok(Self::Check);
        }
        let (expression, format) = rest.split_once(" | ").context("no format")?;
        let estimate = figures.evaluate(group, expression)?;
        let (value, interval) = written(estimate, format, numbers)?;
        Ok(Self::Figure(WrittenFigure { value, interval, games: estimate.games }))
    }
}

fn written(
    estimate: Estimate,
    format: &str,
    numbers: &NumberFormat,
) -> Result<(String, Option<String>)> {
    let Estimate { value, interval, .. } = estimate;
    match format {
        "count" => return Ok((NumberFormat::count(value as u64), None)),
        "millions" => return Ok((numbers.number(value / 1e6, 1), None)),
        _ => {}
    }
    let (value, sign, rest) = match format.split_at_checked(1) {
        Some(("+", rest)) => (value, if value > 0.0 { "+" } else { "" }, rest),
        Some(("-", rest)) => (-value, "", rest),
        _ => (value, "", format),
    };
    let (scale, unit, decimals) = match rest.strip_prefix('%') {
        Some(decimals) => (100.0, numbers.per_cent, decimals),
        None => (1.0, "", rest),
    };
    let decimals: usize = decimals.parse().with_context(|| format!("no format {format}"))?;
    let text = numbers.number(value * scale, decimals);
    // An interval that rounds to nothing would claim to be exact.
    let least = 10_f64.powi(-(decimals as i32));
    let interval = interval.map(|it| numbers.number((it * scale).max(least), decimals));
    Ok((format!("{sign}{text}{unit}"), interval))
}

/// Replaces the placeholders of a line. Attributes of headings, `{#id}`, are left alone.
pub(super) fn fill(
    line: &str,
    figures: &StudyFigures,
    numbers: &NumberFormat,
    print: &mut dyn FnMut(WrittenFigure) -> String,
) -> Result<String> {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inside, after)) = after.split_once('}') else { bail!("{{ without }}: {line}") };
        text += before;
        if inside.starts_with('#') {
            text += &format!("{{{inside}}}");
        } else {
            let found = Placeholder::read(inside, figures, numbers);
            match found.with_context(|| format!("{{{inside}}}"))? {
                Placeholder::Figure(figure) => text += &print(figure),
                Placeholder::Check => {}
            }
        }
        rest = after;
    }
    Ok(text + rest)
}

/// A text without what is between two marks.
#[cfg(test)]
pub(super) fn without(text: &str, (open, close): (char, char)) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        kept += before;
        rest = after.split_once(close).map_or("", |(_, after)| after);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(value: f64, interval: f64, format: &str, language: &str) -> (String, String) {
        let estimate = Estimate { value, interval: Some(interval), games: 1 };
        let (value, interval) =
            written(estimate, format, &NumberFormat::of(language)).expect("text");
        (value, interval.unwrap_or_default())
    }

    #[test]
    fn numbers_are_written_as_the_language_does() {
        let text = |value: &str, interval: &str| (value.to_string(), interval.to_string());
        assert_eq!(both(0.4841, 0.0095, "%1", "en"), text("48.4%", "1.0"));
        assert_eq!(both(0.4841, 0.0095, "%1", "de"), text("48,4\u{a0}%", "1,0"));
        assert_eq!(both(-0.0121, 0.0007, "+%1", "fr"), text("−1,2\u{202f}%", "0,1"));
        assert_eq!(both(0.0102, 0.0007, "+%1", "en"), text("+1.0%", "0.1"));
        assert_eq!(both(-0.016, 0.0009, "-%1", "en"), text("1.6%", "0.1"));
        assert_eq!(both(115.77, 0.22, "0", "de"), text("116", "1"));
        assert_eq!(both(-0.0001, 0.0001, "%1", "en"), text("0.0%", "0.1"));
        assert_eq!(NumberFormat::count(62_348), "62\u{202f}348");
        assert_eq!(NumberFormat::count(1152), "1152");
    }
}
