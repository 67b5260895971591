use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering as Memory};
use std::thread::{self, Builder};

use bosworth_engine::{
    Analysis, Engine, EngineSettings, PrincipalVariation, SearchKind, SearchLimits, Value, Watch,
};
use bosworth_rules::Position;

use crate::Timer;

/// The maximum number of search threads.
pub const MAX_THREADS: u16 = 64;
/// A tree that consists of its root has visited no action, so a search needs at least two nodes.
const MIN_NODES: u64 = 2;

/// Analyses a position within limits, reporting progress, with engines for this search only. See
/// [`SearchPool::analyse`].
pub fn analyse(
    position: &Position,
    settings: EngineSettings,
    threads: u16,
    limits: SearchLimits,
    timer: &Timer,
    on_report: impl FnMut(&Analysis),
) -> Analysis {
    SearchPool::new(settings, threads).analyse(position, limits, timer, on_report)
}

/// Engines that search a position together, and keep their memory for the next one.
pub struct SearchPool {
    engines: Vec<Engine>,
}

impl SearchPool {
    /// Engines for this number of threads. Each has its own seed and its share of the memory.
    ///
    /// [`SearchKind::Star`] is exhaustive, so the seed changes nothing: more threads would repeat
    /// the same work, and it gets one.
    pub fn new(settings: EngineSettings, threads: u16) -> Self {
        let threads = match settings.search {
            SearchKind::Star => 1,
            SearchKind::Tree => u64::from(threads.clamp(1, MAX_THREADS)),
        };
        let hash = (settings.hash / threads as usize).max(1);
        // One thread solves endings; if it succeeds, the others stop.
        let engine = |n| {
            let seed = settings.seed.wrapping_add(n);
            let solve = settings.solve && n == 0;
            Engine::new(EngineSettings { hash, seed, solve, ..settings })
        };
        Self { engines: (0..threads).map(engine).collect() }
    }

    /// Analyses a position within limits, reporting progress.
    ///
    /// With one thread this is exactly [`Engine::analyse_watched`]: the same nodes and seed give
    /// the same answer. With more, each thread has its share of the nodes, and the results are
    /// averaged (root parallelism). Only the first thread reports progress.
    pub fn analyse(
        &self,
        position: &Position,
        limits: SearchLimits,
        timer: &Timer,
        mut on_report: impl FnMut(&Analysis),
    ) -> Analysis {
        let threads = self.engines.len() as u64;
        let nodes = limits.nodes.map(|nodes| nodes.div_ceil(threads).max(MIN_NODES));
        let limits = SearchLimits { nodes, ..limits };
        let known = AtomicBool::new(false);
        let watcher = || Watcher { timer: timer.clone(), known: &known, on_report: |_: &_| () };
        let found = thread::scope(|scope| {
            let others: Vec<_> = self.engines[1..]
                .iter()
                .filter_map(|engine| {
                    let mut watcher = watcher();
                    let search = move || watcher.search(engine, position, limits);
                    // If the system cannot spawn a thread, the remaining ones still answer.
                    Builder::new().spawn_scoped(scope, search).ok()
                })
                .collect();
            let mut first = Watcher {
                timer: timer.clone(),
                known: &known,
                on_report: |analysis: &Analysis| {
                    if threads == 1 {
                        on_report(analysis);
                    } else {
                        on_report(&Analysis {
                            nodes: analysis.nodes * threads,
                            ..analysis.clone()
                        });
                    }
                },
            };
            let mut found = vec![first.search(&self.engines[0], position, limits)];
            for other in others {
                found.push(other.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault)));
            }
            found
        });
        merge(found)
    }
}

/// Stops one thread on the deadline, on cancellation, or as soon as another thread has an exact
/// result.
struct Watcher<'k, R> {
    timer: Timer,
    known: &'k AtomicBool,
    on_report: R,
}

impl<R: FnMut(&Analysis)> Watcher<'_, R> {
    fn search(&mut self, engine: &Engine, position: &Position, limits: SearchLimits) -> Analysis {
        let analysis = engine.analyse_watched(position, limits, self);
        if analysis.exact {
            self.known.store(true, Memory::Relaxed);
        }
        analysis
    }
}

impl<R: FnMut(&Analysis)> Watch for Watcher<'_, R> {
    fn keep_on(&mut self, nodes: u64) -> ControlFlow<()> {
        if self.known.load(Memory::Relaxed) {
            return ControlFlow::Break(());
        }
        self.timer.keep_on(nodes)
    }

    fn time_spent(&self) -> f32 {
        self.timer.time_spent()
    }

    fn report(&mut self, analysis: &Analysis) {
        (self.on_report)(analysis);
    }
}

/// Merges the results of all threads: an exact one if there is one, otherwise their mean.
fn merge(mut found: Vec<Analysis>) -> Analysis {
    let nodes = found.iter().map(|analysis| analysis.nodes).sum();
    if found.len() == 1 || found.iter().any(|analysis| analysis.exact) {
        let place = found.iter().position(|analysis| analysis.exact).unwrap_or(0);
        return Analysis { nodes, ..found.swap_remove(place) };
    }
    let depth = found.iter().map(|analysis| analysis.depth).max().unwrap_or_default();
    let lines = sorted(mean_lines(&found), &found);
    let value = lines.first().map(|line| line.value).unwrap_or_default();
    // A thread that has proven its best action knows, whatever the others estimate.
    let forecast = found.iter().find_map(|analysis| analysis.forecast);
    Analysis { value, lines, depth, nodes, exact: false, forecast }
}

/// Every action once: its value is the mean weighted by visits, and its principal variation comes
/// from the thread with the most visits.
fn mean_lines(found: &[Analysis]) -> Vec<PrincipalVariation> {
    let Some(first) = found.iter().find(|analysis| !analysis.lines.is_empty()) else {
        return Vec::new();
    };
    let mean_line = |action| {
        let same = || {
            found
                .iter()
                .flat_map(|analysis| &analysis.lines)
                .filter(move |line| line.action() == action)
        };
        // Visits plus one, so that an unvisited action has a mean as well.
        let weight = |line: &PrincipalVariation| (line.nodes + 1) as f32;
        let total: f32 = same().map(weight).sum();
        let value =
            same().fold(Value::default(), |sum, line| sum + line.value * (weight(line) / total));
        let actions =
            same().max_by_key(|line| line.nodes).map_or(vec![action], |line| line.actions.clone());
        let exact = same().find_map(|line| line.exact);
        PrincipalVariation { actions, value, exact, nodes: same().map(|line| line.nodes).sum() }
    };
    first.lines.iter().map(|line| mean_line(line.action())).collect()
}

/// Best first, among the reliable ones: visited often enough, or the choice of a thread (which may
/// know the exact value and stop visiting it).
fn sorted(mut lines: Vec<PrincipalVariation>, found: &[Analysis]) -> Vec<PrincipalVariation> {
    let most = lines.iter().map(|line| line.nodes).max().unwrap_or_default();
    let chosen =
        |line: &PrincipalVariation| found.iter().any(|one| one.best() == Some(line.action()));
    let trust =
        |line: &PrincipalVariation| (line.nodes * 2 >= most || chosen(line), line.value.worth());
    lines.sort_by(|a, b| trust(b).partial_cmp(&trust(a)).unwrap_or(Ordering::Equal));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";

    fn line(action: &str, win: f32, nodes: u64) -> PrincipalVariation {
        let actions = vec![action.parse().expect("an action")];
        PrincipalVariation { actions, value: Value { win, margin: 0.0 }, exact: None, nodes }
    }

    fn found(lines: Vec<PrincipalVariation>) -> Analysis {
        let nodes = lines.iter().map(|line| line.nodes).sum();
        Analysis { value: lines[0].value, lines, depth: 3, nodes, ..Analysis::default() }
    }

    fn actions(analysis: &Analysis) -> Vec<String> {
        analysis.lines.iter().map(|line| line.action().to_string()).collect()
    }

    #[test]
    fn one_thread_is_the_engine_itself() {
        let start: Position = START.parse().expect("a position");
        let settings = EngineSettings { seed: 5, ..EngineSettings::default() };
        let limits = SearchLimits::nodes(3000);
        let pool = analyse(&start, settings, 1, limits, &Timer::default(), |_| ());
        assert_eq!(pool, Engine::new(settings).analyse(&start, limits));
    }

    #[test]
    fn more_threads_share_the_nodes_and_know_every_action() {
        let start: Position = START.parse().expect("a position");
        let limits = SearchLimits::nodes(4000);
        let mut reported = Vec::new();
        let report = |analysis: &Analysis| reported.push(analysis.nodes);
        let pool = analyse(&start, EngineSettings::default(), 4, limits, &Timer::default(), report);
        assert!((4000..4400).contains(&pool.nodes), "{}", pool.nodes);
        assert_eq!(pool.lines.len(), 5);
        assert_eq!(pool.value, pool.lines[0].value);
        assert!(!reported.is_empty() && reported.iter().all(|nodes| nodes % 4 == 0));
    }

    #[test]
    fn a_limit_of_one_node_gives_an_answer() {
        let start: Position = START.parse().expect("a position");
        for (search, threads) in
            [(SearchKind::Tree, 1), (SearchKind::Star, 1), (SearchKind::Tree, 3)]
        {
            let settings = EngineSettings { search, ..EngineSettings::default() };
            let pool = analyse(
                &start,
                settings,
                threads,
                SearchLimits::nodes(1),
                &Timer::default(),
                |_| (),
            );
            assert!(pool.best().is_some(), "{search:?}");
        }
    }

    #[test]
    fn values_are_weighted_by_nodes_and_rarely_seen_actions_come_last() {
        let merged = merge(vec![
            found(vec![line("N1", 0.5, 299), line("N2", 0.25, 100), line("N3", 0.9, 3)]),
            found(vec![line("N2", 0.75, 299), line("N1", 0.1, 99), line("N3", 0.9, 3)]),
        ]);
        assert_eq!(actions(&merged), ["N2", "N1", "N3"]);
        assert!((merged.lines[1].value.win - 0.4).abs() < 1e-6);
        assert_eq!((merged.nodes, merged.lines[0].nodes), (803, 399));
    }

    #[test]
    fn the_choice_of_a_thread_is_trusted() {
        let certain = || found(vec![line("+", 0.6, 5), line("N1", 0.2, 900)]);
        assert_eq!(actions(&merge(vec![certain(), certain()])), ["+", "N1"]);
    }

    #[test]
    fn certainty_beats_the_mean() {
        let exact =
            Analysis { exact: true, ..found(vec![line("N2", 1.0, 10), line("N1", -1.0, 5)]) };
        let merged = merge(vec![found(vec![line("N1", 0.5, 100), line("N2", 0.1, 10)]), exact]);
        assert!(merged.exact);
        assert_eq!(actions(&merged), ["N2", "N1"]);
        assert_eq!(merged.nodes, 125);
    }
}
