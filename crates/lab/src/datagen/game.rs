use bosworth_engine::{Analysis, Engine, Limits, Random, Value};
use bosworth_rules::{Action, BySide, Next, PendingDraw, Position, Ruleset, Side, Squares};

use super::{Sample, SampleKind};

/// A game that was played to learn from it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// Its number in the file: everything in it follows from this and the seed.
    pub(crate) number: u32,
    pub(crate) winner: Option<Side>,
    pub(crate) points: BySide<u32>,
    /// Where everybody's roses were in the end.
    pub(crate) roses: BySide<Squares>,
    pub(crate) samples: Vec<Sample>,
}

/// At most so many actions at the beginning are random.
const OPENING: u32 = 14;
/// One in so many actions later on is random.
const RANDOM: u32 = 100;
/// One in so many is chosen by its value, the better ones more often.
const LOOSE: u32 = 12;
/// How much worse an action may be, in win from -1 to 1, to be chosen a third as often.
const LOOSENESS: f64 = 0.08;
/// How much of the next value remains in what became of a position.
const PATIENCE: f32 = 0.98;
/// One of so many nodes looks at each of the cards that could have come up.
const LUCK: u32 = 16;

/// How a game is played, and what is kept of it.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The edition.
    pub ruleset: Ruleset,
    /// Nodes an action.
    pub nodes: u32,
    /// So many positions that were only looked at, for each action, at most.
    pub keep: u32,
    /// Those that were looked at at least so often.
    pub seen: u32,
    /// Another number gives other games.
    pub seed: u64,
}

/// A decision, as long as its game is not over.
struct PlayedDecision {
    position: Position,
    found: Value,
    /// Whether the best was done, so that what followed says something about the position.
    best: bool,
    /// What the cards that came up before the next decision were worth to Red.
    luck: Value,
}

impl Played {
    /// Plays a game.
    pub(super) fn play(engine: &Engine, terms: Terms, number: u32) -> Self {
        let Terms { ruleset, nodes, keep, seen, seed } = terms;
        let mut random = Random::new(seed ^ u64::from(number).wrapping_mul(0xd134_2543_de82_ef95));
        let limits = Limits::nodes(nodes.into());
        let opening = random.below(OPENING + 1);
        let mut position = random.deal(ruleset);
        let mut steps = Vec::new();
        let mut samples = Vec::new();
        for ply in 0.. {
            let choices = position.choices();
            let count = choices.len();
            if count == 0 {
                break;
            }
            let wild = ply < opening || random.below(RANDOM) == 0;
            let any = choices.pick(random.below(count)).map_or(Action::Pass, |any| any.action());
            let action = if count == 1 || ply < opening {
                any
            } else {
                let mut looked_at = Vec::new();
                let analysis =
                    engine.analyse_and_show(&position, limits, seen, &mut |at, found| {
                        looked_at.push(Sample {
                            at: *at,
                            kind: SampleKind::LookedAt,
                            found,
                            became: found,
                        });
                    });
                for _ in 0..looked_at.len().min(keep as usize) {
                    let place = random.below(looked_at.len() as u32) as usize;
                    samples.push(looked_at.swap_remove(place));
                }
                let best = analysis.best().unwrap_or(any);
                let chosen = if wild {
                    any
                } else if random.below(LOOSE) == 0 {
                    loosely(&analysis, &mut random).unwrap_or(best)
                } else {
                    best
                };
                let best = chosen == best;
                steps.push(PlayedDecision {
                    position,
                    found: analysis.value,
                    best,
                    luck: Value::default(),
                });
                chosen
            };
            position = match position.choose(action).map(|choice| choice.take()) {
                Ok(Next::Position(next)) => next,
                Ok(Next::Draw(pending)) => {
                    let cards = pending.outcomes().len();
                    let next = pending.pick(random.below(cards)).unwrap_or(position);
                    if let Some(step) = steps.last_mut() {
                        step.luck += luck(engine, &pending, &next, nodes / LUCK);
                    }
                    next
                }
                Err(fault) => unreachable!("only legal actions are chosen: {fault}"),
            };
        }
        let scores = position.scores();
        let winner = position.outcome().and_then(|outcome| outcome.winner());
        let mut played = Self {
            number,
            winner,
            points: scores.map(|score| score.points),
            roses: BySide::from_fn(|side| position.roses(side)),
            samples,
        };
        played.look_back(steps);
        played
    }

    /// The game's result for a side.
    pub(crate) fn result(&self, side: Side) -> Value {
        let win = self.winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 });
        let margin = self.points[side] as f32 - self.points[!side] as f32;
        Value { win, margin }
    }

    /// Adds the decisions with what became of them, from the last to the first.
    fn look_back(&mut self, steps: Vec<PlayedDecision>) {
        let mut later = self.result(Side::Red);
        for PlayedDecision { position, found, best, luck } in steps.into_iter().rev() {
            let side = position.side();
            // On average luck is nothing. Without it far less of what became of a position is chance.
            later = if best { later + -luck } else { by_red(found, side) };
            let became = by_red(later, side);
            self.samples.push(Sample {
                at: Next::Position(position),
                kind: SampleKind::Played,
                found,
                became,
            });
            later = later * PATIENCE + by_red(found, side) * (1.0 - PATIENCE);
        }
    }
}

/// A side's value, or Red's, with the eyes of the other one of these two.
fn by_red(value: Value, side: Side) -> Value {
    if side == Side::Red { value } else { -value }
}

/// What a card that came up was worth to Red, against all those that could have come.
fn luck(engine: &Engine, pending: &PendingDraw, next: &Position, nodes: u32) -> Value {
    let limits = Limits::nodes(nodes.into());
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

/// One of the actions, the better the more likely.
fn loosely(analysis: &Analysis, random: &mut Random) -> Option<Action> {
    let best = f64::from(analysis.value.win);
    let weights: Vec<_> = analysis
        .lines
        .iter()
        .map(|line| ((f64::from(line.value.win) - best) / LOOSENESS).min(0.0).exp())
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

    /// The cards that could have come up are worth nothing on average: what became of a position
    /// is not shifted by leaving luck out.
    #[test]
    fn luck_is_nothing_on_average() {
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
    fn as_many_positions_are_kept_as_wanted() {
        let engine = Engine::default();
        let terms = |keep| Terms { ruleset: Ruleset::default(), nodes: 60, keep, seen: 1, seed: 3 };
        let counts = |keep| {
            let samples = Played::play(&engine, terms(keep), 0).samples;
            let played = samples.iter().filter(|sample| sample.kind == SampleKind::Played).count();
            (played, samples.len() - played)
        };
        let (played, none) = counts(0);
        assert_eq!(none, 0);
        // Which positions are kept is drawn by lot, so another game follows.
        let (more, kept) = counts(10);
        assert!(played > 20 && kept <= 10 * more && kept > 5 * more, "{played} {more} {kept}");
    }
}
