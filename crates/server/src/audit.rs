//! Checks the logs of all games, and repairs damaged ones without losing an entry.
//!
//! The log is the game. A log is damaged if an entry is missing, cannot be parsed, does not follow
//! from those before it by the rules, or does not match the secret of its shuffle. The entries
//! before the damage are sound and stay; the rest goes into quarantine.

use std::fmt;

use bosworth_fair::Secret;
use bosworth_rules::{Ruleset, Side};
use bosworth_table::{
    AuthoritativeTable, EndReason, FoldError, GameId, LogEntry, SealedDeal, TableSetup, TimeControl,
};

use crate::log_text::{decode, encode};
use crate::random;
use crate::store::{GameRow, Repair, Store, StoreError, StoredEnd};
pub use crate::tables::Damage;

/// Games checked between two reports of progress.
const PAGE: u32 = 200;

/// Something that is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which game.
    pub game: GameId,
    /// What.
    pub kind: FaultKind,
}

/// The kinds of faults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The log is damaged from this entry on; those before it are sound.
    Log {
        /// The number of the first entry that is wrong or missing.
        seq: u32,
        /// What is wrong.
        damage: Damage,
    },
    /// The game's row and its log disagree about the end.
    Row,
    /// There is a log, but no game.
    Orphan,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log { damage, .. } => damage.fmt(f),
            Self::Row => f.write_str("the row of the game and the end of its log disagree"),
            Self::Orphan => f.write_str("there is a log without a game"),
        }
    }
}

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many games were checked.
    pub games: u64,
    /// How many entries they have.
    pub entries: u64,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// The sound prefix of a log.
struct Sound {
    secret: Option<Secret>,
    entries: u32,
    host: Option<AuthoritativeTable>,
    damage: Option<Damage>,
}

/// Checks every game. `progress` is told how many are done, and of how many. A server may run
/// meanwhile.
pub async fn check(
    store: &Store,
    mut progress: impl FnMut(u64, u64),
) -> Result<Report, StoreError> {
    let total = store.count_games().await?;
    let mut report = Report::default();
    let mut last = None;
    loop {
        let page = store.games_after(last, PAGE).await?;
        let Some(end) = page.last() else { break };
        last = Some(*end);
        for game in page {
            let (entries, mut fault) = check_one(store, game).await?;
            if fault.is_some() {
                // The game may have gone on between reading its row and its log.
                fault = check_one(store, game).await?.1;
            }
            report.games += 1;
            report.entries += u64::from(entries);
            report.faults.extend(fault.map(|kind| Fault { game, kind }));
        }
        progress(report.games, total);
    }
    for game in store.orphaned_logs().await? {
        report.faults.push(Fault { game, kind: FaultKind::Orphan });
    }
    Ok(report)
}

/// Checks one game: how many sound entries it has, and what is wrong with it.
pub async fn check_one(
    store: &Store,
    game: GameId,
) -> Result<(u32, Option<FaultKind>), StoreError> {
    let Some(row) = store.game(game).await? else {
        let log = store.entries(game, 0).await?;
        return Ok((0, (!log.is_empty()).then_some(FaultKind::Orphan)));
    };
    let sound = fold(store, game).await?;
    if let Some(damage) = sound.damage {
        return Ok((sound.entries, Some(FaultKind::Log { seq: sound.entries, damage })));
    }
    let disagree = sound.host.is_some_and(|host| !agrees(&row, &host));
    Ok((sound.entries, disagree.then_some(FaultKind::Row)))
}

/// Folds the sound prefix of a log.
async fn fold(store: &Store, game: GameId) -> Result<Sound, StoreError> {
    let secret: Option<Secret> = store.secret(game).await?.and_then(|text| text.parse().ok());
    let mut sound = Sound { secret: secret.clone(), entries: 0, host: None, damage: None };
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
        sound.damage = Some(FoldError::NotAnOpening.into());
    }
    Ok(sound)
}

impl Sound {
    fn fold(&mut self, entry: &LogEntry) -> Result<(), Damage> {
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
        (Some(row), Some(log)) => row.winner == log.winner && row.reason == log.reason.name(),
        _ => false,
    }
}

/// Repairs a game if anything is wrong with it, and says what was. No server may have the game
/// open; none has one whose log is damaged.
///
/// Entries that cannot be folded are moved into quarantine, and the log ends before them. A game
/// that cannot go on is ended as aborted, with its secret: it counts for nobody.
pub async fn repair(
    store: &Store,
    game: GameId,
    now: i64,
) -> Result<Option<FaultKind>, StoreError> {
    let (_, Some(fault)) = check_one(store, game).await? else { return Ok(None) };
    let repair = match store.game(game).await? {
        None => Repair { from: 0, entries: Vec::new(), ending: None, secret: None, at: now },
        Some(row) => plan(&row, fold(store, game).await?, now),
    };
    store.repair(game, &repair).await?;
    Ok(Some(fault))
}

/// The repair of a game.
fn plan(row: &GameRow, sound: Sound, now: i64) -> Repair {
    let (host, entries, secret) = match sound.host {
        Some(host) => (host, Vec::new(), None),
        None => reopened(row, sound.secret),
    };
    let mut repair = Repair { from: sound.entries, entries, ending: None, secret, at: now };
    if let Some(ending) = host.ending() {
        // The log is authoritative; the row follows it.
        repair.ending = Some(row_of(&host, ending.winner, ending.reason, ending.at));
    } else if let Some((winner, reason, at)) = stored_end(row) {
        // The row still says how it ended, though the log no longer does.
        let entry = host.end_by_repair(winner, reason, at);
        repair.entries.push((entry.seq, encode(&entry)));
    } else {
        let entry = host.end_by_repair(None, EndReason::Aborted, now);
        repair.entries.push((entry.seq, encode(&entry)));
        repair.ending = Some(row_of(&host, None, EndReason::Aborted, now));
    }
    repair
}

/// A table whose opening is damaged: the row has all of it but the commitment. Also gives its first
/// entry, and a new secret if the old one is lost.
fn reopened(
    row: &GameRow,
    known: Option<Secret>,
) -> (AuthoritativeTable, Vec<(u32, String)>, Option<String>) {
    let fresh = known.is_none();
    let secret = known.unwrap_or_else(random::secret);
    let first = opening(row, &secret);
    let (entries, text) = (vec![(0, encode(&first))], secret.to_string());
    match AuthoritativeTable::replay(&[first], secret) {
        Ok(host) => (host, entries, fresh.then_some(text)),
        Err(why) => unreachable!("an opening opens a table: {why}"),
    }
}

/// The columns about the end of a game.
fn row_of(
    host: &AuthoritativeTable,
    winner: Option<Side>,
    reason: EndReason,
    ended: i64,
) -> StoredEnd {
    let points = host.position().map(|position| position.scores());
    let points = points.map(|scores| scores.map(|score| i64::from(score.points)));
    StoredEnd {
        winner,
        reason: reason.name().into(),
        points: points.unwrap_or_default(),
        plies: host.plies() as i64,
        ended,
        aborted: reason == EndReason::Aborted,
    }
}

/// The end of the game as its row has it.
fn stored_end(row: &GameRow) -> Option<(Option<Side>, EndReason, i64)> {
    let ending = row.ending.as_ref()?;
    let reason = EndReason::from_name(&ending.reason)?;
    Some((ending.winner, reason, ending.ended))
}

/// The opening of a game, reconstructed from its row.
fn opening(row: &GameRow, secret: &Secret) -> LogEntry {
    let mut opening = TableSetup {
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
        sealed: row.sealed.clone().map(|deal| SealedDeal { deal, until: None }),
    };
    opening.commitment = secret.commit(opening.subject());
    AuthoritativeTable::first_entry(opening, row.created)
}
