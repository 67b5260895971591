use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Result, bail};
use bosworth_analysis::MAX_THREADS;
use bosworth_engine::{EngineSettings, Judge, Level, SearchKind};

/// The values of `setoption`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UgiOptions {
    /// The number of search threads.
    pub(super) threads: u16,
    /// The playing strength.
    pub(super) level: Level,
    /// The number of principal variations to report.
    pub(super) multi_pv: usize,
    /// Whether sentences say why the best action is better than the next best.
    pub(super) reasons: bool,
    /// The settings of one engine; the memory is that of all threads together.
    pub(super) settings: EngineSettings,
}

const THREADS: RangeInclusive<u16> = 1..=MAX_THREADS;
const HASH: RangeInclusive<usize> = 1..=65_536;
const LEVEL: RangeInclusive<u8> = 1..=Level::FULL.number();
/// No position has more than five actions.
const MULTI_PV: RangeInclusive<usize> = 1..=5;
const SEED: RangeInclusive<u64> = 0..=u64::MAX;

impl Default for UgiOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            level: Level::FULL,
            multi_pv: 1,
            reasons: false,
            settings: EngineSettings::default(),
        }
    }
}

impl UgiOptions {
    /// The option declarations in the answer to `ugi`, one line each.
    pub(super) fn lines() -> Vec<String> {
        let default = Self::default();
        vec![
            spin("Threads", default.threads, &THREADS),
            spin("Hash", default.settings.hash, &HASH),
            spin("Level", default.level.number(), &LEVEL),
            spin("MultiPV", default.multi_pv, &MULTI_PV),
            "option name Reasons type check default false".to_string(),
            spin("Seed", default.settings.seed, &SEED),
            "option name Search type combo default tree var tree var star".to_string(),
            "option name Evaluation type combo default network var network var handmade"
                .to_string(),
        ]
    }

    /// Sets an option; names are case-insensitive.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number("Threads", value, &THREADS)?,
            "hash" => self.settings.hash = number("Hash", value, &HASH)?,
            "level" => {
                let level = Level::new(number("Level", value, &LEVEL)?);
                self.level = level.unwrap_or(Level::FULL);
            }
            "multipv" => self.multi_pv = number("MultiPV", value, &MULTI_PV)?,
            "reasons" => self.reasons = flag("Reasons", value)?,
            "seed" => self.settings.seed = number("Seed", value, &SEED)?,
            "search" => self.settings.search = search(value)?,
            "evaluation" => self.settings.judge = judge(value)?,
            _ => bail!(
                "unknown option {name:?}; the options are Threads, Hash, Level, MultiPV, \
                 Reasons, Seed, Search and Evaluation"
            ),
        }
        Ok(())
    }
}

fn spin<T: Display>(name: &str, default: T, range: &RangeInclusive<T>) -> String {
    let (min, max) = (range.start(), range.end());
    format!("option name {name} type spin default {default} min {min} max {max}")
}

fn number<T>(name: &str, value: &str, range: &RangeInclusive<T>) -> Result<T>
where
    T: FromStr + PartialOrd + Display,
{
    match value.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => bail!(
            "{name} must be a number from {} to {}, not {value:?}",
            range.start(),
            range.end()
        ),
    }
}

fn flag(name: &str, value: &str) -> Result<bool> {
    match value.to_ascii_lowercase().parse() {
        Ok(flag) => Ok(flag),
        Err(_) => bail!("{name} must be true or false, not {value:?}"),
    }
}

fn search(value: &str) -> Result<SearchKind> {
    match value.to_ascii_lowercase().as_str() {
        "tree" => Ok(SearchKind::Tree),
        "star" => Ok(SearchKind::Star),
        _ => bail!("Search must be tree or star, not {value:?}"),
    }
}

fn judge(value: &str) -> Result<Judge> {
    match value.to_ascii_lowercase().as_str() {
        "network" => Ok(Judge::Network),
        "handmade" => Ok(Judge::HandMade),
        _ => bail!("Evaluation must be network or handmade, not {value:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_within_their_range_or_not_at_all() {
        let mut options = UgiOptions::default();
        for (name, value) in [
            ("Threads", "64"),
            ("HASH", "65536"),
            ("level", "1"),
            ("MultiPV", "5"),
            ("Reasons", "True"),
        ] {
            assert!(options.set(name, value).is_ok(), "{name}");
        }
        assert!(options.set("seed", "18446744073709551615").is_ok());
        assert!(options.set("search", "Star").is_ok());
        assert!(options.set("evaluation", "HandMade").is_ok());
        let settings = EngineSettings {
            search: SearchKind::Star,
            hash: 65_536,
            seed: u64::MAX,
            judge: Judge::HandMade,
            ..EngineSettings::default()
        };
        let weakest = Level::new(1).expect("a level");
        let all = UgiOptions { threads: 64, level: weakest, multi_pv: 5, reasons: true, settings };
        assert_eq!(options, all);
        for (name, value) in [
            ("Threads", "65"),
            ("Threads", "0"),
            ("Hash", "-1"),
            ("Level", "9"),
            ("Reasons", "yes"),
            ("MultiPV", "six"),
            ("Seed", "18446744073709551616"),
            ("Search", "chess"),
            ("Evaluation", "gut"),
            ("Colour", "1"),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options, all);
    }
}
