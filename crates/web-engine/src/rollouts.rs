//! Rollouts in slices: the page asks for the next one as long as it wants more.

use std::cell::RefCell;

use bosworth_engine::{Engine, EngineSettings, Rollout, RolloutSettings, SearchLimits};
use bosworth_rules::{Position, Side, Square};

use crate::wire::RolloutFindings;

/// How long a slice takes, so that a page soon shows figures and can pause.
const SLICE_MS: f64 = 250.0;
/// The games between two looks at the clock.
const GAMES_AT_ONCE: usize = 5;
/// The nodes of the search that finds exact values and the order of the actions.
const FIRST_SEARCH_NODES: u64 = 10_000;
/// The number of positions whose games are kept.
const MAX_POSITIONS: usize = 20;

struct KeptRollout {
    position: String,
    rollout: Rollout,
}

thread_local! {
    /// The latest last.
    static KEPT: RefCell<Vec<KeptRollout>> = RefCell::default();
}

/// Plays games for a moment. Returns what is known then.
pub(crate) fn roll_out(position: &str) -> Result<RolloutFindings, String> {
    let until = js_sys::Date::now() + SLICE_MS;
    let engine = Engine::new(EngineSettings { hash: 1, ..EngineSettings::default() });
    let known = KEPT.with_borrow_mut(|kept| {
        let place = kept.iter().position(|it| it.position == position)?;
        Some(kept.remove(place))
    });
    let mut running = match known {
        Some(known) => known,
        None => KeptRollout::new(position)?,
    };
    let mut done = false;
    while !done && js_sys::Date::now() < until {
        let mut round = running.rollout.round();
        round.truncate(GAMES_AT_ONCE);
        let outcomes: Vec<_> =
            round.iter().map(|&game| running.rollout.play(&engine, game)).collect();
        running.rollout.add(&round, &outcomes);
        done = round.is_empty();
    }
    let findings = running.findings(done);
    KEPT.with_borrow_mut(|kept| {
        kept.push(running);
        let surplus = kept.len().saturating_sub(MAX_POSITIONS);
        kept.drain(..surplus);
    });
    Ok(findings)
}

impl KeptRollout {
    fn new(position: &str) -> Result<Self, String> {
        let at: Position = position.parse().map_err(|error| format!("{error}"))?;
        let searched = Engine::default().analyse(&at, SearchLimits::nodes(FIRST_SEARCH_NODES));
        let settings = RolloutSettings { owners: true, ..RolloutSettings::default() };
        Ok(Self { position: position.into(), rollout: Rollout::new(&at, &searched, settings) })
    }

    fn findings(&self, done: bool) -> RolloutFindings {
        let actions = self.rollout.actions();
        let action =
            actions.iter().map(|it| (it.action.to_string(), it.win, it.low, it.high, it.games));
        let percent = |side, square| {
            let share = self.rollout.ownership().map_or(0.0, |it| it.share(side, square));
            (100.0 * share).round() as u8
        };
        let owners = Square::all().map(|at| (percent(Side::Red, at), percent(Side::White, at)));
        RolloutFindings { actions: action.collect(), owners: owners.collect(), done }
    }
}
