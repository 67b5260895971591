use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use bosworth_engine::ReviewDepth;
use bosworth_rules::{Action, Game, GameResult, Record, ReplayError, Side};
use bosworth_tui::{Look, Source, Start};
use serde::Serialize;

use crate::texts::Texts;
use crate::{Finding, board, output, play, source};

/// Check a record action by action, and show how the game went
///
/// On a terminal the games open on the whole screen, to be stepped through; elsewhere, or with
/// --text, they are written out.
///
/// Says at which action and why a record does not follow the rules; then the exit code is 1.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A .rose file with one game or more; - for standard input
    #[arg(value_name = "FILE.rose")]
    file: PathBuf,
    /// Write JSON, one line a game, for programs
    #[arg(long)]
    json: bool,
    /// Leave out the list of actions and the board
    #[arg(long)]
    quiet: bool,
    /// Write text in place of the whole screen, also on a terminal
    #[arg(long, visible_alias = "plain")]
    text: bool,
    #[command(flatten)]
    theme: play::ThemeArgs,
}

#[derive(Serialize)]
struct Report {
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

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    let records = source::records(&args.file)?;
    if !(args.text || args.json || args.quiet) && bosworth_tui::has_screen() {
        return open(records, texts, args.theme.look(), None);
    }
    write(args, &records, &texts)
}

/// Opens games on the whole screen, reviewed at `depth` if there is one.
pub(crate) fn open(
    records: Vec<Record>,
    texts: Texts,
    look: Look,
    review: Option<ReviewDepth>,
) -> Result<Finding> {
    let mut good = true;
    let games = records.into_iter().map(|record| {
        let (game, fault) = record.replay_prefix();
        good &= fault.is_none();
        (record, game, fault.map(|fault| fault.to_string()))
    });
    let games: Vec<_> = games.collect();
    ensure!(!games.is_empty(), "there is no game in the file");
    let start = Start::Records(Source::Records { games, place: 0, review });
    bosworth_tui::run(start, texts, look, &mut play::Beginner::default())?;
    Ok(if good { Finding::Good } else { Finding::Bad })
}

fn write(args: &Args, records: &[Record], texts: &Texts) -> Result<Finding> {
    let mut all_good = true;
    for (number, record) in (1..).zip(records) {
        let (game, fault) = record.replay_prefix();
        all_good &= fault.is_none();
        if args.json {
            output::json(&report(number, record, &game, fault))?;
            continue;
        }
        output::line(heading(number, record, texts))?;
        if !args.quiet {
            output::text(actions(&game, texts))?;
            output::text(format_args!("\n{}", board::table(game.position(), texts)))?;
        }
        output::line(format_args!("{}\n", verdict(record, &game, fault.as_ref(), texts)))?;
    }
    Ok(if all_good { Finding::Good } else { Finding::Bad })
}

fn report(number: usize, record: &Record, game: &Game, fault: Option<ReplayError>) -> Report {
    let scores = game.position().scores();
    Report {
        game: number,
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
fn heading(number: usize, record: &Record, texts: &Texts) -> String {
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
    let game = texts.format("game", &[("number", number.into())]);
    format!("{game}: {} – {}{date}, {rules}", name(Side::Red), name(Side::White))
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
            ply.to_string(),
            scores.red.points,
            scores.white.points,
        );
    }
    out
}

fn verdict(record: &Record, game: &Game, fault: Option<&ReplayError>, texts: &Texts) -> String {
    if let Some(fault) = fault {
        return texts.format("record-bad", &[("fault", fault.to_string().into())]);
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
