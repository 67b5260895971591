use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, Builder};

use bosworth_engine::{
    Certificate, CertificateError, SearchLimits, Solution, SolvedAction, Solver, Watch,
};
use bosworth_rules::{Choice, Next, Position};

use crate::{MAX_THREADS, Timer};

/// Solves positions near the end on several threads.
///
/// Each thread has its own [`Solver`] with its share of the memory. The plays of a position and the
/// cards that may be drawn are distributed among them, so the values do not depend on the number of
/// threads, except for rounding; the number of nodes does.
pub struct ParallelSolver {
    solvers: Vec<Solver>,
}

impl ParallelSolver {
    /// A solver with a memory limit for all threads together.
    pub fn new(bytes: usize, threads: u16) -> Self {
        let threads = usize::from(threads.clamp(1, MAX_THREADS));
        Self { solvers: (0..threads).map(|_| Solver::new(bytes / threads)).collect() }
    }

    /// Solves a position from scratch, within limits of nodes and time. `on_progress` is called
    /// with the number of solved parts and that of all parts.
    ///
    /// With one thread, the same position and number of nodes give the same answer.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: SearchLimits,
        timer: &Timer,
        mut on_progress: impl FnMut(usize, usize),
    ) -> Solution {
        let work = RootWork::new(position, limits, timer);
        let Some((first, others)) = self.solvers.split_first_mut() else {
            unreachable!("there is at least one thread")
        };
        thread::scope(|scope| {
            let others: Vec<_> = others
                .iter_mut()
                .filter_map(|solver| {
                    let share = || work.share(solver, &mut |_, _| ());
                    // If the system cannot spawn a thread, the remaining ones do its work.
                    Builder::new().spawn_scoped(scope, share).ok()
                })
                .collect();
            work.share(first, &mut on_progress);
            for other in others {
                other.join().unwrap_or_else(|fault| resume_unwind(fault));
            }
        });
        work.solution()
    }

    /// A proof of the value of a position, which continues from what is already known if it is the
    /// one that was solved last. One thread finds it. See [`Certificate::find`].
    pub fn certify(
        &mut self,
        position: &Position,
        max_states: usize,
        watch: &mut dyn Watch,
    ) -> Result<Certificate, CertificateError> {
        Certificate::find(position, &mut self.solvers[0], max_states, watch)
    }
}

/// The actions of a position, split into parts that any thread can solve.
struct RootWork<'a> {
    position: &'a Position,
    limits: SearchLimits,
    timer: &'a Timer,
    /// The positions that the actions lead to, action by action.
    parts: Vec<Position>,
    /// The win chance of the side to act in each part.
    found: Vec<OnceLock<f64>>,
    next: AtomicUsize,
    solved: AtomicUsize,
    nodes: AtomicU64,
}

impl<'a> RootWork<'a> {
    fn new(position: &'a Position, limits: SearchLimits, timer: &'a Timer) -> Self {
        let parts: Vec<_> =
            position.choices().iter().flat_map(|choice| outcomes(&choice)).collect();
        Self {
            position,
            limits,
            timer,
            found: parts.iter().map(|_| OnceLock::new()).collect(),
            parts,
            next: AtomicUsize::new(0),
            solved: AtomicUsize::new(0),
            nodes: AtomicU64::new(0),
        }
    }

    /// Solves parts until none is left. After a limit, those that need no search are still solved.
    fn share(&self, solver: &mut Solver, on_progress: &mut dyn FnMut(usize, usize)) {
        solver.clear();
        loop {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = self.parts.get(part) else { break };
            on_progress(self.solved.load(Ordering::Relaxed), self.parts.len());
            let searched = self.nodes.load(Ordering::Relaxed);
            let nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(searched));
            let limits = SearchLimits { nodes, ..self.limits };
            let before = solver.nodes();
            let mut watch =
                RootWatch { work: self, timer: self.timer.clone(), counted: 0, on_progress };
            let win_chance = solver.win_chance(position, limits, &mut watch);
            let uncounted = solver.nodes() - before - watch.counted;
            // After the limit, a part that needs a search ends at its first node.
            if nodes != Some(0) {
                self.nodes.fetch_add(uncounted, Ordering::Relaxed);
            }
            if let Some(win_chance) = win_chance {
                let _ = self.found[part].set(win_chance);
                self.solved.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// The solved actions. They are added up in a fixed order.
    fn solution(&self) -> Solution {
        let mut found = self.found.iter();
        let mut actions = Vec::new();
        for choice in self.position.choices().iter() {
            let found: Vec<_> = found.by_ref().take(outcomes(&choice).len()).collect();
            let chances: Option<Vec<f64>> = found.iter().map(|it| it.get().copied()).collect();
            if let Some(chances) = chances {
                let theirs = chances.iter().sum::<f64>() / chances.len() as f64;
                let (action, win_chance) = (choice.action(), 1.0 - theirs);
                actions.push(SolvedAction { action, win_chance });
            }
        }
        actions.sort_by(|a, b| b.win_chance.total_cmp(&a.win_chance));
        let complete = actions.len() == self.position.actions().len() as usize;
        Solution { actions, complete, nodes: self.nodes.load(Ordering::Relaxed) }
    }
}

/// The positions that a choice may lead to, equally likely.
fn outcomes(choice: &Choice<'_>) -> Vec<Position> {
    match choice.take() {
        Next::Position(next) => vec![next],
        Next::Draw(pending) => {
            let resolved = |card| pending.resolve(card).ok();
            pending.outcomes().iter().filter_map(resolved).collect()
        }
    }
}

/// Stops the search of a part when the nodes of all threads are used up, or the time.
struct RootWatch<'w, 'a> {
    work: &'w RootWork<'a>,
    timer: Timer,
    /// The nodes of this part that are already counted.
    counted: u64,
    on_progress: &'w mut dyn FnMut(usize, usize),
}

impl Watch for RootWatch<'_, '_> {
    fn keep_on(&mut self, nodes: u64) -> ControlFlow<()> {
        let work = self.work;
        let new = nodes - self.counted;
        self.counted = nodes;
        let all = work.nodes.fetch_add(new, Ordering::Relaxed) + new;
        (self.on_progress)(work.solved.load(Ordering::Relaxed), work.parts.len());
        if work.limits.nodes.is_some_and(|limit| all >= limit) {
            return ControlFlow::Break(());
        }
        self.timer.keep_on(all)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::StopSign;

    /// Two roses and no hero left.
    const ENDING: &str = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/\
                          1r1wwrw2 h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic";

    fn position(text: &str) -> Position {
        text.parse().expect("a position")
    }

    fn solve(position: &Position, threads: u16, limits: SearchLimits) -> Solution {
        ParallelSolver::new(64 << 20, threads).solve(position, limits, &Timer::default(), |_, _| ())
    }

    #[test]
    fn values_do_not_depend_on_the_number_of_threads() {
        let position = position(ENDING);
        let expected = Solver::new(64 << 20).solve(&position, SearchLimits::default(), &mut ());
        for threads in 1..=3 {
            let solution = solve(&position, threads, SearchLimits::default());
            assert!(solution.complete && solution.nodes > 0);
            assert_eq!(solution.actions.len(), expected.actions.len());
            for (found, expected) in solution.actions.iter().zip(&expected.actions) {
                assert_eq!(found.action, expected.action);
                assert!((found.win_chance - expected.win_chance).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_limit_leaves_the_solved_actions() {
        let position = position(ENDING);
        let whole = solve(&position, 1, SearchLimits::default());
        for nodes in [1, whole.nodes / 2, whole.nodes - 1] {
            let part = solve(&position, 1, SearchLimits::nodes(nodes));
            assert_eq!(part, solve(&position, 1, SearchLimits::nodes(nodes)), "reproducible");
            // A few nodes more are counted on the way back from the last one.
            assert!(!part.complete && part.nodes < nodes + 30, "{part:?}");
            assert!(part.actions.iter().all(|action| whole.actions.contains(action)));
            assert!(!solve(&position, 2, SearchLimits::nodes(nodes.min(100))).complete);
        }
    }

    #[test]
    fn a_timer_stops_all_threads() {
        let start = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
        let timer = Timer::new(Some(Duration::ZERO), &StopSign::default());
        let mut reports = Vec::new();
        let solution = ParallelSolver::new(1 << 20, 2).solve(
            &position(start),
            SearchLimits::default(),
            &timer,
            |done, all| reports.push((done, all)),
        );
        assert!(!solution.complete && solution.actions.is_empty());
        assert!(reports.iter().all(|&report| report == (0, 5)), "{reports:?}");
    }

    #[test]
    fn a_finished_game_is_solved() {
        let over = "8r/9/rr7/9/rrrrr1rr1/9/ww1w5/9/wwwwwwww1 i9 r N1,N2,N3,NE1,E1 \
                    NE2,NE3,E2,E3,NW1 4 4 - classic";
        let solution = solve(&position(over), 2, SearchLimits::default());
        assert_eq!(solution, Solution { actions: Vec::new(), complete: true, nodes: 0 });
    }

    #[test]
    fn the_position_solved_last_gets_a_certificate() {
        let position = position(ENDING);
        let mut solver = ParallelSolver::new(64 << 20, 2);
        let solution =
            solver.solve(&position, SearchLimits::default(), &Timer::default(), |_, _| ());
        let certificate = solver.certify(&position, 1_000_000, &mut ()).expect("a certificate");
        let win_chance: f64 = certificate.win_chance.into();
        assert!((win_chance - solution.actions[0].win_chance).abs() < 1e-12);
    }
}
