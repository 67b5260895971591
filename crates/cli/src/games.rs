use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use bosworth_local::Seat;
use bosworth_rules::{BySide, GameResult, Record, Side};
use bosworth_tui::{LocalGame, SavedGame, SavedGames, StartScreen, date_of};
use clap_complete::engine::ArgValueCandidates;
use serde::Serialize;

use crate::arguments::saved_games;
use crate::texts::Texts;
use crate::{Finding, output, play};

/// List saved games, resume one, or delete some
///
/// `bosworth play` saves after every action, in ~/.local/share/bosworth/games, or below
/// `XDG_DATA_HOME` if it is set. Number 1 is the most recently saved game.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Resume this game: a number, a name, or a .rose file
    #[arg(
        value_name = "GAME",
        conflicts_with_all = ["json", "delete"],
        add = ArgValueCandidates::new(saved_games)
    )]
    game: Option<String>,
    /// Write the list as JSON, one line per game
    #[arg(long, conflicts_with = "delete")]
    json: bool,
    /// Delete these games, by number or name
    #[arg(long, value_name = "GAME", num_args = 1.., add = ArgValueCandidates::new(saved_games))]
    delete: Vec<String>,
    #[command(flatten)]
    show: play::DisplayArgs,
}

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    let saved_games = play::saved_games()?;
    if !args.delete.is_empty() {
        return delete(&saved_games, &args.delete, &texts);
    }
    let Some(wanted) = &args.game else {
        return list(&saved_games, args.json, &texts);
    };
    let Some(path) = find(&saved_games, wanted)? else { bail!("{}", unknown(wanted, &texts)) };
    args.show.check(&texts)?;
    let open = match LocalGame::load(&path) {
        Ok(open) => open,
        Err(why) => {
            let file = path.display().to_string();
            let values = [("file", file.into()), ("why", why.to_string().into())];
            bail!("{}", texts.format("tui-broken", &values));
        }
    };
    args.show.run(StartScreen::LocalGame(open), texts, &mut play::GameStarter::default())
}

fn find(saved_games: &SavedGames, wanted: &str) -> Result<Option<PathBuf>> {
    let kept = saved_games.find(wanted).with_context(|| unreadable(saved_games))?;
    let file = || Some(PathBuf::from(wanted)).filter(|path| path.is_file());
    Ok(kept.map(|kept| kept.path).or_else(file))
}

fn unknown(wanted: &str, texts: &Texts) -> String {
    texts.format("tui-games-unknown", &[("name", wanted.into())])
}

fn unreadable(saved_games: &SavedGames) -> String {
    format!("cannot read the folder {}", saved_games.folder().display())
}

/// Deletes all of these games, or none if one does not exist: numbers change with every deletion.
fn delete(saved_games: &SavedGames, wanted: &[String], texts: &Texts) -> Result<Finding> {
    let mut found: Vec<SavedGame> = Vec::new();
    for wanted in wanted {
        match saved_games.find(wanted).with_context(|| unreadable(saved_games))? {
            Some(kept) if found.iter().any(|other| other.path == kept.path) => {}
            Some(kept) => found.push(kept),
            None => bail!("{}", unknown(wanted, texts)),
        }
    }
    for kept in &found {
        SavedGames::delete(kept)
            .with_context(|| format!("cannot delete {}", kept.path.display()))?;
        output::line(texts.format("tui-games-deleted", &[("name", kept.name.clone().into())]))?;
    }
    Ok(Finding::Good)
}

/// A saved game as JSON.
#[derive(Serialize)]
struct Row {
    number: usize,
    name: String,
    file: String,
    saved: String,
    #[serde(flatten)]
    game: Option<Summary>,
    error: Option<String>,
}

/// The player of a side: a person, with or without a name, or a level of the computer.
#[derive(Serialize)]
struct Player {
    name: Option<String>,
    level: Option<u8>,
}

/// The content of a saved game.
#[derive(Serialize)]
struct Summary {
    red: Player,
    white: Player,
    rules: String,
    actions: usize,
    red_points: u32,
    white_points: u32,
    over: bool,
    winner: Option<&'static str>,
    clock: Option<String>,
    position: String,
}

fn list(saved_games: &SavedGames, json: bool, texts: &Texts) -> Result<Finding> {
    let games = saved_games.games().with_context(|| unreadable(saved_games))?;
    if json {
        for (number, kept) in (1..).zip(&games) {
            output::json(&row(number, kept))?;
        }
        return Ok(Finding::Good);
    }
    if games.is_empty() {
        let folder = saved_games.folder().display().to_string();
        output::line(texts.format("tui-games-none", &[("folder", folder.into())]))?;
        return Ok(Finding::Good);
    }
    let wide = games.iter().map(|game| game.name.chars().count()).max().unwrap_or(0);
    for (number, game) in (1..).zip(&games) {
        output::line(format_args!("{number:3}  {:wide$}  {}", game.name, about(game, texts)))?;
    }
    output::line(texts.get("tui-games-how"))?;
    Ok(Finding::Good)
}

fn row(number: usize, kept: &SavedGame) -> Row {
    let (game, error) = match LoadedGame::load(kept) {
        Ok(saved) => (Some(saved.summary()), None),
        Err(why) => (None, Some(why)),
    };
    Row {
        number,
        name: kept.name.clone(),
        file: kept.path.display().to_string(),
        saved: date_of(kept.saved).to_iso(),
        game,
        error,
    }
}

/// `you – level 3, classic, 17 actions, 12 : 9, Red won`
fn about(kept: &SavedGame, texts: &Texts) -> String {
    let saved = match LoadedGame::load(kept) {
        Err(why) => return texts.format("tui-games-broken", &[("why", why.into())]),
        Ok(saved) => saved,
    };
    let position = saved.open.table.position();
    let names = BySide::from_fn(|side| saved.name(side, texts));
    let scores = position.scores();
    let state = match saved.result() {
        GameResult::Unfinished => texts.get("tui-games-open"),
        GameResult::Drawn => texts.get("tui-games-drawn"),
        GameResult::Won(side) => {
            let side = texts.side(side, position.ruleset());
            texts.format("tui-games-won", &[("side", side.into())])
        }
    };
    format!(
        "{} – {}, {}, {}, {} : {}, {state}",
        names.red,
        names.white,
        texts.ruleset(position.ruleset()),
        texts.count("tui-games-plies", saved.open.table.game().plies().len() as u32),
        scores.red.points,
        scores.white.points,
    )
}

/// A saved game with its record.
struct LoadedGame {
    record: Record,
    open: LocalGame,
}

impl LoadedGame {
    fn load(kept: &SavedGame) -> Result<Self, String> {
        let record = bosworth_tui::read(&kept.path).map_err(|why| why.to_string())?;
        let open = LocalGame::load(&kept.path).map_err(|why| why.to_string())?;
        Ok(Self { record, open })
    }

    fn player(&self, side: Side) -> Player {
        let tag = if side == Side::Red { "Red" } else { "White" };
        let named = self.record.tag(tag).filter(|name| !name.is_empty() && *name != "?");
        match self.open.table.seats[side] {
            Seat::Person => Player { name: named.map(String::from), level: None },
            Seat::Level(level) => Player { name: None, level: Some(level) },
        }
    }

    /// The name of a player: from the record of an online game, otherwise from the seats.
    fn name(&self, side: Side, texts: &Texts) -> String {
        let named = self.player(side).name;
        named.unwrap_or_else(|| bosworth_tui::seat_name(&self.open.table, side, texts))
    }

    /// The result: by resignation or on time, by the rules, or as a server recorded it.
    fn result(&self) -> GameResult {
        let table = &self.open.table;
        match (table.lost, GameResult::of(table.position())) {
            (Some(loss), _) => GameResult::Won(!loss.side()),
            (None, GameResult::Unfinished) => self.record.result,
            (None, result) => result,
        }
    }

    fn summary(&self) -> Summary {
        let table = &self.open.table;
        let scores = table.position().scores();
        Summary {
            red: self.player(Side::Red),
            white: self.player(Side::White),
            rules: table.position().ruleset().to_string(),
            actions: table.game().plies().len(),
            red_points: scores.red.points,
            white_points: scores.white.points,
            over: self.result() != GameResult::Unfinished,
            winner: match self.result() {
                GameResult::Won(Side::Red) => Some("red"),
                GameResult::Won(Side::White) => Some("white"),
                GameResult::Drawn | GameResult::Unfinished => None,
            },
            clock: self.open.clock.map(|clock| clock.control().to_string()),
            position: table.position().to_string(),
        }
    }
}
