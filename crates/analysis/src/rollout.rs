use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

use bosworth_engine::{
    DecisionReview, Engine, EngineSettings, Rollout, RolloutGame, RolloutOutcome, RolloutSettings,
    SearchLimits, Watch,
};
use bosworth_rules::{Action, Position};

use crate::Timer;

/// The nodes of the search that finds exact values and the order of the actions.
pub const FIRST_SEARCH_NODES: u64 = 10_000;
/// The memory of an engine that searches a few hundred nodes, in MiB.
const HASH: usize = 1;

/// Rolls out all actions of a position on several threads, until enough is known or the timer stops.
/// Reports after each round. Without a deadline, the values do not depend on the number of threads.
pub fn roll_out(
    position: &Position,
    settings: RolloutSettings,
    threads: u16,
    timer: &Timer,
    on_round: impl FnMut(&Rollout),
) -> Rollout {
    let searched = Engine::default().analyse_watched(
        position,
        SearchLimits::nodes(FIRST_SEARCH_NODES),
        &mut timer.clone(),
    );
    let rollout = Rollout::new(position, &searched, settings);
    let engines: Vec<_> = (0..threads.max(1)).map(|_| engine()).collect();
    play_rounds(rollout, &engines, timer, on_round)
}

/// Judges a decision of a review by rollouts on this thread.
pub(crate) fn judge_again(
    decision: &mut DecisionReview,
    played: Action,
    position: &Position,
    games: u32,
    timer: &Timer,
) {
    let settings = RolloutSettings { games, ..RolloutSettings::default() };
    let rollout = Rollout::among(position, decision.rivals(played), settings);
    let rollout = play_rounds(rollout, &[engine()], timer, |_| ());
    decision.judge_again(played, rollout.actions());
}

fn engine() -> Engine {
    Engine::new(EngineSettings { hash: HASH, ..EngineSettings::default() })
}

fn play_rounds(
    mut rollout: Rollout,
    engines: &[Engine],
    timer: &Timer,
    mut on_round: impl FnMut(&Rollout),
) -> Rollout {
    loop {
        on_round(&rollout);
        let round = rollout.round();
        if round.is_empty() {
            return rollout;
        }
        let outcomes = play(&rollout, &round, engines, timer);
        rollout.add(&round, &outcomes);
        if outcomes.len() < round.len() {
            on_round(&rollout);
            return rollout;
        }
    }
}

/// Plays the games of a round. If the timer stops, the outcomes end at the first game that was not
/// played.
fn play(
    rollout: &Rollout,
    round: &[RolloutGame],
    engines: &[Engine],
    timer: &Timer,
) -> Vec<RolloutOutcome> {
    let next = AtomicUsize::new(0);
    let outcomes: Vec<_> = round.iter().map(|_| OnceLock::new()).collect();
    let share = |engine: &Engine| {
        let mut timer = timer.clone();
        while timer.keep_on(0).is_continue() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&game) = round.get(place) else { break };
            let Some(outcome) = rollout.play_watched(engine, game, &mut timer) else { break };
            let _ = outcomes[place].set(outcome);
        }
    };
    if let Some((first, others)) = engines.split_first() {
        thread::scope(|scope| {
            for engine in others {
                // If the system cannot spawn a thread, the remaining ones play its games.
                let _ = Builder::new().spawn_scoped(scope, || share(engine));
            }
            share(first);
        });
    }
    outcomes.iter().map_while(|outcome| outcome.get().copied()).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::StopSign;

    const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";

    fn short() -> RolloutSettings {
        RolloutSettings {
            nodes: 10,
            card_nodes: 2,
            end_nodes: 10,
            plies: 4,
            games: 32,
            ..RolloutSettings::default()
        }
    }

    #[test]
    fn values_do_not_depend_on_the_number_of_threads() {
        let position: Position = START.parse().expect("a position");
        let run = |threads| {
            let mut rounds = 0;
            let timer = Timer::default();
            let rollout = roll_out(&position, short(), threads, &timer, |_| rounds += 1);
            (rollout.actions(), rounds)
        };
        let (actions, rounds) = run(1);
        assert_eq!(run(3), (actions.clone(), rounds));
        assert!(rounds >= 2 && actions.iter().all(|action| action.games >= 16), "{actions:?}");
    }

    #[test]
    fn a_timer_ends_the_rollouts_with_what_is_known() {
        let position: Position = START.parse().expect("a position");
        let endless =
            RolloutSettings { precision: 0.0, games: u32::MAX / 2, ..RolloutSettings::default() };
        let timer = Timer::new(Some(Duration::from_millis(300)), &StopSign::default());
        let rollout = roll_out(&position, endless, 2, &timer, |_| ());
        assert_eq!(rollout.actions().len(), 5);
        let stopped = StopSign::default();
        stopped.stop();
        let none = roll_out(&position, endless, 2, &Timer::new(None, &stopped), |_| ());
        assert_eq!(none.games(), 0);
        assert!(none.actions().iter().all(|action| (action.low, action.high) == (0.0, 1.0)));
    }
}
