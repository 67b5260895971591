//! The games that puzzles come from.

use bosworth_engine::{Analysis, Engine, Random, SearchLimits};
use bosworth_rules::{Action, Game, Next, PendingDraw, Ply, Position, Record, Ruleset};

/// A game in which puzzles are looked for.
#[derive(Clone, Debug)]
pub enum PuzzleSource {
    /// A game between engines that sometimes err, by its number.
    SelfPlay(u32),
    /// A game that was played, with its name.
    Record(String, Box<Record>),
}

/// A game, and what a short search says about each of its decisions.
pub(super) struct SourceGame {
    pub(super) game: Game,
    /// With the number of plies before each.
    pub(super) decisions: Vec<(usize, Analysis)>,
}

/// The maximum length of the random opening, in actions.
const OPENING: u32 = 8;
/// After that, one in this many actions is random.
const RANDOM: u32 = 16;
/// The temperature at which the others are chosen, in win chance: players err a little.
const TEMPERATURE: f64 = 0.03;

impl PuzzleSource {
    /// Its name in the file of candidates.
    pub(super) fn name(&self) -> String {
        match self {
            Self::SelfPlay(number) => format!("self-play {number}"),
            Self::Record(name, _) => name.clone(),
        }
    }

    /// The seed of everything that is random about it.
    pub(super) fn random(&self, seed: u64) -> Random {
        let name = self.name();
        // FNV-1a, as the network's fingerprint.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Random::new(Random::new(seed).next() ^ hash)
    }

    /// Plays or replays the game, with a search of `nodes` nodes for each decision. `None` if the
    /// record breaks the rules or is not that of an edition.
    pub(super) fn game(
        &self,
        engine: &Engine,
        nodes: u64,
        editions: &[Ruleset],
        random: &mut Random,
    ) -> Option<SourceGame> {
        let limits = SearchLimits::nodes(nodes);
        match self {
            Self::SelfPlay(number) => {
                let edition = editions[*number as usize % editions.len().max(1)];
                Some(SourceGame::play(engine, limits, edition, random))
            }
            Self::Record(_, record) => {
                let game = record.replay().ok()?;
                let edition = game.start().ruleset();
                editions.contains(&edition).then(|| SourceGame::replay(engine, limits, game))
            }
        }
    }
}

impl SourceGame {
    fn play(engine: &Engine, limits: SearchLimits, edition: Ruleset, random: &mut Random) -> Self {
        let opening = random.below(OPENING + 1);
        let mut game = Game::new(random.deal(edition));
        let mut decisions = Vec::new();
        loop {
            let position = *game.position();
            let choices = position.choices();
            let count = choices.len();
            if count == 0 {
                return Self { game, decisions };
            }
            let plies = game.plies().len();
            let any = choices.pick(random.below(count)).map_or(Action::Pass, |it| it.action());
            let action = if count == 1 || plies < opening as usize {
                any
            } else {
                let analysis = engine.analyse(&position, limits);
                let chosen = match random.below(RANDOM) {
                    0 => any,
                    _ => sampled(&analysis, random).unwrap_or(any),
                };
                decisions.push((plies, analysis));
                chosen
            };
            let draw = |pending: &PendingDraw| {
                let outcomes = pending.outcomes();
                outcomes.pick(random.below(outcomes.len())).unwrap_or(bosworth_rules::Card::ALL[0])
            };
            if game.act_with(action, draw).is_err() {
                unreachable!("only legal actions are chosen");
            }
        }
    }

    fn replay(engine: &Engine, limits: SearchLimits, game: Game) -> Self {
        let choices = game.positions().iter().enumerate();
        let choices = choices.filter(|(_, position)| position.actions().len() > 1);
        let decisions = choices.map(|(plies, at)| (plies, engine.analyse(at, limits))).collect();
        Self { game, decisions }
    }

    /// The plies before which no side has been skipped: a skip cannot be seen in a position, so whether
    /// one after it can be reached could not be checked.
    pub(super) fn plies_without_pass(&self) -> usize {
        let plies = self.game.plies();
        plies.iter().position(|ply| *ply == Ply::Pass).unwrap_or(plies.len())
    }

    pub(super) fn position(&self, plies: usize) -> &Position {
        &self.game.positions()[plies]
    }
}

/// An action with a probability that falls with what it costs.
fn sampled(analysis: &Analysis, random: &mut Random) -> Option<Action> {
    let best = analysis.win_chance();
    let weight = |chance: f64| ((chance - best) / TEMPERATURE).min(0.0).exp();
    let total: f64 = analysis.lines.iter().map(|line| weight(line.win_chance())).sum();
    let mut left = random.unit() * total;
    for line in &analysis.lines {
        left -= weight(line.win_chance());
        if left <= 0.0 {
            return Some(line.action());
        }
    }
    analysis.best()
}

/// Whether an action leads to the end of the game, whatever card comes.
pub(super) fn ends(position: &Position, action: Action) -> bool {
    match position.act(action) {
        Ok(Next::Position(next)) => next.is_over(),
        Ok(Next::Draw(pending)) => pending.each().all(|(_, next)| next.is_over()),
        Err(_) => false,
    }
}
