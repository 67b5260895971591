use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use bosworth_analysis::StopSign;
use bosworth_engine::{Engine, Level};
use bosworth_rules::Ruleset;
use serde::{Deserialize, Serialize};

use super::row::{StudyRow, rows_of};
use crate::datagen::{
    Generated, ParquetParts, SelfPlayGame, SelfPlaySettings, SelfPlayer, Until, Values, play_games,
};

/// A folder of studied games to create or extend.
#[derive(Clone, Debug)]
pub struct StudyRun {
    /// The folder.
    pub folder: PathBuf,
    /// The name and version of the program that plays.
    pub program: String,
    /// The target number of games.
    pub games: u32,
    /// Nodes for each position, of which a position after a card of a draw gets a part.
    pub nodes: u32,
    /// The edition.
    pub ruleset: Ruleset,
    /// The level that plays; if there is none, the engine itself. It judges every position anyway.
    pub level: Option<Level>,
    /// The random seed.
    pub seed: u64,
    /// The number of games played concurrently.
    pub threads: usize,
    /// No game starts after this time.
    pub time: Option<Duration>,
}

/// What all games of a folder share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct StudySource {
    pub(super) edition: String,
    pub(super) seed: u64,
    pub(super) nodes: u32,
    pub(super) level: Option<u8>,
    pub(super) program: String,
}

impl StudyRun {
    /// Plays the missing games, reporting after each one how many are done and wanted, until `stop`.
    /// The same seed gives the same games, in any order.
    pub fn run(
        &self,
        stop: &StopSign,
        on_game: &mut dyn FnMut(Generated, u64),
    ) -> Result<Generated> {
        let (mut parts, done) = ParquetParts::<StudyRow>::open(&self.folder, &self.source())?;
        let wanted: Vec<_> = (0..self.games).filter(|number| !done.contains(number)).collect();
        let engines = Values::Shipped.engines(self.threads)?;
        let mut generated = Generated { before: done.len() as u64, ..Generated::default() };
        let until = Until { time: self.time, stop };
        let terms = self.terms();
        let play = |engine: &Engine, number| {
            let game = SelfPlayGame::play(engine, terms, number);
            rows_of(&game, engine, self.nodes)
        };
        play_games(engines, &wanted, until, play, &mut |rows| {
            generated.samples += rows.len() as u64;
            generated.games += 1;
            parts.add(rows)?;
            on_game(generated, wanted.len() as u64);
            Ok(())
        })?;
        parts.finish()?;
        Ok(generated)
    }

    fn source(&self) -> StudySource {
        StudySource {
            edition: self.ruleset.to_string(),
            seed: self.seed,
            nodes: self.nodes,
            level: self.level.map(Level::number),
            program: self.program.clone(),
        }
    }

    fn terms(&self) -> SelfPlaySettings {
        SelfPlaySettings {
            ruleset: self.ruleset,
            nodes: self.nodes,
            keep: 0,
            seen: u32::MAX,
            seed: self.seed,
            player: self.level.map_or(SelfPlayer::Best, SelfPlayer::Level),
        }
    }
}
