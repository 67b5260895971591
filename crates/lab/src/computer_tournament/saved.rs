//! The games of a tournament as records, and back.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use bosworth_rules::{Record, Side};
use bosworth_tournament::GamePlan;

use super::{ComputerTournament, proof};
use crate::arena::{ArenaGame, RecordTags};
use crate::record_archive::{RecordArchive, rewrite, saved_records};

/// The value of the tag `Event`.
const EVENT: &str = "Bosworth event";

/// The file in which a tournament is saved, and the games of an earlier run that are not counted yet.
pub(super) struct SavedGames {
    archive: Option<RecordArchive>,
    /// By the name of the slot.
    games: BTreeMap<String, Record>,
}

impl SavedGames {
    pub(super) fn open(held: &ComputerTournament) -> Result<Self> {
        let Some(path) = &held.save else {
            return Ok(Self { archive: None, games: BTreeMap::new() });
        };
        let mut games = BTreeMap::new();
        if held.resume {
            let (records, complete) = saved_records(path)?;
            if !complete {
                let text: String = records.iter().map(|record| format!("{record}\n")).collect();
                rewrite(path, &text)?;
            }
            for record in records {
                let slot = record.tag(RecordTags::ROUND).unwrap_or_default().to_string();
                let new = games.insert(slot.clone(), record).is_none();
                ensure!(new, "{}: game {slot} is in the file twice", path.display());
            }
        }
        Ok(Self { archive: Some(RecordArchive::open(path)?), games })
    }

    /// A game that was played in an earlier run.
    pub(super) fn take(
        &mut self,
        held: &ComputerTournament,
        plan: &GamePlan,
    ) -> Result<Option<ArenaGame>> {
        let slot = plan.slot.to_string();
        let Some(record) = self.games.remove(&slot) else { return Ok(None) };
        let other = || format!("game {slot} in the file is not of this tournament");
        let names = [held.spec(plan.red)?.to_string(), held.spec(plan.white)?.to_string()];
        let found = [record.tag("Red"), record.tag("White")];
        ensure!(found == names.each_ref().map(|name| Some(name.as_str())), other());
        ensure!(record.start == held.deal(plan).0, other());
        ArenaGame::of_record(&record, Side::Red).map(Some).with_context(other)
    }

    /// Saves a game.
    pub(super) fn add(
        &mut self,
        held: &ComputerTournament,
        plan: &GamePlan,
        game_played: &ArenaGame,
    ) -> Result<()> {
        let Some(archive) = &mut self.archive else { return Ok(()) };
        let [red, white] = [held.spec(plan.red)?.to_string(), held.spec(plan.white)?.to_string()];
        let proof = proof(held.seed, ComputerTournament::deal_number(plan));
        let record = game_played.record(&RecordTags {
            event: EVENT,
            names: [&red, &white],
            round: &plan.slot.to_string(),
            proof: held.openings.is_empty().then_some(&proof),
        });
        archive.append(&format!("{record}\n"))
    }
}
