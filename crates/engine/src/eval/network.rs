//! The trained evaluation: a small network of whole numbers.

mod board;
mod inputs;
mod kernel;
mod layers;

use std::sync::{Arc, OnceLock};

use bosworth_rules::{Action, Card, Ending, Next, PendingDraw, Position, Side};

use self::board::{Board, Who};
use self::inputs::View;
use self::layers::{Layers, Sums};
use super::{Evaluation, squash};
use crate::Value;

pub use self::inputs::{INPUTS, Inputs, MOST_INPUTS, turned_inputs};
pub use self::kernel::Kernel;
pub use self::layers::NotANetwork;

/// The evaluation that was trained on games of the engine against itself.
///
/// A position is a list of facts ([`Inputs`]). Each fact has a row of 192 numbers, and the first
/// layer is their sum; three small layers make of it the chances to win and not to lose, and the
/// margin. All arithmetic is on whole numbers, so every processor gives the same answer to the
/// bit. Editions that end when either side is blocked have a network of their own.
#[derive(Clone)]
pub struct Network {
    both: Arc<Layers>,
    either: Arc<Layers>,
    kernel: Kernel,
    hash: u64,
}

/// The network for editions that end when both sides are blocked.
static BOTH: &[u8] = include_bytes!("../../../../nets/both.net");
/// The network for editions that end when either side is.
static EITHER: &[u8] = include_bytes!("../../../../nets/either.net");

impl Network {
    /// The network that comes with the program. It is read once and shared.
    pub fn shipped() -> Self {
        static SHIPPED: OnceLock<Network> = OnceLock::new();
        SHIPPED
            .get_or_init(|| match Self::read(BOTH, EITHER) {
                Ok(network) => network,
                Err(fault) => unreachable!("the networks in nets/ are checked: {fault}"),
            })
            .clone()
    }

    /// Reads a network for each way a game may end.
    pub fn read(both: &[u8], either: &[u8]) -> Result<Self, NotANetwork> {
        let fastest = Kernel::available().into_iter().last();
        Ok(Self {
            both: Arc::new(Layers::read(both)?),
            either: Arc::new(Layers::read(either)?),
            kernel: fastest.unwrap_or(Kernel::Plain),
            hash: fingerprint(&[both, either]),
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

    fn layers(&self, position: &Position) -> &Layers {
        match position.ruleset().ending {
            Ending::BothBlocked => &self.both,
            Ending::EitherBlocked => &self.either,
        }
    }

    /// The value for the viewer of these sums.
    fn conclude(&self, layers: &Layers, sums: &Sums, supply: u8) -> Value {
        let [win, not_loss, margin] =
            self.kernel.conclude(layers.stage(supply), sums).map(|out| out as f32 / UNIT);
        Value { win: (squash(win) + squash(not_loss)) * 0.5, margin: margin * 100.0 }
    }

    fn judge(&self, position: &Position, inputs: &Inputs) -> Value {
        let layers = self.layers(position);
        let sums = self.kernel.sum(&layers.rows, &layers.bias, inputs.numbers(), &[]);
        self.conclude(layers, &sums, position.supply())
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
fn fingerprint(parts: &[&[u8]]) -> u64 {
    parts.iter().copied().flatten().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
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

    /// All actions lead to positions that the opponent looks at, and their roses are those of
    /// this position but for one: the sums of all other roses are made once.
    fn evaluate_acted(&self, position: &Position, nexts: &[(Action, Next)], out: &mut Vec<Value>) {
        let layers = self.layers(position);
        let viewer = !position.side();
        let board = Board::of(position, viewer);
        let mut roses = Inputs::NONE;
        roses.push_roses(&board);
        let base = self.kernel.sum(&layers.rows, &layers.bias, roses.numbers(), &[]);
        for (action, next) in nexts {
            let (mut more, mut less) = (Inputs::NONE, Inputs::NONE);
            out.push(match next {
                Next::Position(next) => {
                    let changed = changed(&board, *action, next, &mut more, &mut less);
                    let board = changed.as_ref().unwrap_or(&board);
                    more.push_rest(&View { position: next, viewer, board });
                    let sums = self.kernel.sum(&layers.rows, &base, more.numbers(), less.numbers());
                    self.conclude(layers, &sums, next.supply())
                }
                Next::Draw(_) => {
                    more.push_pending(&View { position, viewer, board: &board });
                    let sums = self.kernel.sum(&layers.rows, &base, more.numbers(), &[]);
                    -self.conclude(layers, &sums, position.supply())
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
        let layers = self.layers(position);
        let (drawer, viewer) = (position.side(), !position.side());
        let board = Board::of(position, viewer);
        let view = View { position, viewer, board: &board };
        let mut common = Inputs::NONE;
        common.push_roses(&board);
        let playable = common.push_table(&view);
        let pile = pending.outcomes();
        common.push_pile(&view, view.turned(pile));
        let base = self.kernel.sum(&layers.rows, &layers.bias, common.numbers(), &[]);
        let held = position.hand(drawer).len();
        for (card, next) in nexts {
            let (mut more, mut less) = (Inputs::NONE, Inputs::NONE);
            let drawn = position.turned_for(drawer, bosworth_rules::Cards::of(*card));
            let playable = playable + more.push_cards(&view, Who::Theirs, drawn);
            more.push_hand(Who::Theirs, held + 1, playable);
            let left = next.pile();
            more.push_height(left);
            more.push_pile(&view, view.turned(left - pile));
            less.push_pile(&view, view.turned(pile - left));
            let sums = self.kernel.sum(&layers.rows, &base, more.numbers(), less.numbers());
            out.push(self.conclude(layers, &sums, next.supply()));
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
    let (square, viewer): (_, Side) = (next.crown(), next.side());
    let mut board = *before;
    match action {
        Action::Play(_) => board.place(square, Who::Theirs),
        Action::Hero(_) => board.flip(square, Who::Own, next.roses(viewer)),
        Action::Draw | Action::Pass => return None,
    }
    for square in board.differences(before) {
        more.push(inputs::rose(square, board.code(square)));
        if before.code(square) != 0 {
            less.push(inputs::rose(square, before.code(square)));
        }
    }
    Some(board)
}
