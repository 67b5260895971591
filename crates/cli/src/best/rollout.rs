//! `bosworth best --rollout`

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use bosworth_analysis::{Timer, roll_out};
use bosworth_engine::{Ownership, Rollout, RolloutAction, RolloutSettings};
use bosworth_rules::{Position, Side, Square};
use serde::Serialize;

use super::{Args, effort, rounded};
use crate::interrupt::Interrupt;
use crate::progress_bar::ProgressLine;
use crate::texts::Texts;
use crate::{Finding, output};

/// The time limit if no limit is given.
const DEFAULT_MS: u64 = 10_000;

#[derive(Serialize)]
struct Report {
    position: String,
    /// None if the game is over.
    best: Option<String>,
    /// All actions, the best first.
    actions: Vec<RolloutActionReport>,
    games: u32,
    /// For each square, the chance that it ends up with a red rose and with a white one after the
    /// best action.
    #[serde(skip_serializing_if = "Option::is_none")]
    owners: Option<BTreeMap<String, [f64; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// Win chances are those of the side to act, from 0 to 1.
#[derive(Serialize)]
pub(crate) struct RolloutActionReport {
    action: String,
    win: f64,
    low: f64,
    high: f64,
    games: u32,
    exact: bool,
}

impl From<&RolloutAction> for RolloutActionReport {
    fn from(it: &RolloutAction) -> Self {
        Self {
            action: it.action.to_string(),
            win: rounded(it.win),
            low: rounded(it.low),
            high: rounded(it.high),
            games: it.games,
            exact: it.exact,
        }
    }
}

pub(super) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let interrupt = Interrupt::new()?;
    let finding = args.position.each(texts, &mut |position| {
        if interrupt.stop.is_stopped() {
            return Ok(());
        }
        let started = Instant::now();
        let rollout = interrupt.during(|| play(args, position, &interrupt, texts));
        let time = (!args.no_timing).then(|| started.elapsed());
        if args.json {
            return Ok(output::json(&report(position, &rollout, time))?);
        }
        output::text(args.position.heading(position, texts))?;
        if position.is_over() {
            for sentence in texts.standing(position) {
                output::line(sentence)?;
            }
            return Ok(());
        }
        output::text(action_list(&rollout.actions(), texts))?;
        let games = texts.format("rollout-progress", &[("games", rollout.games().into())]);
        Ok(output::line(format_args!("\n{}.", effort(games, time, texts)))?)
    })?;
    Ok(if interrupt.stop.is_stopped() { Finding::Interrupted } else { finding })
}

fn play(args: &Args, position: &Position, interrupt: &Interrupt, texts: &Texts) -> Rollout {
    let default_ms = args.games.is_none().then_some(DEFAULT_MS);
    let time = args.ms.or(default_ms).map(Duration::from_millis);
    let timer = Timer::new(time, &interrupt.stop);
    let standard = RolloutSettings::default();
    let games = args.games.unwrap_or(standard.games);
    let settings = RolloutSettings { seed: args.seed, games, owners: args.json, ..standard };
    let mut progress = ProgressLine::new(false);
    let most = games.saturating_mul(position.actions().len());
    roll_out(position, settings, args.threads, &timer, |rollout| {
        let played = rollout.games();
        let values = [("games", played.into())];
        let text = || texts.format("rollout-progress", &values);
        progress.show(f64::from(played) / f64::from(most.max(1)), text);
    })
}

fn report(position: &Position, rollout: &Rollout, time: Option<Duration>) -> Report {
    let actions = rollout.actions();
    let owners = |ownership: &Ownership| {
        let shares = |square| Side::ALL.map(|side| rounded_share(ownership.share(side, square)));
        Square::all().map(|square| (square.to_string(), shares(square))).collect()
    };
    Report {
        position: position.to_string(),
        best: actions.first().map(|best| best.action.to_string()),
        actions: actions.iter().map(RolloutActionReport::from).collect(),
        games: rollout.games(),
        owners: rollout.ownership().map(owners),
        seconds: time.map(|time| time.as_secs_f64()),
    }
}

/// A share of games with all digits that mean something.
fn rounded_share(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// A table of actions with their intervals.
pub(crate) fn action_list(actions: &[RolloutAction], texts: &Texts) -> String {
    let columns = ["best-column-action", "best-column-chance", "rollout-interval", "rollout-games"];
    let rows = actions.iter().map(|it| {
        let percent = |part: f64| texts.percent(100.0 * part, 1);
        let interval = [("low", percent(it.low).into()), ("high", percent(it.high).into())];
        let interval = if it.exact {
            texts.get("exact")
        } else {
            texts.format("rollout-interval-text", &interval)
        };
        [texts.short_action(it.action), percent(it.win), interval, it.games.to_string()]
    });
    let rows: Vec<_> = [columns.map(|name| texts.get(name))].into_iter().chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let [a, b, c, d] = [0, 1, 2, 3].map(|column| width(column).unwrap_or(0));
    let mut out = String::new();
    for [action, chance, interval, games] in &rows {
        let _ = writeln!(out, "{action:a$}  {chance:>b$}  {interval:>c$}  {games:>d$}");
    }
    out
}
