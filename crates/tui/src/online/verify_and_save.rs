use std::fs;
use std::io;
use std::path::Path;

use bosworth_client::protocol::EndReason;
use bosworth_fair::Proof;
use bosworth_rules::{Date, Record, Side};
use bosworth_texts::Texts;

use super::snapshot::Snapshot;
use super::table_description::TableDescription;
use crate::saved_games::{self, SEAT_TAGS, SavedGames};

/// The result of saving a finished game: whether its shuffle was verified, and where it is saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveReport {
    /// Why the shuffle does not match the server's commitment; none if it does.
    pub fault: Option<String>,
    /// The name among the saved games, or why saving failed.
    pub name: Result<String, String>,
}

impl SaveReport {
    /// Describes it, one sentence per line.
    pub fn lines(&self, texts: &Texts) -> Vec<String> {
        let verified = match &self.fault {
            None => texts.get("online-verified"),
            Some(why) => texts.format("online-not-verified", &[("why", why.clone().into())]),
        };
        let kept = match &self.name {
            Ok(name) => texts.format("online-kept", &[("name", name.clone().into())]),
            Err(why) => texts.format("tui-save-failed", &[("why", why.clone().into())]),
        };
        vec![verified, kept]
    }
}

/// The record of a finished game with its players' names; none if it was aborted or never dealt.
pub fn record(snapshot: &Snapshot, texts: &Texts, today: Date) -> Option<Record> {
    let ending = snapshot.table.ending()?;
    if ending.reason == EndReason::Aborted { None } else { named_record(snapshot, texts, today) }
}

/// The record of a game with its players' names; none if it was never dealt.
pub(super) fn named_record(snapshot: &Snapshot, texts: &Texts, today: Date) -> Option<Record> {
    let mut record = snapshot.table.record()?;
    let description = TableDescription::new(texts, snapshot);
    record.set_tag("Event", "Bosworth");
    record.set_tag("Date", &today.to_string());
    for side in Side::ALL {
        let tag = if side == Side::Red { "Red" } else { "White" };
        record.set_tag(tag, &description.name(side));
        let seat = snapshot.level(side).map_or("person".into(), |level| format!("level {level}"));
        record.set_tag(SEAT_TAGS[side], &seat);
    }
    Some(record)
}

/// Verifies the shuffle of a finished game against the commitment that the server made before it
/// knew the players' nonces, and saves the game under its online ID.
pub fn verify_and_save(
    snapshot: &Snapshot,
    saved_games: &SavedGames,
    texts: &Texts,
    today: Date,
) -> Option<SaveReport> {
    let record = record(snapshot, texts, today)?;
    let check = Proof::of(&record).and_then(|proof| proof.verify(&record));
    let fault = check.err().map(|why| texts.shuffle_fault(&record, &why));
    let name = snapshot.table.id().to_string();
    let path = saved_games.folder().join(format!("{name}.rose"));
    let saved = write(&record, &path).map(|()| name).map_err(|why| why.to_string());
    Some(SaveReport { fault, name: saved })
}

fn write(record: &Record, path: &Path) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    saved_games::write(&record.to_string(), path)
}
