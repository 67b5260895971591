use bosworth_engine::{Analysis, Engine, Level, Random, SearchLimits, Value};
use bosworth_rules::{
    Action, BySide, Choice, Game, Next, PendingDraw, Position, Ruleset, Side, Squares,
};

use super::{Sample, SampleKind};

/// A self-play game as it was played.
#[derive(Clone, Debug)]
pub(crate) struct SelfPlayGame {
    /// Its number in the file, which with the seed determines everything in it.
    pub(crate) number: u32,
    pub(crate) game: Game,
    pub(crate) decisions: Vec<PlayedDecision>,
    /// Positions that were only visited by a search.
    looked_at: Vec<Sample>,
}

/// A decision that was searched.
#[derive(Clone, Debug)]
pub(crate) struct PlayedDecision {
    /// The number of the ply, from 1.
    pub(crate) ply: u32,
    pub(crate) position: Position,
    pub(crate) analysis: Analysis,
    pub(crate) best: Action,
    /// Other actions than the best one are chosen [for variety](SelfPlayer::Varied) and by levels.
    /// Then the continuation says nothing about the value.
    pub(crate) chosen: Action,
    /// The luck of the cards drawn before the next decision, for Red.
    luck: Value,
}

/// A self-play game as it is stored for training.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// Its number in the file, which with the seed determines everything in it.
    pub(crate) number: u32,
    pub(crate) winner: Option<Side>,
    pub(crate) points: BySide<u32>,
    /// The final roses of each side.
    pub(crate) roses: BySide<Squares>,
    pub(crate) samples: Vec<Sample>,
}

/// The maximum length of the random opening, in actions.
const OPENING: u32 = 14;
/// After that, one in this many actions is random.
const RANDOM: u32 = 100;
/// One in this many actions is sampled by a softmax over the values.
const LOOSE: u32 = 12;
/// The softmax temperature, in win from -1 to 1.
const TEMPERATURE: f64 = 0.08;
/// λ of the TD(λ) training target: the weight of later values against the value found here.
const LAMBDA: f32 = 0.98;
/// The fraction of a decision's nodes, as a divisor, spent on each card that could have been drawn.
const LUCK: u32 = 16;

/// The parameters of a game and of its samples.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlaySettings {
    /// The edition.
    pub ruleset: Ruleset,
    /// Nodes for each action.
    pub nodes: u32,
    /// The maximum number of visited but unplayed positions to keep for each action.
    pub keep: u32,
    /// The minimum number of visits of those.
    pub seen: u32,
    /// The random seed.
    pub seed: u64,
    /// Who chooses the actions.
    pub player: SelfPlayer,
}

/// Who chooses the actions of a self-play game. The search of the engine judges them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfPlayer {
    /// The engine, after a few random actions, and with an exploring one now and then.
    Varied,
    /// The engine, always with what it thinks is best.
    Best,
    /// One of the levels.
    Level(Level),
}

impl SelfPlayGame {
    /// Plays a game.
    pub(crate) fn play(engine: &Engine, terms: SelfPlaySettings, number: u32) -> Self {
        let SelfPlaySettings { ruleset, nodes, keep, seen, seed, player } = terms;
        let game_seed = seed ^ u64::from(number).wrapping_mul(0xd134_2543_de82_ef95);
        let mut random = Random::new(game_seed);
        let limits = SearchLimits::nodes(nodes.into());
        let varied = player == SelfPlayer::Varied;
        let opening = if varied { random.below(OPENING + 1) } else { 0 };
        let mut position = random.deal(ruleset);
        let mut game = Game::new(position);
        let mut decisions: Vec<PlayedDecision> = Vec::new();
        let mut looked_at = Vec::new();
        for ply in 0.. {
            let choices = position.choices();
            let count = choices.len();
            if count == 0 {
                break;
            }
            let wild = varied && (ply < opening || random.below(RANDOM) == 0);
            let any = choices.pick(random.below(count)).map_or(Action::Pass, |any| any.action());
            let action = if count == 1 || ply < opening {
                any
            } else {
                let mut visited = Vec::new();
                let analysis =
                    engine.analyse_and_show(&position, limits, seen, &mut |at, found| {
                        visited.push(Sample {
                            at: *at,
                            kind: SampleKind::LookedAt,
                            found,
                            became: found,
                        });
                    });
                for _ in 0..visited.len().min(keep as usize) {
                    let place = random.below(visited.len() as u32) as usize;
                    looked_at.push(visited.swap_remove(place));
                }
                let best = analysis.best().unwrap_or(any);
                let chosen = match player {
                    SelfPlayer::Level(level) => level.choose(&position, game_seed),
                    SelfPlayer::Varied if wild => any,
                    SelfPlayer::Varied if random.below(LOOSE) == 0 => {
                        softmax(&analysis, &mut random).unwrap_or(best)
                    }
                    SelfPlayer::Varied | SelfPlayer::Best => best,
                };
                decisions.push(PlayedDecision {
                    ply: ply + 1,
                    position,
                    analysis,
                    best,
                    chosen,
                    luck: Value::default(),
                });
                chosen
            };
            let next = position.choose(action).map(Choice::take);
            let (next, drawn) = match next {
                Ok(Next::Position(next)) => (next, None),
                Ok(Next::Draw(pending)) => {
                    let outcomes = pending.outcomes();
                    let card = outcomes.pick(random.below(outcomes.len()));
                    let next = card.and_then(|card| pending.resolve(card).ok());
                    let next = next.unwrap_or(position);
                    // Only the targets of training need it.
                    if let Some(decision) = decisions.last_mut().filter(|_| varied) {
                        decision.luck += luck(engine, &pending, &next, nodes / LUCK);
                    }
                    (next, card)
                }
                Err(fault) => unreachable!("only legal actions are chosen: {fault}"),
            };
            position = next;
            let pushed = action.resolved(drawn).map(|ply| game.push(ply));
            debug_assert!(matches!(pushed, Some(Ok(at)) if *at == position));
        }
        Self { number, game, decisions, looked_at }
    }

    /// The final position.
    pub(crate) fn last(&self) -> &Position {
        self.game.position()
    }
}

/// Computes the training targets backwards from the result.
impl From<SelfPlayGame> for Played {
    fn from(game: SelfPlayGame) -> Self {
        let SelfPlayGame { number, game, decisions, looked_at } = game;
        let last = game.position();
        let mut played = Self {
            number,
            winner: last.outcome().and_then(|outcome| outcome.winner()),
            points: last.scores().map(|score| score.points),
            roses: BySide::from_fn(|side| last.roses(side)),
            samples: looked_at,
        };
        let mut later = played.result(Side::Red);
        for PlayedDecision { position, analysis, best, chosen, luck, .. } in
            decisions.into_iter().rev()
        {
            let found = analysis.value;
            let side = position.side();
            // Luck has mean zero, so subtracting it reduces the variance of the target without
            // bias.
            later = if chosen == best { later + -luck } else { by_red(found, side) };
            let became = by_red(later, side);
            played.samples.push(Sample {
                at: Next::Position(position),
                kind: SampleKind::Played,
                found,
                became,
            });
            later = later * LAMBDA + by_red(found, side) * (1.0 - LAMBDA);
        }
        played
    }
}

impl Played {
    /// The game's result for a side.
    pub(crate) fn result(&self, side: Side) -> Value {
        let win = self.winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 });
        let margin = self.points[side] as f32 - self.points[!side] as f32;
        Value { win, margin }
    }
}

/// Converts a value between a side's point of view and Red's.
fn by_red(value: Value, side: Side) -> Value {
    if side == Side::Red { value } else { -value }
}

/// The luck of a drawn card for Red: its value less the mean over all cards that could have been
/// drawn.
fn luck(engine: &Engine, pending: &PendingDraw, next: &Position, nodes: u32) -> Value {
    let limits = SearchLimits::nodes(nodes.into());
    let value = |at: &Position| by_red(engine.analyse(at, limits).value, at.side());
    let share = 1.0 / pending.outcomes().len() as f32;
    let mut luck = Value::default();
    for (_, at) in pending.each() {
        let value = value(&at);
        luck += value * -share;
        if at == *next {
            luck += value;
        }
    }
    luck
}

/// Samples an action by a softmax over the values.
fn softmax(analysis: &Analysis, random: &mut Random) -> Option<Action> {
    let best = f64::from(analysis.value.win);
    let weights: Vec<_> = analysis
        .lines
        .iter()
        .map(|line| ((f64::from(line.value.win) - best) / TEMPERATURE).min(0.0).exp())
        .collect();
    let mut left = random.unit() * weights.iter().sum::<f64>();
    for (line, weight) in analysis.lines.iter().zip(weights) {
        left -= weight;
        if left <= 0.0 {
            return Some(line.action());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Luck has mean zero over the possible cards: subtracting it does not bias the target.
    #[test]
    fn luck_has_mean_zero() {
        let engine = Engine::default();
        let mut random = Random::new(7);
        let mut draws = 0;
        let mut position = random.deal(Ruleset::default());
        while !position.is_over() {
            let action = match position.choices().pick(random.below(position.choices().len())) {
                Some(choice) => choice.action(),
                None => break,
            };
            position = match position.act(action) {
                Ok(Next::Position(next)) => next,
                Ok(Next::Draw(pending)) => {
                    let all = pending.each().map(|(_, next)| luck(&engine, &pending, &next, 6));
                    let sum = all.fold(Value::default(), |sum, luck| sum + luck);
                    assert!(sum.win.abs() < 1e-4 && sum.margin.abs() < 1e-2, "{sum:?}");
                    draws += 1;
                    pending.pick(random.below(pending.outcomes().len())).unwrap_or(position)
                }
                Err(fault) => unreachable!("only legal actions are chosen: {fault}"),
            };
        }
        assert!(draws > 10);
    }

    #[test]
    fn the_requested_number_of_positions_is_kept() {
        let engine = Engine::default();
        let terms = |keep| SelfPlaySettings {
            ruleset: Ruleset::default(),
            nodes: 60,
            keep,
            seen: 1,
            seed: 3,
            player: SelfPlayer::Varied,
        };
        let counts = |keep| {
            let samples = Played::from(SelfPlayGame::play(&engine, terms(keep), 0)).samples;
            let played = samples.iter().filter(|sample| sample.kind == SampleKind::Played).count();
            (played, samples.len() - played)
        };
        let (played, none) = counts(0);
        assert_eq!(none, 0);
        // Which positions are kept is random, so the game continues differently.
        let (more, kept) = counts(10);
        assert!(played > 20 && kept <= 10 * more && kept > 5 * more, "{played} {more} {kept}");
    }
}
