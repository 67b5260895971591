use core::ops::RangeInclusive;

use bosworth_rules::{Action, Position, Squares};

use crate::{Analysis, Engine, EngineSettings, Random, SearchLimits};

/// A playing strength from 1, a child's first game, to 8, the engine's full strength.
///
/// Weaker levels do not blunder at random. They search fewer nodes, their values carry noise
/// that is fixed for each position and action of a game (so the same question has the same
/// answer), and they have human faults: they forget that drawing is an option and hoard their
/// heroes. A cap on the loss of a single action keeps them from absurd gifts.
///
/// Level 1 lets a beginner win: it plays well only after a wasted action of the opponent, and gives
/// way after every other. More noise would not do: a player who only takes points beats dice in no
/// more than two games of three, so a level that loses to the one would be worse than the other.
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
    /// Whether it takes the worst action instead of the best, unless the opponent has just
    /// [wasted one](was_wasted).
    gives_way: bool,
}

const LEVELS: [Faults; 8] = [
    Faults { nodes: 8, noise: 0.02, overlooked_percent: 0, max_loss: 2.50, gives_way: true },
    Faults { nodes: 8, noise: 0.80, overlooked_percent: 5, max_loss: 0.90, gives_way: false },
    Faults { nodes: 8, noise: 0.26, overlooked_percent: 5, max_loss: 0.70, gives_way: false },
    Faults { nodes: 24, noise: 0.17, overlooked_percent: 4, max_loss: 0.55, gives_way: false },
    Faults { nodes: 80, noise: 0.12, overlooked_percent: 3, max_loss: 0.40, gives_way: false },
    Faults { nodes: 250, noise: 0.08, overlooked_percent: 1, max_loss: 0.30, gives_way: false },
    Faults { nodes: 1_500, noise: 0.04, overlooked_percent: 0, max_loss: 0.20, gives_way: false },
    Faults { nodes: 40_000, noise: 0.0, overlooked_percent: 0, max_loss: 0.0, gives_way: false },
];

/// The mean loss of win chance a decision in reviews of games between levels (docs/strength.md).
const MEAN_LOSSES: [f64; 8] = [0.0272, 0.0251, 0.0214, 0.0165, 0.0120, 0.0076, 0.0040, 0.0011];

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

    /// The level whose decisions cost about as much as these, as a review says.
    pub fn of_mean_loss(mean_loss: f64) -> Self {
        // Between two levels, the limit is the geometric mean.
        let weaker =
            MEAN_LOSSES.windows(2).take_while(|pair| mean_loss < (pair[0] * pair[1]).sqrt());
        Self(1 + weaker.count() as u8)
    }

    /// Chooses an action in a game that goes on. `game` seeds the noise, so that the same
    /// position may be misjudged differently in another game. A forced action is played without
    /// a search.
    pub fn choose(self, position: &Position, game: u64) -> Action {
        self.choices(position, game..=game).next().unwrap_or(Action::Pass)
    }

    /// What it chooses in each of several games that come to this position: it searches once, and
    /// every game adds its own noise.
    pub fn choices(
        self,
        position: &Position,
        games: RangeInclusive<u64>,
    ) -> impl Iterator<Item = Action> {
        let actions = position.actions();
        let forced = actions.iter().next().filter(|_| actions.len() == 1);
        let faults = &LEVELS[usize::from(self.0) - 1];
        let analysis = match forced {
            Some(_) => Analysis::default(),
            None => Engine::new(EngineSettings { hash: 8, ..EngineSettings::default() })
                .analyse(position, SearchLimits::nodes(faults.nodes)),
        };
        let giving_way = faults.gives_way && !was_wasted(position);
        let key = position.key();
        games.map(move |game| {
            let seed = key ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            forced.unwrap_or_else(|| faults.pick(&analysis, giving_way, seed))
        })
    }
}

impl Faults {
    /// The action that a player with these faults picks after this analysis.
    fn pick(&self, analysis: &Analysis, giving_way: bool, seed: u64) -> Action {
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
            let wish = if giving_way { -worth } else { worth };
            let opinion = wish + self.noise * normal_noise(&mut random);
            if opinion > choice.0 {
                choice = (opinion, action);
            }
        }
        choice.1
    }
}

/// Whether the opponent's last action was one that beginners should avoid: a rose that touches no
/// other of its colour, or a draw although a card could have been played.
fn was_wasted(position: &Position) -> bool {
    let (crown, other) = (position.crown(), !position.side());
    match position.rose_at(crown) {
        None => false,
        Some(side) if side == other => {
            (Squares::of(crown).neighbours() & position.roses(other)).is_empty()
        }
        // The crown is where it was, so the opponent has drawn or passed. One of two playable cards
        // was there before.
        Some(_) => position.playable(other).0.len() >= 2,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_loss_is_like_that_of_a_level() {
        for (level, loss) in Level::all().zip(MEAN_LOSSES) {
            assert_eq!(Level::of_mean_loss(loss), level);
        }
        assert_eq!([1.0, 0.0].map(Level::of_mean_loss), [Level(1), Level(8)]);
    }

    fn was_wasted_in(position: &str) -> bool {
        was_wasted(&position.parse().expect("a position"))
    }

    #[test]
    fn one_search_gives_the_choices_of_many_games() {
        for text in [
            "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic",
            "9/9/9/4r4/9/4r4/9/9/9 e6 r - N1,N2 4 4 - classic",
        ] {
            let position: Position = text.parse().expect("a position");
            for level in Level::all().take(6) {
                let one_by_one: Vec<_> =
                    (3..=9).map(|game| level.choose(&position, game)).collect();
                assert!(level.choices(&position, 3..=9).eq(one_by_one), "{level:?}");
            }
        }
    }

    #[test]
    fn nothing_is_wasted_at_the_start() {
        assert!(!was_wasted_in(
            "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic"
        ));
    }

    #[test]
    fn a_rose_is_wasted_unless_it_touches_one_of_its_colour() {
        assert!(was_wasted_in("9/9/9/9/3rw4/9/9/9/9 e5 r N1 S1 4 4 - classic"));
        assert!(was_wasted_in("9/9/9/5w3/4w4/9/9/9/9 f6 r N1 S1 4 4 - classic"));
        assert!(!was_wasted_in("9/9/9/9/3ww4/9/9/9/9 e5 r N1 S1 4 4 - classic"));
    }

    #[test]
    fn a_draw_is_wasted_if_a_card_could_be_played_before_it() {
        // White has drawn one of its cards, and could have played the other.
        assert!(was_wasted_in("9/9/9/9/4r4/9/9/9/9 e5 r N1 S1,S2 4 4 - classic"));
        // The one card that can be played may be the one that was drawn.
        assert!(!was_wasted_in("9/9/9/9/4r4/9/9/9/9 e5 r N1 S1 4 4 - classic"));
        assert!(!was_wasted_in("9/9/9/9/9/9/9/9/4r4 e1 r N1 N2,S1,S2,S3 4 4 - classic"));
    }
}
