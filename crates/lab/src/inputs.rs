//! Network inputs from the games that [`datagen`](crate::datagen) played, as rows of numbers.
//!
//! Rules and features stay in this program: training code needs to know neither.
//! docs/training.md says what a row is.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, Result, bail};
use bosworth_engine::{
    Evaluation, INPUT_LAYOUT, INPUTS, Inputs, MAX_ACTIVE_INPUTS, Network, turned_inputs,
};
use bosworth_rules::{Card, Ending, Next, Square, Symmetry};
use serde::Serialize;

use crate::datagen::{Played, Sample, SampleKind, SelfPlayReader, squares};
use crate::overwrite;

/// The layout of rows, and how the board symmetries permute them.
#[derive(Serialize)]
pub struct Shape {
    /// The number of input features (facts); also the padding index.
    inputs: usize,
    /// The maximum number of active features of a row.
    most: usize,
    /// The size of a row in bytes.
    row: usize,
    /// By symmetry: the permutation of features.
    facts: Vec<Vec<u16>>,
    /// By symmetry: the permutation of squares.
    squares: Vec<Vec<usize>>,
    /// The number of features per square; these come first.
    planes: usize,
    /// The offsets of the cards in hand and in the pile, and the number of kinds of target.
    held: usize,
    pile: usize,
    grounds: usize,
    /// By square and card: the crown's target square, or the number of squares if off the board.
    targets: Vec<Vec<usize>>,
}

/// Features, eight numbers, final roses.
const ROW_BYTES: usize = 2 * MAX_ACTIVE_INPUTS + 2 * 8 + 2 * 11;

impl Shape {
    /// The layout of this program's rows.
    pub fn of_rows() -> Self {
        let turned = |symmetry: Symmetry| {
            Square::all().map(|square| symmetry.square(square).index()).collect()
        };
        Self {
            inputs: INPUTS,
            most: MAX_ACTIVE_INPUTS,
            row: ROW_BYTES,
            facts: Symmetry::all().map(turned_inputs).collect(),
            squares: Symmetry::all().map(turned).collect(),
            planes: INPUT_LAYOUT.planes,
            held: INPUT_LAYOUT.held,
            pile: INPUT_LAYOUT.pile,
            grounds: INPUT_LAYOUT.grounds,
            targets: Square::all().map(targets).collect(),
        }
    }
}

/// Where each card leads from a square, as the board sees it.
fn targets(from: Square) -> Vec<usize> {
    Card::ALL
        .into_iter()
        .map(|card| from.step(card.direction, card.steps).map_or(Square::COUNT, Square::index))
        .collect()
}

/// Creates a file of rows. Overwrites only a file of rows.
pub fn create(path: &Path) -> Result<File> {
    overwrite::check(path, "file of rows", |head, length| {
        let fact = |bytes: &[u8]| usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
        let facts = head.get(..2 * MAX_ACTIVE_INPUTS).unwrap_or_default();
        let plausible = facts.chunks_exact(2).all(|bytes| fact(bytes) <= INPUTS);
        length % ROW_BYTES as u64 == 0 && plausible
    })?;
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes the rows of a file of games, in order. With a judge, its values replace those of the
/// search.
pub fn write_rows(
    path: &Path,
    judge: Option<&Network>,
    threads: usize,
    out: &mut (impl Write + Send),
) -> Result<()> {
    let mut expand = || {
        let file = BufReader::with_capacity(1 << 20, File::open(path)?);
        expand(&mut SelfPlayReader::new(file)?, judge, threads, out)
    };
    expand().with_context(|| format!("{}", path.display()))
}

/// One reader, many workers, one writer that restores the order of the games.
fn expand(
    reader: &mut SelfPlayReader<BufReader<File>>,
    judge: Option<&Network>,
    threads: usize,
    out: &mut (impl Write + Send),
) -> Result<()> {
    thread::scope(|scope| {
        let (games, waiting) = sync_channel::<(u64, Vec<u8>)>(4 * threads);
        let waiting = Arc::new(Mutex::new(waiting));
        let (sender, rows) = sync_channel::<(u64, Result<Vec<u8>>)>(4 * threads);
        let header = reader.header;
        for _ in 0..threads {
            let (waiting, sender) = (Arc::clone(&waiting), sender.clone());
            scope.spawn(move || {
                loop {
                    let Ok(Ok((place, block))) = waiting.lock().map(|waiting| waiting.recv())
                    else {
                        return;
                    };
                    let played = Played::unpack(&block, header.ruleset);
                    let rows = played.map(|played| rows_of(&played, judge));
                    if sender.send((place, rows)).is_err() {
                        return;
                    }
                }
            });
        }
        // When the writer fails, the workers end, and no one is left to take games.
        drop((waiting, sender));
        let writer = scope.spawn(move || -> Result<()> {
            let (mut next, mut early) = (0, BTreeMap::new());
            for (place, rows) in rows {
                early.insert(place, rows);
                while let Some(rows) = early.remove(&next) {
                    out.write_all(&rows?)?;
                    next += 1;
                }
            }
            Ok(())
        });
        let mut place = 0;
        while let Some(block) = reader.block()? {
            if games.send((place, block)).is_err() {
                break;
            }
            place += 1;
        }
        drop(games);
        writer.join().unwrap_or_else(|_| bail!("a thread failed"))
    })
}

/// The rows of a game: for each sample the features from the point of view of the side to act next,
/// then the search value and margin, the target value and margin, the result and the final margin,
/// whether it was played, and the roses left, plus 64 if the game ends when either side is blocked;
/// then the final roses of that side and of its opponent.
fn rows_of(played: &Played, judge: Option<&Network>) -> Vec<u8> {
    let mut rows = Vec::with_capacity(played.samples.len() * ROW_BYTES);
    for sample in &played.samples {
        push_row(&mut rows, played, sample, judge);
    }
    rows
}

fn push_row(rows: &mut Vec<u8>, played: &Played, sample: &Sample, judge: Option<&Network>) {
    let position = sample.position();
    let found = match (judge, &sample.at) {
        (None, _) => sample.found,
        (Some(judge), Next::Position(position)) => judge.evaluate(position),
        (Some(judge), Next::Draw(pending)) => judge.evaluate_draw(pending),
    };
    let (inputs, viewer, found, became) = match &sample.at {
        Next::Position(position) => (Inputs::of(position), position.side(), found, sample.became),
        Next::Draw(pending) => (Inputs::of_draw(pending), !position.side(), -found, -sample.became),
    };
    let mut facts = [INPUTS as u16; MAX_ACTIVE_INPUTS];
    facts[..inputs.numbers().len()].copy_from_slice(inputs.numbers());
    let result = played.result(viewer);
    let either = position.ruleset().ending == Ending::EitherBlocked;
    let win = |win: f32| (win * 16_384.0).round() as i16;
    let margin = |margin: f32| (margin * 8.0).round() as i16;
    let numbers = [
        win(found.win),
        margin(found.margin),
        win(became.win),
        margin(became.margin),
        result.win as i16,
        result.margin as i16,
        i16::from(sample.kind == SampleKind::Played),
        i16::from(position.supply()) + 64 * i16::from(either),
    ];
    rows.extend(facts.iter().flat_map(|fact| fact.to_le_bytes()));
    rows.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    rows.extend(squares(played.roses[viewer]));
    rows.extend(squares(played.roses[!viewer]));
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use bosworth_analysis::StopSign;
    use bosworth_rules::Ruleset;
    use tempfile::TempDir;

    use super::*;
    use crate::datagen::{DataFormat, SelfPlay, SelfPlaySettings, SelfPlayer, Values};

    /// A disk without room.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn rows_that_cannot_be_written_end_the_run() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("a.games");
        let ruleset = Ruleset::default();
        let terms = SelfPlaySettings {
            ruleset,
            nodes: 2,
            keep: 0,
            seen: 1,
            seed: 1,
            player: SelfPlayer::Varied,
        };
        // More games than the channels of one thread hold.
        let games = 20;
        SelfPlay {
            file: file.clone(),
            format: DataFormat::Games,
            program: String::new(),
            games,
            terms,
            values: Values::HandMade,
            threads: 1,
            time: None,
        }
        .run(&StopSign::default(), &mut |_, _| ())
        .expect("games");
        let (sender, ended) = channel();
        thread::spawn(move || sender.send(write_rows(&file, None, 1, &mut Full)));
        let ended = ended.recv_timeout(Duration::from_secs(120)).expect("the run ends");
        let error = ended.expect_err("nothing was written");
        assert!(format!("{error:#}").contains("a.games"), "{error:#}");
    }
}
