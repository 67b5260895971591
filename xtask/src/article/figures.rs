use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

/// The content of figures.json.
pub(super) struct StudyFigures {
    file: Value,
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Estimate {
    pub(super) value: f64,
    /// Half the length of the interval; none for what was counted exactly.
    pub(super) interval: Option<f64>,
    pub(super) games: u64,
}

/// Games of one seed.
pub(super) struct Run {
    pub(super) group: String,
    pub(super) command: String,
    pub(super) games: u64,
}

impl StudyFigures {
    pub(super) fn read(path: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { file: serde_json::from_str(&text)? })
    }

    /// The value of an expression over a group of games: a figure; a sum of figures, ` + `; a sum in
    /// relation to another figure, ` / `; or what is left of 1, `1 - `. Groups joined by ` & ` are
    /// put together, weighted by their games. `all: games`, `runs N: games` and `repeats: count` are
    /// counts; `seed N GROUP: …` are the figures of one of two seeds.
    ///
    /// How figures of the same games depend on each other is not known, so the interval of a sum or
    /// a ratio is that of the worst case.
    pub(super) fn evaluate(&self, group: &str, expression: &str) -> Result<Estimate> {
        let groups: Vec<_> = group.split(" & ").collect();
        let found = groups.iter().map(|group| self.of_group(group, expression));
        let found: Vec<_> = found.collect::<Result<_>>()?;
        let games: u64 = found.iter().map(|it| it.games).sum();
        if let [one] = found[..] {
            return Ok(one);
        }
        if found.iter().all(|it| it.interval.is_none()) {
            return Ok(Estimate { value: games as f64, interval: None, games });
        }
        let weight = |it: &Estimate| it.games as f64 / games as f64;
        let value = found.iter().map(|it| it.value * weight(it)).sum();
        let squares = found.iter().map(|it| (it.interval.unwrap_or_default() * weight(it)).powi(2));
        Ok(Estimate { value, interval: Some(squares.sum::<f64>().sqrt()), games })
    }

    fn of_group(&self, group: &str, expression: &str) -> Result<Estimate> {
        if let Some(rest) = expression.strip_prefix("1 - ") {
            let it = self.of_group(group, rest)?;
            return Ok(Estimate { value: 1.0 - it.value, ..it });
        }
        if let Some((above, below)) = expression.split_once(" / ") {
            let (a, b) = (self.of_group(group, above)?, self.of_group(group, below)?);
            ensure!(b.value != 0.0, "{below} is 0");
            let value = a.value / b.value;
            let spread =
                a.interval.unwrap_or_default() + value.abs() * b.interval.unwrap_or_default();
            return Ok(Estimate { value, interval: Some(spread / b.value.abs()), games: a.games });
        }
        let parts = expression.split(" + ").map(|figure| self.figure(group, figure));
        let parts: Vec<_> = parts.collect::<Result<_>>()?;
        Ok(Estimate {
            value: parts.iter().map(|it| it.value).sum(),
            interval: parts.iter().map(|it| it.interval).sum(),
            games: parts.iter().map(|it| it.games).max().unwrap_or_default(),
        })
    }

    fn figure(&self, group: &str, figure: &str) -> Result<Estimate> {
        if let Some((seed, group)) = group.strip_prefix("seed ").and_then(|it| it.split_once(' ')) {
            let repeats = self.repeats()?;
            let of_figure = |it: &&Value| it["group"] == group && it["figure"] == figure;
            let repeat = repeats.iter().find(of_figure);
            let repeat = repeat.with_context(|| format!("{group}: {figure} was not repeated"))?;
            let place = repeat["seeds"].as_array().into_iter().flatten();
            let place = place.map(ToString::to_string).position(|it| it == seed);
            let place =
                place.with_context(|| format!("no games of {group} have the seed {seed}"))?;
            return estimate(&repeat["estimates"][place]);
        }
        let entries = match group {
            "all" => {
                let groups = self.groups()?;
                groups.values().filter_map(|group| group[figure].as_u64()).sum()
            }
            "repeats" => {
                // What is 0 by definition agrees with itself.
                let measured = |it: &&Value| it["estimates"][0]["interval"] != 0.0;
                let repeats = self.repeats()?.iter().filter(measured);
                let count = match figure {
                    "count" => repeats.count(),
                    "agree" => repeats.filter(|it| it["agree"] == true).count(),
                    "differ" => repeats.filter(|it| it["agree"] == false).count(),
                    _ => bail!("repeats have no {figure}"),
                };
                u64::try_from(count)?
            }
            _ => {
                let groups = self.groups()?;
                let found = groups.get(group).with_context(|| format!("no group {group}"))?;
                match found[figure].as_u64() {
                    Some(count) => count,
                    None => {
                        return estimate(&found["figures"][figure])
                            .with_context(|| format!("{group} has no figure {figure}"));
                    }
                }
            }
        };
        Ok(Estimate { value: entries as f64, interval: None, games: entries })
    }

    fn groups(&self) -> Result<&serde_json::Map<String, Value>> {
        self.file["groups"].as_object().context("figures.json has no groups")
    }

    fn repeats(&self) -> Result<&Vec<Value>> {
        self.file["repeats"].as_array().context("figures.json has no repeats")
    }

    /// The games that were played.
    pub(super) fn runs(&self) -> Result<Vec<Run>> {
        let runs = self.file["runs"].as_array().context("figures.json has no runs")?;
        let runs = runs.iter().map(|run| {
            let command = run["command"].as_str().context("a run without a command")?;
            let words: Vec<_> = command.split(' ').collect();
            let options: BTreeMap<_, _> = words.windows(2).map(|pair| (pair[0], pair[1])).collect();
            let edition = options.get("--rules").context("a run without rules")?;
            let level = options.get("--level").map(|level| format!("-level-{level}"));
            let games = run["games"].as_u64().context("a run without games")?;
            let group = format!("{edition}{}", level.unwrap_or_default());
            Ok(Run { group, command: command.into(), games })
        });
        runs.collect()
    }
}

fn estimate(value: &Value) -> Result<Estimate> {
    let number = |name: &str| value[name].as_f64().with_context(|| format!("no {name}"));
    let games = value["games"].as_u64().context("no games")?;
    Ok(Estimate { value: number("value")?, interval: Some(number("interval")?), games })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> StudyFigures {
        let of = |value: f64, interval: f64| serde_json::json!({ "value": value, "interval": interval, "games": 9, "observations": 9 });
        let group = serde_json::json!({ "games": 9, "figures": { "a b": of(0.2, 0.03), "c": of(0.5, 0.1) } });
        StudyFigures { file: serde_json::json!({ "groups": { "x": group, "y": group } }) }
    }

    #[test]
    fn sums_ratios_and_rests_have_the_interval_of_the_worst_case() {
        let of = |expression| {
            let it = figures().evaluate("x", expression).expect("a figure");
            (it.value, it.interval.expect("an interval"))
        };
        let close = |(a, b): (f64, f64), (c, d): (f64, f64)| {
            assert!((a - c).abs() < 1e-9 && (b - d).abs() < 1e-9, "{a} ± {b}, not {c} ± {d}");
        };
        close(of("a b"), (0.2, 0.03));
        close(of("1 - a b"), (0.8, 0.03));
        close(of("a b + c"), (0.7, 0.13));
        close(of("a b / c"), (0.4, (0.03 + 0.4 * 0.1) / 0.5));
    }

    #[test]
    fn independent_games_are_put_together() {
        let it = figures().evaluate("x & y", "c").expect("a figure");
        assert!((it.value - 0.5).abs() < 1e-9 && it.games == 18);
        assert!((it.interval.expect("an interval") - 0.1 / 2.0_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn what_was_not_measured_is_an_error() {
        let error = figures().evaluate("x", "d").expect_err("it is missing");
        assert!(format!("{error:#}").starts_with("x has no figure d"), "{error:#}");
        assert!(figures().evaluate("z", "c").is_err());
    }
}
