use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use bosworth_rules::Record;
use bosworth_server::admin::finished_games;
use bosworth_server::store::Store;

use crate::output;
use crate::output_file::NewFile;
use crate::progress_bar::ProgressLine;
use crate::texts::Texts;

/// Writes the finished games of a server.
pub(super) async fn write(
    path: &Path,
    names: bool,
    store: &Store,
    json: bool,
    texts: &Texts,
) -> Result<()> {
    if path == Path::new("-") {
        let mut out = output::stdout();
        let write = |record: &Record| Ok::<_, anyhow::Error>(writeln!(out, "{record}")?);
        finished_games(store, names, write).await?;
        return Ok(());
    }
    if path.exists() {
        let values = [("file", path.display().to_string().into())];
        bail!("{}", texts.format("db-file-exists", &values));
    }
    let mut file = NewFile::create(path)?;
    let mut progress = ProgressLine::new(false);
    let mut written = 0_u64;
    finished_games(store, names, |record| {
        written += 1;
        progress.show(0.0, || texts.format("admin-exporting", &[("games", written.into())]));
        file.write(format!("{record}\n").as_bytes())
    })
    .await?;
    file.finish()?;
    drop(progress);
    if json {
        return Ok(output::json(&serde_json::json!({ "games": written }))?);
    }
    let values = [("file", path.display().to_string().into()), ("games", written.into())];
    Ok(output::line(texts.format("admin-exported", &values))?)
}
