use bosworth_rules::{Action, Position};

use crate::{Analysis, Engine, EngineSettings, Random, SearchLimits};

/// A playing strength from 1, a child's first game, to 8, the engine's full strength.
///
/// Weaker levels do not blunder at random. They search fewer nodes, their values carry noise
/// that is fixed for each position and action of a game (so the same question has the same
/// answer), and they have human faults: they forget that drawing is an option and hoard their
/// heroes. A cap on the loss of a single action keeps them from absurd gifts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What makes a level weak.
struct Faults {
    /// The node limit of its search.
    nodes: u64,
    /// The amplitude of the noise on its values, on the scale of [`Value::win`](crate::Value).
    noise: f32,
    /// The percentage of draws, and of heroes, that it overlooks.
    overlooked_percent: u64,
    /// The largest loss it accepts in one action, whatever the noise says.
    max_loss: f32,
}

const LEVELS: [Faults; 8] = [
    Faults { nodes: 8, noise: 0.60, overlooked_percent: 5, max_loss: 0.90 },
    Faults { nodes: 8, noise: 0.29, overlooked_percent: 5, max_loss: 0.74 },
    Faults { nodes: 16, noise: 0.22, overlooked_percent: 5, max_loss: 0.63 },
    Faults { nodes: 24, noise: 0.17, overlooked_percent: 4, max_loss: 0.55 },
    Faults { nodes: 80, noise: 0.12, overlooked_percent: 3, max_loss: 0.40 },
    Faults { nodes: 250, noise: 0.08, overlooked_percent: 1, max_loss: 0.30 },
    Faults { nodes: 1_500, noise: 0.04, overlooked_percent: 0, max_loss: 0.20 },
    Faults { nodes: 40_000, noise: 0.0, overlooked_percent: 0, max_loss: 0.0 },
];

impl Level {
    /// The strongest.
    pub const FULL: Self = Self(8);

    /// A level from 1 to 8.
    pub const fn new(level: u8) -> Option<Self> {
        if 1 <= level && level <= 8 { Some(Self(level)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=8).map(Self)
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Chooses an action in a game that goes on. `game` seeds the noise, so that the same
    /// position may be misjudged differently in another game. A forced action is played without
    /// a search.
    pub fn choose(self, position: &Position, game: u64) -> Action {
        let mut actions = position.actions().iter();
        let first = actions.next().unwrap_or(Action::Pass);
        if actions.next().is_none() {
            return first;
        }
        let faults = &LEVELS[usize::from(self.0) - 1];
        let engine = Engine::new(EngineSettings { hash: 8, ..EngineSettings::default() });
        let analysis = engine.analyse(position, SearchLimits::nodes(faults.nodes));
        faults.pick(&analysis, position.key() ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl Faults {
    /// The action that a player with these faults picks after this analysis.
    fn pick(&self, analysis: &Analysis, seed: u64) -> Action {
        let best = analysis.value.worth();
        let mut choice = (f32::NEG_INFINITY, analysis.best().unwrap_or(Action::Pass));
        let several = analysis.lines.len() > 1;
        for (n, line) in (1u64..).zip(&analysis.lines) {
            let action = line.action();
            let mut random = Random::new(seed ^ (n << 32) ^ line_key(action));
            let worth = line.value.worth();
            let overlooked = several
                && matches!(action, Action::Draw | Action::Hero(_))
                && random.next() % 100 < self.overlooked_percent;
            if overlooked || (best - worth) > self.max_loss {
                continue;
            }
            let opinion = worth + self.noise * normal_noise(&mut random);
            if opinion > choice.0 {
                choice = (opinion, action);
            }
        }
        choice.1
    }
}

/// A number for each action, which seeds its noise.
fn line_key(action: Action) -> u64 {
    match action {
        Action::Play(card) => card.index() as u64,
        Action::Hero(card) => 32 + card.index() as u64,
        Action::Draw => 64,
        Action::Pass => 65,
    }
}

/// Roughly normal noise with mean 0 and standard deviation 1: a scaled sum of three uniform
/// numbers.
fn normal_noise(random: &mut Random) -> f32 {
    ((random.unit() + random.unit() + random.unit()) * 2.0 - 3.0) as f32
}
