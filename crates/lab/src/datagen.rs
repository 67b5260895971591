//! Games of the engine against itself, kept to train a network.

mod archive;
mod game;
mod sample;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use bosworth_engine::{Engine, Judge, Settings};

use self::archive::{Archive, Header};
use crate::player::{Oracle, network};

pub(crate) use archive::Reader;
pub(crate) use game::Played;
pub use game::Terms;
pub(crate) use sample::{Sample, SampleKind, squares};

/// A file of games that is to be made, or made longer.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The file.
    pub file: PathBuf,
    /// How many games it is to have in the end.
    pub games: u32,
    /// How they are played.
    pub terms: Terms,
    /// What values positions.
    pub values: Values,
    /// How many games at a time.
    pub threads: usize,
    /// No game begins after so much time.
    pub time: Option<Duration>,
}

/// What values positions in games of the engine against itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// The network that comes with the program.
    Shipped,
    /// The evaluation made by hand.
    HandMade,
    /// The network of a file.
    File(PathBuf),
    /// Another program, by its command line.
    Program(String),
}

/// What a file has now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Generated {
    /// Games that it had before.
    pub before: u64,
    /// Games that were added.
    pub games: u64,
    /// Positions of those games.
    pub samples: u64,
}

impl SelfPlay {
    /// Plays the games that the file lacks, and tells after each one how many are done and how many
    /// are wanted. The same seed gives the same games, in any order.
    pub fn run(&self, on_game: &mut dyn FnMut(Generated, u64)) -> Result<Generated> {
        let Terms { nodes, seed, ruleset, .. } = self.terms;
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

    /// One for each thread. A program that is asked is the same for all of them.
    fn engines(&self) -> Result<Vec<Engine>> {
        let settings = Settings { hash: 1, ..Settings::default() };
        let oracle = match &self.values {
            Values::Program(command) => Some(Oracle::new(command)),
            _ => None,
        };
        let engine = || match (&self.values, &oracle) {
            (_, Some(oracle)) => Ok(Engine::with(oracle.evaluation()?, settings)),
            (Values::File(path), _) => Ok(Engine::with(network(path)?, settings)),
            (Values::HandMade, _) => {
                Ok(Engine::new(Settings { judge: Judge::HandMade, ..settings }))
            }
            _ => Ok(Engine::new(settings)),
        };
        (0..self.threads).map(|_| engine()).collect()
    }
}
