//! The trained evaluation: a small quantised network, efficiently updatable (NNUE).

mod board;
mod chunks;
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

pub use self::inputs::{
    INPUT_LAYOUT, INPUTS, InputLayout, Inputs, MAX_ACTIVE_INPUTS, turned_inputs,
};
pub use self::kernel::Kernel;
pub use self::layers::NotANetwork;

/// The neural evaluation, trained on self-play games.
///
/// A position is a sparse list of binary features ([`Inputs`]). Each feature has a row of 192
/// weights, and the first layer, the accumulator, is the sum of the active rows; three small
/// dense layers turn it into the logits of winning and of not losing, and the margin. All
/// arithmetic is quantised to integers, so every processor gives bit-identical answers. Editions
/// that end when either side is blocked share the first layer with the others and have their own
/// dense layers.
#[derive(Clone)]
pub struct Network {
    layers: Arc<Layers>,
    kernel: Kernel,
    hash: u64,
}

static SHIPPED: &[u8] = include_bytes!("../../nets/shipped.net");

impl Network {
    /// The network built into the program. It is parsed once and shared.
    pub fn shipped() -> Self {
        static NETWORK: OnceLock<Network> = OnceLock::new();
        NETWORK
            .get_or_init(|| match Self::read(SHIPPED) {
                Ok(network) => network,
                Err(fault) => unreachable!("the network that is built in is valid: {fault}"),
            })
            .clone()
    }

    /// Parses a network file and selects the fastest kernel.
    pub fn read(bytes: &[u8]) -> Result<Self, NotANetwork> {
        let fastest = Kernel::available().into_iter().last();
        Ok(Self {
            layers: Arc::new(Layers::read(bytes)?),
            kernel: fastest.unwrap_or(Kernel::Plain),
            hash: fingerprint(bytes),
        })
    }

    /// The same network with another kernel. Ignored unless the kernel is
    /// [available](Kernel::available).
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        let known = Kernel::available().contains(&kernel);
        Self { kernel: if known { kernel } else { self.kernel }, ..self }
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// An eight-digit fingerprint.
    pub fn name(&self) -> String {
        format!("{:08x}", self.hash >> 32)
    }

    /// Runs the dense layers on an accumulator; the value is its viewer's.
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

/// The quantisation scale of the outputs.
const UNIT: f32 = 65_536.0;

impl Default for Network {
    fn default() -> Self {
        Self::shipped()
    }
}

/// FNV-1a: not collision-resistant, only meant to tell networks apart.
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
        // The features are those of the opponent, who acts next.
        -self.judge(pending.position(), &Inputs::of_draw(pending))
    }

    /// All successors are seen by the opponent and differ from this position in a few squares, so
    /// the accumulator of the common board is computed once and updated incrementally.
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

    /// Whatever card comes up, roses, crown and all other cards stay the same: their part of the
    /// accumulator is computed once.
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

/// The board after an action, if it changes, with the features that are added and removed.
fn changed(
    before: &Board,
    action: Action,
    next: &Position,
    more: &mut Inputs,
    less: &mut Inputs,
) -> Option<Board> {
    // The side that acted is now the opponent.
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
