//! Self-play games to train a network on.

mod archive;
mod game;
mod sample;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use bosworth_engine::{Engine, EngineSettings, Judge};

use self::archive::{Archive, Header};
use crate::player::{EvaluationProgram, network};

pub(crate) use archive::SelfPlayReader;
pub(crate) use game::Played;
pub use game::SelfPlaySettings;
pub(crate) use sample::{Sample, SampleKind, squares};

/// A file of self-play games to create or extend.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The file.
    pub file: PathBuf,
    /// The target number of games.
    pub games: u32,
    /// How they are played.
    pub terms: SelfPlaySettings,
    /// The evaluation.
    pub values: Values,
    /// The number of games played concurrently.
    pub threads: usize,
    /// No game starts after this time.
    pub time: Option<Duration>,
}

/// The evaluation of self-play games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// The embedded network.
    Shipped,
    /// The hand-crafted evaluation (HCE).
    HandMade,
    /// A network file.
    File(PathBuf),
    /// Another program, by its command line.
    Program(String),
}

/// The contents of a file after a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Generated {
    /// Games that it contained before.
    pub before: u64,
    /// Games that were added.
    pub games: u64,
    /// Positions of those games.
    pub samples: u64,
}

impl SelfPlay {
    /// Plays the missing games, reporting after each one how many are done and wanted. The same
    /// seed gives the same games, in any order.
    pub fn run(&self, on_game: &mut dyn FnMut(Generated, u64)) -> Result<Generated> {
        let SelfPlaySettings { nodes, seed, ruleset, .. } = self.terms;
        let (mut archive, done) = Archive::open(&self.file, &Header { nodes, seed, ruleset })?;
        let wanted: Vec<_> = (0..self.games).filter(|number| !done.contains(number)).collect();
        let engines = self.engines()?;
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let next = AtomicUsize::new(0);
        let mut generated = Generated { before: done.len() as u64, ..Generated::default() };
        thread::scope(|scope| {
            let (sender, finished) = channel();
            for engine in engines {
                let (sender, next, wanted) = (sender.clone(), &next, &wanted);
                scope.spawn(move || {
                    while deadline.is_none_or(|deadline| Instant::now() < deadline) {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&number) = wanted.get(place) else { return };
                        if sender.send(Played::play(&engine, self.terms, number)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for played in finished {
                archive.add(&played)?;
                generated.games += 1;
                generated.samples += played.samples.len() as u64;
                on_game(generated, wanted.len() as u64);
            }
            archive.finish()
        })?;
        Ok(generated)
    }

    /// One engine for each thread. They share an external program.
    fn engines(&self) -> Result<Vec<Engine>> {
        let settings = EngineSettings { hash: 1, ..EngineSettings::default() };
        let oracle = match &self.values {
            Values::Program(command) => Some(EvaluationProgram::new(command)),
            _ => None,
        };
        let engine = || match (&self.values, &oracle) {
            (_, Some(oracle)) => Ok(Engine::with(oracle.evaluation()?, settings)),
            (Values::File(path), _) => Ok(Engine::with(network(path)?, settings)),
            (Values::HandMade, _) => {
                Ok(Engine::new(EngineSettings { judge: Judge::HandMade, ..settings }))
            }
            _ => Ok(Engine::new(settings)),
        };
        (0..self.threads).map(|_| engine()).collect()
    }
}
