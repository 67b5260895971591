use bosworth_engine::{Analysis, Engine, Limits, Random, Value};
use bosworth_rules::{Action, BySide, Next, Position, Ruleset, Side, Squares};

use super::{Kind, Sample};

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
const RANDOM: u32 = 50;
/// One in so many is chosen by its value, the better ones more often.
const LOOSE: u32 = 8;
/// How much worse an action may be, in win from -1 to 1, to be chosen a third as often.
const LOOSENESS: f64 = 0.08;
/// How much of the next value remains in what became of a position.
const PATIENCE: f32 = 0.95;
/// Positions that were looked at at least so often are worth keeping.
const LOOKED_AT: u32 = 8;
/// So many for each action, at most.
const KEPT: usize = 3;

/// A decision, as long as its game is not over.
struct Step {
    position: Position,
    found: Value,
    /// Whether the best was done, so that what followed says something about the position.
    best: bool,
}

impl Played {
    /// Plays a game.
    pub(super) fn play(
        engine: &Engine,
        ruleset: Ruleset,
        nodes: u32,
        seed: u64,
        number: u32,
    ) -> Self {
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
                    engine.analyse_and_show(&position, limits, LOOKED_AT, &mut |at, found| {
                        looked_at.push(Sample {
                            at: *at,
                            kind: Kind::LookedAt,
                            found,
                            became: found,
                        });
                    });
                for _ in 0..KEPT.min(looked_at.len()) {
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
                steps.push(Step { position, found: analysis.value, best: chosen == best });
                chosen
            };
            position = match position.choose(action).map(|choice| choice.take()) {
                Ok(Next::Position(next)) => next,
                Ok(Next::Draw(pending)) => {
                    let cards = pending.outcomes().len();
                    pending.pick(random.below(cards)).unwrap_or(position)
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
    fn look_back(&mut self, steps: Vec<Step>) {
        // Seen by Red.
        let seen = |value: Value, side| if side == Side::Red { value } else { -value };
        let mut later = self.result(Side::Red);
        for Step { position, found, best } in steps.into_iter().rev() {
            let side = position.side();
            if !best {
                later = seen(found, side);
            }
            let became = seen(later, side);
            self.samples.push(Sample {
                at: Next::Position(position),
                kind: Kind::Played,
                found,
                became,
            });
            later = later * PATIENCE + seen(found, side) * (1.0 - PATIENCE);
        }
    }
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
