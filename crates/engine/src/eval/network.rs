//! The trained evaluation: a small network of whole numbers.

mod board;
mod geometry;
mod inputs;
mod kernel;
mod layers;
mod mark;

use std::sync::{Arc, OnceLock};

use bosworth_rules::{Action, Card, Next, PendingDraw, Position};

use self::board::{Board, Who};
use self::inputs::View;
use self::layers::{Layers, Sums};
use super::{Evaluation, squash};
use crate::Value;

pub use self::inputs::{INPUT_LAYOUT, INPUTS, InputLayout, Inputs, MOST_INPUTS, turned_inputs};
pub use self::kernel::Kernel;
pub use self::layers::NotANetwork;

/// The evaluation that was trained on games of the engine against itself.
///
/// A position is a list of facts ([`Inputs`]). Each fact has a row of 192 numbers, and the first
/// layer is their sum; three small layers make of it the chances to win and not to lose, and the
/// margin. All arithmetic is on whole numbers, so every processor gives the same answer to the
/// bit. Editions that end when either side is blocked share the first layer with the others and
/// have small layers of their own.
#[derive(Clone)]
pub struct Network {
    layers: Arc<Layers>,
    kernel: Kernel,
    hash: u64,
}

static SHIPPED: &[u8] = include_bytes!("../../../../nets/shipped.net");

impl Network {
    /// The network that comes with the program. It is read once and shared.
    pub fn shipped() -> Self {
        static NETWORK: OnceLock<Network> = OnceLock::new();
        NETWORK
            .get_or_init(|| match Self::read(SHIPPED) {
                Ok(network) => network,
                Err(fault) => unreachable!("the network in nets/ is checked: {fault}"),
            })
            .clone()
    }

    /// Reads a network.
    pub fn read(bytes: &[u8]) -> Result<Self, NotANetwork> {
        let fastest = Kernel::available().into_iter().last();
        Ok(Self {
            layers: Arc::new(Layers::read(bytes)?),
            kernel: fastest.unwrap_or(Kernel::Plain),
            hash: fingerprint(bytes),
        })
    }

    /// The same network, computed in another way. Only for ways that are
    /// [available](Kernel::available); with any other it stays as it is.
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        let known = Kernel::available().contains(&kernel);
        Self { kernel: if known { kernel } else { self.kernel }, ..self }
    }

    /// The way it is computed here.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Eight digits that tell this network from others.
    pub fn name(&self) -> String {
        format!("{:08x}", self.hash >> 32)
    }

    /// The value for the viewer of these sums.
    fn conclude(&self, sums: &Sums, position: &Position) -> Value {
        let stage = self.layers.stage(position.ruleset().ending, position.supply());
        let [win, not_loss, margin] =
            self.kernel.conclude(stage, sums).map(|out| out as f32 / UNIT);
        Value { win: (squash(win) + squash(not_loss)) * 0.5, margin: margin * 100.0 }
    }

    fn judge(&self, position: &Position, inputs: &Inputs) -> Value {
        let layers = &self.layers;
        let sums = self.kernel.sum(&layers.rows, &layers.bias, inputs.numbers(), &[]);
        self.conclude(&sums, position)
    }
}

/// What 1 is in what comes out.
const UNIT: f32 = 65_536.0;

impl Default for Network {
    fn default() -> Self {
        Self::shipped()
    }
}

/// Fowler, Noll and Vo's hash: not against malice, only to tell networks apart.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Evaluation for Network {
    fn evaluate(&self, position: &Position) -> Value {
        self.judge(position, &Inputs::of(position))
    }

    fn evaluate_draw(&self, pending: &PendingDraw) -> Value {
        // The opponent is next to act, so it is the opponent's value that comes out.
        -self.judge(pending.position(), &Inputs::of_draw(pending))
    }

    /// All actions lead to positions that the opponent looks at, and their boards are nearly that
    /// of this position: what they have in common is summed once.
    fn evaluate_acted(&self, position: &Position, nexts: &[(Action, Next)], out: &mut Vec<Value>) {
        let layers = &self.layers;
        let viewer = !position.side();
        let board = Board::of(position, viewer);
        let mut common = Inputs::NONE;
        common.push_board(&board);
        let base = self.kernel.sum(&layers.rows, &layers.bias, common.numbers(), &[]);
        for (action, next) in nexts {
            let (mut more, mut less) = (Inputs::NONE, Inputs::NONE);
            out.push(match next {
                Next::Position(next) => {
                    let changed = changed(&board, *action, next, &mut more, &mut less);
                    let board = changed.as_ref().unwrap_or(&board);
                    more.push_rest(&View { position: next, viewer, board });
                    let sums = self.kernel.sum(&layers.rows, &base, more.numbers(), less.numbers());
                    self.conclude(&sums, next)
                }
                Next::Draw(_) => {
                    more.push_pending(&View { position, viewer, board: &board });
                    let sums = self.kernel.sum(&layers.rows, &base, more.numbers(), &[]);
                    -self.conclude(&sums, position)
                }
            });
        }
    }

    /// Whatever card comes up, roses, crown and all other cards stay the same: their sums are
    /// made once.
    fn evaluate_drawn(
        &self,
        pending: &PendingDraw,
        nexts: &[(Card, Position)],
        out: &mut Vec<Value>,
    ) {
        let position = pending.position();
        let layers = &self.layers;
        let (drawer, viewer) = (position.side(), !position.side());
        let board = Board::of(position, viewer);
        let view = View { position, viewer, board: &board };
        let mut common = Inputs::NONE;
        common.push_board(&board);
        let [own, theirs] = common.push_table(&view);
        let pile = pending.outcomes();
        common.push_pile(&view, view.turned(pile));
        let base = self.kernel.sum(&layers.rows, &layers.bias, common.numbers(), &[]);
        let held = position.hand(drawer).len();
        for (card, next) in nexts {
            let (mut more, mut less) = (Inputs::NONE, Inputs::NONE);
            let drawn = position.turned_for(drawer, bosworth_rules::Cards::of(*card));
            let theirs = theirs.or(more.push_cards(&view, Who::Theirs, drawn));
            more.push_theirs(&view, held + 1, [own, theirs]);
            let left = next.pile();
            more.push_height(left);
            more.push_pile(&view, view.turned(left - pile));
            less.push_pile(&view, view.turned(pile - left));
            let sums = self.kernel.sum(&layers.rows, &base, more.numbers(), less.numbers());
            out.push(self.conclude(&sums, next));
        }
    }
}

/// The board after an action, if it changes, and which of its facts come and go.
fn changed(
    before: &Board,
    action: Action,
    next: &Position,
    more: &mut Inputs,
    less: &mut Inputs,
) -> Option<Board> {
    // Whoever acted is now the opponent of the side to act.
    let square = next.crown();
    let mut board = *before;
    match action {
        Action::Play(_) => board.place(square, Who::Theirs),
        Action::Hero(_) => board.flip(square, Who::Own),
        Action::Draw | Action::Pass => return None,
    }
    board.compare(
        before,
        |square, mark| more.push(inputs::marked(square, mark)),
        |square, mark| less.push(inputs::marked(square, mark)),
    );
    Some(board)
}
