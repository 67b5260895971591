//! Input files.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};
use bosworth_rules::Record;

/// The games of a file, or of standard input for `-`.
pub(crate) fn records(path: &Path) -> Result<Vec<Record>> {
    let name = path.display();
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        bytes
    } else {
        fs::read(path).with_context(|| format!("cannot read {name}"))?
    };
    let text = String::from_utf8(bytes)
        .with_context(|| format!("{name} is not UTF-8 text; a record is a .rose file"))?;
    let records: Vec<_> =
        Record::read_all(&text).collect::<Result<_, _>>().with_context(|| format!("{name}"))?;
    if records.is_empty() {
        bail!("{name} has no game in it; a game begins with tags such as [Red \"Anne\"]");
    }
    Ok(records)
}
