use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use bosworth_lab::arena::{ArenaRating, Estimate, read_openings};
use bosworth_lab::computer_tournament::{
    ComputerTournament, DuplicateExperiment, DuplicateForm, FormMeasurement, PlayedTournament,
};
use bosworth_lab::player::PlayerSpec;
use bosworth_tournament::{Pace, PlayerId, Series, Tournament, TournamentFormat};
use serde_json::{Value, json};

use crate::arena::crosstable;
use crate::arguments::MatchArgs;
use crate::interrupt::Interrupt;
use crate::progress_bar::ProgressBar;
use crate::texts::Texts;
use crate::{Finding, output};

/// Play a tournament between engines, or measure the value of duplicate deals
#[derive(clap::Subcommand)]
pub(crate) enum EngineTournament {
    Play(PlayArgs),
    Duplicate(Box<DuplicateArgs>),
}

/// Play a tournament between engines
///
/// The games of a pairing are played in mirrored pairs: same deal and shuffles, sides swapped.
/// Players are specified as for `bosworth arena`, the first one seeded highest; a player can be
/// listed more than once. Prints the standings, and Elo ratings with a crosstable. Ctrl-C prints
/// those so far.
///
/// Examples:
///
///   bosworth event play round-robin level:1 level:2 level:3 --series 2
///   bosworth event play swiss level:1 level:2 level:3 level:4 greedy random --rounds 4
///   bosworth event play knock-out level:5 level:4 level:3 level:2 --series bo5
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct PlayArgs {
    /// Tournament format
    format: FormatName,
    /// Players, best seed first
    #[arg(required = true, num_args = 2..)]
    players: Vec<PlayerSpec>,
    /// Number of rounds of a Swiss tournament
    #[arg(long, default_value_t = 5, value_name = "N",
          value_parser = clap::value_parser!(u8).range(1..=30))]
    rounds: u8,
    /// How many times each pair meets in a round robin or league
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u8).range(1..=2))]
    cycles: u8,
    /// Number of seasons of a league
    #[arg(long, default_value_t = 3, value_name = "N",
          value_parser = clap::value_parser!(u8).range(1..=50))]
    seasons: u8,
    /// Players per division of a league; a quarter of them are promoted and a quarter relegated
    #[arg(long, default_value_t = 4, value_name = "N",
          value_parser = clap::value_parser!(u8).range(3..=32))]
    division: u8,
    /// Games per pairing: 1, 2, bo3, bo5 or bo7
    #[arg(long, default_value_t = Series::Two, value_name = "GAMES")]
    series: Series,
    #[command(flatten)]
    conditions: MatchArgs,
    /// Begin games from the positions in this file instead of dealing: a position on each line, or
    /// records
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Append the records of all games to this file
    #[arg(long, value_name = "FILE.rose")]
    save: Option<PathBuf>,
    /// Continue an interrupted tournament: count the games in the file of --save instead of playing them
    #[arg(long, requires = "save")]
    resume: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Write a TRF16 report, the format of chess federations, to this file
    #[arg(long, value_name = "FILE")]
    trf: Option<PathBuf>,
}

/// Measure how many games it takes to tell two players apart, with and without duplicate deals
///
/// Plays the same number of game pairs in each of five forms: independent deals, the same hands
/// with independent piles, and fully mirrored; and, against a third player, independent deals and
/// the same deals for both.
///
/// Example:
///
///   bosworth event duplicate level:5 level:4 --third level:4 --pairs 500
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct DuplicateArgs {
    /// The stronger player
    player1: PlayerSpec,
    /// The weaker player
    player2: PlayerSpec,
    /// Opponent of both players in the forms with a third player
    #[arg(long, value_name = "PLAYER")]
    third: PlayerSpec,
    /// Game pairs per form
    #[arg(long, default_value_t = 200, value_name = "N",
          value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    pairs: u64,
    #[command(flatten)]
    conditions: MatchArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FormatName {
    RoundRobin,
    League,
    Swiss,
    #[value(alias = "knockout")]
    KnockOut,
}

pub(crate) fn run(args: &EngineTournament, texts: &Texts) -> Result<Finding> {
    match args {
        EngineTournament::Play(args) => play(args, texts),
        EngineTournament::Duplicate(args) => duplicate(args, texts).map(|()| Finding::Good),
    }
}

fn play(args: &PlayArgs, texts: &Texts) -> Result<Finding> {
    let format = match args.format {
        FormatName::RoundRobin => {
            TournamentFormat::RoundRobin { cycles: args.cycles, pace: Pace::Rounds }
        }
        FormatName::League => TournamentFormat::League {
            cycles: args.cycles,
            pace: Pace::Together,
            division: args.division,
            moving: args.division.div_ceil(4),
            seasons: args.seasons,
        },
        FormatName::Swiss => TournamentFormat::Swiss { rounds: args.rounds },
        FormatName::KnockOut => TournamentFormat::Knockout,
    };
    let rules = args.conditions.rules;
    let openings = args.openings.as_deref().map(|path| read_openings(path, rules)).transpose()?;
    let tournament = ComputerTournament {
        players: args.players.clone(),
        kind: format,
        series: args.series,
        rules,
        openings: openings.unwrap_or_default(),
        save: args.save.clone(),
        resume: args.resume,
        threads: args.conditions.threads(),
        seed: args.conditions.seed,
    };
    // Checked before the games, which may take hours.
    if let Some(file) = &args.trf {
        ensure!(
            matches!(format, TournamentFormat::RoundRobin { .. } | TournamentFormat::Swiss { .. }),
            "TRF reports are available for round robins and Swiss tournaments only"
        );
        ensure!(!file.exists(), "{} already exists; choose another name", file.display());
    }
    let mut bar: Option<(usize, ProgressBar)> = None;
    let mut on_game = |round, done, games| {
        if bar.as_ref().is_none_or(|(shown, _)| *shown != round) {
            let label = texts.format("event-round", &[("number", (round as u64).into())]);
            bar = Some((round, ProgressBar::new(label, games)));
        }
        if let Some((_, bar)) = &mut bar {
            bar.show(done);
        }
    };
    let interrupt = Interrupt::new()?;
    let played = interrupt.during(|| tournament.play(&interrupt.stop, &mut on_game))?;
    drop(bar);
    let interrupted = interrupt.stop.is_stopped();
    print(args, &tournament, &played, interrupted, texts)?;
    if !interrupted {
        return Ok(Finding::Good);
    }
    output::note(texts.get("event-interrupted"));
    Ok(Finding::Interrupted)
}

/// Prints and writes the result.
fn print(
    args: &PlayArgs,
    tournament: &ComputerTournament,
    played: &PlayedTournament,
    interrupted: bool,
    texts: &Texts,
) -> Result<()> {
    let event = &played.tournament;
    if let Some(file) = args.trf.as_ref().filter(|_| !interrupted) {
        let report = event
            .trf(|player| tournament.name(player))
            .context("this tournament has no TRF report")?;
        let written = File::create_new(file).and_then(|mut new| new.write_all(report.as_bytes()));
        written.with_context(|| format!("cannot write {}", file.display()))?;
    }
    if args.json {
        return Ok(output::json(&standings_json(tournament, played)?)?);
    }
    output::text(standings_text(tournament, event, texts))?;
    let table = crosstable::text(&played.crosstable, &tournament.players, texts);
    Ok(output::text(format_args!("\n{table}"))?)
}

/// The standings, with the name, Elo and crosstable row of each player.
fn standings_json(tournament: &ComputerTournament, played: &PlayedTournament) -> Result<Value> {
    let mut tables = serde_json::to_value(played.tournament.standings())?;
    let ratings = played.crosstable.ratings();
    let rows = tables.as_array_mut().into_iter().flatten();
    let rows = rows.filter_map(|table| table["rows"].as_array_mut()).flatten();
    for row in rows {
        let number = row["player"].as_i64();
        let rating = ratings.iter().find(|it| number == Some(it.player as i64 + 1));
        let Some(&ArenaRating { player: place, estimate, .. }) = rating else { continue };
        let Estimate { elo, low, high } = estimate;
        row["name"] = tournament.name(PlayerId(place as i64 + 1)).into();
        row["elo"] = json!({ "value": elo, "low": low, "high": high });
        let scores = (0..tournament.players.len()).map(|it| played.crosstable.between(place, it));
        row["scores"] = scores.collect::<Vec<_>>().into();
    }
    Ok(tables)
}

/// The standings as text.
fn standings_text(tournament: &ComputerTournament, event: &Tournament, texts: &Texts) -> String {
    let tables = event.standings();
    let names = tournament.players.iter().map(|player| player.to_string().chars().count());
    let width = names.max().unwrap_or(0).max(texts.get("event-player").chars().count());
    let mut text = String::new();
    for table in &tables {
        if table.division > 0 {
            let division = [("number", u32::from(table.division).into())];
            text.push_str(&format!("{}\n", texts.format("event-division", &division)));
        }
        let [player, points, margin] =
            ["player", "points", "margin"].map(|name| texts.get(&format!("event-{name}")));
        text.push_str(&format!("    {player:width$}  {points:>8}  +  =  −  {margin:>9}\n"));
        for row in &table.rows {
            text.push_str(&format!(
                "{:>2}. {:width$}  {:>8}{:>3}{:>3}{:>3}  {:>9}\n",
                row.rank,
                tournament.name(row.player),
                row.points.to_string(),
                row.won,
                row.drawn,
                row.lost,
                row.margin,
            ));
        }
    }
    text
}

/// A form as JSON.
#[derive(serde::Serialize)]
struct FormReport {
    form: &'static str,
    pairs: u64,
    lead: f64,
    deviation: f64,
    games: Option<f64>,
}

fn name(form: DuplicateForm) -> &'static str {
    match form {
        DuplicateForm::Fresh => "fresh",
        DuplicateForm::Hands => "hands",
        DuplicateForm::Mirrored => "mirrored",
        DuplicateForm::ApartFresh => "apart",
        DuplicateForm::Field => "field",
    }
}

fn duplicate(args: &DuplicateArgs, texts: &Texts) -> Result<()> {
    let comparison = DuplicateExperiment {
        players: [args.player1.clone(), args.player2.clone()],
        third: args.third.clone(),
        pairs: args.pairs,
        rules: args.conditions.rules,
        threads: args.conditions.threads(),
        seed: args.conditions.seed,
    };
    let measure = |form| {
        let label = texts.get(&format!("event-form-{}", name(form)));
        let mut bar = ProgressBar::new(label, args.pairs as usize);
        comparison.measure(form, &mut |done| bar.show(done as usize))
    };
    let measured: Vec<_> = DuplicateForm::ALL.into_iter().map(measure).collect::<Result<_>>()?;
    if args.json {
        let report = |one: &FormMeasurement| FormReport {
            form: name(one.form),
            pairs: one.pairs,
            lead: one.lead,
            deviation: one.deviation,
            games: one.games(),
        };
        return Ok(output::json(&measured.iter().map(report).collect::<Vec<_>>())?);
    }
    let heads =
        ["form", "lead", "deviation", "games"].map(|name| texts.get(&format!("event-{name}")));
    let forms: Vec<_> =
        measured.iter().map(|one| texts.get(&format!("event-form-{}", name(one.form)))).collect();
    let width = forms.iter().chain([&heads[0]]).map(|text| text.chars().count()).max().unwrap_or(0);
    let [form, lead, deviation, games] = &heads;
    let mut text = format!("{form:width$}  {lead:>10}  {deviation:>12}  {games:>8}\n");
    for (one, form) in measured.iter().zip(&forms) {
        text.push_str(&format!(
            "{form:width$}  {:>10}  {:>12}  {:>8}\n",
            texts.number(one.lead, 3),
            texts.number(one.deviation, 3),
            one.games().map_or_else(|| "–".into(), |games| texts.number(games, 0)),
        ));
    }
    text.push_str(&format!("{}\n", texts.get("event-games-text")));
    Ok(output::text(text)?)
}
