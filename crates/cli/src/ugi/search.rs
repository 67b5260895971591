//! Searching on a background thread, while the session keeps reading commands.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bosworth_analysis::{Background, SearchPool, Timer, or_any, roll_out};
use bosworth_engine::{
    Analysis, Engine, EngineSettings, Level, Rollout, RolloutAction, RolloutSettings, SearchLimits,
};
use bosworth_rules::{Action, Position};
use bosworth_texts::{Language, Texts};

use super::go::{RolloutLimit, SearchPlan};
use super::options::UgiOptions;
use crate::why::explain;

/// Writes a line and flushes.
pub(super) fn say(line: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// All inputs of a search.
pub(super) struct SearchTask {
    /// A position of a game in progress.
    pub(super) position: Position,
    pub(super) options: UgiOptions,
    pub(super) plan: SearchPlan,
    pub(super) started: Instant,
    pub(super) engines: Arc<SearchPool>,
}

/// A search in progress, or just finished.
pub(super) struct BackgroundSearch {
    busy: Arc<AtomicBool>,
    limited: bool,
    work: Background,
}

impl BackgroundSearch {
    /// Starts the search. It ends with exactly one `bestmove`.
    pub(super) fn start(task: SearchTask) -> io::Result<Self> {
        let busy = Arc::new(AtomicBool::new(true));
        let (limited, is_busy) = (task.plan.limited, busy.clone());
        let work = Background::start(move |stop| {
            let timer = Timer::until(task.plan.deadline, stop);
            let action = or_any(&task.position, || match task.plan.rollout {
                Some(limit) => task.roll_out(limit, &timer),
                None => task.think(&timer).best(),
            });
            if !task.plan.limited {
                stop.wait();
            }
            // The peer may send the next command as soon as it reads `bestmove`, so we are idle
            // before that. Holding the lock keeps later output behind this line.
            let mut out = io::stdout().lock();
            is_busy.store(false, Ordering::Release);
            // If standard output is closed, the session notices it later.
            let _ = writeln!(out, "bestmove {action}").and_then(|()| out.flush());
        })?;
        Ok(Self { busy, limited, work })
    }

    /// Whether `bestmove` is still pending.
    pub(super) fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Acquire)
    }

    /// Whether it ends without `stop`.
    pub(super) fn is_limited(&self) -> bool {
        self.limited
    }

    /// Requests the answer now.
    pub(super) fn stop(&self) {
        self.work.stop();
    }

    /// Waits until `bestmove` has been written.
    pub(super) fn finish(self) {
        self.work.finish();
    }
}

impl SearchTask {
    /// Searches and reports progress; the first line is the answer. A level below the full strength
    /// has its own limits, which are always small.
    fn think(&self, timer: &Timer) -> Analysis {
        let forced = self.position.actions().len() == 1 && !self.plan.infinite;
        let analysis = match self.options.level {
            _ if forced => self.shallow_search(),
            Level::FULL => self.search(timer),
            level => first(
                level.choose(&self.position, self.options.settings.seed),
                self.shallow_search(),
            ),
        };
        self.report(&analysis, timer);
        if let Some(line) = exact(&analysis, &self.position) {
            // If standard output is closed, the session notices it later.
            let _ = say(line);
        }
        if self.options.reasons {
            self.say_reasons(&analysis);
        }
        analysis
    }

    /// Says why the best action is better than the next best, a line for each sentence.
    fn say_reasons(&self, analysis: &Analysis) {
        let actions: Vec<_> = analysis.lines.iter().map(|line| line.action()).take(2).collect();
        let explained = explain(&self.position, &actions, &Engine::default());
        for line in explained.first().iter().flat_map(|best| best.ugi_lines(&self.position)) {
            let _ = say(line);
        }
    }

    /// Plays games on from each action, whatever the level. Returns the best action.
    fn roll_out(&self, limit: RolloutLimit, timer: &Timer) -> Option<Action> {
        let UgiOptions { threads, settings, .. } = self.options;
        let standard = RolloutSettings { seed: settings.seed, ..RolloutSettings::default() };
        let settings = RolloutSettings { games: limit.games.unwrap_or(standard.games), ..standard };
        let report = |rollout: &Rollout| {
            for line in rollout_info(&rollout.actions()) {
                if say(line).is_err() {
                    timer.stop();
                }
            }
        };
        let rollout = roll_out(&self.position, settings, threads, timer, report);
        rollout.actions().first().map(|best| best.action)
    }

    fn search(&self, timer: &Timer) -> Analysis {
        let report = |analysis: &Analysis| self.report(analysis, timer);
        self.engines.analyse(&self.position, self.plan.limits, timer, report)
    }

    /// A minimal search, which evaluates each action and looks no further.
    fn shallow_search(&self) -> Analysis {
        let settings = EngineSettings { hash: 1, ..EngineSettings::default() };
        Engine::new(settings).analyse(&self.position, SearchLimits::nodes(2))
    }

    fn report(&self, analysis: &Analysis, timer: &Timer) {
        for line in info(analysis, self.options.multi_pv, self.started.elapsed()) {
            if say(line).is_err() {
                // Standard output is closed.
                timer.stop();
            }
        }
    }
}

/// Moves the line of this action to the front. What follows best play may not follow it.
fn first(action: Action, mut analysis: Analysis) -> Analysis {
    analysis.forecast = analysis.forecast.filter(|_| analysis.best() == Some(action));
    analysis.lines.sort_by_key(|line| line.action() != action);
    analysis
}

/// An analysis as `info` lines, one for each principal variation.
fn info(analysis: &Analysis, multi_pv: usize, time: Duration) -> Vec<String> {
    let Analysis { depth, nodes, .. } = *analysis;
    let nps = (nodes as f64 / time.as_secs_f64().max(0.001)) as u64;
    let time = time.as_millis();
    let line = |(number, line): (usize, &bosworth_engine::PrincipalVariation)| {
        let multi_pv = if multi_pv > 1 { format!(" multipv {number}") } else { String::new() };
        let wp = line.win_chance().clamp(0.0, 1.0);
        // `+ 0.0` normalises -0.0.
        let margin = (line.value.margin * 10.0).round() / 10.0 + 0.0;
        let pv: Vec<_> = line.actions.iter().map(Action::to_string).collect();
        let pv = pv.join(" ");
        format!(
            "info depth {depth}{multi_pv} nodes {nodes} nps {nps} time {time} wp {wp:.4} \
             margin {margin:+.1} pv {pv}"
        )
    };
    (1..).zip(&analysis.lines).take(multi_pv).map(line).collect()
}

/// What rollouts say about each action, the best first.
fn rollout_info(actions: &[RolloutAction]) -> Vec<String> {
    let line = |it: &RolloutAction| {
        let RolloutAction { action, win, low, high, games, .. } = it;
        format!("info rollout {action} wp {win:.4} low {low:.4} high {high:.4} games {games}")
    };
    actions.iter().map(line).collect()
}

/// What is known exactly, as a sentence for people.
fn exact(analysis: &Analysis, position: &Position) -> Option<String> {
    let texts = Texts::new(Language::English, &[]);
    let forecast = analysis.forecast?;
    Some(format!("info string exact {}", texts.forecast(forecast, position.ruleset())))
}

#[cfg(test)]
mod tests {
    use bosworth_engine::{Forecast, PrincipalVariation, Value};

    use bosworth_rules::Side;

    use super::*;

    fn analysis() -> Analysis {
        let line = |actions: &str, win, margin| PrincipalVariation {
            actions: actions.split(' ').map(|action| action.parse().expect("right")).collect(),
            value: Value { win, margin },
            exact: None,
            nodes: 100,
        };
        let lines = vec![line("N2 +", 0.0624, 12.36), line("S1*", -0.5, -0.04)];
        Analysis { value: lines[0].value, lines, depth: 7, nodes: 5000, ..Analysis::default() }
    }

    #[test]
    fn info_lines_match_the_documented_format() {
        let time = Duration::from_millis(250);
        assert_eq!(
            info(&analysis(), 1, time),
            ["info depth 7 nodes 5000 nps 20000 time 250 wp 0.5312 margin +12.4 pv N2 +"]
        );
        assert_eq!(
            info(&analysis(), 5, time),
            [
                "info depth 7 multipv 1 nodes 5000 nps 20000 time 250 wp 0.5312 margin +12.4 pv N2 +",
                "info depth 7 multipv 2 nodes 5000 nps 20000 time 250 wp 0.2500 margin +0.0 pv S1*",
            ]
        );
    }

    #[test]
    fn a_forecast_is_a_sentence_after_the_lines() {
        let start = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
        let start: Position = start.parse().expect("a position");
        assert_eq!(exact(&analysis(), &start), None);
        let forecast = Some(Forecast::Certain(Some(Side::White)));
        let known = Analysis { forecast, ..analysis() };
        let line = exact(&known, &start);
        assert_eq!(line.as_deref(), Some("info string exact White wins, whatever comes."));
    }

    #[test]
    fn the_chosen_action_comes_first() {
        let action = "S1*".parse().expect("an action");
        let forecast = Some(Forecast::Certain(None));
        let chosen = first(action, Analysis { forecast, ..analysis() });
        assert_eq!((chosen.best(), chosen.forecast), (Some(action), None));
    }
}
