use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow};
use bosworth_client::protocol::{FoldError, GameId};
use bosworth_server::log_check::{self, LogCheckReport, LogDamage, LogFault, LogFaultKind};
use bosworth_server::store::{Store, StoreError};
use tokio::runtime::Runtime;

use super::explained;
use crate::progress_bar::ProgressBar;
use crate::texts::Texts;
use crate::{Finding, output};

/// Reports every fault in the games of a database.
pub(super) fn check(url: &str, texts: &Texts) -> Result<Finding> {
    let report = Runtime::new().context("cannot start")?.block_on(async {
        let store = readable(url).await.map_err(|error| explained(error, texts))?;
        let report = read(&store, texts).await;
        let unchanged = store.require_unchanged();
        store.close().await;
        unchanged.map_err(|error| explained(error, texts))?;
        report
    })?;
    for fault in &report.faults {
        output::line(line(fault, texts))?;
    }
    let values = [
        ("games", report.games.into()),
        ("entries", report.entries.into()),
        ("faults", report.faults.len().into()),
    ];
    output::line(texts.format("db-checked", &values))?;
    Ok(if report.faults.is_empty() { Finding::Good } else { Finding::Bad })
}

/// Repairs one game, or all damaged ones.
pub(super) fn repair(url: &str, game: Option<&str>, texts: &Texts) -> Result<Finding> {
    let game: Option<GameId> = match game {
        Some(text) => Some(text.parse().map_err(|_| {
            anyhow!(texts.format("db-no-game", &[("game", text.to_string().into())]))
        })?),
        None => None,
    };
    let repaired = Runtime::new().context("cannot start")?.block_on(async {
        let store = Store::open_existing(url).await.map_err(|error| explained(error, texts))?;
        let repaired = repair_games(&store, game, texts).await;
        store.close().await;
        repaired
    })?;
    for fault in &repaired {
        output::line(line(fault, texts))?;
    }
    output::line(texts.format("db-repaired", &[("games", repaired.len().into())]))?;
    Ok(Finding::Good)
}

async fn repair_games(store: &Store, game: Option<GameId>, texts: &Texts) -> Result<Vec<LogFault>> {
    let games = match game {
        Some(game) => vec![game],
        None => read(store, texts).await?.faults.into_iter().map(|fault| fault.game).collect(),
    };
    let mut repaired = Vec::new();
    for game in games {
        let fault = log_check::repair(store, game, now()).await;
        let fault = fault.map_err(|error| explained(error, texts))?;
        repaired.extend(fault.map(|kind| LogFault { game, kind }));
    }
    Ok(repaired)
}

/// Opens a database to check it. One of an earlier version stays as it is: a migrated copy is
/// checked.
async fn readable(url: &str) -> Result<Store, StoreError> {
    let store = Store::open_to_read(url).await?;
    if !store.is_older().await? {
        return Ok(store);
    }
    let copy = store.migrated_copy().await;
    store.close().await;
    copy
}

async fn read(store: &Store, texts: &Texts) -> Result<LogCheckReport> {
    let mut bar: Option<ProgressBar> = None;
    let report = log_check::check(store, |done, total| {
        bar.get_or_insert_with(|| ProgressBar::new("check", total as usize)).show(done as usize);
    });
    report.await.map_err(|error| explained(error, texts))
}

/// A fault in words.
fn line(fault: &LogFault, texts: &Texts) -> String {
    let what = match &fault.kind {
        LogFaultKind::Row => texts.get("db-fault-row"),
        LogFaultKind::Orphan => texts.get("db-fault-orphan"),
        LogFaultKind::Log { seq, damage } => {
            let seq = i64::from(*seq);
            match damage {
                LogDamage::Unreadable { .. } => {
                    texts.format("db-fault-unreadable", &[("seq", seq.into())])
                }
                LogDamage::Fold(FoldError::Gap { .. }) => {
                    texts.format("db-fault-gap", &[("seq", seq.into())])
                }
                LogDamage::Fold(FoldError::WrongSecret) => {
                    texts.format("db-fault-secret", &[("seq", seq.into())])
                }
                LogDamage::Fold(why) => {
                    let why = why.to_string();
                    texts.format("db-fault-rules", &[("seq", seq.into()), ("why", why.into())])
                }
            }
        }
    };
    format!("{}: {what}", fault.game)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
