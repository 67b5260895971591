use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use bosworth_rules::{Position, Record, Ruleset};

/// Reads positions to begin games from: a position on each line, as `bosworth replay --positions`
/// prints them, or records, each of which leads to one.
pub fn read_openings(path: &Path, rules: Ruleset) -> Result<Vec<Position>> {
    let name = || format!("{}", path.display());
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", name()))?;
    let openings =
        if text.trim_start().starts_with('[') { of_records(&text) } else { of_lines(&text) };
    let openings = openings.with_context(name)?;
    ensure!(!openings.is_empty(), "{} contains no positions", name());
    for (number, opening) in (1..).zip(&openings) {
        let cannot = |why: &str| format!("{}: position {number} {why}", name());
        ensure!(!opening.is_over(), cannot("is the end of a game"));
        let edition = opening.ruleset();
        ensure!(edition == rules, cannot(&format!("has the rules {edition}, not {rules}")));
    }
    Ok(openings)
}

fn of_lines(text: &str) -> Result<Vec<Position>> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            openings.push(line.parse().with_context(|| format!("line {number}"))?);
        }
    }
    Ok(openings)
}

fn of_records(text: &str) -> Result<Vec<Position>> {
    let mut openings = Vec::new();
    for (number, record) in (1..).zip(Record::read_all(text)) {
        let record = match record {
            Ok(record) => record,
            Err(error) => bail!("game {number}: {error}"),
        };
        let (game, fault) = record.replay_prefix();
        if let Some(fault) = fault {
            bail!("game {number}: {fault}");
        }
        openings.push(*game.position());
    }
    Ok(openings)
}
