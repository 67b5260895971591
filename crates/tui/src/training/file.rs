use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::SystemTime;

use bosworth_engine::PlyReview;
use bosworth_local::{LocalTable, Seat};
use bosworth_practice::{MistakeCard, MistakeKey, Progress};
use bosworth_rules::{Date, Side};

use super::TrainingBackend;
use crate::saved_games::{self, SavedGames};

/// The file with what was done while training, beside the folder of the saved games.
#[derive(Clone, Debug)]
pub struct TrainingFile {
    path: PathBuf,
    luck: fn() -> u64,
}

impl TrainingFile {
    /// The file that belongs to a folder of saved games; `luck` makes random numbers.
    pub fn beside(games: &SavedGames, luck: fn() -> u64) -> Self {
        Self { path: games.folder().with_file_name("training.json"), luck }
    }

    /// Reads it. A file that does not exist yet is empty.
    pub fn load(&self) -> io::Result<Progress> {
        match fs::read_to_string(&self.path) {
            Ok(text) => Progress::from_json(&text).map_err(|why| {
                let place = self.path.display();
                io::Error::new(ErrorKind::InvalidData, format!("{place}: {why}"))
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Progress::default()),
            Err(error) => Err(error),
        }
    }

    /// Adds the mistakes that people made in a reviewed game. Returns how many there are.
    pub fn add_mistakes(&self, table: &LocalTable, plies: &[PlyReview]) -> io::Result<usize> {
        let mut found = Progress::default();
        // The name of a saved game begins with its date.
        let date = table.id.get(..10).and_then(|date| date.replace('-', ".").parse().ok());
        let played_at = date.map_or(0, |date: Date| date.days() * 86_400_000);
        for ply in plies.iter().filter(|ply| table.seats[ply.side] == Seat::Person) {
            if let Some(card) = card(table, ply) {
                let key = MistakeKey { played_at, game: table.id.clone(), ply: ply.number as u32 };
                found.mistakes.add(key, &card);
            }
        }
        let mistakes = found.mistakes.len();
        if mistakes > 0 {
            self.clone().save(&found)?;
        }
        Ok(mistakes)
    }
}

/// A card for a reviewed ply, if it was a mistake.
fn card(table: &LocalTable, ply: &PlyReview) -> Option<MistakeCard> {
    let decision = ply.decision.as_ref()?;
    let own = |reds: f64| if ply.side == Side::Red { reds } else { 1.0 - reds };
    let best = decision.actions.iter().map(|(_, reds)| own(*reds)).fold(0.0, f64::max);
    let played = ply.ply.action();
    let loss = |(action, reds): &(_, f64)| {
        // That of the action that was played may come from a search of its own.
        let loss = if *action == played { decision.loss } else { best - own(*reds) };
        (*action, 100.0 * loss)
    };
    let losses: Vec<_> = decision.actions.iter().map(loss).collect();
    MistakeCard::new(&table.game().positions()[ply.number - 1], played, &losses)
}

impl TrainingBackend for TrainingFile {
    fn now(&mut self) -> i64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as i64)
    }

    fn luck(&mut self) -> u64 {
        (self.luck)()
    }

    /// Merges with what another program has stored meanwhile.
    fn save(&mut self, progress: &Progress) -> io::Result<()> {
        let mut all = self.load()?.merged(progress);
        all.compact(self.now());
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        saved_games::write(&all.to_json(), &self.path)
    }
}
