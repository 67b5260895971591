use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use bosworth_rules::{Action, Choice, Next, Position, Side};

use super::fraction::Fraction;
use super::search::Solver;
use crate::{SearchLimits, Watch};

/// A proof of the value of a position: a strategy for each side.
///
/// "Keep" is a strategy for the side to act: whatever the opponent does, on average over the cards
/// that come it wins at least the win chance. "Hold" is one for the opponent, which holds the side
/// to act to at most that. A checker needs the rules alone: in states of the strategy's owner it
/// follows the strategy, in those of the other side it takes the worst action, and over the cards
/// of a draw the mean. As text, it has the format of docs/notation.md.
///
/// ```
/// use bosworth_engine::{Certificate, Solver};
/// use bosworth_rules::Position;
///
/// let ending: Position = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/1r1wwrw2 \
///     h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic".parse()?;
/// let mut solver = Solver::new(64 << 20);
/// let certificate = Certificate::find(&ending, &mut solver, 100_000, &mut ())?;
/// assert_eq!(certificate.win_chance.to_string(), "493/528");
/// assert_eq!(certificate.keep[0].1.to_string(), "S2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The position whose value is proven.
    pub position: Position,
    /// The win chance of the side to act; a draw counts as half a win.
    pub win_chance: Fraction,
    /// An action of the side to act for every state that its strategy can reach, except those with
    /// one legal action. The order is that of a walk, from the position on.
    pub keep: Vec<(Position, Action)>,
    /// The same for the opponent.
    pub hold: Vec<(Position, Action)>,
}

/// Why there is no certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CertificateError {
    /// The watcher stopped the search, or the memory of the solver is too small.
    Stopped,
    /// The strategies reach too many states.
    TooManyStates {
        /// The maximum number of states.
        max_states: usize,
    },
    /// The values are too fine for the arithmetic: a denominator exceeds 64 bits, or the solver
    /// could not tell two actions apart.
    TooFine,
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("the search was stopped"),
            Self::TooManyStates { max_states } => {
                write!(f, "the strategies reach more than {max_states} states")
            }
            Self::TooFine => f.write_str("the values are too fine for the arithmetic"),
        }
    }
}

impl std::error::Error for CertificateError {}

/// The number of states between two polls of the watcher.
const POLL_INTERVAL: usize = 256;
/// Values that differ by less are taken for equal. Rounding errors are much smaller, the
/// differences between fractions of small denominators much larger.
const ROUNDING: f64 = 1e-12;

impl Certificate {
    /// Finds both strategies, which reach at most `max_states` states together, those of the end of
    /// the game not counted. What the solver already knows is not searched again. The watcher is
    /// called with the number of states.
    pub fn find(
        position: &Position,
        solver: &mut Solver,
        max_states: usize,
        watch: &mut dyn Watch,
    ) -> Result<Self, CertificateError> {
        let side = position.side();
        let mut walk = Walk::new(solver, watch, max_states);
        let (win_chance, keep) = walk.strategy(position, side)?;
        let (held, hold) = walk.strategy(position, !side)?;
        if held != win_chance.complement() {
            return Err(CertificateError::TooFine);
        }
        Ok(Self { position: *position, win_chance, keep, hold })
    }
}

/// A walk through everything that can happen when one side follows its strategy.
struct Walk<'s> {
    solver: &'s mut Solver,
    watch: &'s mut dyn Watch,
    max_states: usize,
    /// The number of states reached, by both strategies.
    states: usize,
    /// The owner of the strategy.
    owner: Side,
    strategy: Vec<(Position, Action)>,
    /// What the strategy guarantees in states that were reached.
    guarantees: HashMap<u64, Fraction>,
}

impl<'s> Walk<'s> {
    fn new(solver: &'s mut Solver, watch: &'s mut dyn Watch, max_states: usize) -> Self {
        Self {
            solver,
            watch,
            max_states,
            states: 0,
            owner: Side::Red,
            strategy: Vec::new(),
            guarantees: HashMap::new(),
        }
    }

    /// The strategy of a side, and the win chance that it guarantees.
    fn strategy(
        &mut self,
        position: &Position,
        owner: Side,
    ) -> Result<(Fraction, Vec<(Position, Action)>), CertificateError> {
        self.owner = owner;
        self.guarantees.clear();
        let guarantee = self.guarantee(position)?;
        Ok((guarantee, core::mem::take(&mut self.strategy)))
    }

    /// What the strategy guarantees its owner from a position on. A game has at most a few hundred
    /// plies, and so has the recursion.
    fn guarantee(&mut self, position: &Position) -> Result<Fraction, CertificateError> {
        if let Some(outcome) = position.outcome() {
            return Ok(match outcome.winner() {
                Some(side) if side == self.owner => Fraction::ONE,
                Some(_) => Fraction::ZERO,
                None => Fraction::HALF,
            });
        }
        if let Some(&known) = self.guarantees.get(&position.key()) {
            return Ok(known);
        }
        self.count()?;
        let guarantee = if position.side() == self.owner {
            let choice = self.choose(position)?;
            self.guarantee_after(choice)?
        } else {
            let mut worst = Fraction::ONE;
            for choice in position.choices().iter() {
                worst = worst.min(self.guarantee_after(choice)?);
            }
            worst
        };
        self.guarantees.insert(position.key(), guarantee);
        Ok(guarantee)
    }

    fn guarantee_after(&mut self, choice: Choice<'_>) -> Result<Fraction, CertificateError> {
        match choice.take() {
            Next::Position(next) => self.guarantee(&next),
            Next::Draw(pending) => {
                let mut guarantees = Vec::with_capacity(pending.outcomes().len() as usize);
                for card in pending.outcomes() {
                    let Ok(next) = pending.resolve(card) else {
                        unreachable!("the card is in the pile")
                    };
                    guarantees.push(self.guarantee(&next)?);
                }
                Fraction::mean(&guarantees).ok_or(CertificateError::TooFine)
            }
        }
    }

    fn count(&mut self) -> Result<(), CertificateError> {
        if self.states >= self.max_states {
            return Err(CertificateError::TooManyStates { max_states: self.max_states });
        }
        self.states += 1;
        if self.states % POLL_INTERVAL == 0 && self.watch.keep_on(self.states as u64).is_break() {
            return Err(CertificateError::Stopped);
        }
        Ok(())
    }

    /// The owner's action: a best one, which is listed if there are others. Plays come first,
    /// because they lead to the end, and draws last, because they lead to the most states.
    fn choose<'p>(&mut self, position: &'p Position) -> Result<Choice<'p>, CertificateError> {
        let mut choices: Vec<_> = position.choices().iter().collect();
        choices.sort_by_key(|choice| match choice.action() {
            Action::Play(_) => 0,
            Action::Hero(_) => 1,
            Action::Draw | Action::Pass => 2,
        });
        let Some(last) = choices.pop() else { unreachable!("the game is not over") };
        if choices.is_empty() {
            return Ok(last);
        }
        let best = self.win_chance(position)? - ROUNDING;
        let mut chosen = last;
        for choice in choices {
            if self.win_chance_after(choice)? >= best {
                chosen = choice;
                break;
            }
        }
        self.strategy.push((*position, chosen.action()));
        Ok(chosen)
    }

    fn win_chance(&mut self, position: &Position) -> Result<f64, CertificateError> {
        let mut watch = StateWatch { watch: self.watch, states: self.states as u64 };
        let win_chance = self.solver.win_chance(position, SearchLimits::default(), &mut watch);
        win_chance.ok_or(CertificateError::Stopped)
    }

    /// The win chance of the side that has acted.
    fn win_chance_after(&mut self, choice: Choice<'_>) -> Result<f64, CertificateError> {
        match choice.take() {
            Next::Position(next) => Ok(1.0 - self.win_chance(&next)?),
            Next::Draw(pending) => {
                let mut sum = 0.0;
                for (_, next) in pending.each() {
                    sum += 1.0 - self.win_chance(&next)?;
                }
                Ok(sum / f64::from(pending.outcomes().len()))
            }
        }
    }
}

/// Tells a watcher the number of states instead of that of nodes.
struct StateWatch<'w> {
    watch: &'w mut dyn Watch,
    states: u64,
}

impl Watch for StateWatch<'_> {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        self.watch.keep_on(self.states)
    }
}

/// In the format of docs/notation.md.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bosworth-certificate 1")?;
        writeln!(f, "position {}", self.position)?;
        writeln!(f, "win_chance {}", self.win_chance)?;
        for (name, strategy) in [("keep", &self.keep), ("hold", &self.hold)] {
            writeln!(f, "{name} {}", strategy.len())?;
            for (state, action) in strategy {
                writeln!(f, "{action} {state}")?;
            }
        }
        writeln!(f, "end")
    }
}
