use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use bosworth_engine::ReviewDepth;
use bosworth_rules::{Action, Game, GameResult, Position, Record, ReplayError, Side};
use bosworth_tui::{Appearance, GameSource, StartScreen};
use serde::Serialize;

use clap_complete::engine::ArgValueCompleter;

use crate::arguments::files_and_saved_games;
use crate::record_files::{NumberedRecord, RecordFiles};
use crate::texts::Texts;
use crate::{Finding, board, output, play};

/// Replay games, checking every action against the rules
///
/// On a terminal the games open full screen and can be stepped through; otherwise, or with --text,
/// they are printed.
///
/// Reports the first illegal action of a game and the rule it breaks. The exit code is 1 if any game
/// is illegal, or had to be skipped because it cannot be parsed.
///
/// With --positions, prints all positions of the games for other commands and programs:
///
///   bosworth replay games.rose --positions | bosworth inspect
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Files of one or more games, or saved games by number or name; - for standard input
    #[arg(
        value_name = "GAME",
        required = true,
        add = ArgValueCompleter::new(files_and_saved_games)
    )]
    files: Vec<PathBuf>,
    /// Write JSON, one line per game
    #[arg(long)]
    json: bool,
    /// Omit the list of actions and the board
    #[arg(long)]
    quiet: bool,
    /// Print only positions, one per line; with --json each with its game, ply, action and result
    #[arg(long, conflicts_with = "quiet")]
    positions: bool,
    /// Print text even on a terminal
    #[arg(long, visible_alias = "plain")]
    text: bool,
    #[command(flatten)]
    theme: play::ThemeArgs,
}

#[derive(Serialize)]
struct Report {
    /// The file, if several were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    game: usize,
    ok: bool,
    actions: usize,
    /// The first illegal action, from 1.
    fault_at: Option<usize>,
    error: Option<String>,
    result: String,
    red: u32,
    white: u32,
    position: String,
}

/// A position of a game. The names are those of the rows of `bosworth datagen`.
#[derive(Serialize)]
struct PositionRow {
    /// The file, if several were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    game: usize,
    /// The number of the ply that is played here, from 1.
    ply: usize,
    position: String,
    /// What is played, with the card that is drawn; none in the last position.
    action: Option<String>,
    /// 1 if the side to act wins the game, 0.5 if it draws, 0 if it loses; none if the game is
    /// unfinished.
    result: Option<f64>,
    edition: String,
}

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    let RecordFiles { games, count } = RecordFiles::read(&args.files, &texts)?;
    let complete = games.len() == count;
    let finding = if args.positions {
        write_positions(args, &games, &texts)?
    } else if !(args.text || args.json || args.quiet) && bosworth_tui::has_screen() {
        let records = games.into_iter().map(|game| game.record).collect();
        open(records, texts, args.theme.look(), None)?
    } else {
        write(args, &games, &texts)?
    };
    Ok(if complete { finding } else { Finding::Bad })
}

/// Opens games full screen, reviewed at `depth` if there is one.
pub(crate) fn open(
    records: Vec<Record>,
    texts: Texts,
    look: Appearance,
    review: Option<ReviewDepth>,
) -> Result<Finding> {
    if records.is_empty() {
        return Ok(Finding::Bad);
    }
    let mut good = true;
    let games = records.into_iter().map(|record| {
        let (game, fault) = record.replay_prefix();
        good &= fault.is_none();
        (record, game, fault.map(|fault| fault.to_string()))
    });
    let games: Vec<_> = games.collect();
    let start = StartScreen::Records(GameSource::Records { games, place: 0, review });
    bosworth_tui::run(start, texts, look, &mut play::GameStarter::default())?;
    Ok(Finding::of(good))
}

fn write(args: &Args, games: &[NumberedRecord], texts: &Texts) -> Result<Finding> {
    let mut all_good = true;
    for numbered in games {
        let (game, fault) = numbered.record.replay_prefix();
        all_good &= fault.is_none();
        if args.json {
            output::json(&report(numbered, &game, fault))?;
            continue;
        }
        output::line(heading(numbered, texts))?;
        if !args.quiet {
            output::text(actions(&game, texts))?;
            output::text(format_args!("\n{}", board::board_text(game.position(), texts)))?;
        }
        let verdict = verdict(&numbered.record, &game, fault.as_ref(), texts);
        output::line(format_args!("{verdict}\n"))?;
    }
    Ok(Finding::of(all_good))
}

/// Writes the positions up to the first illegal action of each game.
fn write_positions(args: &Args, games: &[NumberedRecord], texts: &Texts) -> Result<Finding> {
    let mut all_good = true;
    for numbered in games {
        let (game, fault) = numbered.record.replay_prefix();
        let mut plies = game.plies().iter();
        for (ply, position) in (1..).zip(game.positions()) {
            let action = plies.next().map(|ply| ply.to_string());
            if args.json {
                output::json(&position_row(numbered, ply, position, action))?;
            } else {
                output::line(position)?;
            }
        }
        if let Some(fault) = fault {
            all_good = false;
            let why = verdict(&numbered.record, &game, Some(&fault), texts);
            output::note(texts.labelled(&numbered.name(texts), &why));
        }
    }
    Ok(Finding::of(all_good))
}

fn position_row(
    numbered: &NumberedRecord,
    ply: usize,
    position: &Position,
    action: Option<String>,
) -> PositionRow {
    let NumberedRecord { file, number, record } = numbered;
    let result = match record.result {
        GameResult::Won(side) => Some(f64::from(u8::from(side == position.side()))),
        GameResult::Drawn => Some(0.5),
        GameResult::Unfinished => None,
    };
    PositionRow {
        file: file.clone(),
        game: *number,
        ply,
        position: position.to_string(),
        action,
        result,
        edition: position.ruleset().to_string(),
    }
}

fn report(numbered: &NumberedRecord, game: &Game, fault: Option<ReplayError>) -> Report {
    let NumberedRecord { file, number, record } = numbered;
    let scores = game.position().scores();
    Report {
        file: file.clone(),
        game: *number,
        ok: fault.is_none(),
        actions: record.steps.len(),
        fault_at: match fault {
            Some(ReplayError::Illegal { index, .. }) => Some(index + 1),
            _ => None,
        },
        error: fault.map(|fault| fault.to_string()),
        result: record.result.to_string(),
        red: scores.red.points,
        white: scores.white.points,
        position: game.position().to_string(),
    }
}

/// `Game 1: Anne – Jo, 2026.11.15, classic`
fn heading(numbered: &NumberedRecord, texts: &Texts) -> String {
    let record = &numbered.record;
    let rules = record.start.ruleset();
    let name = |side| {
        let tag = match side {
            Side::Red => "Red",
            Side::White => "White",
        };
        let named = record.tag(tag).filter(|name| *name != "?").map(str::to_string);
        named.unwrap_or_else(|| texts.side(side, rules))
    };
    let date = record.tag("Date").filter(|date| !date.contains('?'));
    let date = date.map(|date| format!(", {date}")).unwrap_or_default();
    let [red, white] = Side::ALL.map(name);
    let rules = texts.ruleset(rules);
    let line = texts.labelled(&numbered.name(texts), &format!("{red} – {white}{date}, {rules}"));
    bosworth_tui::sanitise(&line)
}

/// The actions, each with the crown's path and the points after it.
fn actions(game: &Game, texts: &Texts) -> String {
    let mut out = String::new();
    let rules = game.start().ruleset();
    let width = Side::ALL.map(|side| texts.side(side, rules).chars().count());
    let width = width.into_iter().max().unwrap_or(0);
    for (index, ply) in game.plies().iter().enumerate() {
        let (before, after) = (&game.positions()[index], &game.positions()[index + 1]);
        let way = match ply.action() {
            Action::Play(_) | Action::Hero(_) => format!("{}→{}", before.crown(), after.crown()),
            Action::Draw | Action::Pass => String::new(),
        };
        let scores = after.scores();
        let side = texts.side(before.side(), rules);
        let _ = writeln!(
            out,
            "{:4}  {side:width$}  {:5} {way:6} {:4} : {}",
            index + 1,
            texts.short_ply(*ply),
            scores.red.points,
            scores.white.points,
        );
    }
    out
}

fn verdict(record: &Record, game: &Game, fault: Option<&ReplayError>, texts: &Texts) -> String {
    if let Some(fault) = fault {
        return texts.format("record-bad", &[("fault", texts.replay_fault(record, fault).into())]);
    }
    let mut sentences =
        vec![texts.format("record-good", &[("actions", game.plies().len().into())])];
    sentences.extend(texts.standing(game.position()));
    match (game.position().is_over(), record.result) {
        (false, GameResult::Won(side)) => {
            let side = texts.side(side, record.start.ruleset());
            sentences.push(texts.format("resigned", &[("side", side.into())]));
        }
        (false, _) => sentences.push(texts.get("unfinished")),
        (true, _) => {}
    }
    sentences.join("\n")
}
