//! Rollouts: the value of each action from many games that are played on from it.
//!
//! A search judges an action by what it thinks of later positions, so an error of the evaluation that
//! all these positions share stays in its answer. A rollout plays on: many games begin with each action,
//! both sides act after a short search each, and the value is the mean of how the games go.
//! Three things make few games enough:
//!
//! - Every action is tried with the **same piles**, so that most of the chance is the same for all.
//! - The **luck** of each drawn card is taken off: the value after it less the mean over all cards that
//!   could have come, as in a [review](crate::Review). Its expectation is 0 whatever the
//!   search thinks, so the mean stays what it was; but it explains most of the differences between games.
//! - A game is **cut off** after some plies, and the value of a longer search counts there; or
//!   as soon as the solver knows the exact value.
//!
//! Actions that are clearly worse than the best one get no more games (sequential halving).
//!
//! ```
//! use bosworth_engine::{Engine, Rollout, RolloutSettings, SearchLimits};
//! use bosworth_rules::Position;
//!
//! let start: Position =
//!     "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".parse()?;
//! let engine = Engine::default();
//! let searched = engine.analyse(&start, SearchLimits::nodes(1_000));
//! let settings = RolloutSettings { games: 16, plies: 6, ..RolloutSettings::default() };
//! let rollout = Rollout::new(&start, &searched, settings).run(&engine);
//! let best = &rollout.actions()[0];
//! assert!(best.low <= best.win && best.win <= best.high);
//! # Ok::<(), bosworth_rules::ParsePositionError>(())
//! ```

mod draw_order;
mod game;
mod ownership;
mod statistics;

use bosworth_rules::{Action, BySide, Position, Squares};

use self::draw_order::DrawOrder;
pub use self::ownership::Ownership;
use self::statistics::Sample;
use crate::{Analysis, Engine, Random, Watch};

/// How actions are rolled out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RolloutSettings {
    /// The nodes of the search before each action of a game.
    pub nodes: u64,
    /// The nodes of the search after each card that could have been drawn.
    pub card_nodes: u64,
    /// After how many plies a game is cut off.
    pub plies: u32,
    /// The nodes of the search where a game is cut off, and of each search near the end of the game,
    /// which may solve the position.
    pub end_nodes: u64,
    /// The maximum number of games for each action.
    pub games: u32,
    /// No more games are played once all intervals reach at most this far from the value.
    pub precision: f64,
    /// The seed of the piles.
    pub seed: u64,
    /// Whether all actions have the same piles. Only measurements turn it off.
    pub same_piles: bool,
    /// Whether luck is taken off. Only measurements turn it off.
    pub without_luck: bool,
    /// Whether games are played on to the end, to see whose rose lies on each square there. Values
    /// do not depend on it.
    pub owners: bool,
}

impl Default for RolloutSettings {
    fn default() -> Self {
        Self {
            nodes: 100,
            card_nodes: 16,
            plies: 16,
            end_nodes: 1_000,
            games: 1_024,
            precision: 0.005,
            seed: 1,
            same_piles: true,
            without_luck: true,
            owners: false,
        }
    }
}

/// What rollouts say about an action. Win chances are those of the side to act, from 0 to 1, a draw
/// counting as half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RolloutAction {
    /// The action.
    pub action: Action,
    /// The win chance after it.
    pub win: f64,
    /// The lower bound of the 95 % confidence interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The number of games.
    pub games: u32,
    /// Whether the win chance is exact; then games are played only for [`Rollout::ownership`].
    pub exact: bool,
}

/// Rollouts of all actions of a position.
///
/// The games of a round can be played in any order, on any thread. The same settings give the same
/// values.
#[derive(Clone, Debug)]
pub struct Rollout {
    position: Position,
    settings: RolloutSettings,
    candidates: Vec<Candidate>,
}

/// A game that has to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RolloutGame {
    /// The place of the action.
    candidate: usize,
    /// The number of the pile.
    number: u32,
}

/// How a game went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RolloutOutcome {
    /// Its value for the side to act, without luck.
    pub value: f64,
    /// The roses on the board at the end, if the game was played on to see them.
    pub roses: Option<BySide<Squares>>,
}

#[derive(Clone, Debug)]
struct Candidate {
    action: Action,
    exact: Option<f64>,
    /// The values of its games, in the order of their piles.
    sample: Sample,
    ownership: Ownership,
    /// Whether it gets more games.
    open: bool,
}

/// The number of games of each action in the first round.
const FIRST_ROUND: u32 = 16;
/// The number of games that show whose each square will be after an action with an exact value.
const OWNERSHIP_GAMES: u32 = 64;

impl Rollout {
    /// Rollouts of the actions that a search has found, the best first. Exact values are kept.
    pub fn new(position: &Position, searched: &Analysis, settings: RolloutSettings) -> Self {
        let actions = searched.lines.iter().map(|line| (line.action(), line.exact));
        Self::of(position, actions, settings)
    }

    /// Rollouts of some legal actions, those that seem better first.
    pub fn among(
        position: &Position,
        actions: impl IntoIterator<Item = Action>,
        settings: RolloutSettings,
    ) -> Self {
        Self::of(position, actions.into_iter().map(|action| (action, None)), settings)
    }

    fn of(
        position: &Position,
        actions: impl Iterator<Item = (Action, Option<f64>)>,
        settings: RolloutSettings,
    ) -> Self {
        let candidates = actions.map(|(action, exact)| Candidate {
            action,
            exact,
            sample: Sample::default(),
            ownership: Ownership::default(),
            open: exact.is_none(),
        });
        Self { position: *position, settings, candidates: candidates.collect() }
    }

    /// Plays all games on this thread.
    #[must_use]
    pub fn run(mut self, engine: &Engine) -> Self {
        loop {
            let round = self.round();
            if round.is_empty() {
                return self;
            }
            let outcomes: Vec<_> = round.iter().map(|&game| self.play(engine, game)).collect();
            self.add(&round, &outcomes);
        }
    }

    /// The games of the next round; none if enough is known. Games with the same pile are
    /// neighbours.
    pub fn round(&self) -> Vec<RolloutGame> {
        let games = if self.is_precise() { Vec::new() } else { self.value_games() };
        if games.is_empty() { self.ownership_games() } else { games }
    }

    /// The games that double those of the open actions.
    fn value_games(&self) -> Vec<RolloutGame> {
        let open = || (0..).zip(&self.candidates).filter(|(_, candidate)| candidate.open);
        let played = |candidate: &Candidate| candidate.sample.len();
        let most = open().map(|(_, candidate)| played(candidate)).max().unwrap_or(0);
        let least = open().map(|(_, candidate)| played(candidate)).min().unwrap_or(0);
        let wanted = if most > least { most } else { (2 * most).max(FIRST_ROUND) };
        let wanted = wanted.min(self.settings.games);
        let games = (least..wanted).flat_map(|number| {
            let missing = move |(_, candidate): &(usize, &Candidate)| played(candidate) <= number;
            open().filter(missing).map(move |(candidate, _)| RolloutGame { candidate, number })
        });
        games.collect()
    }

    /// The games after a best action whose value needs none, if owners are asked for.
    fn ownership_games(&self) -> Vec<RolloutGame> {
        let best = self
            .best()
            .filter(|&best| self.settings.owners && self.candidates[best].exact.is_some());
        let games = |candidate: usize| {
            let played = self.candidates[candidate].sample.len();
            (played..OWNERSHIP_GAMES).map(move |number| RolloutGame { candidate, number })
        };
        best.into_iter().flat_map(games).collect()
    }

    /// Plays a game.
    pub fn play(&self, engine: &Engine, game: RolloutGame) -> RolloutOutcome {
        let outcome = self.play_watched(engine, game, &mut ());
        outcome.unwrap_or_else(|| unreachable!("nothing stops it"))
    }

    /// Plays a game that a watcher may stop; then it has no outcome.
    pub fn play_watched(
        &self,
        engine: &Engine,
        game: RolloutGame,
        watch: &mut dyn Watch,
    ) -> Option<RolloutOutcome> {
        let action = self.candidates[game.candidate].action;
        let own = if self.settings.same_piles { 0 } else { 1 + game.candidate as u64 };
        let number = Random::new(own << 32 | u64::from(game.number)).next();
        let order = DrawOrder::new(Random::new(self.settings.seed).next() ^ number);
        game::play(&self.position, action, order, &self.settings, engine, watch)
    }

    /// Adds games of a round, in its order. There may be fewer outcomes than games.
    pub fn add(&mut self, games: &[RolloutGame], outcomes: &[RolloutOutcome]) {
        for (game, outcome) in games.iter().zip(outcomes) {
            let Candidate { sample, ownership, .. } = &mut self.candidates[game.candidate];
            debug_assert_eq!(sample.len(), game.number, "games are added in order");
            sample.push(outcome.value);
            if let Some(roses) = &outcome.roses {
                ownership.add(roses);
            }
        }
        self.close_worst();
    }

    /// Ends the rollouts of at most half of the actions: those that are clearly worse than the best.
    fn close_worst(&mut self) {
        let Some(best) = self.best() else { return };
        let mut open: Vec<_> = (0..self.candidates.len())
            .filter(|&it| self.candidates[it].open && it != best)
            .collect();
        open.sort_by(|&a, &b| self.win(a).total_cmp(&self.win(b)));
        let half = open.len().div_ceil(2);
        for worse in open.into_iter().take(half) {
            let is_worse = |lead: Sample| lead.len() >= FIRST_ROUND && lead.low() > 0.0;
            if self.lead(best, worse).is_some_and(is_worse) {
                self.candidates[worse].open = false;
            }
        }
    }

    /// How much better an action is than another, as far as both are known.
    fn lead(&self, action: usize, other: usize) -> Option<Sample> {
        let [action, other] = [action, other].map(|it| &self.candidates[it]);
        match (action.exact, other.exact) {
            (None, None) => Some(action.sample.less(&other.sample)),
            (Some(exact), None) => Some(other.sample.below(exact)),
            // An action with an exact value gets no games.
            _ => None,
        }
        .filter(|lead| !lead.is_empty())
    }

    /// Whether the open actions are known precisely, as are their differences from the best one.
    fn is_precise(&self) -> bool {
        let precision = self.settings.precision;
        let Some(best) = self.best() else { return false };
        let mut open = (0..self.candidates.len()).filter(|&it| self.candidates[it].open);
        open.all(|it| {
            let sample = &self.candidates[it].sample;
            let alone = sample.reach() <= precision;
            let lead = self.lead(best, it).filter(|_| it != best);
            sample.len() >= FIRST_ROUND
                && alone
                && lead.is_none_or(|lead| lead.reach() <= precision)
        })
    }

    /// The place of the best action; none before the first games.
    fn best(&self) -> Option<usize> {
        let known = |it: &usize| {
            self.candidates[*it].exact.is_some() || !self.candidates[*it].sample.is_empty()
        };
        let all = (0..self.candidates.len()).filter(known);
        // The search decides between equal actions: it put the better one first.
        all.rev().max_by(|&a, &b| self.win(a).total_cmp(&self.win(b)))
    }

    fn win(&self, candidate: usize) -> f64 {
        let Candidate { exact, sample, .. } = &self.candidates[candidate];
        exact.unwrap_or_else(|| sample.mean())
    }

    /// What is known about all actions, the best first.
    pub fn actions(&self) -> Vec<RolloutAction> {
        let action = |candidate: &Candidate| {
            let Candidate { action, exact, sample, .. } = candidate;
            let [low, high] = exact.map_or_else(|| sample.interval(), |exact| [exact; 2]);
            RolloutAction {
                action: *action,
                win: exact.unwrap_or_else(|| sample.mean()).clamp(0.0, 1.0),
                low: low.clamp(0.0, 1.0),
                high: high.clamp(0.0, 1.0),
                games: sample.len(),
                exact: exact.is_some(),
            }
        };
        let mut actions: Vec<_> = self.candidates.iter().map(action).collect();
        // Unclamped values decide: luck taken off may leave more than a whole win.
        let mut order: Vec<_> = (0..actions.len()).collect();
        order.sort_by(|&a, &b| self.win(b).total_cmp(&self.win(a)));
        let sorted = order.into_iter().map(|it| actions[it]).collect();
        actions = sorted;
        actions
    }

    /// The number of games played.
    pub fn games(&self) -> u32 {
        self.candidates.iter().map(|candidate| candidate.sample.len()).sum()
    }

    /// Whose rose will lie on each square after the best action, if the settings ask for it.
    pub fn ownership(&self) -> Option<&Ownership> {
        let ownership = &self.candidates[self.best()?].ownership;
        (ownership.games() > 0).then_some(ownership)
    }

    /// The values of the games of an action, in the order of their piles.
    pub fn values(&self, action: Action) -> &[f64] {
        let found = self.candidates.iter().find(|candidate| candidate.action == action);
        found.map_or(&[], |candidate| candidate.sample.values())
    }
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use bosworth_rules::{Side, Square};

    use super::*;
    use crate::SearchLimits;

    const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
    /// Two roses and no hero left: every value can be found exactly.
    const ENDING: &str = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/\
                          1r1wwrw2 h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic";

    fn short() -> RolloutSettings {
        let few = RolloutSettings { nodes: 20, card_nodes: 4, end_nodes: 20, ..Default::default() };
        RolloutSettings { plies: 8, games: 32, ..few }
    }

    fn rollout(text: &str, nodes: u64, settings: RolloutSettings) -> Rollout {
        let engine = Engine::default();
        let position: Position = text.parse().expect("a position");
        let searched = engine.analyse(&position, SearchLimits::nodes(nodes));
        Rollout::new(&position, &searched, settings).run(&engine)
    }

    #[test]
    fn the_same_seed_gives_the_same_values() {
        let once = rollout(START, 200, short()).actions();
        assert_eq!(once, rollout(START, 200, short()).actions());
        let other = RolloutSettings { seed: 2, ..short() };
        assert_ne!(once, rollout(START, 200, other).actions());
        assert_eq!(once.len(), 5);
        assert!(once.is_sorted_by(|a, b| a.win >= b.win), "{once:?}");
        for action in once {
            assert!(action.low < action.win && action.win < action.high, "{action:?}");
            assert!((16..=32).contains(&action.games), "{action:?}");
        }
    }

    /// The piles of seed 2 were those of seed 1 in another order.
    #[test]
    fn seeds_have_piles_of_their_own() {
        let settings = RolloutSettings { games: 16, ..short() };
        let values = |seed| {
            let rollout = rollout(START, 200, RolloutSettings { seed, ..settings });
            let mut values = rollout.values(rollout.candidates[0].action).to_vec();
            values.sort_by(f64::total_cmp);
            values
        };
        assert_ne!(values(1), values(2));
    }

    #[test]
    fn an_exact_value_needs_no_games() {
        let rollout = rollout(ENDING, 100_000, short());
        let engine = Engine::default();
        let position: Position = ENDING.parse().expect("a position");
        let searched = engine.analyse(&position, SearchLimits::nodes(100_000));
        assert!(searched.exact && rollout.games() == 0);
        for (action, line) in rollout.actions().iter().zip(&searched.lines) {
            assert!(action.exact && action.low >= action.high);
            assert_eq!(Some(action.win), line.exact);
        }
    }

    #[test]
    fn games_with_the_same_pile_vary_together_and_less_without_luck() {
        let variance = |values: &[f64]| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64
        };
        // No interval is small enough, and nothing is worse: both get all games.
        let settings = RolloutSettings { precision: 0.0, plies: 12, games: 64, ..short() };
        let of = |settings: RolloutSettings| {
            let rollout = rollout(START, 200, settings);
            let [one, other] = [0, 1].map(|it| rollout.actions()[it].action);
            (variance(rollout.values(one)), rollout.values(one).len(), rollout.values(other).len())
        };
        let (without, one, other) = of(settings);
        let (with, ..) = of(RolloutSettings { without_luck: false, ..settings });
        assert!(without < with / 2.0, "{without} {with}");
        assert!(one == 64 && other >= 16);
    }

    #[test]
    fn at_most_half_of_the_others_are_closed_at_a_time() {
        let position: Position = START.parse().expect("a position");
        let searched = Engine::default().analyse(&position, SearchLimits::nodes(200));
        let settings = RolloutSettings { precision: 0.0, ..short() };
        let mut rollout = Rollout::new(&position, &searched, settings);
        let value = |game: &RolloutGame| {
            let value = [0.9, 0.4, 0.3, 0.2, 0.1][game.candidate];
            RolloutOutcome { value, roses: None }
        };
        let open = |rollout: &Rollout| rollout.candidates.iter().filter(|it| it.open).count();
        let mut counts = Vec::new();
        for _ in 0..2 {
            let round = rollout.round();
            rollout.add(&round, &round.iter().map(value).collect::<Vec<_>>());
            counts.push(open(&rollout));
        }
        assert_eq!(counts, [3, 2]);
        let games: Vec<_> = rollout.actions().iter().map(|action| action.games).collect();
        assert_eq!(games, [32, 32, 32, 16, 16]);
        assert!(rollout.round().is_empty(), "the limit is reached");
    }

    #[test]
    fn owners_are_counted_without_a_change_of_the_values() {
        let owners = RolloutSettings { owners: true, ..short() };
        let plain = rollout(START, 200, short());
        let counted = rollout(START, 200, owners);
        assert_eq!(plain.actions(), counted.actions());
        assert!(plain.ownership().is_none());
        let ownership = counted.ownership().expect("owners");
        assert_eq!(ownership.games(), counted.actions()[0].games);
        let shares = |square| Side::ALL.map(|side| ownership.share(side, square)).iter().sum();
        let all: f64 = Square::all().map(|square| -> f64 { shares(square) }).sum();
        assert!((30.0..=52.0).contains(&all), "{all} roses on the board");
        assert!(Square::all().all(|square| shares(square) <= 1.0));
    }

    /// A rose never leaves the board, and few squares are open.
    #[test]
    fn a_solved_position_has_owners_too() {
        let owners = RolloutSettings { owners: true, ..short() };
        let rollout = rollout(ENDING, 100_000, owners);
        let ownership = rollout.ownership().expect("owners");
        assert_eq!((ownership.games(), rollout.actions()[0].games), (64, 64));
        let position: Position = ENDING.parse().expect("a position");
        for square in Square::all().filter(|square| position.rose_at(*square).is_some()) {
            let shares = Side::ALL.map(|side| ownership.share(side, square));
            assert!((shares[0] + shares[1] - 1.0).abs() < 1e-9, "{square}");
        }
    }

    #[test]
    fn a_game_that_is_stopped_has_no_outcome() {
        struct Impatient(u32);
        impl Watch for Impatient {
            fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
                self.0 = self.0.saturating_sub(1);
                if self.0 > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }
        }
        let position: Position = START.parse().expect("a position");
        let engine = Engine::default();
        let searched = engine.analyse(&position, SearchLimits::nodes(200));
        let rollout = Rollout::new(&position, &searched, short());
        let game = rollout.round()[0];
        let play = |polls| rollout.play_watched(&engine, game, &mut Impatient(polls));
        assert_eq!((play(1), play(5)), (None, None));
        assert_eq!(play(u32::MAX), Some(rollout.play(&engine, game)), "patience changes nothing");
    }

    #[test]
    fn values_of_an_interrupted_round_count() {
        let position: Position = START.parse().expect("a position");
        let searched = Engine::default().analyse(&position, SearchLimits::nodes(200));
        let mut rollout = Rollout::new(&position, &searched, short());
        let round = rollout.round();
        assert_eq!(round.len(), 5 * 16);
        let even = RolloutOutcome { value: 0.5, roses: None };
        rollout.add(&round[..7], &[even; 7]);
        assert_eq!(rollout.games(), 7);
        let next = rollout.round();
        assert_eq!((next.len(), next[0]), (5 * 2 - 7, round[7]));
    }
}
