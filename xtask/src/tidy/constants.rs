//! Constants: a name carries unit and owner, such as `MAX_OPEN_OFFERS` or `PING_INTERVAL_IN_GAME`.

use anyhow::Result;

use super::{files, read};

/// Names that say neither what is limited nor in which unit.
const VAGUE: [&str; 12] = [
    "AWAY", "ENOUGH", "LEAST", "LIMIT", "LONGEST", "MANY", "MAX", "MIN", "MOST", "PAUSE",
    "SHORTEST", "SOON",
];

/// Reports constants with a vague name.
pub(super) fn check() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in files(&[".rs"])? {
        faults.extend(vague(&read(&path)?).map(|name| {
            format!(
                "{}: the constant {name} lacks owner and unit, as in MAX_OPEN_OFFERS",
                path.display()
            )
        }));
    }
    println!("constants with a vague name: {}", faults.len());
    Ok(faults)
}

/// The vague names that a file defines.
fn vague(text: &str) -> impl Iterator<Item = &'static str> {
    let definitions = text.lines().filter_map(|line| {
        let line = line.trim_start();
        let line =
            line.split_once(") ").filter(|_| line.starts_with("pub(")).map_or(line, |it| it.1);
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let line = line.strip_prefix("const ").or_else(|| line.strip_prefix("static "))?;
        line.split_once(':').map(|(name, _)| name)
    });
    definitions.filter_map(|name| VAGUE.into_iter().find(|vague| *vague == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_without_owner_and_unit_are_reported() {
        let text = [
            "const MOST: usize = 5;",
            "    pub const PAUSE: Duration = SECOND;",
            "pub(super) static LONGEST: u8 = 1;",
            "const MAX_OPEN_OFFERS: usize = MOST;",
            "// const AWAY: u8 = 1;",
        ];
        let text = text.join("\n");
        assert_eq!(vague(&text).collect::<Vec<_>>(), ["MOST", "PAUSE", "LONGEST"]);
    }
}
