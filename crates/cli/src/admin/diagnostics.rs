//! One text for a report of a fault: no names, addresses, texts or secrets.

use std::fmt::Write;

use anyhow::Result;
use bosworth_server::store::Store;

use crate::output;
use crate::serve::settings::FLAGS;
use crate::server_flag::{FlagType, GivenSettings};
use crate::version::version;

/// Prints facts about the program, the machine, the settings and the database.
pub(super) async fn print(store: &Store, url: &str, given: &GivenSettings, now: i64) -> Result<()> {
    let mut text = String::from("```\n");
    let mut put = |name: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{name:<29} {value}");
    };
    put("program", &version());
    put("system", &system());
    put("processors", &bosworth_analysis::cores());
    for (name, value) in memory() {
        put(&name, &value);
    }
    for flag in &FLAGS {
        let (value, source) = given.effective(flag);
        if source != "default" {
            let is_public = matches!(flag.value, FlagType::Switch(_) | FlagType::Number(..));
            let value = if is_public { value } else { "set".into() };
            put(flag.name, &format!("{value} ({source})"));
        }
    }
    put("database kind", &if Store::file(url)?.is_some() { "SQLite" } else { "PostgreSQL" });
    let facts = store.facts(now).await?;
    put("schema", &facts.schema);
    put("nodes", &facts.nodes);
    let alive = facts.heartbeat_age_ms.map_or("never".into(), |ms| format!("{ms} ms ago"));
    put("last heartbeat", &alive);
    for (table, rows) in facts.rows {
        put(&format!("rows in {table}"), &rows);
    }
    text += "```";
    Ok(output::line(text)?)
}

fn system() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{system} {processor} {}", kernel.trim())
}

/// Lines about the machine's memory, where the system has them.
fn memory() -> Vec<(String, String)> {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    let wanted = lines.filter(|(name, _)| ["MemTotal", "MemAvailable"].contains(name));
    wanted.map(|(name, value)| (name.to_owned(), value.trim().to_owned())).collect()
}
