use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use bosworth_engine::SearchLimits;
use bosworth_rules::{BySide, Side};

/// The arguments of `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    infinite: bool,
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u64>,
    rollout: bool,
    games: Option<u64>,
    clocks: BySide<SideClock>,
}

/// A side's clock, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct SideClock {
    left: Option<u64>,
    increment: Option<u64>,
}

/// The limits of a search that starts now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchPlan {
    pub(super) limits: SearchLimits,
    pub(super) deadline: Option<Instant>,
    /// Whether there is any limit. Without one the answer waits for `stop`, even once the result is
    /// exact.
    pub(super) limited: bool,
    /// Whether rollouts were requested instead of a search, and how many games for each action at most.
    pub(super) rollout: Option<RolloutLimit>,
    /// Whether a full search was requested even if there is only one legal action.
    pub(super) infinite: bool,
}

/// The limit of rollouts besides the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RolloutLimit {
    /// The maximum number of games for each action.
    pub(super) games: Option<u32>,
}

impl Go {
    /// Parses what follows `go`.
    pub(super) fn parse<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Self> {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            let (slot, least) = match word {
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                "rollout" => {
                    go.rollout = true;
                    continue;
                }
                "games" => (&mut go.games, 2),
                "movetime" => (&mut go.movetime, 0),
                "nodes" => (&mut go.nodes, 1),
                "depth" => (&mut go.depth, 1),
                "rtime" => (&mut go.clocks.red.left, 0),
                "wtime" => (&mut go.clocks.white.left, 0),
                "rinc" => (&mut go.clocks.red.increment, 0),
                "winc" => (&mut go.clocks.white.increment, 0),
                _ => bail!(
                    "unknown argument {word:?} of go; the arguments are movetime, nodes, depth, infinite, \
                     rtime, wtime, rinc, winc, rollout and games"
                ),
            };
            ensure!(slot.is_none(), "{word} is given twice");
            let number = words.next().with_context(|| format!("{word} needs a number"))?;
            match number.parse() {
                Ok(number) if number >= least => *slot = Some(number),
                _ => bail!("{word} must be a whole number of at least {least}, not {number:?}"),
            }
        }
        ensure!(go.rollout || go.games.is_none(), "games needs rollout");
        ensure!(
            !go.rollout || (go.nodes.is_none() && go.depth.is_none()),
            "rollout is limited by games and time, not by nodes or depth"
        );
        Ok(go)
    }

    /// The limits for the side to act.
    pub(super) fn plan(&self, side: Side, now: Instant) -> Result<SearchPlan> {
        let clock = self.clocks[side];
        let (letter, any) = (side.letter(), self.clocks != BySide::default());
        ensure!(
            clock.left.is_some() || !any,
            "{letter}time is missing: {side} is to act and its clock is running"
        );
        let share = clock.left.map(|left| share(left, clock.increment.unwrap_or(0)));
        let time = [self.movetime, share].into_iter().flatten().min();
        let narrow = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let (depth, games) = (self.depth.map(narrow), self.games.map(narrow));
        Ok(SearchPlan {
            limits: SearchLimits { nodes: self.nodes, depth },
            // A deadline beyond the range of the clock is not a limit.
            deadline: time.and_then(|time| now.checked_add(Duration::from_millis(time))),
            limited: [time, self.nodes, self.depth, self.games].iter().any(Option::is_some),
            rollout: self.rollout.then_some(RolloutLimit { games }),
            infinite: self.infinite,
        })
    }
}

/// Time management: milliseconds of a clock to spend on one action. A game has about thirty
/// decisions a side; most of an increment may be spent at once; and a reserve covers communication
/// lag.
fn share(left: u64, increment: u64) -> u64 {
    const LAG_RESERVE_MS: u64 = 10;
    let share = (left / 30).saturating_add(increment / 5 * 4);
    share.min(left / 3).saturating_sub(LAG_RESERVE_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str, side: Side) -> Result<SearchPlan> {
        Go::parse(text.split_whitespace())?.plan(side, Instant::now())
    }

    #[test]
    fn a_share_of_the_clock_leaves_a_reserve() {
        assert_eq!(share(60_000, 0), 1990);
        assert_eq!(share(60_000, 1000), 2790);
        assert_eq!(share(900, 5000), 290, "never more than a third");
        assert_eq!(share(20, 0), 0);
        assert_eq!(share(0, 1000), 0);
        assert_eq!(share(u64::MAX, u64::MAX), u64::MAX / 3 - 10);
    }

    #[test]
    fn the_clock_of_the_side_to_act_is_used() {
        let now = Instant::now();
        let go = Go::parse("rtime 60000 wtime 30000 rinc 0 winc 0".split(' ')).expect("right");
        let time = |side| go.plan(side, now).expect("a plan").deadline.expect("a time") - now;
        assert_eq!(time(Side::Red), Duration::from_millis(1990));
        assert_eq!(time(Side::White), Duration::from_millis(990));
        assert!(plan("rtime 1000", Side::White).is_err());
        assert!(plan("winc 1000", Side::White).is_err());
    }

    #[test]
    fn limits_can_be_combined() {
        let plan = |text| plan(text, Side::Red).expect("right");
        assert_eq!(plan("nodes 5 depth 3").limits, SearchLimits { nodes: Some(5), depth: Some(3) });
        assert!(plan("infinite nodes 5").limited);
        assert!(!plan("infinite").limited && !plan("").limited);
        assert!(plan("movetime 18446744073709551615").limited);
    }

    #[test]
    fn rollouts_are_limited_by_games_and_time() {
        let plan = |text| plan(text, Side::Red).map_err(|error| error.to_string());
        let rollout = plan("rollout games 64 movetime 500").expect("right");
        assert!(rollout.limited && rollout.deadline.is_some());
        assert_eq!(rollout.rollout, Some(RolloutLimit { games: Some(64) }));
        let endless = plan("rollout").expect("right");
        assert_eq!((endless.rollout, endless.limited), (Some(RolloutLimit { games: None }), false));
        assert_eq!(plan("nodes 5").map(|plan| plan.rollout), Ok(None));
        assert_eq!(plan("games 5"), Err("games needs rollout".into()));
        assert!(plan("rollout nodes 5").is_err_and(|error| error.contains("not by nodes")));
    }
}
