use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use bosworth_rules::{BySide, Ruleset, Side};

use super::game::SelfPlayGame;
use super::sample::{from_squares, squares};
use super::{GameSink, OTHER_SETTINGS, Played, Sample};
use crate::overwrite;

/// The parameters that all games of a file share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) nodes: u32,
    pub(crate) seed: u64,
    pub(crate) ruleset: Ruleset,
}

/// A file of games, appended as they finish.
///
/// docs/training.md has the format.
pub(crate) struct Archive {
    file: BufWriter<File>,
    path: PathBuf,
}

/// The magic number; the last byte is the version of the format.
const MAGIC: [u8; 8] = *b"BOSWGAM\x02";
/// The length of the file header.
const HEADER: usize = 96;
/// The length of a game header.
const GAME: usize = 33;

impl Header {
    fn pack(&self) -> Result<[u8; HEADER]> {
        let ruleset = self.ruleset.to_string();
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&(Sample::BYTES as u32).to_le_bytes());
        bytes[12..16].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.seed.to_le_bytes());
        let place =
            bytes[24..].get_mut(..ruleset.len()).context("the ruleset's name is too long")?;
        place.copy_from_slice(ruleset.as_bytes());
        Ok(bytes)
    }

    fn unpack(bytes: &[u8; HEADER]) -> Result<Self> {
        ensure!(bytes[..8] == MAGIC, "this is not a file of self-play games");
        let four = |place: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| bytes[place + n]));
        ensure!(four(8) as usize == Sample::BYTES, "its samples have another size");
        let text = bytes[24..].split(|byte| *byte == 0).next().unwrap_or_default();
        Ok(Self {
            nodes: four(12),
            seed: u64::from(four(16)) | u64::from(four(20)) << 32,
            ruleset: std::str::from_utf8(text)?.parse()?,
        })
    }
}

impl Archive {
    /// Opens a file for appending, and returns the numbers of the games in it. A truncated game at its end is
    /// removed.
    pub(crate) fn open(path: &Path, header: &Header) -> Result<(Self, BTreeSet<u32>)> {
        let name = || format!("{}", path.display());
        // A file shorter than its header comes from a crash right after its creation.
        let begun = |head: &[u8], _| head.starts_with(&MAGIC) || MAGIC.starts_with(head);
        overwrite::require_file(path)?;
        overwrite::check(path, "file of games", begun)?;
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .with_context(name)?;
        let mut done = BTreeSet::new();
        let mut end = HEADER as u64;
        if file.metadata().with_context(name)?.len() < end {
            file.set_len(0).with_context(name)?;
            file.write_all(&header.pack()?).with_context(name)?;
        } else {
            let mut reader = SelfPlayReader::new(BufReader::new(&file)).with_context(name)?;
            if reader.header != *header {
                bail!("{}: {OTHER_SETTINGS}", path.display());
            }
            while let Some((number, bytes)) = reader.skip().with_context(name)? {
                done.insert(number);
                end += bytes;
            }
            file.set_len(end).with_context(name)?;
        }
        file.seek(SeekFrom::End(0)).with_context(name)?;
        Ok((Self { file: BufWriter::with_capacity(1 << 20, file), path: path.into() }, done))
    }
}

impl GameSink for Archive {
    fn add(&mut self, game: SelfPlayGame) -> Result<usize> {
        let played = Played::from(game);
        let mut bytes = [0; GAME];
        bytes[..4].copy_from_slice(&played.number.to_le_bytes());
        bytes[4..6].copy_from_slice(&(played.samples.len() as u16).to_le_bytes());
        bytes[6] = match played.winner {
            None => 0,
            Some(Side::Red) => 1,
            Some(Side::White) => 2,
        };
        bytes[7..9].copy_from_slice(&(played.points.red as u16).to_le_bytes());
        bytes[9..11].copy_from_slice(&(played.points.white as u16).to_le_bytes());
        bytes[11..22].copy_from_slice(&squares(played.roses.red));
        bytes[22..33].copy_from_slice(&squares(played.roses.white));
        let samples: Vec<_> = played.samples.iter().map(Sample::pack).collect();
        let write = self.file.write_all(&bytes);
        write
            .and_then(|()| self.file.write_all(samples.as_flattened()))
            .with_context(|| format!("cannot write to {}", self.path.display()))?;
        Ok(samples.len())
    }

    fn finish(&mut self) -> Result<()> {
        self.file.flush().with_context(|| format!("cannot write to {}", self.path.display()))
    }
}

/// A sequential reader of a file of games.
pub(crate) struct SelfPlayReader<R> {
    pub(crate) header: Header,
    bytes: R,
}

impl<R: Read> SelfPlayReader<R> {
    pub(crate) fn new(mut bytes: R) -> Result<Self> {
        let mut header = [0; HEADER];
        bytes.read_exact(&mut header).context("the file is too short")?;
        Ok(Self { header: Header::unpack(&header)?, bytes })
    }

    /// The bytes of the next game; none at the end of the file or for a truncated game.
    pub(crate) fn block(&mut self) -> Result<Option<Vec<u8>>> {
        let mut block = vec![0; GAME];
        if !self.fill(&mut block)? {
            return Ok(None);
        }
        let count = usize::from(u16::from_le_bytes([block[4], block[5]]));
        block.resize(GAME + count * Sample::BYTES, 0);
        Ok(self.fill(&mut block[GAME..])?.then_some(block))
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<bool> {
        match self.bytes.read_exact(bytes) {
            Ok(()) => Ok(true),
            Err(fault) if fault.kind() == ErrorKind::UnexpectedEof => Ok(false),
            Err(fault) => Err(fault.into()),
        }
    }

    /// Skips the next game: its number and length in bytes.
    fn skip(&mut self) -> Result<Option<(u32, u64)>> {
        Ok(self.block()?.map(|block| (number(&block), block.len() as u64)))
    }
}

impl Played {
    /// Deserialises a game.
    pub(crate) fn unpack(block: &[u8], ruleset: Ruleset) -> Result<Self> {
        let (game, samples) = block.split_first_chunk::<GAME>().context("a game is cut off")?;
        let two = |place: usize| u32::from(u16::from_le_bytes([game[place], game[place + 1]]));
        let samples = samples.as_chunks::<{ Sample::BYTES }>().0;
        let samples = samples.iter().map(|sample| Sample::unpack(sample, ruleset));
        Ok(Self {
            number: number(game),
            winner: match game[6] {
                0 => None,
                1 => Some(Side::Red),
                _ => Some(Side::White),
            },
            points: BySide { red: two(7), white: two(9) },
            roses: BySide { red: from_squares(&game[11..22]), white: from_squares(&game[22..33]) },
            samples: samples.collect::<Result<_>>()?,
        })
    }
}

fn number(game: &[u8]) -> u32 {
    u32::from_le_bytes([0, 1, 2, 3].map(|n| game[n]))
}
