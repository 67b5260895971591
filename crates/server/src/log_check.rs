//! Checks the logs of all games, and repairs damaged ones without losing an entry.
//!
//! A log is damaged if an entry is missing, cannot be parsed, is illegal after the entries before
//! it, or does not match the secret of the shuffle. The entries before the damage are kept; the
//! others are moved to quarantine.

use std::fmt;

use bosworth_fair::Secret;
use bosworth_rules::{Ruleset, Side};
use bosworth_table::{
    AuthoritativeTable, EndReason, FoldError, GameId, LogEntry, SealedDeal, TableSetup, TimeControl,
};

use crate::log_codec::{decode, encode};
use crate::random;
use crate::store::{GameRow, Repair, Store, StoreError, StoredEnd};
pub use crate::tables::LogDamage;

/// Games checked between two progress reports.
const GAMES_PER_PAGE: u32 = 200;

/// A fault in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogFault {
    /// The game.
    pub game: GameId,
    /// The kind of fault.
    pub kind: LogFaultKind,
}

/// A kind of fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogFaultKind {
    /// The log is damaged from this entry on.
    Log {
        /// The number of the first wrong or missing entry.
        seq: u32,
        /// The faults.
        damage: LogDamage,
    },
    /// The row of the game and its log disagree about how it ended.
    Row,
    /// There is a log without a game.
    Orphan,
}

impl fmt::Display for LogFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log { damage, .. } => damage.fmt(f),
            Self::Row => f.write_str("the game's row and its log disagree about how it ended"),
            Self::Orphan => f.write_str("the log belongs to no game"),
        }
    }
}

/// The result of a check of all games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogCheckReport {
    /// The number of games that were checked.
    pub games: u64,
    /// The number of their entries.
    pub entries: u64,
    /// The faults.
    pub faults: Vec<LogFault>,
}

/// The sound prefix of a log.
struct SoundPrefix {
    secret: Option<Secret>,
    entries: u32,
    host: Option<AuthoritativeTable>,
    damage: Option<LogDamage>,
}

/// Checks every game, also while a server is running. `progress` is called with the number of games
/// checked so far and the total.
pub async fn check(
    store: &Store,
    mut progress: impl FnMut(u64, u64),
) -> Result<LogCheckReport, StoreError> {
    let total = store.count_games().await?;
    let mut report = LogCheckReport::default();
    let mut last = None;
    loop {
        let page = store.games_after(last, GAMES_PER_PAGE).await?;
        let Some(end) = page.last() else { break };
        last = Some(*end);
        for game in page {
            let (entries, mut fault) = check_one(store, game).await?;
            if fault.is_some() {
                // An entry may have been appended between reading the row and reading the log.
                fault = check_one(store, game).await?.1;
            }
            report.games += 1;
            report.entries += u64::from(entries);
            report.faults.extend(fault.map(|kind| LogFault { game, kind }));
        }
        progress(report.games, total);
    }
    for game in store.orphaned_logs().await? {
        report.faults.push(LogFault { game, kind: LogFaultKind::Orphan });
    }
    Ok(report)
}

/// Checks one game. Returns the number of sound entries, and the fault, if any.
pub async fn check_one(
    store: &Store,
    game: GameId,
) -> Result<(u32, Option<LogFaultKind>), StoreError> {
    let Some(row) = store.game(game).await? else {
        let log = store.entries(game, 0).await?;
        return Ok((0, (!log.is_empty()).then_some(LogFaultKind::Orphan)));
    };
    let sound = fold(store, game).await?;
    if let Some(damage) = sound.damage {
        return Ok((sound.entries, Some(LogFaultKind::Log { seq: sound.entries, damage })));
    }
    let disagree = sound.host.is_some_and(|host| !agrees(&row, &host));
    Ok((sound.entries, disagree.then_some(LogFaultKind::Row)))
}

/// Folds the sound prefix of a log.
async fn fold(store: &Store, game: GameId) -> Result<SoundPrefix, StoreError> {
    let secret: Option<Secret> = store.secret(game).await?.and_then(|text| text.parse().ok());
    let mut sound = SoundPrefix { secret: secret.clone(), entries: 0, host: None, damage: None };
    for (expected, (seq, body)) in (0..).zip(store.entries(game, 0).await?) {
        let folded = if seq == expected {
            decode(vec![(seq, body)]).and_then(|entries| sound.fold(&entries[0]))
        } else {
            Err(FoldError::Gap { expected, found: seq }.into())
        };
        if let Err(damage) = folded {
            sound.damage = Some(damage);
            return Ok(sound);
        }
        sound.entries = seq + 1;
    }
    if sound.entries == 0 {
        sound.damage = Some(FoldError::MissingSetup.into());
    }
    Ok(sound)
}

impl SoundPrefix {
    fn fold(&mut self, entry: &LogEntry) -> Result<(), LogDamage> {
        match (&mut self.host, &self.secret) {
            (Some(host), _) => host.fold(entry)?,
            (None, Some(secret)) => {
                self.host =
                    Some(AuthoritativeTable::replay(std::slice::from_ref(entry), secret.clone())?);
            }
            (None, None) => return Err(FoldError::WrongSecret.into()),
        }
        Ok(())
    }
}

fn agrees(row: &GameRow, host: &AuthoritativeTable) -> bool {
    match (&row.ending, host.ending()) {
        (None, None) => true,
        (Some(row), Some(log)) => {
            // Rows of forfeited games had no winner in older versions.
            let winners = [host.winner(), log.winner];
            winners.contains(&row.winner) && row.reason == log.reason.name()
        }
        _ => false,
    }
}

/// Repairs a game that has a fault, and returns the fault. No server may have the game open; a
/// server never opens one whose log is damaged.
///
/// Entries that cannot be folded are moved to quarantine, and the log ends before them. A game that
/// cannot be continued is aborted and its secret revealed, so that it does not count.
pub async fn repair(
    store: &Store,
    game: GameId,
    now: i64,
) -> Result<Option<LogFaultKind>, StoreError> {
    let (_, Some(fault)) = check_one(store, game).await? else { return Ok(None) };
    let repair = match store.game(game).await? {
        None => Repair { from: 0, entries: Vec::new(), ending: None, secret: None, at: now },
        Some(row) => plan(&row, fold(store, game).await?, now),
    };
    store.repair(game, &repair).await?;
    Ok(Some(fault))
}

/// Plans the repair of a game.
fn plan(row: &GameRow, sound: SoundPrefix, now: i64) -> Repair {
    let (host, entries, secret) = match sound.host {
        Some(host) => (host, Vec::new(), None),
        None => reopened(row, sound.secret),
    };
    let mut repair = Repair { from: sound.entries, entries, ending: None, secret, at: now };
    if let Some(ending) = host.ending() {
        // The log is authoritative; the row follows it.
        repair.ending = Some(StoredEnd::of(&host, host.winner(), ending.reason, ending.at));
    } else if let Some((winner, reason, at)) = stored_end(row) {
        // The row still says how the game ended, though the log no longer does.
        let entry = host.end_by_repair(winner, reason, at);
        repair.entries.push((entry.seq, encode(&entry)));
    } else {
        let entry = host.end_by_repair(None, EndReason::Aborted, now);
        repair.entries.push((entry.seq, encode(&entry)));
        repair.ending = Some(StoredEnd::of(&host, None, EndReason::Aborted, now));
    }
    repair
}

/// Reconstructs a table whose first entry is damaged: the row has everything except the commitment.
/// Also returns that entry, and a new secret if the old one is lost.
fn reopened(
    row: &GameRow,
    known: Option<Secret>,
) -> (AuthoritativeTable, Vec<(u32, String)>, Option<String>) {
    let fresh = known.is_none();
    let secret = known.unwrap_or_else(random::secret);
    let first = first_entry(row, &secret);
    let (entries, text) = (vec![(0, encode(&first))], secret.to_string());
    match AuthoritativeTable::replay(&[first], secret) {
        Ok(host) => (host, entries, fresh.then_some(text)),
        Err(why) => unreachable!("a first entry opens a table: {why}"),
    }
}

/// How the game ended according to its row.
fn stored_end(row: &GameRow) -> Option<(Option<Side>, EndReason, i64)> {
    let ending = row.ending.as_ref()?;
    let reason = EndReason::from_name(&ending.reason)?;
    Some((ending.winner.filter(|_| !ending.aborted), reason, ending.ended))
}

/// The first entry of a log, reconstructed from the game's row.
fn first_entry(row: &GameRow, secret: &Secret) -> LogEntry {
    let mut setup = TableSetup {
        game: row.id,
        red: row.seats.red,
        white: row.seats.white,
        ruleset: row.ruleset.parse().unwrap_or(Ruleset::CLASSIC),
        clock: row.clock.parse().unwrap_or(TimeControl::Untimed),
        rated: row.rated,
        commitment: secret.commit(row.id.as_str()),
        after: row.rematch_of,
        tournament_slot: None,
        hands: None,
        seek: None,
        sealed: row.sealed.clone().map(|deal| SealedDeal { deal, until: None }),
        handicap: row.handicap.as_ref().and_then(|text| text.parse().ok()),
    };
    setup.commitment = secret.commit(&setup.subject());
    AuthoritativeTable::first_entry(setup, row.created)
}
