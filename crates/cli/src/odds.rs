use anyhow::Result;
use bosworth_engine::{Level, Odds};
use bosworth_lab::handicap::{HandicapMatch, HandicapResult};
use bosworth_rules::Handicap;
use serde::Serialize;

use crate::arguments::{MatchArgs, level};
use crate::interrupt::Interrupt;
use crate::progress_bar::ProgressBar;
use crate::texts::Texts;
use crate::{Finding, output};

/// Find a handicap that makes a game between two levels even, and its odds
///
/// The interval is one in which the score of 2000 games between levels of the computer lies, with a
/// confidence of 95 %. With --games, as many games are played instead, and their score is printed.
/// Without levels, it lists the fairest handicap of every pair of levels.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Level of the stronger player, who gives the handicap
    #[arg(value_parser = level(), requires = "weaker")]
    stronger: Option<u8>,
    /// Level of the weaker player
    #[arg(value_parser = level())]
    weaker: Option<u8>,
    /// Handicap, such as heroes=2,cards=4,roses=1,second, or none [default: the fairest]
    #[arg(long, value_parser = read_handicap, requires = "weaker")]
    handicap: Option<Handicap>,
    /// Play this many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000), requires = "weaker")]
    games: Option<u64>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    terms: MatchArgs,
}

#[derive(Serialize)]
struct Report {
    giver: u8,
    receiver: u8,
    handicap: String,
    rules: String,
    mean: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

fn read_handicap(text: &str) -> Result<Handicap, String> {
    if text == "none" {
        return Ok(Handicap::NONE);
    }
    text.parse::<Handicap>().map_err(|error| error.to_string())
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let pair = args.stronger.and_then(Level::new).zip(args.weaker.and_then(Level::new));
    let Some((giver, receiver)) = pair else {
        for giver in Level::all() {
            for receiver in Level::all().take_while(|receiver| *receiver < giver) {
                report(args, giver, receiver, texts)?;
            }
        }
        return Ok(Finding::Good);
    };
    match args.games {
        None => report(args, giver, receiver, texts).map(|()| Finding::Good),
        Some(games) => measure(args, giver, receiver, games, texts),
    }
}

/// The chosen handicap, or the fairest; none with rules whose odds are unknown.
fn handicap(args: &Args, giver: Level, receiver: Level) -> Handicap {
    let fairest = || Odds::fairest(giver, receiver, args.terms.rules).map(|(handicap, _)| handicap);
    args.handicap.or_else(fairest).unwrap_or_default()
}

fn report(args: &Args, giver: Level, receiver: Level, texts: &Texts) -> Result<()> {
    let handicap = handicap(args, giver, receiver);
    let odds = Odds::of(giver, receiver, handicap, args.terms.rules);
    if args.json {
        return Ok(output::json(&Report {
            giver: giver.number(),
            receiver: receiver.number(),
            handicap: handicap.to_string(),
            rules: args.terms.rules.to_string(),
            mean: odds.map(|odds| odds.mean),
            low: odds.map(|odds| odds.low),
            high: odds.map(|odds| odds.high),
        })?);
    }
    output::line(in_words(texts, giver, receiver, handicap))?;
    output::line(match odds {
        Some(odds) => texts.odds(odds, giver, receiver),
        None => texts.get("odds-unknown"),
    })?;
    Ok(())
}

/// What is given, in words and as text for other commands.
fn in_words(texts: &Texts, giver: Level, receiver: Level, handicap: Handicap) -> String {
    let [stronger, weaker] = [giver, receiver]
        .map(|level| texts.format("odds-level", &[("level", level.number().into())]));
    if handicap.is_none() {
        let names = [("stronger", stronger.into()), ("weaker", weaker.into())];
        return texts.format("odds-no-handicap", &names);
    }
    format!("{} ({handicap})", texts.handicap(handicap, &stronger, &weaker))
}

fn measure(
    args: &Args,
    giver: Level,
    receiver: Level,
    games: u64,
    texts: &Texts,
) -> Result<Finding> {
    let handicap = handicap(args, giver, receiver);
    let MatchArgs { rules, seed, .. } = args.terms;
    let (pairs, threads) = (games.div_ceil(2), args.terms.threads());
    let game = HandicapMatch { giver, receiver, handicap, pairs, rules, threads, seed };
    let mut progress = ProgressBar::new("games", 2 * pairs as usize);
    let interrupt = Interrupt::new()?;
    let result = interrupt
        .during(|| game.play(&interrupt.stop, &mut |pairs| progress.show(2 * pairs as usize)))?;
    progress.clear();
    if args.json {
        output::json(&result)?;
    } else {
        output::line(in_words(texts, giver, receiver, handicap))?;
        output::line(measured(texts, giver, &result))?;
    }
    Ok(if interrupt.stop.is_stopped() { Finding::Interrupted } else { Finding::Good })
}

fn measured(texts: &Texts, giver: Level, result: &HandicapResult) -> String {
    let (score, error) = result.score();
    let percent = |score: f64| texts.number((100.0 * score).clamp(0.0, 100.0), 1).into();
    let player = texts.format("odds-level", &[("level", giver.number().into())]);
    let values = [
        ("player", player.into()),
        ("score", percent(score)),
        ("games", result.games().into()),
        ("low", percent(score - 1.96 * error)),
        ("high", percent(score + 1.96 * error)),
    ];
    texts.format("odds-measured", &values)
}
